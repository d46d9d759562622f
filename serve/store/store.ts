/** What operations answer from: one generation, and values computed once for it. */

import type { Site } from '../../config/site.ts';
import { TRUST } from '../../config/trust.ts';
import { wellKnownPlace } from '../../config/well-known.ts';
import type { Sha256 } from '../../data/page.ts';
import type { ListedProduct } from '../../data/store/generation/content.ts';
import type { Generation } from '../../data/store/generation/generation.ts';
import { type GenerationSummary, generationSummary } from '../../data/store/generation/summary.ts';
import { atOnce, cooperativeYield, inSlices } from '../../data/store/steps.ts';
import type { PageCopy } from '../../data/text/page-copy.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';
import { type Market, marketOf } from '../record/market.ts';
import { Discovery } from '../search/discovery.ts';
import { byPopularity, type RateRow, rateRowsOf } from '../search/rates.ts';
import { Suggestions } from '../search/suggestions.ts';

export interface Store {
  site: Site;
  generation: Generation;
  /** A text-only copy of an archived page; replicas and packages have none. */
  copy: CopyOf;
  /** All products with tombstones, sorted by slug. */
  listed: readonly ListedProduct[];
  /** Starting prices by category and terms. */
  market: Market;
  /** Sorted slugs of products sold by tokens. */
  tokenPriced: readonly string[];
  /** Their rates, those of well-known providers first. */
  rates: readonly RateRow[];
  discovery: Discovery;
  suggestions: Suggestions;
  derived: Derived;
}

type CopyOf = (sha256: Sha256) => PageCopy | undefined;

/** Rows per read: half a millisecond. */
const PAGE = 100;

/** Reads the whole list in advance. */
export async function openStore(generation: Generation, site: Site, copy: CopyOf = () => undefined): Promise<Store> {
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
  const rates: RateRow[] = [];
  for (const slug of tokenPriced) {
    const record = generation.record(slug);
    if (record !== undefined) rates.push(...rateRowsOf(record));
    await pause();
  }
  const discovery = await Discovery.of(listed, generation.categories(), pause);
  return {
    site,
    generation: memoizing(generation),
    copy,
    listed,
    market,
    tokenPriced,
    rates: rates.sort(byPopularity),
    discovery,
    suggestions: await inSlices(Suggestions.of(listed), pause),
    derived: new Derived(),
  };
}

/** Per kind of part: enough for 500 products at some 20 kB each. */
const MOST_PARTS = 1_200;

/** A generation that caches its parsed parts. Parts are shared and must not be changed. */
function memoizing(generation: Generation): Generation {
  let categories: ReturnType<Generation['categories']> | undefined;
  return {
    ...generation,
    product: once(generation.product),
    record: once(generation.record),
    snapshots: once(generation.snapshots),
    categories() {
      categories ??= generation.categories();
      return categories;
    },
  };
}

function once<Part>(read: (slug: string) => Part): (slug: string) => Part {
  const parts = new BoundedCache<Part>(MOST_PARTS);
  return (slug) => {
    const known = parts.get(slug);
    if (known !== undefined) return known;
    const part = read(slug);
    // Absent parts are unbounded in number.
    if (part !== undefined) parts.set(slug, part, 1);
    return part;
  };
}

/** Derived values, cached as long as the part that they derive from. */
export class Derived {
  readonly #byPart = new WeakMap<object, Map<string, object>>();

  /** One name stands for one derivation. */
  of<Value extends object>(part: object, name: string, derive: () => Value): Value {
    const known = this.#byPart.get(part) ?? new Map<string, object>();
    this.#byPart.set(part, known);
    const value = (known.get(name) as Value | undefined) ?? derive(); // One name stands for one type.
    known.set(name, value);
    return value;
  }
}

/** As published; computed here from a generation that has none. */
export function summaryOf({
  generation,
  listed,
  derived,
}: Pick<Store, 'generation' | 'listed' | 'derived'>): GenerationSummary {
  return derived.of(listed, 'summary', () => {
    const published = generation.quality('summary') as GenerationSummary | undefined;
    const settings = { thresholds: TRUST, placeOf: wellKnownPlace, at: generation.publishedAt };
    return published ?? atOnce(generationSummary(listed, settings));
  });
}
