/**
 * The command `import`: makes files in products/, observed/ and history/ from a folder with products.jsonl and
 * categories.json, and optionally history.jsonl, yearly-plans.jsonl and prices.jsonl.
 *
 * A product's file is written once and then belongs to its editors; imported facts are rewritten every time.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import type * as z from 'zod';
import { type CatalogueProduct, type ImportedFact, Product } from '../../product.ts';
import { readJsonLines } from '../../text/json-lines.ts';
import { foreignFacts } from '../fact-domains.ts';
import type { ImportedHistory } from '../imported-history.ts';
import { factsOf } from './facts.ts';
import { HistoryRow, historiesOf, PlanList } from './history.ts';
import { type ImportedPrices, newProducts, PriceSet, pricesOf } from './price-sets.ts';
import { aliasesOf, doubtOf, productOf, Row } from './products.ts';

const FOREIGN = 'read from a page of another company';

interface ImportOptions {
  from: string;
  to: string;
  only?: readonly string[];
}

export interface Imported {
  products: number;
  made: number;
  history: { products: number; facts: number; leftOut: number };
  leftOut: { slug: string; reason: string }[];
  /** Prices that are no plan's list price. */
  prices: ImportedPrices['leftOut'];
  /** Facts from pages of other companies. */
  refused: { slug: string; domain: string; facts: number }[];
}

/** @throws {Error} a file, or a product that is asked for, is missing, or a row is not of its schema */
export function importCatalogue({ from, to, only }: ImportOptions): Imported {
  const fileOf = (slug: string) => join(to, 'products', `${slug}.yaml`);
  const sets = existing(join(from, 'prices.jsonl'), PriceSet);
  const all = [...readJsonLines(join(from, 'products.jsonl'), Row), ...newProducts(sets)];
  const missing = only?.filter((slug) => !all.some((row) => row.slug === slug)) ?? [];
  if (missing.length > 0) throw new Error(`Cannot import ${missing.join(', ')}: products.jsonl has no such product`);
  const aliases = aliasesOf(all);
  const asked = all.filter(({ slug }) => only?.includes(slug) ?? true);
  const isTaken = (row: Row) => doubtOf(row) === undefined || existsSync(fileOf(row.slug));
  const rows = asked.filter(isTaken);

  for (const folder of ['products', 'observed', 'history']) mkdirSync(join(to, folder), { recursive: true });
  const pastRows = existing(join(from, 'history.jsonl'), HistoryRow);
  const words = new Map(
    pastRows.map(({ slug, metric, value, raw }) => [`${slug} ${metric} ${value}`, raw ?? undefined]),
  );
  const histories = historiesOf(pastRows, existing(join(from, 'yearly-plans.jsonl'), PlanList));
  const prices = pricesOf(sets);
  const refused: Imported['refused'] = [];
  let made = 0;
  for (const row of rows) {
    const file = fileOf(row.slug);
    if (!existsSync(file)) {
      writeFileSync(file, stringify(productOf(row, aliases.get(row.slug)), { lineWidth: 120 }));
      made += 1;
    }
    const listed = factsOf(row.facts, (kind, value) => words.get(`${row.slug} ${kind} ${value}`));
    const stated = comparable([...listed, ...(prices.facts.get(row.slug) ?? [])]);
    const past = histories.get(row.slug);
    const foreign = foreignFacts(soldIn(file, row.slug), [...stated, ...(past?.facts ?? [])]);
    for (const [domain, { length }] of Map.groupBy(foreign.values(), (each) => each))
      refused.push({ slug: row.slug, domain, facts: length });
    const facts = stated.filter((fact) => !foreign.has(fact));
    if (past !== undefined) histories.set(row.slug, withoutRefused(past, foreign));
    const observed = join(to, 'observed', `${row.slug}.json`);
    if (facts.length > 0) writeFileSync(observed, `[\n${linesOf(facts)}\n]\n`);
    else rmSync(observed, { force: true });
  }
  const history = importHistories(histories, to, new Set(rows.map(({ slug }) => slug)));
  const categories = join(to, 'categories.yaml');
  if (!existsSync(categories)) {
    writeFileSync(categories, stringify(JSON.parse(readFileSync(join(from, 'categories.json'), 'utf8'))));
  }
  const leftOut = asked.flatMap((row) => {
    const reason = isTaken(row) ? undefined : doubtOf(row);
    return reason === undefined ? [] : [{ slug: row.slug, reason }];
  });
  return { products: rows.length, made, history, leftOut, prices: prices.leftOut, refused };
}

/** Prices that are only compared have no use where no price is published. */
function comparable(facts: ImportedFact[]): ImportedFact[] {
  const isListed = facts.some(({ kind, compareOnly }) => kind === 'tier' && compareOnly === undefined);
  return isListed ? facts : facts.filter(({ compareOnly }) => compareOnly === undefined);
}

/** The product as its editors left it: they may have added its other addresses. */
function soldIn(file: string, slug: string): CatalogueProduct {
  return { ...Product.parse(parse(readFileSync(file, 'utf8'))), slug };
}

function withoutRefused({ facts, leftOut }: ImportedHistory, foreign: ReadonlyMap<object, string>): ImportedHistory {
  const refused = facts.filter((fact) => foreign.has(fact));
  const rows = [...Map.groupBy(refused, ({ dataset, asOf }) => `${dataset} ${asOf}`).values()].flatMap((own) =>
    own.slice(0, 1).map(({ dataset, asOf }) => ({ dataset, asOf, rows: own.length, reason: FOREIGN })),
  );
  return { facts: facts.filter((fact) => !foreign.has(fact)), leftOut: [...leftOut, ...rows] };
}

function importHistories(
  histories: ReturnType<typeof historiesOf>,
  to: string,
  slugs: ReadonlySet<string>,
): Imported['history'] {
  const told = { products: 0, facts: 0, leftOut: 0 };
  for (const [slug, { facts, leftOut }] of histories) {
    if (!slugs.has(slug)) continue;
    const lists = Object.entries({ facts, leftOut }).map(
      ([name, list]) => `"${name}": [${list.length === 0 ? '' : `\n${linesOf(list)}\n`}]`,
    );
    writeFileSync(join(to, 'history', `${slug}.json`), `{\n${lists.join(',\n')}\n}\n`);
    told.products += facts.length > 0 ? 1 : 0;
    told.facts += facts.length;
    told.leftOut += leftOut.reduce((sum, each) => sum + each.rows, 0);
  }
  return told;
}

/** One fact a line, for readable diffs of the next import. */
function linesOf(facts: readonly object[]): string {
  return facts.map((fact) => `  ${JSON.stringify(fact)}`).join(',\n');
}

function existing<T extends z.ZodType>(file: string, schema: T): z.output<T>[] {
  return existsSync(file) ? readJsonLines(file, schema) : [];
}
