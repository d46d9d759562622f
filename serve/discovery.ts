/**
 * All products that are sold, in the orders and groups that they are searched in: so that a search reads off a list, or
 * goes through one, and sorts nothing. Lists are made when first asked for, and are indices into one table of rows.
 */
import { compareAmounts, plainNumber } from '../data/money.ts';
import type { Verification } from '../data/record.ts';
import type { ListedProduct } from '../data/store/generation-content.ts';
import { BoundedCache } from './bounded-cache.ts';
import { knownFreeTier } from './record/view.ts';
import { plainText, relevance, type Searched, searchedOf } from './relevance.ts';
import type { Pause } from './turns.ts';

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

interface Row {
  product: SoldProduct;
  isFree: boolean | undefined;
  /** Lower case: what is equal otherwise goes by name. */
  name: string;
}

interface Words extends Searched {
  /** Of its line in the text of all rows. */
  end: number;
}

/** Indices of rows. */
type List = Uint32Array;

/** Bytes of lists that are kept; one of all of 10,000 products takes 40 kB. */
const LIST_BYTES = 4 * 1024 * 1024;
const LIST_OVERHEAD = 200;
/** No word is found across it, since plain text has none. */
const NEWLINE = '\n';

export class Discovery {
  readonly #rows: readonly Row[];
  /** Starting prices, infinite where none is public: what is not known comes last. */
  readonly #prices: Float64Array;
  readonly #categoryNames: ReadonlyMap<string, string>;
  readonly #lists = new BoundedCache<List>(LIST_BYTES);
  /** Of each row, and of all in one text. */
  readonly #words: Words[] = [];
  #text = '';

  constructor(listed: readonly ListedProduct[], categories: readonly { id: string; name: string }[]) {
    this.#categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
    this.#rows = listed.flatMap((product) => {
      if (!isSold(product)) return [];
      const { freeTier, confirmedAt } = product;
      return [{ product, isFree: knownFreeTier(freeTier, confirmedAt), name: product.name.toLowerCase() }];
    });
    this.#prices = Float64Array.from(this.#rows, ({ product: { startingAmount } }) =>
      startingAmount === undefined ? Number.POSITIVE_INFINITY : plainNumber(startingAmount),
    );
  }

  /** Makes what every search needs, so that the first one does not wait for it. */
  async prepare(pause: Pause): Promise<void> {
    for (const sort of ['name', 'startingPrice', 'verifiedAt'] as const) {
      this.#list({ sort });
      await pause();
    }
    await this.#readWords(pause);
  }

  find({ maxPrice, limit, offset, ...search }: Search): { total: number; products: SoldProduct[] } {
    const found = this.#list(search);
    if (maxPrice === undefined)
      return { total: found.length, products: this.#productsAt(found.subarray(offset, offset + limit)) };
    const byPrice = search.sort === 'startingPrice' ? found : this.#list({ ...search, sort: 'startingPrice' });
    const total = this.#countUpTo(maxPrice, byPrice);
    if (found === byPrice)
      return { total, products: this.#productsAt(found.subarray(offset, Math.min(offset + limit, total))) };
    const wanted: number[] = [];
    let seen = 0;
    for (const index of found) {
      if (wanted.length >= limit || seen >= total) break;
      if ((this.#prices[index] ?? Number.POSITIVE_INFINITY) > maxPrice) continue;
      if (seen >= offset) wanted.push(index);
      seen += 1;
    }
    return { total, products: this.#productsAt(wanted) };
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
  #list({ category, hasFreeTier, q, sort }: Omit<Search, 'maxPrice' | 'limit' | 'offset'>): List {
    // Without words all are equally relevant, and go by name.
    const order = sort === 'relevance' && q === undefined ? 'name' : sort;
    const query = q === undefined ? undefined : plainText(q);
    const key = `${order} ${category ?? ''} ${hasFreeTier ?? ''} ${query === undefined ? '' : `?${query}`}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list = this.#made(order, { category, hasFreeTier, query });
    this.#lists.set(key, list, list.byteLength + LIST_OVERHEAD);
    return list;
  }

  #made(
    order: Order,
    {
      category,
      hasFreeTier,
      query,
    }: { category?: string | undefined; hasFreeTier?: boolean | undefined; query?: string | undefined },
  ): List {
    if (query !== undefined) {
      const ranks = this.#ranks(query);
      const isWanted = (index: number) => ranks.has(index);
      const all = this.#list({ category, hasFreeTier, sort: order === 'relevance' ? 'name' : order }).filter(isWanted);
      // The sort is stable: those of one rank stay in order of name.
      return order === 'relevance' ? all.sort((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0)) : all;
    }
    if (category !== undefined || hasFreeTier !== undefined) {
      return this.#list({ sort: order }).filter((index) => {
        const { product, isFree } = this.#rowAt(index);
        return (
          (category === undefined || product.category === category) &&
          (hasFreeTier === undefined || isFree === hasFreeTier)
        );
      });
    }
    const compare = ORDERS[order];
    const prices = order === 'startingPrice' ? this.#prices : undefined;
    return Uint32Array.from(this.#rows.keys()).sort((a, b) => {
      // Numbers tell most prices apart, and exact amounts the rest.
      const [ours = 0, theirs = 0] = [prices?.[a], prices?.[b]];
      if (ours !== theirs) return ours < theirs ? -1 : 1;
      return compare(this.#rowAt(a), this.#rowAt(b));
    });
  }

  /** Of the rows that the query finds. */
  #ranks(query: string): Map<number, number> {
    const ranks = new Map<number, number>();
    // What has all words has the longest, which finds the fewest.
    const [rarest = ''] = query.split(' ').sort((a, b) => b.length - a.length);
    if (rarest === '') return ranks;
    const text = this.#text;
    let row = 0;
    for (let at = text.indexOf(rarest); at >= 0; ) {
      while ((this.#words[row]?.end ?? text.length) <= at) row += 1;
      const words = this.#words[row];
      if (words === undefined) break;
      const rank = relevance(query, words);
      if (rank > 0) ranks.set(row, rank);
      at = text.indexOf(rarest, words.end);
    }
    return ranks;
  }

  async #readWords(pause: Pause): Promise<void> {
    const lines: string[] = [];
    let end = 0;
    for (const { product } of this.#rows) {
      const words = searchedOf({ ...product, categoryName: this.#categoryNames.get(product.category) ?? '' });
      const line = [...words.names, words.category, ''].join(NEWLINE);
      lines.push(line);
      end += line.length;
      this.#words.push({ ...words, end });
      await pause();
    }
    this.#text = lines.join('');
  }

  #rowAt(index: number): Row {
    return this.#rows[index] as Row; // Lists hold indices of rows.
  }

  #productsAt(indices: Iterable<number>): SoldProduct[] {
    return Array.from(indices, (index) => this.#rowAt(index).product);
  }
}

function isSold(product: ListedProduct): product is SoldProduct {
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
    return compareAmounts(ours, theirs) || byName(a, b);
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
