/** What the catalogue tells a reader of the product whose page it reads. Pure. */
import type { CrawlJob } from '../../data/observation.ts';
import type { CatalogueProduct, Recipe, Source } from '../../data/product.ts';
import { sourceKey } from '../../data/source-facts.ts';
import type { KnownProduct } from '../read/judge/other-product.ts';

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
  for (const { vendor, name } of products) {
    const names = namesByVendor.get(vendor);
    if (names === undefined) namesByVendor.set(vendor, [name]);
    else names.push(name);
  }
  const bySource = new Map<string, { product: CatalogueProduct; source: Source }>();
  for (const product of products)
    for (const source of product.sources) bySource.set(sourceKey(product.slug, source.id), { product, source });
  return ({ slug, source: id }) => {
    const known = bySource.get(sourceKey(slug, id));
    if (known === undefined) return {};
    const { name, vendor } = known.product;
    const { kind, recipe } = known.source;
    // For the one visit: of a vendor of many products, each with the names of all others would be their square.
    const others = (namesByVendor.get(vendor) ?? []).filter((other) => other !== name);
    return {
      ...(kind === 'openapi' && { isApi: true as const }),
      ...(recipe !== undefined && { recipe }),
      ...(others.length > 0 && { product: { name, others } }),
    };
  };
}
