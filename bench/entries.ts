/**
 * Ledger entries like those of a pipeline at work, as many as are asked for. Pure: the same numbers give the same
 * entries. The readings are real ones, of pages in many layouts.
 *
 * Of a hundred visits after the first, sixty find the page unchanged, thirty-five find it written anew with the same
 * prices, and five find another price.
 */
import { readPage } from '../crawler/read/read.ts';
import type { LedgerEntry } from '../data/pipeline/verdict.ts';
import type { PageReading } from '../data/reading.ts';
import { change, daysAfterNoon, observation, sha256Of, unchanged, verdict } from '../test/builders.ts';
import { LAYOUT_NAMES, pageInLayout } from './pages.ts';
import { stated } from './statement.ts';

const PAGE_BYTES = 30_000;

/** Visits in turn: one round over all products, then the next, a day later. */
export function* visits(products: number): Generator<LedgerEntry, never> {
  const readings = readPages();
  for (let day = 0; ; day += 1) {
    for (let product = 0; product < products; product += 1) {
      const reading = readings[product % readings.length];
      if (reading === undefined) throw new RangeError('Cannot find a reading');
      yield visit(`product-${product}`, day, reading);
    }
  }
}

export function take<T>(from: Iterator<T, never>, count: number): T[] {
  return Array.from({ length: count }, () => from.next().value);
}

function readPages(): PageReading[] {
  return LAYOUT_NAMES.map((name) => {
    const { source, format, url } = pageInLayout(name, PAGE_BYTES);
    return readPage(source, { format, url });
  }).filter(({ verdict }) => verdict === 'pricing');
}

function visit(slug: string, day: number, reading: PageReading): LedgerEntry {
  const at = daysAfterNoon(day - 10_000);
  const luck = Number.parseInt(sha256Of(`${slug} ${day}`).slice(0, 6), 16) % 100;
  const pageSha256 = sha256Of(`page of ${slug}`);
  if (day > 0 && luck < 60)
    return { observation: unchanged({ slug, at }, pageSha256), verdict: verdict(), changes: [] };
  const seen = observation({ slug, at }, { page: { sha256: sha256Of(`page ${slug} ${day}`) }, reading });
  if (day > 0 && luck < 95) return { observation: seen, verdict: verdict(), changes: [] };
  const statement = stated(slug, day);
  return {
    observation: seen,
    verdict: verdict({ outcome: 'changed' }),
    statement,
    snapshot: { ...statement, origin: 'observed', validFrom: at },
    changes: [change({ slug, observedAt: at, recordedAt: at, type: day === 0 ? 'product_added' : 'price_changed' })],
  };
}
