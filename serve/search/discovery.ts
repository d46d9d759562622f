/**
 * All products that are sold, in each order. A search reads the list of its filters and order, which is made when it is
 * first asked for; lists are indices into one table of rows.
 */

import { wellKnownPlace } from '../../config/well-known.ts';
import { compareAmounts, plainNumber } from '../../data/money.ts';
import type { Verification } from '../../data/record.ts';
import type { KnownFact, ListedProduct } from '../../data/store/generation/content.ts';
import { inSlices, type Pause, type Steps, sorted } from '../../data/store/steps.ts';
import { memoized } from '../../data/text/memoized.ts';
import { inOrder } from '../../data/text/order.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';
import { BEST_RANK, plainText, relevanceTo, type Searched, searchedCategory, searchedNames } from './relevance.ts';

export const ORDERS = ['relevance', 'startingPrice', 'name', 'verifiedAt'] as const;
export type Order = (typeof ORDERS)[number];

export type SoldProduct = ListedProduct & { verification: Verification };

export interface Search {
  category?: string | undefined;
  /** Highest starting price. */
  maxPrice?: number | undefined;
  hasFreeTier?: boolean | undefined;
  /** What must be known of it. */
  has?: readonly KnownFact[] | undefined;
  q?: string | undefined;
  sort: Order;
  limit: number;
  offset: number;
}

/** What matches, whatever it costs. */
type Sought = Pick<Search, 'q' | 'category' | 'hasFreeTier' | 'has'>;

interface Row {
  product: SoldProduct;
  /** Lower case: what is equal otherwise goes by name. */
  name: string;
  searched: Searched;
}

/** Numbers of rows. */
type List = Uint32Array;
const NONE: List = new Uint32Array();

/** Bytes of lists that are kept; one of all of 10,000 products takes 40 kB. */
const LISTS_BYTES = 8 * 1024 * 1024;
const LIST_OVERHEAD = 200;

export class Discovery {
  readonly #rows: readonly Row[];
  /** Starting prices, infinite where none is known: they come last. */
  readonly #prices: Float64Array;
  readonly #sorted = new Map<Order, List>();
  readonly #lists = new BoundedCache<List>(LISTS_BYTES);

  private constructor(rows: readonly Row[], prices: readonly number[]) {
    this.#rows = rows;
    this.#prices = new Float64Array(prices);
  }

  /** How many products are sold. */
  get count(): number {
    return this.#rows.length;
  }

  /** With the orders of all products, so that the first search does not wait for them. */
  static async of(
    listed: readonly ListedProduct[],
    categories: readonly { id: string; name: string }[],
    pause: Pause,
  ): Promise<Discovery> {
    const searchedCategories = new Map(categories.map(({ id, name }) => [id, searchedCategory(id, name)]));
    const rows: Row[] = [];
    const prices: number[] = [];
    for (const product of listed) {
      if (!isSold(product)) continue;
      const { name, category: id, startingAmount } = product;
      const category = searchedCategories.get(id) ?? searchedCategory(id, '');
      rows.push({ product, name: name.toLowerCase(), searched: { names: searchedNames(product), category } });
      prices.push(startingAmount === undefined ? Number.POSITIVE_INFINITY : plainNumber(startingAmount));
      await pause();
    }
    const discovery = new Discovery(rows, prices);
    for (const order of ORDERS) discovery.#sorted.set(order, await inSlices(discovery.#inOrder(order), pause));
    return discovery;
  }

  /** The rows that match, as far as they are wanted, and how many there are. */
  find(search: Search): { total: number; rows: Iterable<number> } {
    const { maxPrice, limit, offset, sort } = search;
    const found = this.#list(search, sort);
    if (maxPrice === undefined) return { total: found.length, rows: found.subarray(offset, offset + limit) };
    const byPrice = sort === 'startingPrice' ? found : this.#list(search, 'startingPrice');
    const total = this.#countUpTo(maxPrice, byPrice);
    if (found === byPrice) return { total, rows: found.subarray(offset, Math.min(offset + limit, total)) };
    const wanted: number[] = [];
    let seen = 0;
    for (const row of found) {
      if (wanted.length >= limit || seen >= total) break;
      if ((this.#prices[row] ?? Number.POSITIVE_INFINITY) > maxPrice) continue;
      if (seen >= offset) wanted.push(row);
      seen += 1;
    }
    return { total, rows: wanted };
  }

  productAt(row: number): SoldProduct {
    return this.#rowAt(row).product;
  }

  /** How many of a list in order of price cost so much or less. */
  #countUpTo(maxPrice: number, byPrice: List): number {
    let [low, high] = [0, byPrice.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#prices[byPrice[middle] ?? 0] ?? 0) <= maxPrice) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** What matches all but the price, in order. */
  #list({ q, category, hasFreeTier, has = [] }: Sought, order: Order): List {
    const query = q === undefined ? undefined : plainQuery(q);
    const all = this.#sorted.get(order) ?? NONE;
    if (query === undefined && category === undefined && hasFreeTier === undefined && has.length === 0) return all;
    const key = `${order} ${category ?? ''} ${hasFreeTier ?? ''} ${has.toSorted().join()} ${query === undefined ? '' : `?${query}`}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const rankOf = query === undefined ? undefined : relevanceTo(query);
    const ranks = new Uint8Array(this.#rows.length);
    const matches = (at: number) => {
      const { product, searched } = this.#rowAt(at);
      if (category !== undefined && product.category !== category) return false;
      if (hasFreeTier !== undefined && product.freeTier !== hasFreeTier) return false;
      if (!has.every((kind) => product.has.includes(kind))) return false;
      ranks[at] = rankOf?.(searched) ?? 1;
      return ranks[at] > 0;
    };
    const found = all.filter(matches);
    const list = order === 'relevance' && rankOf !== undefined ? bestFirst(found, ranks) : found;
    this.#lists.set(key, list, list.byteLength + LIST_OVERHEAD);
    return list;
  }

  *#inOrder(order: Order): Steps<List> {
    const compare = COMPARISONS[order];
    const prices = order === 'startingPrice' ? this.#prices : undefined;
    const rows = yield* sorted([...this.#rows.keys()], (a, b) => {
      // Numbers tell most prices apart, and exact amounts the rest.
      const [ours = 0, theirs = 0] = [prices?.[a], prices?.[b]];
      return inOrder(ours, theirs) || compare(this.#rowAt(a), this.#rowAt(b));
    });
    return Uint32Array.from(rows);
  }

  #rowAt(row: number): Row {
    return this.#rows[row] as Row; // Lists hold numbers of rows.
  }
}

const plainQuery = memoized(plainText, 1_000);

/** Products of one rank stay in their order. A pass for each rank takes far less than a sort. */
function bestFirst(list: List, ranks: Uint8Array): List {
  const sorted = new Uint32Array(list.length);
  let placed = 0;
  for (let rank = BEST_RANK; placed < list.length; rank -= 1)
    for (const row of list) {
      if (ranks[row] !== rank) continue;
      sorted[placed] = row;
      placed += 1;
    }
  return sorted;
}

export function isSold(product: ListedProduct): product is SoldProduct {
  return product.verification !== undefined;
}

/** What is not known comes last; what is equal otherwise goes by name. */
const COMPARISONS: Record<Order, (a: Row, b: Row) => number> = {
  /** Among equally relevant products those with a known price come first, then well-known ones. */
  relevance: (a, b) =>
    Number(isPriced(b)) - Number(isPriced(a)) ||
    wellKnownPlace(a.product.slug) - wellKnownPlace(b.product.slug) ||
    byName(a, b),
  name: byName,
  startingPrice(a, b) {
    const [ours, theirs] = [a.product.startingAmount, b.product.startingAmount];
    if (ours === undefined || theirs === undefined)
      return Number(ours === undefined) - Number(theirs === undefined) || byName(a, b);
    // Most that tie are written alike, and need not be read as decimals at each step of a sort.
    return (ours === theirs ? 0 : compareAmounts(ours, theirs)) || byName(a, b);
  },
  verifiedAt: (a, b) => inOrder(b.product.confirmedAt ?? '', a.product.confirmedAt ?? '') || byName(a, b),
};

function isPriced({ product: { priceState } }: Row): boolean {
  return priceState === 'known' || priceState === 'usage_only';
}

function byName(a: Row, b: Row): number {
  return inOrder(a.name, b.name) || inOrder(a.product.slug, b.product.slug);
}
