/** The ledger's SQL, prepared once for a connection. */
import type Database from 'better-sqlite3';
import type { SqlValue } from '../files/row-digest.ts';
import { ENTRY_COLUMNS } from './hash-chain.ts';
import { DATED_COLUMNS, type DatedRow, ownSnapshotsIn, visitsIn } from './misdated.ts';
import { HEAD_COLUMNS, HEAD_SELECTION, type SourceHead } from './source-state.ts';

export type NamedHead = SourceHead & { slug: string; source: string };

export interface EntryRow {
  seq: number;
  recordedAt: string;
  observation: string;
  verdict: string;
}

export interface SnapshotRow extends DatedRow {
  origin: 'observed' | 'imported' | 'correction';
  lastSeenAt: string;
  body: Buffer;
}

const SNAPSHOT_COLUMNS = `origin, ${DATED_COLUMNS}, last_seen_at AS lastSeenAt, body`;
const OBSERVATION_COLUMNS = 'seq, recorded_at AS recordedAt, observation, verdict';

export type LedgerStatements = ReturnType<typeof prepareLedger>;

export function prepareLedger(ledger: Database.Database) {
  const insert = (table: string, columns: string) =>
    ledger.prepare<SqlValue[]>(`INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, '?')})`);
  const headColumns = Object.keys(HEAD_COLUMNS);
  return {
    has: ledger.prepare<[string], 1>('SELECT 1 FROM entries WHERE id = ?').pluck(),
    last: ledger.prepare<[], { entry: number; chain: Buffer | null; snapshot: number; change: number }>(`
      SELECT coalesce(max(seq), 0) AS entry, chain,
        (SELECT coalesce(max(seq), 0) FROM snapshots) AS snapshot,
        (SELECT coalesce(max(seq), 0) FROM changes) AS change
      FROM entries`),
    chainAt: ledger.prepare<[number], Buffer>('SELECT chain FROM entries WHERE seq = ?').pluck(),

    addEntry: insert('entries', `${ENTRY_COLUMNS}, chain`),
    addStatement: insert('statements', 'entry, body'),
    addCandidate: insert('candidates', 'entry, body'),
    addSnapshot: insert(
      'snapshots',
      'entry, seq, slug, origin, dataset, valid_from, last_seen_at, recorded_at, sum, body',
    ),
    addChange: insert('changes', 'entry, seq, slug, type, body'),
    setHead: ledger.prepare<[NamedHead]>(`
      INSERT INTO sources (slug, source, ${headColumns.join(', ')})
      VALUES (@slug, @source, ${Object.values(HEAD_COLUMNS)
        .map((field) => `@${field}`)
        .join(', ')})
      ON CONFLICT DO UPDATE SET ${headColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`),

    head: ledger.prepare<[string, string], SourceHead>(
      `SELECT ${HEAD_SELECTION} FROM sources WHERE slug = ? AND source = ?`,
    ),
    heads: ledger.prepare<[string], NamedHead>(`SELECT slug, source, ${HEAD_SELECTION} FROM sources WHERE slug = ?`),
    verdict: ledger.prepare<[number], string>('SELECT verdict FROM entries WHERE seq = ?').pluck(),
    lightObservation: ledger.prepare<[number], string>('SELECT observation FROM entries WHERE seq = ?').pluck(),
    statement: ledger.prepare<[number], Buffer>('SELECT body FROM statements WHERE entry = ?').pluck(),
    candidate: ledger.prepare<[number], Buffer>('SELECT body FROM candidates WHERE entry = ?').pluck(),
    isVisit: visitsIn(ledger),
    lastDated: ledger.prepare<[string], { seq: number; entry: number; validFrom: string }>(`
      SELECT seq, entry, valid_from AS validFrom FROM snapshots
      WHERE slug = ? AND origin <> 'imported' ORDER BY valid_from DESC, seq DESC LIMIT 1`),
    ownSnapshots: ownSnapshotsIn(ledger),
    snapshotBody: ledger.prepare<[number], Buffer>('SELECT body FROM snapshots WHERE seq = ?').pluck(),
    snapshots: ledger.prepare<[string], SnapshotRow>(
      `SELECT ${SNAPSHOT_COLUMNS} FROM snapshots WHERE slug = ? ORDER BY valid_from, seq`,
    ),
    visitedAt: ledger.prepare<[string], string | null>('SELECT max(checked_at) FROM sources WHERE slug = ?').pluck(),
    // A confirmation that is dated after the last visit of its source is of a clock that was ahead.
    lastSeen: ledger
      .prepare<[string], string | null>(`
        SELECT max(observed_at) FROM entries
        WHERE slug = ? AND outcome IN ('confirmed', 'changed') AND observed_at <= (
          SELECT checked_at FROM sources WHERE sources.slug = entries.slug AND sources.source = entries.source)`)
      .pluck(),
    lastConfirmed: ledger
      .prepare<[string, string, string, string], string | null>(`
        SELECT max(observed_at) FROM entries
        WHERE slug = ? AND outcome IN ('confirmed', 'changed') AND observed_at >= ? AND observed_at < ?
          AND observed_at <= ?`)
      .pluck(),
    gaps: ledger.prepare<[string, string, number], { from: string; to: string }>(`
      SELECT earlier AS "from", later AS "to" FROM (
        SELECT observed_at AS later, lag(observed_at) OVER (ORDER BY observed_at) AS earlier
        FROM entries WHERE slug = ? AND outcome IN ('confirmed', 'changed') AND observed_at <= ?
      ) WHERE julianday(later) - julianday(earlier) > ?`),
    importedSum: ledger
      .prepare<[string, string, string], string>(`
        SELECT sum FROM snapshots WHERE slug = ? AND valid_from = ? AND dataset = ? AND origin = 'imported'
        ORDER BY seq DESC LIMIT 1`)
      .pluck(),
    importedStarts: ledger.prepare<[string], { dataset: string; validFrom: string }>(
      "SELECT DISTINCT dataset, valid_from AS validFrom FROM snapshots WHERE slug = ? AND origin = 'imported'",
    ),
    lifecycle: ledger
      .prepare<[string], string>(`
        SELECT type FROM changes WHERE slug = ? AND type IN ('product_added', 'product_retired') ORDER BY seq DESC LIMIT 1`)
      .pluck(),
    announcements: ledger.prepare<[string], { change: string; entry: number }>(`
      SELECT body AS change, entry FROM changes
      WHERE slug = ? AND type IN ('announced', 'announcement_retracted') ORDER BY seq`),
    changesOf: ledger.prepare<[string, string], string>('SELECT body FROM changes WHERE slug = ? AND type = ?').pluck(),

    observations: ledger.prepare<[string, number, number], EntryRow>(`
      SELECT ${OBSERVATION_COLUMNS} FROM entries
      WHERE slug = ? AND seq < ? AND verdict IS NOT NULL ORDER BY seq DESC LIMIT ?`),
    observation: ledger.prepare<[string], EntryRow & { reading: Buffer | null }>(
      `SELECT ${OBSERVATION_COLUMNS}, reading FROM entries WHERE id = ? AND verdict IS NOT NULL`,
    ),
    changesSince: ledger.prepare<[number, number], { seq: number; body: string }>(
      'SELECT seq, body FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
    ),
    since: ledger
      .prepare<[string], string | null>("SELECT min(valid_from) FROM snapshots WHERE slug = ? AND origin <> 'imported'")
      .pluck(),
    // By number, and not by way of the index by slug, which would be read from end to end.
    slugsSince: ledger.prepare<[number], string>('SELECT DISTINCT slug FROM entries NOT INDEXED WHERE seq > ?').pluck(),
  };
}
