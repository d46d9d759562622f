/** Sources of several markets of one product: what they share, and whether one shows the page of another. Pure. */
import type { Page } from '../../data/page.ts';
import type { ProductState } from '../../data/pipeline/ledger-state.ts';
import { type CatalogueProduct, type Market, marketOf, type Slug } from '../../data/product.ts';
import type { Tier } from '../../data/record.ts';

interface Seen {
  page: Page;
  source: Slug;
  product: CatalogueProduct;
  sources: ProductState['sources'];
}

/**
 * Why the page is taken for that of another market: vendors redirect visitors to their own country's page, and ignore
 * parameters that they do not know. The default market's page is never refused, so that no other market can withhold it.
 */
export function otherMarketsPage({ page, source, product, sources }: Seen): string | undefined {
  const market = marketOf(product, source);
  if (market === undefined) return undefined;
  const asked = addressOf(page.url);
  // One page with several currencies may be the source of several markets.
  const others = product.sources.filter((each) => each.market !== market && addressOf(each.url) !== asked);
  const reached = others.find(({ url }) => addressOf(url) === addressOf(page.finalUrl));
  if (reached !== undefined) return `redirected to the page of the ${marketWords(reached.market)}`;
  const same = others.find(({ id }) => sources.get(id)?.page?.sha256 === page.sha256);
  return same && `the same page as that of the ${marketWords(same.market)}`;
}

/** The tiers by whose names those of a source are known: of its own market, then of the default one. */
export function knownTiers(
  { product, source }: { product: CatalogueProduct; source: Slug },
  standingIn: (market?: Market) => { tiers: Tier[] } | undefined,
): Tier[] {
  const market = marketOf(product, source);
  return [...new Set([market, undefined])].flatMap((each) => standingIn(each)?.tiers ?? []);
}

function marketWords(market: string | undefined): string {
  return market === undefined ? 'default market' : `market ${market}`;
}

function addressOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname.replace(/\/$/, '')}${search}`;
}
