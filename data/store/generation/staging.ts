/**
 * The staging database: what the next generation will hold, kept up to date product by product, so that publishing
 * costs what has changed. Derived from the ledger and the catalogue, and made anew from them at will.
 *
 * It has the schema of a generation, and a generation is its copy.
 */
import { existsSync, readFileSync } from 'node:fs';
import type Database from 'better-sqlite3';
import * as z from 'zod';
import type { LoggedChange } from '../../change.ts';
import { startingPrice } from '../../prices/starting-price.ts';
import type { Category } from '../../product.ts';
import type { Tally } from '../../reliability.ts';
import { replaceFile } from '../files/atomic-file.ts';
import { canonicalJson } from '../files/canonical-json.ts';
import { type SqlValue, sumRow } from '../files/row-digest.ts';
import { pack } from '../ledger/entry.ts';
import { CHAIN_START } from '../ledger/hash-chain.ts';
import type { EvidenceContext, PublishedProduct } from './content.ts';
import { type Published, publishStaging } from './publish.ts';
import { openStagingDatabase } from './staging-database.ts';

/** What of the ledger and the catalogue the staging database reflects. */
export interface StagingPosition {
  entries: number;
  changes: number;
  /** Head of the ledger's hash chain there; `ledger.continues` tells whether it is the same ledger. */
  chain: string;
  /** Hash of the catalogue, by the caller's rule; empty at first. */
  catalogue: string;
}

/** Digests of what a catalogue says, by the caller's rule. */
export const CatalogueDigests = z.strictObject({
  /** Of all of it: `catalogue` of a position. */
  whole: z.string(),
  /** Of what all products are made by. */
  rules: z.string(),
  /** By slug. */
  products: z.record(z.string(), z.string()),
});
export type CatalogueDigests = z.infer<typeof CatalogueDigests>;

export interface Staging {
  position(): StagingPosition;
  /** Of the catalogue that the position names; `undefined` where they were not kept, or damaged. */
  catalogueDigests(): CatalogueDigests | undefined;
  /** Keeps them in a file beside, for the next start: they are another fact than the content, and may be lost. */
  saveCatalogueDigests(digests: CatalogueDigests): void;
  /** All of it or, when it throws, nothing: content and position move together. */
  update(changes: () => void): void;
  /** Replaces what is published of these products. `evidence`: of these products, all of it. */
  put(products: readonly PublishedProduct[], evidence: readonly EvidenceContext[]): void;
  remove(slugs: readonly string[]): void;
  /** Replaces all categories. */
  putCategories(categories: readonly Category[]): void;
  /** Of every product that has some, in the order of slugs: floating sums over them do not depend on what was put when. */
  forecasts(): Iterable<{ slug: string; tallies: Tally[] }>;
  /** Replaces the figures of this name; undefined removes them. */
  putQuality(id: string, figures: unknown): void;
  /** Those that are there already are left as they are. @throws {Error} a gap in the log */
  appendChanges(changes: readonly LoggedChange[]): void;
  setPosition(position: StagingPosition): void;
  /** Makes a generation of it and points CURRENT to that, unless it is what is published already. */
  publish(dir: string, meta: { now: Date }): Published;
  /** Empties it, for a rebuild; generations keep counting. */
  reset(): void;
  close(): void;
}

const NOWHERE: StagingPosition = { entries: 0, changes: 0, chain: CHAIN_START.toString('hex'), catalogue: '' };

/** @throws {Error} another process has it open */
export function openStaging(file: string): Staging {
  const database = openStagingDatabase(file);
  const sql = prepare(database);
  if (sql.position.get() === undefined) sql.setPosition.run(NOWHERE);

  function position(): StagingPosition {
    return sql.position.get() ?? NOWHERE;
  }

  function put(published: PublishedProduct, contexts: readonly EvidenceContext[]): void {
    const { product, record, research, snapshots, api, forecasts = [] } = published;
    const { slug } = product;
    sql.remove(slug);
    const evidence = contexts.toSorted((a, b) => (a.evidence.id < b.evidence.id ? -1 : 1));
    sql.addProduct(listRow(published));
    sql.addRecord([
      slug,
      record === undefined ? null : json(record),
      json(product),
      packed(snapshots),
      packed(evidence),
      research === undefined ? null : packed(research),
    ]);
    if (api !== undefined) sql.addApi([slug, packed(api)]);
    if (forecasts.length > 0) sql.addForecasts([slug, json(forecasts)]);
    for (const alias of product.aliases) sql.addAlias.run(alias, slug);
    for (const { evidence: cited } of evidence) sql.addEvidence.run(cited.id, slug);
  }

  const kept = keptDigests(file);
  const transaction = database.transaction((work: () => void) => work());
  const whole = (work: () => void) => transaction.immediate(work);
  return {
    position,
    catalogueDigests() {
      const digests = kept.read();
      return digests?.whole === position().catalogue ? digests : undefined;
    },
    saveCatalogueDigests: kept.keep,
    update: whole,
    put: (products, evidence) =>
      whole(() => {
        const contexts = Map.groupBy(evidence, ({ slug }) => slug);
        for (const published of products) put(published, contexts.get(published.product.slug) ?? []);
        for (const { product } of products) contexts.delete(product.slug);
        const [stray] = contexts.keys();
        if (stray !== undefined) throw new Error(`Cannot publish evidence of "${stray}" without the product`);
      }),
    remove: (slugs) => whole(() => slugs.forEach(sql.remove)),
    putCategories: (categories) =>
      whole(() => {
        sql.removeCategories.run();
        for (const category of categories) sql.addCategory([category.id, json(category)]);
      }),
    forecasts: () => forecastsIn(database),
    putQuality: (id, figures) =>
      whole(() => {
        sql.removeQuality.run(id);
        if (figures !== undefined) sql.addQuality([id, json(figures)]);
      }),
    appendChanges: (changes) =>
      whole(() => {
        let last = sql.lastChange.get() ?? 0;
        for (const { seq, ...change } of changes) {
          if (seq <= last) continue;
          if (seq !== last + 1)
            throw new Error(`Cannot publish change ${seq} after change ${last}: the log has no gaps`);
          sql.addChange([seq, change.slug, change.type, json(change)]);
          last = seq;
        }
      }),
    setPosition: (next) => {
      sql.setPosition.run(next);
    },
    publish: (dir, { now }) =>
      publishStaging(database, dir, {
        now,
        ledger: position(),
        nextNumber: (published) => sql.nextGeneration.all({ published })[0] ?? published + 1,
      }),
    reset: () =>
      whole(() => {
        for (const table of CONTENT_TABLES) database.exec(`DELETE FROM ${table}`);
        sql.setPosition.run(NOWHERE);
      }),
    close: () => database.close(),
  };
}

const CONTENT_TABLES = [
  'products',
  'records',
  'aliases',
  'evidence',
  'changes',
  'categories',
  'apis',
  'forecasts',
  'quality',
];

/** A file of their own: they are large, and change when somebody edits the catalogue. */
function keptDigests(file: string) {
  const path = `${file}-catalogue.json`;
  let known: CatalogueDigests | undefined;
  function read(): CatalogueDigests | undefined {
    known ??= existsSync(path) ? parsedDigests(readFileSync(path, 'utf8')) : undefined;
    return known;
  }
  function keep(digests: CatalogueDigests): void {
    if (read()?.whole === digests.whole) return;
    replaceFile(path, JSON.stringify(digests), `${path}.tmp`);
    known = digests;
  }
  return { read, keep };
}

function parsedDigests(text: string): CatalogueDigests | undefined {
  try {
    return CatalogueDigests.parse(JSON.parse(text));
  } catch {
    return undefined; // All is made anew then.
  }
}

function* forecastsIn(database: Database.Database): Generator<{ slug: string; tallies: Tally[] }> {
  const rows = database.prepare<[], { slug: string; body: Buffer }>('SELECT slug, body FROM forecasts ORDER BY slug');
  for (const { slug, body } of rows.iterate()) yield { slug, tallies: JSON.parse(body.toString()) };
}

function json(value: unknown): Buffer {
  return Buffer.from(canonicalJson(value));
}

/** What is large and seldom asked for: a generation is copied, checked, hashed and flushed whole each time. */
function packed(value: unknown): Buffer {
  return pack(canonicalJson(value));
}

/** The columns of `products`. Computed from the record each time it is put, hence never older than it. */
function listRow({ product, record }: PublishedProduct): SqlValue[] {
  const start = record && startingPrice(record.tiers, record.currency);
  return [
    product.slug,
    product.name,
    product.category,
    product.vendor,
    canonicalJson(product.aliases),
    product.retired === undefined ? 0 : 1,
    start?.amount ?? null,
    start?.billing ?? null,
    start?.price.unit ?? null,
    record?.currency ?? null,
    record?.tiers.some(({ isFree }) => isFree) ? 1 : 0,
    record === undefined ? null : canonicalJson(record.verification),
  ];
}

function prepare(database: Database.Database) {
  /** Adds a row and, as its last value, the sum over the values before it. */
  const summed = (table: string, columns: number) => {
    const statement = database.prepare<SqlValue[]>(`INSERT INTO ${table} VALUES (${'?, '.repeat(columns)}?)`);
    return (values: readonly SqlValue[]) => {
      statement.run(...values, sumRow(values));
    };
  };
  const removals = ['products', 'records', 'aliases', 'evidence', 'apis', 'forecasts'].map((table) =>
    database.prepare<[string]>(`DELETE FROM ${table} WHERE slug = ?`),
  );
  return {
    addProduct: summed('products', 12),
    addRecord: summed('records', 6),
    addChange: summed('changes', 4),
    addCategory: summed('categories', 2),
    addApi: summed('apis', 2),
    addForecasts: summed('forecasts', 2),
    addQuality: summed('quality', 2),
    removeQuality: database.prepare<[string]>('DELETE FROM quality WHERE id = ?'),
    addAlias: database.prepare<[string, string]>('INSERT INTO aliases VALUES (?, ?)'),
    addEvidence: database.prepare<[string, string]>('INSERT INTO evidence VALUES (?, ?)'),
    remove: (slug: string) => {
      for (const statement of removals) statement.run(slug);
    },
    removeCategories: database.prepare<[]>('DELETE FROM categories'),
    lastChange: database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM changes').pluck(),
    position: database.prepare<[], StagingPosition>('SELECT entries, changes, chain, catalogue FROM staging'),
    setPosition: database.prepare<[StagingPosition]>(`
      INSERT INTO staging VALUES (1, @entries, @changes, @chain, @catalogue, 0)
      ON CONFLICT DO UPDATE SET entries = @entries, changes = @changes, chain = @chain, catalogue = @catalogue`),
    /**
     * Counted here too, so that a lost CURRENT does not start the count again. To be asked by `all`: `get` stops at the
     * row, and the number is committed after it, so that a failing disk would be told to nobody.
     */
    nextGeneration: database
      .prepare<[{ published: number }], number>(
        'UPDATE staging SET generation = max(generation, @published) + 1 RETURNING generation',
      )
      .pluck(),
  };
}
