/**
 * Readings that wait for a decision, each with what it would replace: contradictions of the record, first readings that are
 * not sure enough, and readings again that would lose prices.
 */
import type Database from 'better-sqlite3';
import { defined } from '../../defined.ts';
import type { ProductPast } from '../../pipeline/ledger-state.ts';
import type { Statement, Verdict } from '../../pipeline/verdict.ts';
import type { Slug } from '../../product.ts';
import { type Queries, queriesOf } from '../sql.ts';
import { lightOf, unpackStatement, verdictOf } from './entry.ts';
import { pastOf } from './snapshots.ts';
import { HEAD_SELECTION, pricesKey } from './source-state.ts';
import { type LedgerStatements, type NamedHead, prepareLedger } from './statements.ts';
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

interface Entry {
  id: string;
  observedAt: string;
  observation: string;
  verdict: string;
  candidate: Buffer;
}

const LAST_UNDO = `
  SELECT id FROM entries
  WHERE kind = 'decision' AND slug = ? AND source = ? AND observation ->> '$.action' = 'undo'
  ORDER BY seq DESC LIMIT 1`;

/** @param slug all products' without it */
export function waitingReadings(ledger: Database.Database, slug?: string): Waiting[] {
  const sql = queriesOf(ledger);
  const entry = sql.row<[number], Entry>(`
    SELECT id, observed_at AS observedAt, observation, verdict, candidates.body AS candidate
    FROM entries JOIN candidates ON candidates.entry = entries.seq WHERE entries.seq = ?`);
  const statement = sql.value<[number | null], Buffer>('SELECT body FROM statements WHERE entry = ?');
  const lastUndo = sql.value<[string, string], string>(LAST_UNDO);
  const waitingOf = (head: NamedHead, found: Entry) => ({
    ...waiting(head, found, statement(head.statementEntry)),
    ...defined({ after: lastUndo(head.slug, head.source) }),
  });
  const heads = sql.rows<[string | null], NamedHead>(`
    SELECT slug, source, ${HEAD_SELECTION} FROM sources
    WHERE slug = coalesce(?, slug) AND candidate_entry IS NOT NULL ORDER BY slug, source`);
  const visits = heads(slug ?? null).flatMap((head): Waiting[] => {
    const found = head.candidateEntry === null ? undefined : entry(head.candidateEntry);
    if (found === undefined) return [];
    const { candidateFirstSeenAt, candidateLastSeenAt, candidateSeen } = head;
    const firstSeenAt = candidateFirstSeenAt ?? found.observedAt;
    const lastSeenAt = candidateLastSeenAt ?? found.observedAt;
    const dates = { since: firstSeenAt, firstSeenAt, lastSeenAt };
    return [{ ...waitingOf(head, found), kind: 'visit', isRest: head.disputed === 0, ...dates, seen: candidateSeen }];
  });
  const rereadings = rereadingHeads(sql, slug).flatMap((head): Waiting[] => {
    const found = entry(head.entry);
    if (found === undefined) return [];
    const { observedAt } = found;
    const dates = { since: head.statementAt ?? observedAt, firstSeenAt: observedAt, lastSeenAt: observedAt };
    return [{ ...waitingOf(head, found), kind: 'rereading', isRest: false, ...dates, seen: 1 }];
  });
  return [...visits, ...rereadings];
}

/** Only readings of pages that support published prices; those of older pages concern the past. */
function rereadingHeads(sql: Queries, slug?: string) {
  return sql.rows<[string | null], NamedHead & { entry: number }>(`
      SELECT slug, source, entry, ${HEAD_SELECTION} FROM sources JOIN (
        SELECT slug AS of_slug, source AS of_source, max(seq) AS entry,
          json_extract(observation, '$.page.sha256') AS sha256
        FROM entries
        WHERE kind = 'rereading' AND slug = coalesce(?, slug)
        GROUP BY of_slug, of_source, sha256
      ) ON of_slug = slug AND of_source = source AND sha256 = supporting_sha256 AND entry > statement_entry
      WHERE entry IN (SELECT entry FROM candidates) AND NOT EXISTS (
        SELECT 1 FROM entries AS decided, entries AS read_again
        WHERE read_again.seq = entry AND decided.kind = 'decision' AND decided.slug = of_slug
          AND json_extract(decided.observation, '$.on') = read_again.id AND NOT EXISTS (
            SELECT 1 FROM entries AS undo
            WHERE undo.kind = 'decision' AND undo.slug = of_slug AND undo.seq > decided.seq
              AND json_extract(undo.observation, '$.on') = decided.id))
      ORDER BY slug, source`)(slug ?? null);
}

function waiting(head: NamedHead, { id, observation, verdict, candidate }: Entry, statement: Buffer | undefined) {
  const light = lightOf(observation);
  const reading = unpackStatement(candidate);
  return {
    on: id,
    key: pricesKey(reading),
    slug: head.slug,
    source: head.source,
    url: 'url' in light ? light.url : '',
    verdict: verdictOf(verdict),
    candidate: reading,
    ...(statement !== undefined && { statement: unpackStatement(statement) }),
  };
}

/** Undefined before the first visit of the source. */
export function standingStatement(ledger: Database.Database, slug: string, source: string): Standing | undefined {
  const row = ledger
    .prepare<[string, string], { on: string; since: string; body: Buffer | null }>(`
      SELECT entries.id AS "on", coalesce(statement_at, checked_at) AS since, statements.body
      FROM sources JOIN entries ON entries.seq = coalesce(statement_entry, (
        SELECT max(seq) FROM entries AS last WHERE last.slug = sources.slug AND last.source = sources.source))
      LEFT JOIN statements ON statements.entry = statement_entry
      WHERE sources.slug = ? AND sources.source = ?`)
    .get(slug, source);
  if (row === undefined) return undefined;
  const statement = row.body === null ? NOTHING_STATED : unpackStatement(row.body);
  const after = queriesOf(ledger).value<[string, string], string>(LAST_UNDO)(slug, source);
  const stated = { on: row.on, key: pricesKey(statement), slug, source, since: row.since, statement };
  return { ...stated, ...defined({ after }) };
}

/** What a revert can return to, the latest first: each other set of prices once. */
export function earlierStatements(
  ledger: Database.Database,
  { slug, source, since, key }: Standing,
): EarlierStatement[] {
  const rows = ledger
    .prepare<[string, string, string], Omit<EarlierStatement, 'statement'> & { body: Buffer }>(`
      SELECT id AS "on", observed_at AS observedAt, recorded_at AS recordedAt, body
      FROM entries JOIN statements ON statements.entry = entries.seq
      WHERE slug = ? AND source = ? AND observed_at <= ? ORDER BY observed_at DESC, seq DESC LIMIT 200`)
    .all(slug, source, since);
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
    statementOf(of: Pick<Standing, 'slug' | 'source'>, on: string): Statement | undefined {
      const body = sql.statementOf(of.slug, of.source, on);
      return body && unpackStatement(body);
    },
  };
}
