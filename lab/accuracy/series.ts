/**
 * The labelled pages of one address in order of time, through the verifier: which moves between two labels the published
 * events tell, and as what. Nobody reviews; a page that waits is compared again with the next one that is published.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { corpusPage, formatOf } from '../../cli/read/corpus.ts';
import { readPage } from '../../crawler/read/read.ts';
import type { Change } from '../../data/change.ts';
import { observationId } from '../../data/observation.ts';
import type { LedgerEntry } from '../../data/pipeline/verdict.ts';
import { type CatalogueProduct, Product } from '../../data/product.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { readJsonLines } from '../../data/text/json-lines.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { type PageWords, pageText } from '../../data/text/page-text.ts';
import { verifyObservation } from '../../verifier/judge/verify.ts';
import { Label } from './score.ts';

const Dated = z.object({
  name: z.string(),
  file: z.string(),
  url: z.string().default(''),
  slug: z.string().optional(),
  date: z.string().nullish(),
});

export interface Capture {
  slug: string;
  url: string;
  day: string;
  body: string;
  format: ReturnType<typeof formatOf>;
  label: Label;
}

/** `waits`: the page is not published. `untold`: it is, without an event of that tier. */
export type Told = 'vendor' | 'changed_with_redesign' | 'correction' | 'waits' | 'untold';

export interface SeriesMove {
  slug: string;
  day: string;
  tier: string;
  told: Told;
}

export interface SeriesResult {
  series: number;
  pages: number;
  moves: SeriesMove[];
  events: Change['type'][];
}

/** @param dir for the ledgers */
export function measureSeries(corpora: readonly string[], dir: string): SeriesResult {
  const series = seriesIn(corpora);
  const results = series.map((captures, at) => followed(captures, join(dir, `series-${at}.db`)));
  return {
    series: series.length,
    pages: series.flat().length,
    moves: results.flatMap(({ moves }) => moves),
    events: results.flatMap(({ events }) => events),
  };
}

/** The dated captures of each address that has several, in order of time. */
export function seriesIn(corpora: readonly string[]): Capture[][] {
  return [...Map.groupBy(corpora.flatMap(capturesIn), ({ slug, url }) => `${slug} ${url}`).values()].filter(
    (captures) => new Set(captures.map(({ day }) => day)).size > 1,
  );
}

function capturesIn(corpus: string): Capture[] {
  const captures = readJsonLines(join(corpus, 'manifest.jsonl'), Dated).flatMap((entry): Capture[] => {
    const labels = join(corpus, 'labels', `${entry.name}.json`);
    const { slug, url, date } = entry;
    if (slug === undefined || !existsSync(labels) || date == null || !/^\d{4}-\d\d-\d\d$/.test(date)) return [];
    const label = Label.parse(JSON.parse(readFileSync(labels, 'utf8')));
    return [{ slug, url, day: date, body: corpusPage(corpus, entry), format: formatOf(entry.file), label }];
  });
  return captures.sort((a, b) => Number(a.day > b.day) - Number(a.day < b.day));
}

function followed(captures: readonly Capture[], file: string): Pick<SeriesResult, 'moves' | 'events'> {
  const ledger = openLedger(file);
  const archive = new Map<string, PageWords>();
  const moves: SeriesMove[] = [];
  const events: Change['type'][] = [];
  let published: Label | undefined;
  for (const capture of captures) {
    const { slug, day, body, format, label } = capture;
    const observedAt = `${day}T12:00:00.000Z`;
    const words = { source: body, text: pageText(body, format) };
    const observation = observationOf(capture, observedAt);
    archive.set(observation.page.sha256, words);
    const entry = verifyObservation({
      observation,
      words,
      archived: ({ sha256 }) => archive.get(sha256),
      state: ledger.state(slug),
      product: productOf(capture),
      recordedAt: new Date(observedAt),
    });
    ledger.append([entry], new Date(observedAt));
    events.push(...entry.changes.map(({ type }) => type));
    if (published !== undefined)
      for (const tier of movedTiers(published, label)) moves.push({ slug, day, tier, told: toldAs(entry, tier) });
    if (isPublished(entry)) published = label;
  }
  ledger.close();
  return { moves, events };
}

function productOf({ slug, url }: Capture): CatalogueProduct {
  const sources = [{ id: 'pricing', url }];
  return { ...Product.parse({ name: slug, vendor: slug, category: 'crm', sources }), slug };
}

function observationOf({ slug, url, day, body, format }: Capture, observedAt: string) {
  const sha256 = hash('sha256', body);
  const base = { slug, source: 'pricing', url, slot: `${day}T12-00Z`, observedAt };
  const page = { url, finalUrl: url, status: 200, format, charset: 'utf-8', sha256, bytes: body.length };
  return {
    ...{ ...base, id: observationId(base), kind: 'page' as const },
    page: { ...page, fetchedAt: observedAt, via: 'http' as const },
    reading: readPage(body, { format, url }),
  };
}

function isPublished({ verdict }: LedgerEntry): boolean {
  return verdict.outcome === 'changed' || verdict.outcome === 'confirmed';
}

/** Names of tiers that came, went or moved by the labels. */
function movedTiers(before: Label, next: Label): string[] {
  const pricesOf = ({ tiers }: Label) =>
    new Map(
      tiers.map(({ name, monthly, annualPerMonth, free, contactSales }) => [
        nameKey(name),
        JSON.stringify([monthly ?? null, annualPerMonth ?? null, free ?? false, contactSales ?? false]),
      ]),
    );
  const [was, is] = [pricesOf(before), pricesOf(next)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}

function toldAs(entry: LedgerEntry, tier: string): Told {
  if (!isPublished(entry)) return 'waits';
  const names = ({ before, after }: Change) => [before?.name, after?.name].map((name = '') => nameKey(name));
  const told = entry.changes.filter((change) => names(change).some((name) => name !== '' && name.includes(tier)));
  if (told.length === 0) return 'untold';
  const isAll = (type: Change['type']) => told.every((change) => change.type === type);
  if (told.some(({ type }) => type === 'correction')) return 'correction';
  return isAll('changed_with_redesign') ? 'changed_with_redesign' : 'vendor';
}
