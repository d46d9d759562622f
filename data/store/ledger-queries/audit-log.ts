/** Operators' decisions and actions, the latest first. `before`: the `seq` to continue from. */
import type Database from 'better-sqlite3';
import type { Change } from '../../change.ts';
import type { Action } from '../../pipeline/operator-action.ts';
import type { Decision } from '../../pipeline/review-decision.ts';
import { queriesOf } from '../sql.ts';

/** Decisions that are searched for reasons. */
const REASONS_FROM = 500;

export interface AuditEntry {
  seq: number;
  id: string;
  slug: string;
  /** Absent for all of the product's sources. */
  source?: string;
  action: Action['action'] | Decision['action'];
  by: string;
  reason: string;
  recordedAt: string;
  /** The product's file was changed. */
  isEdit: boolean;
}

export interface AuditFilter {
  by?: string | undefined;
  slug?: string | undefined;
  action?: string | undefined;
  before?: number | undefined;
  limit: number;
}

const COLUMNS = `seq, id, slug, source, observation ->> '$.action' AS action, observation ->> '$.by' AS "by",
  observation ->> '$.reason' AS reason, recorded_at AS recordedAt, observation ->> '$.edit' IS NOT NULL AS isEdit`;
const OF_PEOPLE = "kind IN ('action', 'decision')";

type Row = Omit<AuditEntry, 'isEdit'> & { isEdit: 0 | 1 };

export function auditLog(ledger: Database.Database, { by, slug, action, before, limit }: AuditFilter): AuditEntry[] {
  const rows = queriesOf(ledger).rows<[AuditFilter], Row>(`
      SELECT ${COLUMNS} FROM entries WHERE ${OF_PEOPLE} AND seq < coalesce(@before, 1e18)
        AND slug = coalesce(@slug, slug) AND (@by IS NULL OR observation ->> '$.by' = @by)
        AND (@action IS NULL OR observation ->> '$.action' = @action)
      ORDER BY seq DESC LIMIT @limit`);
  return rows({ by, slug, action, before, limit }).map(entryOf);
}

function entryOf({ isEdit, ...entry }: Row): AuditEntry {
  return { ...entry, isEdit: isEdit === 1 };
}

/** Undefined where no person did that. */
export function auditEntry(ledger: Database.Database, id: string): AuditEntry | undefined {
  const row = queriesOf(ledger).row<[string], Row>(`SELECT ${COLUMNS} FROM entries WHERE id = ? AND ${OF_PEOPLE}`)(id);
  return row && entryOf(row);
}

/** The decision on a waiting reading; undefined where there is none, or it was undone. */
export function decisionOnReading(ledger: Database.Database, slug: string, on: string): AuditEntry | undefined {
  const row = queriesOf(ledger).row<[string, string], Row>(`
    SELECT ${COLUMNS} FROM entries WHERE kind = 'decision' AND slug = ? AND observation ->> '$.on' = ?
      AND NOT EXISTS (
        SELECT 1 FROM entries AS undo
        WHERE undo.kind = 'decision' AND undo.slug = entries.slug AND undo.seq > entries.seq
          AND undo.observation ->> '$.on' = entries.id)
    ORDER BY seq DESC LIMIT 1`)(slug, on);
  return row && entryOf(row);
}

/** Undefined where the ledger has no such action. */
export function actionAt(ledger: Database.Database, id: string): Action | undefined {
  const sql = "SELECT observation FROM entries WHERE id = ? AND kind = 'action'";
  const row = queriesOf(ledger).value<[string], string>(sql)(id);
  return row === undefined ? undefined : JSON.parse(row);
}

/** What changed in the record by an entry. */
export function changesBy(ledger: Database.Database, { seq, slug }: Pick<AuditEntry, 'seq' | 'slug'>): Change[] {
  const sql = 'SELECT body FROM changes WHERE slug = ? AND entry = ? ORDER BY seq';
  return queriesOf(ledger)
    .values<[string, number], string>(sql)(slug, seq)
    .map((body) => JSON.parse(body));
}

/** Who did something, and what kinds of things were done. */
export function auditNames(ledger: Database.Database): { people: string[]; actions: AuditEntry['action'][] } {
  const sql = queriesOf(ledger);
  const distinct = (field: string) =>
    `SELECT DISTINCT observation ->> '$.${field}' AS name FROM entries WHERE ${OF_PEOPLE} ORDER BY name`;
  return {
    people: sql.values<[], string>(distinct('by'))(),
    actions: sql.values<[], AuditEntry['action']>(distinct('action'))(),
  };
}

/** The last different reasons of decisions, the latest first; a person's own before those of others. */
export function lastReasons(ledger: Database.Database, by: string, limit: number): string[] {
  return queriesOf(ledger).values<[number, string, number], string>(`
    SELECT reason FROM (
      SELECT seq, observation ->> '$.reason' AS reason, observation ->> '$.by' AS "by"
      FROM entries WHERE ${OF_PEOPLE} AND verdict IS NOT NULL ORDER BY seq DESC LIMIT ?)
    GROUP BY reason ORDER BY max("by" = ?) DESC, max(seq) DESC LIMIT ?`)(REASONS_FROM, by, limit);
}
