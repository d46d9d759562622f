/** The hints of the catalogue for the reader, on the product of a page. Pure. */
import type { Currency } from '../../data/money.ts';
import type { CrawlJob } from '../../data/observation.ts';
import type { CatalogueProduct, Slug } from '../../data/product.ts';
import type { Recipe } from '../../data/recipe.ts';
import type { KnownProduct } from '../read/judge/other-product.ts';

export interface Hints {
  recipe?: Recipe;
  product?: KnownProduct;
  /** The only currency that is read. */
  currency?: Currency;
  /** The source has a description of the product's API, and no prices. */
  isApi?: true;
}

export type HintsOf = (job: Pick<CrawlJob, 'slug' | 'source'>) => Hints;

/** No hints for a job whose product or source has left the catalogue. */
export function hintsIn(products: readonly CatalogueProduct[]): HintsOf {
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const byVendor = vendorsOf(products);
  return hintsBy(
    (slug) => bySlug.get(slug),
    () => byVendor,
  );
}

/** Products by vendor. */
export function vendorsOf(products: readonly CatalogueProduct[]): Vendors {
  return Map.groupBy(products, ({ vendor }) => vendor);
}

type Vendors = ReadonlyMap<string, readonly CatalogueProduct[]>;

export function hintsBy(productOf: (slug: Slug) => CatalogueProduct | undefined, vendors: () => Vendors): HintsOf {
  return ({ slug, source: id }) => {
    const product = productOf(slug);
    const source = product?.sources.find((each) => each.id === id);
    if (product === undefined || source === undefined) return {};
    const { name, vendor } = product;
    const others = (vendors().get(vendor) ?? []).map((each) => each.name).filter((other) => other !== name);
    return {
      ...(source.kind === 'openapi' && { isApi: true as const }),
      ...(source.recipe !== undefined && { recipe: source.recipe }),
      ...(source.currency !== undefined && { currency: source.currency }),
      ...(others.length > 0 && { product: { name, others } }),
    };
  };
}
