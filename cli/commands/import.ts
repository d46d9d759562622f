/** The commands `import` and `import-apis`, which write into the catalogue. */
import { printJson, progress } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { importApis } from '../../crawler/api-import/import-apis.ts';
import { importCatalogue } from '../../data/catalogue/import/import.ts';

export interface ImportFlags {
  from: string;
  to?: string;
  only?: string[];
  json: boolean;
}

/** @throws {Error} a file, or a product that is asked for, is missing, or a row is not of its schema */
export function importProducts({ json, ...options }: ImportFlags): number {
  const imported = importCatalogue({ ...options, to: options.to ?? readEnvironment().catalogueDir });
  const { products, made, history, leftOut } = imported;
  progress(`${products} products: ${made} files made, ${products - made} kept as their editors left them`);
  progress(
    `${history.products} products with a past: ${history.facts} dated facts, ${history.leftOut} rows left out with their reasons`,
  );
  for (const { slug, reason } of leftOut) progress(`${slug} is left out: it ${reason}`);
  if (json) printJson(imported);
  return 0;
}

/** 0 all were taken; 1 one was refused. */
export function importDescriptions({ to, ...flags }: ImportFlags): number {
  return importApis({ ...flags, to: to ?? readEnvironment().catalogueDir });
}
