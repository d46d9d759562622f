/** The command `catalogue`: figures of the catalogue, its datasets and their agreement, and its faults. */
import { printJson } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { catalogueReport, reportText } from './catalogue-report.ts';

/** Exit code 1 where there are faults. @throws {Error} a file does not load */
export function catalogue({ dir, json }: { dir?: string; json: boolean }): number {
  const loaded = loadCatalogue(dir ?? readEnvironment().catalogueDir);
  const report = catalogueReport(loaded, new Date().toISOString().slice(0, 10));
  if (json) printJson(report);
  else process.stdout.write(`${reportText(report)}\n`);
  return report.faults.length > 0 ? 1 : 0;
}
