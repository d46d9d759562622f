import { describe, expect, test } from 'vitest';
import { ALARMS } from '../../../config/alarms.ts';
import { ReaderHealth } from '../../../data/pipeline/reader-health.ts';
import type { PageReading } from '../../../data/reading.ts';
import { readerHealth } from '../../../verifier/publish/reader-health.ts';
import { daysAfterNoon, product } from '../../builders.ts';
import { readAgain, type TestVerifier, testVerifier } from '../test-verifier.ts';
import { vendorPage, visit } from '../vendor-page.ts';

const SLUGS = Array.from({ length: 20 }, (_, i) => `vendor-${i}`);
const products = SLUGS.map((slug) => product({ slug }));
/** Cards and tables find the prices. */
const page = (salt: string) => vendorPage([{ name: 'Team', monthly: '12' }], { salt });

/** As a broken reader of tables reads it. */
function withoutTables(reading: PageReading, readerVersion: string): PageReading {
  const readings = reading.readings.map((each) => (each.reader === 'table' ? { ...each, tiers: [] } : each));
  return { ...reading, readings, readerVersion };
}

async function visited(
  verifier: TestVerifier,
  day: number,
  readingOf: (slug: string, reading: PageReading) => PageReading,
) {
  for (const slug of SLUGS) {
    const seen = page(`${slug} ${day}`);
    await verifier.submit(visit(seen, { slug, at: daysAfterNoon(day) }, readingOf(slug, seen.reading)), seen);
  }
}

const health = ({ ledger }: TestVerifier, day: number) =>
  ReaderHealth.parse(readerHealth(ledger.readerCounts(daysAfterNoon(day - ALARMS.days).slice(0, 10))));

const figuresOf = (found: ReaderHealth, reader: string) => found.readers.find((each) => each.reader === reader);

describe('the readers’ health', () => {
  test('counts on how many sources each reader finds prices', async () => {
    const verifier = await testVerifier(products);
    await visited(verifier, 0, (slug, reading) => (slug < 'vendor-15' ? reading : withoutTables(reading, 'v1')));
    const found = health(verifier, 0);
    const without = SLUGS.filter((slug) => slug >= 'vendor-15').length;
    expect(found).toMatchObject({
      sources: 20,
      agreement: { several: 20 - without, one: without, none: 0 },
      alarms: [],
    });
    expect(figuresOf(found, 'cards')).toMatchObject({ known: 20, finding: 20, coverage: 1, emptiness: 0 });
    expect(figuresOf(found, 'table')).toMatchObject({
      known: 20 - without,
      coverage: (20 - without) / 20,
      emptiness: 0,
    });
  });

  test('a reader that finds nothing on many sources since a version of the readers is an alarm of that name', async () => {
    const verifier = await testVerifier(products);
    await visited(verifier, 0, (_, reading) => ({ ...reading, readerVersion: 'v1' }));
    expect(health(verifier, 0).alarms).toEqual([]);
    await visited(verifier, 30, (slug, reading) =>
      slug.endsWith('1') ? { ...reading, readerVersion: 'v2' } : withoutTables(reading, 'v2'),
    );
    const found = health(verifier, 60);
    expect(found.alarms).toEqual([
      { name: 'reader_collapsed', reader: 'table', since: { version: 'v2' }, sources: 18, of: 20 },
    ]);
    expect(figuresOf(found, 'table')).toMatchObject({ known: 20, finding: 2, emptiness: 0.9 });
    expect(figuresOf(found, 'table')?.emptied[0]).toMatchObject({ source: 'pricing', since: daysAfterNoon(30) });
  });

  test('of a day, where the version stayed: many vendors have left a shape of page', async () => {
    const verifier = await testVerifier(products);
    await visited(verifier, 0, (_, reading) => reading);
    await visited(verifier, 30, (slug, reading) =>
      slug < 'vendor-15' ? withoutTables(reading, reading.readerVersion) : reading,
    );
    expect(health(verifier, 31).alarms).toMatchObject([
      { name: 'reader_collapsed', reader: 'table', since: { day: daysAfterNoon(30).slice(0, 10) }, of: 20 },
    ]);
    expect(health(verifier, 60).alarms).toEqual([]);
  });

  test('is mended when the reader finds them again, and by a re-reading', async () => {
    const verifier = await testVerifier(products);
    await visited(verifier, 0, (_, reading) => ({ ...reading, readerVersion: 'v1' }));
    await visited(verifier, 30, (_, reading) => withoutTables(reading, 'v2'));
    expect(health(verifier, 60).alarms).toHaveLength(1);
    for (const slug of SLUGS)
      await verifier.submit(readAgain(page(`${slug} 30`), { slug, at: daysAfterNoon(30) }, undefined, 'v3'));
    expect(health(verifier, 60).alarms).toEqual([]);
  });

  test('sources without any reader left are an alarm, a wall before the page is none', async () => {
    const verifier = await testVerifier(products);
    await visited(verifier, 0, (_, reading) => reading);
    const nothing = { tiers: [], readings: [] };
    await visited(verifier, 30, (_, reading) => ({ ...reading, ...nothing, verdict: 'challenge', reason: 'a puzzle' }));
    expect(health(verifier, 60)).toMatchObject({ alarms: [], agreement: { none: 0 } });
    await visited(verifier, 31, (_, reading) => ({
      ...reading,
      ...nothing,
      verdict: 'not_pricing',
      reason: 'no prices',
    }));
    const found = health(verifier, 60);
    expect(found.agreement).toEqual({ several: 0, one: 0, none: 20 });
    expect(found.alarms).toEqual([{ name: 'sources_emptied', sources: 20, of: 20 }]);
    expect(found.emptied).toHaveLength(20);
  });
});
