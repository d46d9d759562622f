/**
 * Readings that wait for a decision, each with what it would replace: contradictions of the record, first readings that are
 * not sure enough, and readings again that would lose prices.
 */
import type Database from 'better-sqlite3';
import type { ProductPast } from '../../pipeline/ledger-state.ts';
import type { Statement, Verdict } from '../../pipeline/verdict.ts';
import type { Slug } from '../../product.ts';
import { queriesOf } from '../sql.ts';
import { unpackStatement, verdictOf } from './entry.ts';
import { STATED_SINCE } from './misdated.ts';
import { pastOf } from './snapshots.ts';
import { pricesKey } from './source-state.ts';
import { type LedgerStatements, prepareLedger } from './statements.ts';
import { NOTHING_STATED, type UndoBasis, undoBasis } from './undo.ts';

export interface Waiting {
  /** Id of the entry with the reading. */
  on: string;
  /** Key of its prices, to which a decision applies. */
  key: string;
  slug: Slug;
  source: Slug;
  kind: 'visit' | 'rereading';
  url: string;
  /** Start of its validity. */
  since: string;
  firstSeenAt: string;
  lastSeenAt: string;
  /** The sure part of it was taken; it contradicts nothing. */
  isRest: boolean;
  /** Visits in a row that showed these prices. */
  seen: number;
  verdict: Verdict;
  candidate: Statement;
  /** The source's accepted statement; absent before its first. */
  statement?: Statement;
  /** The last undo of a decision on the source. */
  after?: string;
}

/** What a source is taken to state; nothing where no reading was accepted, or a person withdrew it. */
export type Standing = Required<Pick<Waiting, 'on' | 'key' | 'slug' | 'source' | 'since' | 'statement'>> &
  Pick<Waiting, 'after'>;

/** Another statement that a source was taken to make. */
export interface EarlierStatement {
  /** Id of the entry that has it. */
  on: string;
  /** Since when it was stated, and when that was recorded. */
  observedAt: string;
  recordedAt: string;
  statement: Statement;
}

type Row = Omit<Waiting, 'key' | 'isRest' | 'verdict' | 'candidate' | 'statement'> & {
  isRest: 0 | 1;
  verdict: string;
  candidate: Buffer;
  statement?: Buffer;
};

/** The last undo of a decision on the source. */
const LAST_UNDO = `(
  SELECT id FROM entries AS undo
  WHERE undo.kind = 'decision' AND undo.slug = sources.slug AND undo.source = sources.source
    AND undo.observation ->> '$.action' = 'undo'
  ORDER BY undo.seq DESC LIMIT 1)`;

/** Of an entry with a candidate, beside what its source states. */
const CASE = `entries.id AS "on", sources.slug, sources.source, coalesce(observation ->> '$.url', '') AS url, verdict,
  candidates.body AS candidate, statements.body AS statement, ${LAST_UNDO} AS after`;
const STATEMENTS = `JOIN candidates ON candidates.entry = entries.seq
  LEFT JOIN statements ON statements.entry = statement_entry`;

const VISITS = `
  SELECT ${CASE}, 'visit' AS kind, disputed = 0 AS isRest, candidate_seen AS seen,
    coalesce(candidate_first_seen_at, observed_at) AS since, coalesce(candidate_first_seen_at, observed_at) AS firstSeenAt,
    coalesce(candidate_last_seen_at, observed_at) AS lastSeenAt
  FROM sources JOIN entries ON entries.seq = candidate_entry ${STATEMENTS}
  WHERE sources.slug = coalesce(?, sources.slug) ORDER BY sources.slug, sources.source`;

/** Only readings of pages that support published prices; those of older pages concern the past. */
const REREADINGS = `
  SELECT ${CASE}, 'rereading' AS kind, 0 AS isRest, 1 AS seen,
    coalesce(statement_at, observed_at) AS since, observed_at AS firstSeenAt, observed_at AS lastSeenAt
  FROM sources JOIN (
    SELECT slug AS of_slug, source AS of_source, max(seq) AS last, observation ->> '$.page.sha256' AS sha256
    FROM entries
    WHERE kind = 'rereading' AND slug = coalesce(?, slug)
    GROUP BY of_slug, of_source, sha256
  ) ON of_slug = sources.slug AND of_source = sources.source AND sha256 = supporting_sha256 AND last > statement_entry
  JOIN entries ON entries.seq = last ${STATEMENTS}
  WHERE NOT EXISTS (
    SELECT 1 FROM entries AS decided
    WHERE decided.kind = 'decision' AND decided.slug = of_slug AND decided.observation ->> '$.on' = entries.id
      AND NOT EXISTS (
        SELECT 1 FROM entries AS undo
        WHERE undo.kind = 'decision' AND undo.slug = of_slug AND undo.seq > decided.seq
          AND undo.observation ->> '$.on' = decided.id))
  ORDER BY sources.slug, sources.source`;

/** @param slug all products' without it */
export function waitingReadings(ledger: Database.Database, slug?: string): Waiting[] {
  const sql = queriesOf(ledger);
  const rows = [VISITS, REREADINGS].flatMap((query) => sql.rows<[string | undefined], Row>(query)(slug));
  return rows.map(({ isRest, verdict, candidate: body, statement, ...row }) => {
    const candidate = unpackStatement(body);
    return {
      ...row,
      ...{ key: pricesKey(candidate), isRest: isRest === 1, verdict: verdictOf(verdict), candidate },
      ...(statement && { statement: unpackStatement(statement) }),
    };
  });
}

/** Undefined before the first visit of the source. */
export function standingStatement(ledger: Database.Database, slug: string, source: string): Standing | undefined {
  const query = queriesOf(ledger).row<[string, string], Omit<Standing, 'key' | 'statement'> & { body?: Buffer }>(`
    SELECT sources.slug, sources.source, entries.id AS "on", coalesce(statement_at, checked_at) AS since,
      statements.body, ${LAST_UNDO} AS after
    FROM sources JOIN entries ON entries.seq = coalesce(statement_entry, (
      SELECT max(seq) FROM entries AS last WHERE last.slug = sources.slug AND last.source = sources.source))
    LEFT JOIN statements ON statements.entry = statement_entry
    WHERE sources.slug = ? AND sources.source = ?`);
  const found = query(slug, source);
  if (found === undefined) return undefined;
  const { body, ...row } = found;
  const statement = body === undefined ? NOTHING_STATED : unpackStatement(body);
  return { ...row, key: pricesKey(statement), statement };
}

/** What a revert can return to, the latest first: each other set of prices once. */
export function earlierStatements(
  ledger: Database.Database,
  { slug, source, since, key }: Standing,
): EarlierStatement[] {
  type Row = Omit<EarlierStatement, 'statement'> & { body: Buffer };
  const rows = queriesOf(ledger).rows<[string, string, string], Row>(`
    SELECT id AS "on", ${STATED_SINCE} AS observedAt, recorded_at AS recordedAt, body
    FROM entries JOIN statements ON statements.entry = entries.seq
    WHERE slug = ? AND source = ? AND observedAt <= ? ORDER BY observedAt DESC, seq DESC LIMIT 200`)(
    slug,
    source,
    since,
  );
  const seen = new Set([key, pricesKey(NOTHING_STATED)]);
  return rows.flatMap(({ body, ...row }) => {
    const statement = unpackStatement(body);
    const other = pricesKey(statement);
    if (seen.has(other)) return [];
    seen.add(other);
    return [{ ...row, statement }];
  });
}

export type DecisionBasis = ReturnType<typeof decisionBasis>;

/** What a decision is judged against. */
export function decisionBasis(ledger: Database.Database, sql: LedgerStatements = prepareLedger(ledger)) {
  return {
    /** Readings of the product that wait for a person or for other evidence. */
    waiting: (slug: string): Waiting[] => waitingReadings(ledger, slug),
    /** What we take a source to state now; undefined before its first visit. */
    standing: (slug: string, source: string): Standing | undefined => standingStatement(ledger, slug, source),
    /** The product's past as we state it today. */
    past: (slug: string): ProductPast => pastOf(sql, slug),
    /** What undoing a decision would restore; undefined where there is no such decision. */
    undoBasis: (id: string): UndoBasis | undefined => undoBasis(sql, id),
    /** What the source was taken to state from an entry on. */
    statementOf: ({ slug, source }: Pick<Standing, 'slug' | 'source'>, on: string): Statement | undefined =>
      sql.statementOf(slug, source, on),
  };
}
