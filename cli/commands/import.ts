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
  const { products, made, history, leftOut, prices, refused } = imported;
  progress(`${products} products: ${made} files written, ${products - made} kept as they are`);
  progress(
    `${history.products} products with history: ${history.facts} dated facts, ${history.leftOut} rows left out with reasons`,
  );
  for (const { slug, reason } of leftOut) progress(`left out: ${slug}, which ${reason}`);
  for (const { slug, dataset, tier, reason } of prices) progress(`${slug}: ${tier} of ${dataset} left out: ${reason}`);
  for (const { slug, domain, facts } of refused)
    progress(`${slug}: ${facts} facts rejected, read from the site of another company (${domain})`);
  if (json) printJson(imported);
  return 0;
}
