/** The ledger's SQL, prepared once for a connection. */
import type Database from 'better-sqlite3';
import type { Statement, Verdict } from '../../pipeline/verdict.ts';
import type { SqlValue } from '../files/row-digest.ts';
import { type Queries, queriesOf } from '../sql.ts';
import { type LightObservation, lightOf, unpackStatement, verdictOf } from './entry.ts';
import { ENTRY_COLUMNS } from './hash-chain.ts';
import { DATED_COLUMNS, type DatedRow, ownSnapshotsIn, STATED_SINCE, visitsIn } from './misdated.ts';
import { HEAD_COLUMNS, HEAD_SELECTION, type SourceHead } from './source-state.ts';

export type NamedHead = SourceHead & { slug: string; source: string };

/** A row of `entries` with what hangs on it. */
export interface StoredEntry {
  seq: number;
  recordedAt: string;
  observation: string;
  reading?: Buffer;
  verdict: string;
  statement?: Buffer;
  candidate?: Buffer;
}

export interface StoredDecision {
  seq: number;
  observation: string;
  /** It set what its source states. */
  states: 0 | 1;
  /** Of the entry that it is on. */
  onKind?: string;
  undoneBy?: string;
}

interface SnapshotRow extends DatedRow {
  origin: 'observed' | 'imported' | 'correction';
  market?: string;
  lastSeenAt: string;
  body: Buffer;
}

export type LedgerStatements = ReturnType<typeof prepareLedger>;

export function prepareLedger(ledger: Database.Database) {
  const sql = queriesOf(ledger);
  return {
    isVisit: visitsIn(ledger),
    ownSnapshots: ownSnapshotsIn(ledger),
    ...insertions(sql),
    ...entryQueries(sql),
    ...sourceQueries(sql),
    ...snapshotQueries(sql),
    ...changeQueries(sql),
  };
}

function insertions(sql: Queries) {
  const insert = (table: string, columns: string) =>
    sql.run<SqlValue[]>(`INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, '?')})`);
  const columns = Object.keys(HEAD_COLUMNS);
  const fields = Object.values(HEAD_COLUMNS);
  const upsert = sql.run<unknown[]>(`
    INSERT INTO sources (slug, source, ${columns.join(', ')}) VALUES (?, ?, ${columns.map(() => '?').join(', ')})
    ON CONFLICT DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`);
  return {
    addEntry: insert('entries', `${ENTRY_COLUMNS}, chain`),
    add: {
      statements: insert('statements', 'entry, body'),
      candidates: insert('candidates', 'entry, body'),
      snapshots: insert(
        'snapshots',
        'entry, seq, slug, origin, dataset, valid_from, last_seen_at, recorded_at, sum, body, market',
      ),
      changes: insert('changes', 'entry, seq, slug, type, body'),
    },
    setHead: ({ slug, source, ...head }: NamedHead): void =>
      upsert(slug, source, ...fields.map((field) => head[field])),
  };
}

/** Its number; of none nothing is found. */
type AtEntry = [seq: number | undefined];

function entryQueries(sql: Queries) {
  return {
    has: sql.value<[string], 1>('SELECT 1 FROM entries WHERE id = ?'),
    last: sql.row<[], { entry: number; chain?: Buffer; snapshot: number; change: number }>(`
      SELECT coalesce(max(seq), 0) AS entry, chain,
        (SELECT coalesce(max(seq), 0) FROM snapshots) AS snapshot,
        (SELECT coalesce(max(seq), 0) FROM changes) AS change
      FROM entries`),
    chainAt: sql.value<[number], Buffer>('SELECT chain FROM entries WHERE seq = ?'),
    verdict: sql.parsed<AtEntry, string, Verdict>('SELECT verdict FROM entries WHERE seq = ?', verdictOf),
    observation: sql.parsed<AtEntry, string, LightObservation>(
      'SELECT observation FROM entries WHERE seq = ?',
      lightOf,
    ),
    statement: sql.parsed<AtEntry, Buffer, Statement>('SELECT body FROM statements WHERE entry = ?', unpackStatement),
    statementOf: sql.parsed<[slug: string, source: string, id: string], Buffer, Statement>(
      `SELECT body FROM statements JOIN entries ON entries.seq = statements.entry
      WHERE slug = ? AND source = ? AND id = ?`,
      unpackStatement,
    ),
    /** When a page last supported what an entry of a source states, before the source stated something else. */
    lastSupported: sql.value<[slug: string, source: string, id: string], string>(`
      SELECT max(visit.observed_at) FROM entries AS stated JOIN entries AS visit
        ON visit.slug = stated.slug AND visit.source = stated.source AND visit.seq >= stated.seq
      WHERE stated.slug = ? AND stated.source = ? AND stated.id = ? AND visit.outcome IN ('confirmed', 'changed')
        AND visit.seq < coalesce((SELECT min(entry) FROM statements JOIN entries AS next ON next.seq = entry
          WHERE next.slug = stated.slug AND next.source = stated.source AND entry > stated.seq), 9e15)`),
    /** Of one source, up to an entry. */
    entriesUntil: sql.rows<[string, string, number], StoredEntry>(`
      SELECT seq, recorded_at AS recordedAt, observation, reading, verdict, statements.body AS statement,
        candidates.body AS candidate
      FROM entries LEFT JOIN statements ON statements.entry = seq LEFT JOIN candidates ON candidates.entry = seq
      WHERE slug = ? AND source = ? AND seq <= ? ORDER BY seq`),
    decision: sql.row<[string], StoredDecision>(`
      SELECT seq, observation, EXISTS (SELECT 1 FROM statements WHERE entry = entries.seq) AS states,
        (SELECT kind FROM entries AS basis WHERE basis.id = entries.observation ->> '$.on') AS onKind,
        (SELECT id FROM entries AS undo WHERE undo.kind = 'decision' AND undo.slug = entries.slug
          AND undo.seq > entries.seq AND undo.observation ->> '$.on' = entries.id
          AND undo.observation ->> '$.action' = 'undo') AS undoneBy
      FROM entries WHERE id = ? AND kind = 'decision'`),
    candidate: sql.parsed<AtEntry, Buffer, Statement>('SELECT body FROM candidates WHERE entry = ?', unpackStatement),
    datedStatements: sql.rows<[string], DatedRow & { source: string }>(`
      SELECT seq, seq AS entry, source, ${STATED_SINCE} AS validFrom, recorded_at AS recordedAt FROM entries
      WHERE slug = ? AND seq IN (SELECT entry FROM statements) ORDER BY seq`),
    // By number: the index by slug would be read from end to end.
    slugsSince: sql.values<[number], string>('SELECT DISTINCT slug FROM entries NOT INDEXED WHERE seq > ?'),
    factsSince: sql.value<[number], 1>("SELECT 1 FROM entries NOT INDEXED WHERE seq > ? AND kind <> 'failure' LIMIT 1"),
  };
}

/** Confirmations by some sources of a product, a JSON list of their ids, or by all but these. */
export interface ConfirmingSources {
  slug: string;
  sources: string;
  isAllBut: 0 | 1;
}
const CONFIRMED_BY = `slug = @slug AND outcome IN ('confirmed', 'changed')
  AND (source IN (SELECT value FROM json_each(@sources))) <> @isAllBut`;
/** Visits that read what waited then and was taken later. */
const WAITED_BY = `snapshots JOIN entries AS taken ON taken.seq = entry AND taken.verdict ->> '$.statedSince' IS NOT NULL
  JOIN entries AS visit ON visit.slug = taken.slug AND visit.source = taken.source AND visit.seq < taken.seq
    AND visit.outcome = 'contradicted' AND visit.observed_at >= taken.verdict ->> '$.statedSince'
  WHERE snapshots.slug = @slug AND (visit.source IN (SELECT value FROM json_each(@sources))) <> @isAllBut`;

function sourceQueries(sql: Queries) {
  return {
    head: sql.row<[string, string], SourceHead>(`SELECT ${HEAD_SELECTION} FROM sources WHERE slug = ? AND source = ?`),
    heads: sql.rows<[string], NamedHead>(`SELECT slug, source, ${HEAD_SELECTION} FROM sources WHERE slug = ?`),
    visitedAt: sql.value<[string], string>('SELECT max(checked_at) FROM sources WHERE slug = ?'),
    // A confirmation dated after the last visit of its source comes from a clock that was ahead.
    lastSeen: sql.value<[string], string>(`
      SELECT max(observed_at) FROM entries
      WHERE slug = ? AND outcome IN ('confirmed', 'changed') AND observed_at <= (
        SELECT checked_at FROM sources WHERE sources.slug = entries.slug AND sources.source = entries.source)`),
    lastConfirmed: sql.value<[ConfirmingSources & { from: string; to: string; last: string }], string>(`
      SELECT max(observed_at) FROM entries
      WHERE ${CONFIRMED_BY} AND observed_at >= @from AND observed_at < @to AND observed_at <= @last`),
    gaps: sql.rows<[ConfirmingSources & { last: string; days: number }], { from: string; to: string }>(`
      SELECT earlier AS "from", later AS "to" FROM (
        SELECT at AS later, lag(at) OVER (ORDER BY at) AS earlier FROM (
          SELECT observed_at AS at FROM entries WHERE ${CONFIRMED_BY}
          UNION ALL SELECT visit.observed_at FROM ${WAITED_BY}
        ) WHERE at <= @last
      ) WHERE julianday(later) - julianday(earlier) > @days`),
  };
}

function snapshotQueries(sql: Queries) {
  return {
    lastDated: sql.row<[string, string | undefined], { seq: number; entry: number; validFrom: string }>(`
      SELECT seq, entry, valid_from AS validFrom FROM snapshots
      WHERE slug = ? AND market IS ? AND origin <> 'imported' ORDER BY valid_from DESC, seq DESC LIMIT 1`),
    marketsOf: sql.values<[string], string>(
      'SELECT DISTINCT market FROM snapshots WHERE slug = ? AND market IS NOT NULL ORDER BY market',
    ),
    snapshot: sql.parsed<[seq: number], Buffer, Statement>('SELECT body FROM snapshots WHERE seq = ?', unpackStatement),
    snapshots: sql.rows<[string], SnapshotRow>(`
      SELECT origin, market, ${DATED_COLUMNS}, last_seen_at AS lastSeenAt, body FROM snapshots
      WHERE slug = ? ORDER BY valid_from, seq`),
    importedSum: sql.value<[string, string, string], string>(`
      SELECT sum FROM snapshots WHERE slug = ? AND valid_from = ? AND dataset = ? AND origin = 'imported'
      ORDER BY seq DESC LIMIT 1`),
    importedStarts: sql.rows<[string], { dataset: string; validFrom: string }>(
      "SELECT DISTINCT dataset, valid_from AS validFrom FROM snapshots WHERE slug = ? AND origin = 'imported'",
    ),
    since: sql.value<[string], string>(
      "SELECT min(valid_from) FROM snapshots WHERE slug = ? AND market IS NULL AND origin <> 'imported'",
    ),
  };
}

function changeQueries(sql: Queries) {
  return {
    lifecycle: sql.value<[string], string>(`
      SELECT type FROM changes WHERE slug = ? AND type IN ('product_added', 'product_retired') ORDER BY seq DESC LIMIT 1`),
    announcements: sql.rows<[string], { change: string; entry: number }>(`
      SELECT body AS change, entry FROM changes
      WHERE slug = ? AND type IN ('announced', 'announcement_retracted') ORDER BY seq`),
    changesOf: sql.values<[string, string], string>('SELECT body FROM changes WHERE slug = ? AND type = ?'),
    changesSince: sql.rows<[number, number], { seq: number; body: string }>(
      'SELECT seq, body FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
    ),
  };
}
