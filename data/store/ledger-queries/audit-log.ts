/** Operators' decisions and actions, the latest first. `before`: the `seq` to continue from. */
import type Database from 'better-sqlite3';
import type { Action } from '../../pipeline/operator-action.ts';
import type { Decision } from '../../pipeline/review-decision.ts';

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
}

export function auditLog(
  ledger: Database.Database,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number },
): AuditEntry[] {
  return ledger
    .prepare<[number, number], Omit<AuditEntry, 'source'> & { source: string | null }>(`
      SELECT seq, id, slug, source, observation ->> '$.action' AS action, observation ->> '$.by' AS "by",
        observation ->> '$.reason' AS reason, recorded_at AS recordedAt
      FROM entries WHERE kind IN ('action', 'decision') AND seq < ? ORDER BY seq DESC LIMIT ?`)
    .all(before, limit)
    .map(({ source, ...entry }) => ({ ...entry, ...(source !== null && { source }) }));
}
