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
  const names = new Set([wordsKey(name ?? domainWord(domain))]);
  const slugs = new Set([slugOf(name ?? domainWord(domain))]);
  const likenessOf = (product: CatalogueProduct): Likeness | undefined => {
    const { slug, aliases, homepage, sources } = product;
    if (sources.some((source) => isSamePage(source.url, url))) return 'page';
    if ([slug, ...aliases].some((each) => slugs.has(each)) || names.has(wordsKey(product.name))) return 'name';
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

function isSamePage(a: string, b: string): boolean {
  return pageKey(a) === pageKey(b);
}

function pageKey(address: string): string {
  const { host, pathname, search } = new URL(address);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}${search}`;
}
