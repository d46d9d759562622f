/** Reports of mistakes that nobody has closed yet. */
import type Database from 'better-sqlite3';
import type { EvidenceId } from '../../record.ts';
import { queriesOf } from '../sql.ts';

export interface OpenReport {
  id: string;
  slug: string;
  words: string;
  evidence?: EvidenceId;
  recordedAt: string;
}

/** The oldest first. */
export function openReports(ledger: Database.Database): OpenReport[] {
  return queriesOf(ledger).rows<[], OpenReport>(`
    SELECT id, slug, observation ->> '$.reason' AS words, observation ->> '$.evidence' AS evidence, recorded_at AS recordedAt
    FROM entries WHERE kind = 'action' AND observation ->> '$.action' = 'mistake_reported' AND id NOT IN (
      SELECT observation ->> '$.closes' FROM entries
      WHERE kind = 'action' AND observation ->> '$.action' = 'report_closed' AND observation ->> '$.closes' IS NOT NULL)
    ORDER BY seq`)();
}
