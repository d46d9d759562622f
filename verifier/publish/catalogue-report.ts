/** What the catalogue holds, in figures. Pure. */
import { printJson } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { type Catalogue, loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { catalogueFaults } from '../../data/catalogue/faults.ts';
import type { ImportedFigures } from '../../data/dataset-quality.ts';
import { DATASETS } from '../../data/datasets.ts';
import { type CatalogueProduct, statesPrices } from '../../data/product.ts';
import { importedFacts } from '../record/imported.ts';
import { importedFigures } from './dataset-agreement.ts';

/**
 * Counts of products, of one category or of all. `urlSeen`: a public file names the URL of the pricing page; `priced` to
 * `hiddenCosts`: with an imported paid price, model rates, free tier, or cost beyond the price; `unknown`: without any.
 */
export type CategoryFigures = { category: string } & Record<
  Exclude<(typeof CATEGORY_COLUMNS)[number], 'category'>,
  number
>;

export interface CatalogueReport {
  total: CategoryFigures;
  categories: CategoryFigures[];
  models: number;
  datasets: (ImportedFigures['datasets'][number] & { license: string })[];
  disagreements: ImportedFigures['disagreements'];
  /** Dated facts of the past, and those announced for a later day. */
  past: { products: number; facts: number; announced: number; leftOut: number };
  faults: string[];
}

/** @param today ISO date */
export function catalogueReport(catalogue: Catalogue, today: string): CatalogueReport {
  const { products, categories, observed, history } = catalogue;
  const known = products.map((product) => ({ product, facts: importedFacts(observed.get(product.slug) ?? []) }));
  const byCategory = Map.groupBy(known, ({ product }) => product.category);
  const { datasets, disagreements } = importedFigures(observed);
  const past = [...history.values()];
  const pastFacts = past.flatMap(({ facts }) => facts);
  return {
    total: figuresOf('all', known),
    categories: categories.map(({ id }) => figuresOf(id, byCategory.get(id) ?? [])),
    models: known.reduce((sum, { facts }) => sum + facts.rates.length, 0),
    datasets: datasets.map((each) => ({ ...each, license: DATASETS.get(each.dataset)?.license ?? 'unknown' })),
    disagreements,
    past: {
      products: past.filter(({ facts }) => facts.length > 0).length,
      facts: pastFacts.length,
      announced: pastFacts.filter(({ asOf }) => asOf > today).length,
      leftOut: past.reduce((sum, { leftOut }) => sum + leftOut.reduce((rows, each) => rows + each.rows, 0), 0),
    },
    faults: catalogueFaults(catalogue, today),
  };
}

function figuresOf(
  category: string,
  known: readonly { product: CatalogueProduct; facts: ReturnType<typeof importedFacts> }[],
): CategoryFigures {
  const sold = known.filter(({ product }) => product.retired === undefined);
  const count = (holds: (each: (typeof sold)[number]) => boolean) => sold.filter(holds).length;
  return {
    category,
    products: sold.length,
    retired: known.length - sold.length,
    urlSeen: count(({ product: { sources } }) => sources.some((source) => statesPrices(source) && source.urlSeen)),
    priced: count(({ facts }) => facts.tiers.some(({ isFree, prices }) => !isFree && prices.length > 0)),
    rated: count(({ facts }) => facts.rates.length > 0),
    free: count(({ facts }) => facts.tiers.some(({ isFree }) => isFree)),
    hiddenCosts: count(({ facts }) => facts.hiddenCosts.length > 0),
    unknown: count(({ facts }) => facts.tiers.length + facts.rates.length + facts.hiddenCosts.length === 0),
  };
}

const CATEGORY_COLUMNS = [
  ...(['category', 'products', 'retired', 'urlSeen', 'priced'] as const),
  ...(['rated', 'free', 'hiddenCosts', 'unknown'] as const),
];
const DATASET_COLUMNS = ['dataset', 'license', 'facts', 'products', 'oldest', 'newest', 'compared', 'agreed'] as const;

export function reportText(report: CatalogueReport): string {
  const { total, categories, models, datasets, disagreements, past, faults } = report;
  const list = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n');
  const differing = disagreements.map(({ slug, subject, field, stated }) => {
    const values = stated.map(({ dataset, value, currency, asOf }) => `${value} ${currency} (${dataset}, ${asOf})`);
    return `${slug} ${subject} ${field}: ${values.join(', ')}`;
  });
  return [
    table(
      ['category', 'products', 'retired', 'url seen', 'priced', 'rates', 'free', 'hidden costs', 'nothing yet'],
      [...categories, total].map((row) => CATEGORY_COLUMNS.map((column) => row[column])),
    ),
    table(
      ['dataset', 'licence', 'facts', 'products', 'oldest', 'newest', 'compared', 'alike', 'trusted'],
      datasets.map((row) => [...DATASET_COLUMNS.map((column) => row[column]), row.reliability.toFixed(2)]),
    ),
    `${models} models of products with token rates; ${past.facts} dated historical facts of ${past.products} products (${past.announced} announced, ${past.leftOut} rows left out with reasons)`,
    differing.length === 0
      ? 'No two datasets differ.'
      : `Datasets differ on ${differing.length} values:\n${list(differing)}`,
    faults.length === 0 ? 'No faults.' : `${faults.length} faults:\n${list(faults)}`,
  ].join('\n\n');
}

/** The first column is aligned left, the others right. */
function table(head: readonly string[], rows: readonly (string | number)[][]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0));
  const lines = cells.map((row) => row.map(pad).join('  ').trimEnd());
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

/** Exit code 1 where there are faults. @throws {Error} a file does not load */
export function catalogue({ dir, json }: { dir?: string; json: boolean }): number {
  const loaded = loadCatalogue(dir ?? readEnvironment().catalogueDir);
  const report = catalogueReport(loaded, new Date().toISOString().slice(0, 10));
  if (json) printJson(report);
  else process.stdout.write(`${reportText(report)}\n`);
  return report.faults.length > 0 ? 1 : 0;
}
