/** Products of the catalogue that a new one may be: by address, name, slug and aliases. Pure. */
import type { CatalogueProduct } from '../product.ts';
import { wordsKey } from '../text/name-key.ts';
import { registrableDomain } from './fact-domains.ts';
import { slugOf } from './new-product.ts';

export interface NewProduct {
  /** Of its homepage or pricing page. */
  url: string;
  name?: string;
}

/** `page`: the very page is a source of it. `vendor`: only its address is at the same domain. */
export type Likeness = 'page' | 'name' | 'vendor';

export interface KnownProduct {
  product: CatalogueProduct;
  by: Likeness;
}

const LIKENESSES: readonly Likeness[] = ['page', 'name', 'vendor'];

/** The likeliest first. */
export function knownProducts(products: readonly CatalogueProduct[], { url, name }: NewProduct): KnownProduct[] {
  const domain = registrableDomain(url);
  // "acme" of acme.co.uk: what a product is called that nobody named yet.
  const called = name ?? domainWord(domain);
  const likenessOf = (product: CatalogueProduct): Likeness | undefined => {
    const { slug, aliases, homepage, sources } = product;
    if (sources.some((source) => pageKey(source.url) === pageKey(url))) return 'page';
    if ([slug, ...aliases].includes(slugOf(called)) || wordsKey(product.name) === wordsKey(called)) return 'name';
    const urls = [homepage ?? [], sources.map((source) => source.url)].flat();
    return urls.some((each) => registrableDomain(each) === domain) ? 'vendor' : undefined;
  };
  return products
    .flatMap((product) => {
      const by = likenessOf(product);
      return by === undefined ? [] : [{ product, by }];
    })
    .sort((a, b) => LIKENESSES.indexOf(a.by) - LIKENESSES.indexOf(b.by));
}

/** "acme.co.uk" → "acme" */
export function domainWord(domain: string): string {
  return domain.split('.')[0] ?? domain;
}

/** The same for addresses of one page. */
export function pageKey(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}`;
}
