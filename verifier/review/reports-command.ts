/** The commands `review reports` and `review close`: reports of mistakes by visitors. */
import { printJsonLine, UsageFault } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { withHandOver } from '../../config/hand-over.ts';
import { runningRedis } from '../../config/redis.ts';
import { actionOf } from '../../data/pipeline/operator-action.ts';
import { type OpenReport, openReports } from '../../data/store/ledger-queries/mistake-reports.ts';
import { besideWriter } from '../../data/store/ledger-queries/source-facts.ts';
import { ledgerFile } from './review-command.ts';

/** @throws {UsageFault} there is no ledger */
export function listReports({ json }: { json: boolean }): number {
  const reports = besideWriter(ledgerFile(), openReports) ?? [];
  if (json) reports.forEach(printJsonLine);
  else process.stdout.write(reports.length === 0 ? 'No open reports\n' : `${reports.map(reportText).join('\n')}`);
  return 0;
}

function reportText({ id, slug, words, evidence, recordedAt }: OpenReport): string {
  const about = evidence === undefined ? '' : `  quote   ${evidence}\n`;
  return `${slug}, ${recordedAt.slice(0, 16).replace('T', ' ')}: ${words}\n  report  ${id}\n${about}`;
}

/** @throws {UsageFault} no such report is open, or no Assay runs on this data */
export async function closeReport(id: string, { by, reason, json }: { by: string; reason: string; json: boolean }) {
  const report = besideWriter(ledgerFile(), openReports)?.find((each) => each.id === id);
  if (report === undefined) throw new UsageFault(`Cannot close "${id}": no such report is open`);
  const redisUrl = runningRedis(readEnvironment());
  if (redisUrl === undefined)
    throw new UsageFault('Cannot close a report: no Assay runs on this DATA_DIR. Start it with npm start');
  const action = actionOf({ action: 'report_closed', slug: report.slug, by, reason, closes: id }, { now: new Date() });
  await withHandOver(redisUrl, ({ judgedNow }) => judgedNow(action));
  if (json) printJsonLine({ id, slug: report.slug });
  else process.stdout.write(`${report.slug}: closed\n`);
  return 0;
}
