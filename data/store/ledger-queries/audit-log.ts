/** Operators' decisions and actions, the latest first. `before`: the `seq` to continue from. */
import type Database from 'better-sqlite3';
import type { Action } from '../../pipeline/operator-action.ts';
import type { Decision } from '../../pipeline/review-decision.ts';
import { queriesOf } from '../sql.ts';

interface AuditEntry {
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

export function auditLog(
  ledger: Database.Database,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number },
): AuditEntry[] {
  return ledger
    .prepare<[number, number], Omit<AuditEntry, 'source' | 'isEdit'> & { source: string | null; isEdit: 0 | 1 }>(`
      SELECT seq, id, slug, source, observation ->> '$.action' AS action, observation ->> '$.by' AS "by",
        observation ->> '$.reason' AS reason, recorded_at AS recordedAt,
        observation ->> '$.edit' IS NOT NULL AS isEdit
      FROM entries WHERE kind IN ('action', 'decision') AND seq < ? ORDER BY seq DESC LIMIT ?`)
    .all(before, limit)
    .map(({ source, isEdit, ...entry }) => ({ ...entry, isEdit: isEdit === 1, ...(source !== null && { source }) }));
}

/** Undefined where the ledger has no such action. */
export function actionAt(ledger: Database.Database, id: string): Action | undefined {
  const sql = "SELECT observation FROM entries WHERE id = ? AND kind = 'action'";
  const row = queriesOf(ledger).value<[string], string>(sql)(id);
  return row === undefined ? undefined : JSON.parse(row);
}
