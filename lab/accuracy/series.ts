/**
 * The labelled pages of one address in order of time, through the verifier: which moves between two labels the published
 * events tell, and as what. Nobody reviews; a page that waits is compared again with the next one that is published.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { readPage } from '../../crawler/read/read.ts';
import type { Change } from '../../data/change.ts';
import type { LedgerEntry } from '../../data/pipeline/verdict.ts';
import { openLedger } from '../../data/store/ledger/ledger.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { type PageWords, pageText } from '../../data/text/page-text.ts';
import * as build from '../../test/builders.ts';
import { verifyObservation } from '../../verifier/judge/verify.ts';
import type { LabelledPage } from './labelled-pages.ts';
import type { Label } from './score.ts';

/** A labelled page of a product on a day. */
export type Capture = LabelledPage & { slug: string; day: string };

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
export function measureSeries(pages: readonly LabelledPage[], dir: string): SeriesResult {
  const series = seriesIn(pages);
  const results = series.map((captures, at) => followed(captures, join(dir, `series-${at}.db`)));
  return {
    series: series.length,
    pages: series.flat().length,
    moves: results.flatMap(({ moves }) => moves),
    events: results.flatMap(({ events }) => events),
  };
}

/** The dated captures of each address that has several, in order of time. */
export function seriesIn(pages: readonly LabelledPage[]): Capture[][] {
  const captures = pages.flatMap((page): Capture[] => {
    const { slug, day } = page;
    return slug === undefined || day === undefined ? [] : [{ ...page, slug, day }];
  });
  captures.sort((a, b) => Number(a.day > b.day) - Number(a.day < b.day));
  return [...Map.groupBy(captures, ({ slug, url }) => `${slug} ${url}`).values()].filter(
    (each) => new Set(each.map(({ day }) => day)).size > 1,
  );
}

function followed(captures: readonly Capture[], file: string): Pick<SeriesResult, 'moves' | 'events'> {
  const ledger = openLedger(file);
  const archive = new Map<string, PageWords>();
  const moves: SeriesMove[] = [];
  const events: Change['type'][] = [];
  let published: Label | undefined;
  for (const { slug, url, day, source, format, label } of captures) {
    const observedAt = `${day}T12:00:00.000Z`;
    const words = { source, text: pageText(source, format) };
    const sha256 = hash('sha256', source);
    const page = { url, finalUrl: url, format, sha256, bytes: source.length };
    archive.set(sha256, words);
    const entry = verifyObservation({
      observation: {
        ...build.observation({ slug, at: observedAt }, { page }),
        url,
        reading: readPage(source, { format, url }),
      },
      words,
      archived: ({ sha256 }) => archive.get(sha256),
      state: ledger.state(slug),
      past: () => ledger.past(slug),
      product: build.product({ slug }),
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
