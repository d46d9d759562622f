/** Single visits, for people: pages with their readings, recent visits, and failures of sources. */
import type Database from 'better-sqlite3';
import type { Observation } from '../../observation.ts';
import type { Page } from '../../page.ts';
import type { Verdict } from '../../pipeline/verdict.ts';
import type { PageReading, RecipeResult } from '../../reading.ts';
import type { Outcome } from '../../source-facts.ts';
import { instant, joinReading, verdictOf } from '../ledger/entry.ts';
import { queriesOf } from '../sql.ts';

/** A page with its reading, by one entry: a visit, or a page read again. */
export interface Capture {
  id: string;
  seq: number;
  slug: string;
  source: string;
  url: string;
  observedAt: string;
  page: Page;
  reading: PageReading;
  verdict: Verdict;
}

interface Row {
  seq: number;
  observation: string;
  reading?: Buffer;
  /** Absent of an action. */
  verdict?: string;
}

const COLUMNS = 'seq, observation, reading, verdict';

function captureOf(row: Row | undefined): Capture | undefined {
  if (row?.verdict === undefined) return undefined;
  const job = joinReading(row.observation, row.reading);
  if (job.kind !== 'page' && job.kind !== 'rereading') return undefined;
  const { id, slug, source, url, observedAt, page, reading } = job;
  return { id, seq: row.seq, slug, source, url, observedAt, page, reading, verdict: verdictOf(row.verdict) };
}

/** For an entry that found the page unchanged, the last capture of that page. Undefined where there is no page. */
export function captureAt(ledger: Database.Database, id: string): Capture | undefined {
  const row = queriesOf(ledger).row<[string], Row>(`SELECT ${COLUMNS} FROM entries WHERE id = ?`)(id);
  if (row?.verdict === undefined) return undefined;
  const job = joinReading(row.observation, row.reading);
  if (job.kind !== 'unchanged') return captureOf(row);
  const earlier = queriesOf(ledger).row<[string, string, number, string], Row>(`
    SELECT ${COLUMNS} FROM entries
    WHERE slug = ? AND source = ? AND seq < ? AND kind = 'page' AND observation ->> '$.page.sha256' = ?
    ORDER BY seq DESC LIMIT 1`);
  return captureOf(earlier(job.slug, job.source, row.seq, job.sha256));
}

/** The page that supports the source's accepted statement. */
export function supportingCapture(ledger: Database.Database, slug: string, source: string): Capture | undefined {
  const id = queriesOf(ledger).value<[string, string], string>(
    'SELECT id FROM sources JOIN entries ON seq = supporting_entry WHERE sources.slug = ? AND sources.source = ?',
  )(slug, source);
  return id === undefined ? undefined : captureAt(ledger, id);
}

/** The source's last different page before this one. */
export function captureBefore(ledger: Database.Database, { slug, source, observedAt, page }: Capture) {
  const earlier = queriesOf(ledger).row<[string, string, string, string], Row>(`
    SELECT ${COLUMNS} FROM entries
    WHERE slug = ? AND source = ? AND kind = 'page' AND observed_at < ? AND observation ->> '$.page.sha256' <> ?
    ORDER BY observed_at DESC, seq DESC LIMIT 1`);
  return captureOf(earlier(slug, source, instant(observedAt), page.sha256));
}

export interface Visit {
  seq: number;
  id: string;
  kind: Observation['kind'];
  slug: string;
  source: string;
  observedAt: string;
  outcome: Outcome;
  score: number;
  /** The main reason for the outcome. */
  reason?: string;
  /** Of a page. */
  sha256?: string;
}

const VISIT = `seq, id, kind, slug, source, observed_at AS observedAt, verdict ->> '$.outcome' AS outcome,
  verdict ->> '$.score' AS score, verdict ->> '$.reasons[0]' AS reason, observation ->> '$.page.sha256' AS sha256`;
export const IS_VISIT = "kind IN ('page', 'unchanged', 'failure')";

/** The latest first, of one product or of all. */
export function lastVisits(ledger: Database.Database, { slug, limit }: { slug?: string; limit: number }): Visit[] {
  const ofProduct = slug === undefined ? '' : 'slug = @slug AND';
  const sql = `SELECT ${VISIT} FROM entries WHERE ${ofProduct} ${IS_VISIT} ORDER BY seq DESC LIMIT @limit`;
  return queriesOf(ledger).rows<[object], Visit>(sql)({ slug, limit });
}

/** A source's last answer, and the start of its attempts without prices. */
export interface LastAnswer {
  id: string;
  detail: string;
  status?: number;
  /** The first attempt since the last confirmation, or of all. */
  since: string;
  /** How the source's recipe read the page; absent without one. */
  recipe?: RecipeResult['outcome'];
}

export function lastAnswer(ledger: Database.Database, slug: string, source: string): LastAnswer | undefined {
  return queriesOf(ledger).row<[{ slug: string; source: string }], LastAnswer>(`
      SELECT id, coalesce(observation ->> '$.detail', verdict ->> '$.reasons[0]', '') AS detail,
        coalesce(observation ->> '$.status', observation ->> '$.page.status') AS status,
        verdict ->> '$.recipe.outcome' AS recipe,
        (SELECT min(observed_at) FROM entries AS failed
          WHERE failed.slug = @slug AND failed.source = @source AND failed.${IS_VISIT} AND failed.seq > coalesce((
            SELECT max(seq) FROM entries AS good
            WHERE good.slug = @slug AND good.source = @source AND good.${IS_VISIT}
              AND good.verdict ->> '$.outcome' IN ('confirmed', 'changed')), 0)) AS since
      FROM entries WHERE slug = @slug AND source = @source AND ${IS_VISIT} ORDER BY seq DESC LIMIT 1`)({
    slug,
    source,
  });
}

export function lastEntry(ledger: Database.Database): { entries?: number; at?: string } | undefined {
  const sql = 'SELECT max(seq) AS entries, recorded_at AS at FROM entries';
  return queriesOf(ledger).row<[], { entries?: number; at?: string }>(sql)();
}

export function lastCheckedAt(ledger: Database.Database): string | undefined {
  return queriesOf(ledger).value<[], string>('SELECT max(checked_at) FROM sources')();
}

/** Visits of each source after the ISO instant `since`, by `slug.source`. */
export function visitCounts(ledger: Database.Database, since: string): Map<string, { visits: number; first: string }> {
  const rows = queriesOf(ledger).rows<[string], { key: string; visits: number; first: string }>(`
      SELECT slug || '.' || source AS key, count(*) AS visits, min(observed_at) AS first FROM entries
      WHERE ${IS_VISIT} AND observed_at > ? GROUP BY slug, source`);
  return new Map(rows(since).map((row) => [row.key, row]));
}
