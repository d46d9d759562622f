/** The archived pages of a source, each once, with what the source is taken to have stated then. */
import type Database from 'better-sqlite3';
import type { Page } from '../../page.ts';
import type { Statement } from '../../pipeline/verdict.ts';
import type { Slug } from '../../product.ts';
import type { Outcome } from '../../source-facts.ts';
import { lightOf } from '../ledger/entry.ts';
import { pastOf } from '../ledger/snapshots.ts';
import { prepareLedger } from '../ledger/statements.ts';
import { queriesOf } from '../sql.ts';

export interface ArchivedCapture {
  /** Of the first visit that met these bytes. */
  id: string;
  observedAt: string;
  outcome: Outcome;
  page: Page;
  /** As recorded today; absent where nothing was known. */
  known?: Statement;
}

/** The latest first. */
export function archivedCaptures(
  ledger: Database.Database,
  { slug, source, limit }: { slug: Slug; source: Slug; limit: number },
): ArchivedCapture[] {
  type Row = Pick<ArchivedCapture, 'id' | 'observedAt' | 'outcome'> & { observation: string };
  const rows = queriesOf(ledger).rows<[string, string, number], Row>(`
    SELECT id, observed_at AS observedAt, outcome, observation FROM entries WHERE seq IN (
      SELECT min(seq) FROM entries WHERE slug = ? AND source = ? AND kind = 'page'
      GROUP BY observation ->> '$.page.sha256')
    ORDER BY observed_at DESC, seq DESC LIMIT ?`)(slug, source, limit);
  const past = pastOf(prepareLedger(ledger), slug);
  return rows.flatMap(({ observation, ...row }) => {
    const light = lightOf(observation);
    if (light.kind !== 'page') return [];
    const known = past.statementsAt(row.observedAt).get(source);
    return [{ ...row, page: light.page, ...(known !== undefined && { known }) }];
  });
}
