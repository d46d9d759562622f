/** The command `import`, which writes into the catalogue. */
import { printJson, progress } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { importCatalogue } from '../../data/catalogue/import/import.ts';

export interface ImportFlags {
  from: string;
  to?: string;
  only?: string[];
  json: boolean;
}

export function importProducts({ json, ...options }: ImportFlags): number {
  const imported = importCatalogue({ ...options, to: options.to ?? readEnvironment().catalogueDir });
  const { products, made, history, leftOut, refused } = imported;
  progress(`${products} products: ${made} files made, ${products - made} kept as their editors left them`);
  progress(
    `${history.products} products with a past: ${history.facts} dated facts, ${history.leftOut} rows left out with their reasons`,
  );
  for (const { slug, reason } of leftOut) progress(`${slug} is left out: it ${reason}`);
  for (const { slug, domain, facts } of refused)
    progress(`${slug}: ${facts} facts refused, read from ${domain}, which is another company's`);
  if (json) printJson(imported);
  return 0;
}
