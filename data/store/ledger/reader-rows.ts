/** Which reader finds prices on which source: an index over the entries, with a row for each reader that ever found some. */
import type Database from 'better-sqlite3';
import { CLOCK_SKEW_MS } from '../../confidence/clock-skew.ts';
import type { EmptiedSource, ReaderCounts } from '../../pipeline/reader-health.ts';
import type { PageReading, ReaderName } from '../../reading.ts';
import { queriesOf } from '../sql.ts';
import { instant } from './entry.ts';

/** Other pages, such as a challenge or a login, say nothing about readers. */
const JUDGED: ReadonlySet<string> = new Set(['pricing', 'not_pricing', 'unreadable']);

/** Most emptied sources that are listed. */
const NAMED = 20;

interface Seen {
  slug: string;
  source: string;
  observedAt: string;
  reading: PageReading;
}

export function readerRows(ledger: Database.Database) {
  const found = ledger.prepare<[Record<string, string>]>(`
    INSERT INTO readers (slug, source, reader, found_at, found_version) VALUES (@slug, @source, @reader, @at, @version)
    ON CONFLICT DO UPDATE SET found_at = @at, found_version = @version, empty_at = NULL, empty_version = NULL
    WHERE @at >= coalesce(empty_at, found_at) OR coalesce(empty_at, found_at) > @ahead`);
  const empty = ledger.prepare<[Record<string, string>]>(`
    UPDATE readers SET empty_at = @at, empty_version = @version
    WHERE slug = @slug AND source = @source AND (found_at <= @at OR found_at > @ahead) AND empty_at IS NULL
      AND reader NOT IN (SELECT value FROM json_each(@finding))`);
  return {
    /** Updates the index for an entry with this reading; replaces dates of a clock that was ahead. */
    note({ slug, source, observedAt, reading }: Seen, recordedAt: Date): void {
      if (!JUDGED.has(reading.verdict)) return;
      // A language model is asked about some pages only: its silence is no loss.
      const finding = reading.readings
        .filter(({ reader }) => reader !== 'model')
        .flatMap(({ reader, tiers, models }) =>
          tiers.some(({ prices }) => prices.length > 0) || models.length > 0 ? [reader] : [],
        );
      const ahead = new Date(recordedAt.getTime() + CLOCK_SKEW_MS).toISOString();
      const row = { slug, source, at: instant(observedAt), ahead, version: reading.readerVersion };
      for (const reader of finding) found.run({ ...row, reader });
      empty.run({ ...row, finding: JSON.stringify(finding) });
    },
    /** @param sinceDay the first day with losses by day */
    counts: (sinceDay: string): ReaderCounts => countsOf(ledger, sinceDay),
  };
}

function countsOf(ledger: Database.Database, sinceDay: string): ReaderCounts {
  const sql = queriesOf(ledger);
  const readers = sql.rows<[], { reader: ReaderName; known: number; finding: number }>(
    'SELECT reader, count(*) AS known, sum(empty_at IS NULL) AS finding FROM readers GROUP BY reader ORDER BY reader',
  );
  const emptiedOf = sql.rows<[string], EmptiedSource>(`
    SELECT slug, source, empty_at AS since FROM readers
    WHERE reader = ? AND empty_at IS NOT NULL ORDER BY empty_at DESC, slug, source LIMIT ${NAMED}`);
  const agreement = sql.row<[], { several: number; one: number; none: number }>(`
    SELECT count(*) FILTER (WHERE finding > 1) AS several, count(*) FILTER (WHERE finding = 1) AS one,
      count(*) FILTER (WHERE finding = 0) AS none
    FROM (SELECT sum(empty_at IS NULL) AS finding FROM readers GROUP BY slug, source)`);
  const emptied = sql.rows<[], EmptiedSource>(`
    SELECT slug, source, max(empty_at) AS since FROM readers
    GROUP BY slug, source HAVING sum(empty_at IS NULL) = 0 ORDER BY since DESC, slug, source LIMIT ${NAMED}`);
  const sources = sql.value<[], number>(`
    SELECT count(*) FROM sources LEFT JOIN entries ON seq = statement_entry
    WHERE page_sha256 IS NOT NULL AND (seq IS NULL OR entries.outcome IS NOT NULL)`);
  type Loss = ReaderCounts['losses'][number];
  const byVersion = sql.rows<[], Loss>(`
    SELECT lost.reader, lost.version, lost.sources, lost.sources + (SELECT count(*) FROM readers AS kept
        WHERE kept.reader = lost.reader AND kept.found_version = lost.version AND kept.empty_at IS NULL) AS "of"
    FROM (SELECT reader, empty_version AS version, count(*) AS sources FROM readers
      WHERE empty_at IS NOT NULL AND empty_version <> found_version GROUP BY reader, empty_version) AS lost
    ORDER BY lost.reader, lost.version`);
  const byDay = sql.rows<[string], Loss>(`
    SELECT lost.reader, lost.day, lost.sources, lost.sources + (SELECT count(*) FROM readers AS kept
        WHERE kept.reader = lost.reader AND substr(kept.found_at, 1, 10) >= lost.day AND kept.empty_at IS NULL) AS "of"
    FROM (SELECT reader, substr(empty_at, 1, 10) AS day, count(*) AS sources FROM readers
      WHERE empty_at >= ? GROUP BY reader, day) AS lost
    ORDER BY lost.reader, lost.day`);
  return {
    sources: sources() ?? 0,
    agreement: agreement() ?? { several: 0, one: 0, none: 0 },
    emptied: emptied(),
    readers: readers().map((each) => ({ ...each, emptied: emptiedOf(each.reader) })),
    losses: [...byVersion(), ...byDay(sinceDay)],
  };
}
