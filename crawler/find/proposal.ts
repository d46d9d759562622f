/** A product's file as proposed from what was found of its site, for a person to confirm. Pure. */
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import { type KnownProduct, knownProducts } from '../../data/catalogue/known-products.ts';
import { likelyCategory } from '../../data/catalogue/likely-category.ts';
import { checkFile, type Described, slugOf, USUAL_SOURCE, yamlOf } from '../../data/catalogue/new-product.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { SiteFound } from './find-pricing.ts';

export interface Proposal {
  described: Described;
  slug: string;
  yaml: string;
  /** Present where the file can be saved as it is. */
  product?: CatalogueProduct;
  faults: string[];
  known: KnownProduct[];
}

/** "acme.com" or an http(s) URL, as https; undefined where it is no address of a page. */
export function addressOf(text: string): string | undefined {
  const written = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  if (url === null || !/^https?:$/.test(url.protocol) || !/\.[a-z0-9-]{2,}$/i.test(url.hostname)) return undefined;
  if (url.port !== '' || url.username !== '' || url.password !== '') return undefined;
  url.protocol = 'https:';
  url.hash = '';
  return url.href;
}

export function proposalOf(
  found: SiteFound,
  catalogue: Catalogue,
  { category, today }: { category?: string | undefined; today: string },
): Proposal {
  const url = found.best?.url ?? found.given;
  const described: Described = {
    name: found.name,
    vendor: found.vendor,
    category: category ?? likelyCategory(found.about, catalogue.categories) ?? '',
    homepage: found.homepage,
    url,
    ...USUAL_SOURCE,
  };
  const slug = slugOf(found.name);
  const yaml = yamlOf(described);
  const { product, faults } =
    described.category === ''
      ? { product: undefined, faults: ['No category recognised. Choose one'] }
      : checkFile({ slug, yaml }, catalogue, today);
  const known = knownProducts(catalogue.products, { url, name: found.name });
  return { described, slug, yaml, ...(product !== undefined && faults.length === 0 && { product }), faults, known };
}
