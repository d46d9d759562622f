/** How many products have a current price or rate, and from whom. Pure. */
import type { ProductState } from '../../data/pipeline/ledger-state.ts';
import { priceStateOf } from '../../data/prices/price-state.ts';
import type { CatalogueProduct, ImportedFact, Slug } from '../../data/product.ts';
import { datasetName, type PricingRecord } from '../../data/record.ts';
import { startOf } from '../record/headline.ts';
import { recordOf } from '../record/record.ts';

const YEAR_MS = 365 * 86_400_000;

/** A source of a current price: a reading of ours, the vendor's own published source, or a dataset by name. */
export const LIVE = 'live reading';
export const VENDOR = 'vendor’s own published source';

export type StateOf = (slug: Slug) => ProductState;

/** Products by the source of their price. */
export type CurrentPrices = Record<string, number>;

export interface Priced {
  product: CatalogueProduct;
  facts: readonly ImportedFact[];
  state: ProductState;
}

/** By count, largest first. @param today ISO date */
export function currentPrices(products: readonly Priced[], today: string): CurrentPrices {
  const sources = products.flatMap(({ product, facts, state }) => {
    if (product.retired !== undefined) return [];
    const record = recordOf(product, state, { imported: { facts, reliabilityOf: () => 0 } });
    return currentSource(record, today) ?? [];
  });
  const counted = [...Map.groupBy(sources, (source) => source)].map(([source, own]) => [source, own.length] as const);
  return Object.fromEntries(counted.sort(([, a], [, b]) => b - a));
}

/** Who states the starting price, else any price; undefined where that is older than a year. */
function currentSource(record: PricingRecord, today: string): string | undefined {
  const { tiers, rates, verification } = record;
  if (!['known', 'usage_only'].includes(priceStateOf(record))) return undefined;
  const start = startOf(record)?.price;
  const stating =
    tiers.find(({ prices }) => start !== undefined && prices.includes(start)) ??
    [...tiers.filter(({ prices }) => prices.length > 0), ...rates][0];
  const { imported } = stating ?? {};
  if (Date.parse(today) - Date.parse(imported?.asOf ?? verification.decaysFrom) > YEAR_MS) return undefined;
  if (imported === undefined) return LIVE;
  return imported.publisher === 'vendor' ? VENDOR : datasetName(imported.dataset);
}
