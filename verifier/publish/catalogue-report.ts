/** What the catalogue holds, in figures. Pure. */
import { join } from 'node:path';
import { printJson } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { type Catalogue, loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { catalogueFaults } from '../../data/catalogue/faults.ts';
import type { ImportedFigures } from '../../data/dataset-quality.ts';
import { DATASETS } from '../../data/datasets.ts';
import type { ProductState } from '../../data/pipeline/ledger-state.ts';
import { type CatalogueProduct, statesPrices } from '../../data/product.ts';
import { withProductStates } from '../../data/store/ledger-queries/source-facts.ts';
import { atOnce } from '../../data/store/steps.ts';
import { importedFacts } from '../record/imported.ts';
import { type CurrentPrices, currentPrices, LIVE, type StateOf, VENDOR } from './current-prices.ts';
import { importedFigures } from './dataset-agreement.ts';

/**
 * Counts of products, of one category or of all. `urlSeen`: a public file names the URL of the pricing page; `priced` to
 * `hiddenCosts`: with an imported paid price, model rates, free tier, or cost beyond the price; `unknown`: without any.
 */
export type CategoryFigures = { category: string } & Record<
  Exclude<(typeof CATEGORY_COLUMNS)[number], 'category'>,
  number
>;

export interface CategoryPrices {
  category: string;
  /** Products with a price or rate that is at most a year old. */
  products: number;
  sources: CurrentPrices;
}

export interface CatalogueReport {
  total: CategoryFigures;
  categories: CategoryFigures[];
  current: CategoryPrices[];
  models: number;
  datasets: (ImportedFigures['datasets'][number] & { license: string })[];
  disagreements: ImportedFigures['disagreements'];
  /** Dated facts of the past, and those announced for a later day. */
  past: { products: number; facts: number; announced: number; leftOut: number };
  faults: string[];
}

/** @param today ISO date @param stateOf what the ledger holds of a product */
export function catalogueReport(catalogue: Catalogue, today: string, stateOf: StateOf = unvisited): CatalogueReport {
  const { products, categories, observed, history } = catalogue;
  const pricesOf = (category: string, own: readonly CatalogueProduct[]): CategoryPrices => {
    const priced = own.map((product) => ({
      ...{ product, facts: observed.get(product.slug) ?? [], state: stateOf(product.slug) },
    }));
    const sources = currentPrices(priced, today);
    return { category, products: Object.values(sources).reduce((sum, count) => sum + count, 0), sources };
  };
  const known = products.map((product) => ({ product, facts: importedFacts(observed.get(product.slug) ?? []) }));
  const byCategory = Map.groupBy(known, ({ product }) => product.category);
  const { datasets, disagreements } = atOnce(importedFigures(observed));
  const past = [...history.values()];
  const pastFacts = past.flatMap(({ facts }) => facts);
  return {
    total: figuresOf('all', known),
    categories: categories.map(({ id }) => figuresOf(id, byCategory.get(id) ?? [])),
    current: [
      ...categories.map(({ id }) =>
        pricesOf(
          id,
          products.filter(({ category }) => category === id),
        ),
      ),
      pricesOf('all', products),
    ],
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

function unvisited(): ProductState {
  return { sources: new Map() };
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
  const { total, categories, current, models, datasets, disagreements, past, faults } = report;
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
      ['category', 'current prices', LIVE, VENDOR, 'datasets'],
      current.map(({ category, products, sources: { [LIVE]: live = 0, [VENDOR]: vendor = 0, ...datasets } }) => [
        ...[category, products, live, vendor],
        Object.entries(datasets)
          .map(([name, count]) => `${name} ${count}`)
          .join(', '),
      ]),
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

/** Numbers are aligned right. */
function table(head: readonly string[], rows: readonly (string | number)[][]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number) =>
    typeof rows[0]?.[at] === 'number' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  const lines = cells.map((row) => row.map(pad).join('  ').trimEnd());
  return [lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n');
}

/** Exit code 1 where there are faults. @throws {Error} a file does not load */
export function catalogue({ dir, json }: { dir?: string; json: boolean }): number {
  const { catalogueDir, dataDir } = readEnvironment();
  const loaded = loadCatalogue(dir ?? catalogueDir);
  const today = new Date().toISOString().slice(0, 10);
  const visited = withProductStates(join(dataDir, 'ledger.db'), (state) => catalogueReport(loaded, today, state));
  const report = visited ?? catalogueReport(loaded, today);
  if (json) printJson(report);
  else process.stdout.write(`${reportText(report)}\n`);
  return report.faults.length > 0 ? 1 : 0;
}
