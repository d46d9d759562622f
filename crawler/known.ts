/** What the catalogue tells a reader of the product whose page it reads. Pure. */
import type { CrawlJob } from '../data/observation.ts';
import type { CatalogueProduct, Recipe } from '../data/product.ts';
import { sourceKey } from '../data/source-facts.ts';
import type { KnownProduct } from './read/judge/other-product.ts';

export interface Known {
  recipe?: Recipe;
  product?: KnownProduct;
  /** The source has a description of the product's API, and no prices. */
  isApi?: true;
}

export type KnownOf = (job: Pick<CrawlJob, 'slug' | 'source'>) => Known;

/** A job may be of a product that has left the catalogue since: then nothing is known. */
export function knownIn(products: readonly CatalogueProduct[]): KnownOf {
  const namesByVendor = new Map<string, string[]>();
  for (const { vendor, name } of products) namesByVendor.set(vendor, [...(namesByVendor.get(vendor) ?? []), name]);
  const bySource = new Map<string, Known>();
  for (const { slug, name, vendor, sources } of products) {
    const others = (namesByVendor.get(vendor) ?? []).filter((other) => other !== name);
    for (const { id, kind, recipe } of sources)
      bySource.set(sourceKey(slug, id), {
        ...(kind === 'openapi' && { isApi: true as const }),
        ...(recipe !== undefined && { recipe }),
        ...(others.length > 0 && { product: { name, others } }),
      });
  }
  return ({ slug, source }) => bySource.get(sourceKey(slug, source)) ?? {};
}
