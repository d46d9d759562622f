/**
 * All products that are sold, in the orders and groups that they are searched in: so that a search reads off a list, or
 * goes through one, and sorts nothing. Lists are made when first asked for, and are indices into one table of rows.
 */
import { compareAmounts, plainNumber } from '../../data/money.ts';
import type { Verification } from '../../data/record.ts';
import type { ListedProduct } from '../../data/store/generation/content.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';
import type { Pause } from '../cache/cooperative-yield.ts';
import { memoized } from '../cache/memoized.ts';
import { knownFreeTier } from '../record/view.ts';
import { plainText, RANKS, searchedOf, WordIndex } from './relevance.ts';

export type Order = 'relevance' | 'startingPrice' | 'name' | 'verifiedAt';

export type SoldProduct = ListedProduct & { verification: Verification };

export interface Search {
  category?: string | undefined;
  /** Highest starting price. */
  maxPrice?: number | undefined;
  hasFreeTier?: boolean | undefined;
  q?: string | undefined;
  sort: Order;
  limit: number;
  offset: number;
}

type Grouped = Pick<Search, 'category' | 'hasFreeTier'>;
/** What matches, whatever it costs. */
type Sought = Grouped & Pick<Search, 'q'>;

interface Row {
  product: SoldProduct;
  isFree: boolean | undefined;
  /** Lower case: what is equal otherwise goes by name. */
  name: string;
}

/** Numbers of rows. */
type List = Uint32Array;

/** All that is sold, or what is of one category: as a whole, with a free tier and without, in each order. */
class Group {
  readonly all: Partial<Record<Order, List>> = {};
  readonly free: Partial<Record<Order, List>> = {};
  readonly paid: Partial<Record<Order, List>> = {};
}

const NOTHING: List = new Uint32Array();

/** Bytes of lists that are kept of what was found by words; one of all of 10,000 products takes 40 kB. */
const FOUND_BYTES = 4 * 1024 * 1024;
const LIST_OVERHEAD = 200;

const plainQuery = memoized(1_000, plainText);

export class Discovery {
  readonly #rows: readonly Row[];
  /** Starting prices, infinite where none is public: what is not known comes last. */
  readonly #prices: Float64Array;
  readonly #words: WordIndex;
  readonly #sold = new Group();
  readonly #categories: ReadonlyMap<string, Group>;
  /** Of what was found by words, of which there is no end: each begins with a list of a group. */
  readonly #found = new BoundedCache<List>(FOUND_BYTES);

  private constructor(rows: readonly Row[], words: WordIndex) {
    this.#rows = rows;
    this.#words = words;
    this.#prices = Float64Array.from(rows, ({ product: { startingAmount } }) =>
      startingAmount === undefined ? Number.POSITIVE_INFINITY : plainNumber(startingAmount),
    );
    const categories = new Set(rows.map(({ product }) => product.category));
    this.#categories = new Map(Array.from(categories, (category) => [category, new Group()]));
  }

  /** How many products are sold. */
  get count(): number {
    return this.#rows.length;
  }

  /** With all that every search needs, so that the first one does not wait for it. */
  static async of(
    listed: readonly ListedProduct[],
    categories: readonly { id: string; name: string }[],
    pause: Pause,
  ): Promise<Discovery> {
    const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
    const sold = listed.filter(isSold);
    const searched = sold
      .values()
      .map((product) => searchedOf({ ...product, categoryName: categoryNames.get(product.category) ?? '' }));
    const rows = sold.map((product) => {
      const { name, freeTier, confirmedAt } = product;
      return { product, isFree: knownFreeTier(freeTier, confirmedAt), name: name.toLowerCase() };
    });
    const discovery = new Discovery(rows, await WordIndex.of(searched, pause));
    for (const sort of ['name', 'startingPrice', 'verifiedAt'] as const) {
      discovery.#list({}, sort);
      await pause();
    }
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
  #list(search: Sought, order: Order): List {
    const { q, category, hasFreeTier } = search;
    // Without words all are equally relevant, and go by name.
    if (q === undefined) return this.#listOf(search, order === 'relevance' ? 'name' : order);
    const query = plainQuery(q);
    const key = `${order} ${category ?? ''} ${hasFreeTier ?? ''} ${query}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const list = this.#byWords(query, search, order);
    this.#found.set(key, list, list.byteLength + LIST_OVERHEAD);
    return list;
  }

  #byWords(query: string, group: Grouped, order: Order): List {
    const ranks = this.#words.ranks(query);
    const all = this.#listOf(group, order === 'relevance' ? 'name' : order);
    const found = all.filter((row) => ranks[row] !== 0);
    if (order !== 'relevance') return found;
    // Those of one rank stay in order of name.
    return Uint32Array.from(RANKS.flatMap((rank) => [...found.filter((row) => ranks[row] === rank)]));
  }

  #listOf({ category, hasFreeTier }: Grouped, order: Order): List {
    const group = category === undefined ? this.#sold : this.#categories.get(category);
    if (group === undefined) return NOTHING;
    if (hasFreeTier === undefined) {
      group.all[order] ??= category === undefined ? this.#sorted(order) : this.#ofCategory(category, order);
      return group.all[order];
    }
    const lists = hasFreeTier ? group.free : group.paid;
    lists[order] ??= this.#listOf({ category }, order).filter((row) => this.#rowAt(row).isFree === hasFreeTier);
    return lists[order];
  }

  #ofCategory(category: string, order: Order): List {
    return this.#listOf({}, order).filter((row) => this.#rowAt(row).product.category === category);
  }

  #sorted(order: Order): List {
    const compare = ORDERS[order];
    const prices = order === 'startingPrice' ? this.#prices : undefined;
    return Uint32Array.from(this.#rows.keys()).sort((a, b) => {
      // Numbers tell most prices apart, and exact amounts the rest.
      const [ours = 0, theirs = 0] = [prices?.[a], prices?.[b]];
      if (ours !== theirs) return ours < theirs ? -1 : 1;
      return compare(this.#rowAt(a), this.#rowAt(b));
    });
  }

  #rowAt(row: number): Row {
    return this.#rows[row] as Row; // Lists hold numbers of rows.
  }
}

export function isSold(product: ListedProduct): product is SoldProduct {
  return product.verification !== undefined;
}

/** What is not known comes last; what is equal otherwise goes by name. */
const ORDERS: Record<Order, (a: Row, b: Row) => number> = {
  relevance: byName,
  name: byName,
  startingPrice(a, b) {
    const [ours, theirs] = [a.product.startingAmount, b.product.startingAmount];
    if (ours === undefined || theirs === undefined)
      return Number(ours === undefined) - Number(theirs === undefined) || byName(a, b);
    // Most that tie are written alike, and need not be read as decimals at each step of a sort.
    return (ours === theirs ? 0 : compareAmounts(ours, theirs)) || byName(a, b);
  },
  verifiedAt(a, b) {
    const [ours, theirs] = [a.product.confirmedAt ?? '', b.product.confirmedAt ?? ''];
    return ours === theirs ? byName(a, b) : ours < theirs ? 1 : -1;
  },
};

function byName(a: Row, b: Row): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.product.slug < b.product.slug ? -1 : 1;
}
