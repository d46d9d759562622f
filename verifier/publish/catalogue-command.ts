/** The command `catalogue`: what the catalogue holds, from which datasets and how far they agree, and what is wrong with it. */
import { printJson } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { catalogueReport, reportText } from './catalogue-report.ts';

/** 0 nothing is wrong; 1 there are faults. @throws {Error} a file does not load */
export function catalogue({ dir, json }: { dir?: string; json: boolean }): number {
  const loaded = loadCatalogue(dir ?? readEnvironment().catalogueDir);
  const report = catalogueReport(loaded, new Date().toISOString().slice(0, 10));
  if (json) printJson(report);
  else process.stdout.write(`${reportText(report)}\n`);
  return report.faults.length > 0 ? 1 : 0;
}
