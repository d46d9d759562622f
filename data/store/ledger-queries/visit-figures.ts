/** How visits fared lately, over all sources. Read beside the writer, and bounded: a ledger has millions of entries. */
import type Database from 'better-sqlite3';
import { defined } from '../../defined.ts';
import type { FailureKind } from '../../observation.ts';
import { queriesOf } from '../sql.ts';
import { IS_VISIT } from './captures.ts';

/** Most entries that are looked through, from the last one back. */
const MOST_ENTRIES = 20_000;

const RECENT = `seq > (SELECT max(seq) FROM entries) - ${MOST_ENTRIES} AND ${IS_VISIT}`;
const HAS_FAILED = "(kind = 'failure' OR outcome IS 'unreadable')";

/** The last visit of a host. */
export interface HostVisit {
  host: string;
  observedAt: string;
  hasFailed: boolean;
  /** Absent where the page came and could not be read, and where the visit did not fail. */
  failure?: FailureKind;
}

/** Hosts by their last visit after the ISO instant `since`, the latest first. @param limit of visits that are considered */
export function lastVisitsOfHosts(
  ledger: Database.Database,
  { since, limit }: { since: string; limit: number },
): HostVisit[] {
  type Row = { url: string; observedAt: string; hasFailed: 0 | 1; failure?: FailureKind };
  const rows = queriesOf(ledger).rows<[string, number], Row>(`
    SELECT observation ->> '$.url' AS url, observed_at AS observedAt, ${HAS_FAILED} AS hasFailed,
      observation ->> '$.failure' AS failure
    FROM entries WHERE ${RECENT} AND observed_at > ? ORDER BY seq DESC LIMIT ?`)(since, limit);
  const hosts = new Map<string, HostVisit>();
  for (const { url, hasFailed, ...row } of rows) {
    const host = URL.parse(url)?.host ?? url;
    if (!hosts.has(host)) hosts.set(host, { host, hasFailed: hasFailed === 1, ...row });
  }
  return [...hosts.values()];
}

/** Visits, and those of them that failed. */
export interface VisitShare {
  visits: number;
  failed: number;
}
export type VisitShares = Record<'lately' | 'earlier', VisitShare>;

/** Visits after the first instant, and after the second up to the first. */
export function visitShares(
  ledger: Database.Database,
  { since, before }: { since: string; before: string },
): VisitShares {
  const row = queriesOf(ledger).row<[{ since: string; before: string }], VisitShare & { all: number; bad: number }>(`
    SELECT count(*) AS "all", coalesce(sum(${HAS_FAILED}), 0) AS bad,
      count(*) FILTER (WHERE observed_at > @since) AS visits,
      count(*) FILTER (WHERE observed_at > @since AND ${HAS_FAILED}) AS failed
    FROM entries WHERE ${RECENT} AND observed_at > @before`)({ since, before });
  const { all = 0, bad = 0, visits = 0, failed = 0 } = row ?? {};
  return { lately: { visits, failed }, earlier: { visits: all - visits, failed: bad - failed } };
}

export interface Success {
  /** The last visit that found its prices supported by the page; absent where there was none. */
  at?: string;
  /** The first visit of all; absent before it. */
  firstVisitAt?: string;
  /** Products that were visited after `since` in vain, and did not fail before the last success; 0 where one succeeded. */
  failing: number;
}

export function lastSuccess(ledger: Database.Database, since: string): Success {
  const sql = queriesOf(ledger);
  // As the index entries_confirmations has it.
  const at = sql.value<[], string>(
    "SELECT max(observed_at) FROM entries WHERE outcome IN ('confirmed', 'changed') AND kind IN ('page', 'unchanged')",
  )();
  if (at !== undefined && at > since) return { at, failing: 0 };
  const first = sql.value<[], string>(`SELECT observed_at FROM entries WHERE ${IS_VISIT} ORDER BY seq LIMIT 1`)();
  const failing = sql.value<[{ since: string; at: string | undefined }], number>(`
    SELECT count(DISTINCT slug) FROM sources WHERE checked_at > @since AND coalesce((
      SELECT outcome IS NOT NULL AND outcome IN ('confirmed', 'changed') FROM entries
      WHERE entries.slug = sources.slug AND entries.source = sources.source AND ${IS_VISIT} AND observed_at <= @at
      ORDER BY seq DESC LIMIT 1), 1)`)({ since, at });
  return { ...defined({ at, firstVisitAt: first }), failing: failing ?? 0 };
}
