/** What operations answer from: one generation, and values computed once for it. */
import type { Site } from '../../config/site.ts';
import type { ListedProduct } from '../../data/store/generation/content.ts';
import type { Generation } from '../../data/store/generation/generation.ts';
import { cooperativeYield } from '../cache/cooperative-yield.ts';
import { type Market, marketOf } from '../record/market.ts';
import { Discovery } from '../search/discovery.ts';
import { Derived, memoizing } from './generation-memo.ts';

export interface Store {
  site: Site;
  generation: Generation;
  /** All products with tombstones, sorted by slug. */
  listed: readonly ListedProduct[];
  /** Starting prices by category and terms. */
  market: Market;
  /** Sorted slugs of products sold by tokens. */
  tokenPriced: readonly string[];
  discovery: Discovery;
  derived: Derived;
}

/** Rows per read: half a millisecond. */
const PAGE = 100;

/** Reads the whole list in advance. */
export async function openStore(generation: Generation, site: Site): Promise<Store> {
  const pause = cooperativeYield();
  const listed: ListedProduct[] = [];
  const tokenPriced: string[] = [];
  for (let page = generation.list({ after: '', limit: PAGE }); page.length > 0; ) {
    const last = page.at(-1)?.slug ?? '';
    tokenPriced.push(...generation.tokenPriced(listed.at(-1)?.slug ?? '', last));
    listed.push(...page);
    await pause();
    page = generation.list({ after: last, limit: PAGE });
  }
  const market = new Map<string, ReturnType<Market['get']> & object>();
  // A category's prices are of its own products alone.
  for (const ofCategory of Map.groupBy(listed, ({ category }) => category).values()) {
    for (const [category, groups] of marketOf(ofCategory)) market.set(category, groups);
    await pause();
  }
  const discovery = await Discovery.of(listed, generation.categories(), pause);
  return {
    site,
    generation: memoizing(generation),
    listed,
    market,
    tokenPriced,
    discovery,
    derived: new Derived(),
  };
}
