/** Which events of the log are wanted: the same parameters for the API and the feeds. */
import * as z from 'zod';
import { ChangeType, type LoggedChange } from '../../data/change.ts';
import { percentOf } from '../../data/watch/percent.ts';
import type { Store } from '../store/store.ts';
import { find, knownCategory, seek } from './lookup.ts';
import { categoryParameter, percentParameter, slugParameter, slugsParameter } from './parameters.ts';
import { invalidParameter } from './problem.ts';

export const changeFilter = {
  slug: slugParameter.optional().meta({ description: 'One product.' }),
  slugs: slugsParameter({ least: 1, most: 50 }).optional(),
  category: categoryParameter.optional(),
  type: ChangeType.optional(),
  minPercent: percentParameter(1_000).optional().meta({
    description: 'Least move of a price, up or down. Events without two comparable prices are left out.',
  }),
};

/** What the filter refuses. */
export const CHANGE_FILTER_PROBLEMS = ['too_few_slugs', 'too_many_slugs', 'not_found'] as const;

const Filter = z.object(changeFilter);
export type ChangeFilter = z.output<typeof Filter>;

/** In the order of the log after an event, or the newest first before one. */
interface Range {
  after?: number;
  before?: number | undefined;
  limit: number;
  isNewestFirst?: boolean;
  isOfPrices?: boolean;
  /** Of those that the filter selects, all by default. */
  isWanted?(change: LoggedChange): boolean;
}

interface Selection {
  changes: LoggedChange[];
  /** Where to go on: all events up to it were considered. Undefined at the end. */
  next: number | undefined;
}

/** Events read at once, and most read for one answer: one with few matches may hold fewer than its limit. */
const WINDOW = 1_000;
const MOST_READ = 20_000;

/** @throws {Problem} a product or the category is unknown */
export function selectChanges(store: Store, { minPercent, ...filter }: ChangeFilter, range: Range): Selection {
  const { after, before, limit, isNewestFirst = false, isWanted, ...rest } = range;
  const where = whereOf(store, filter);
  const isEach = minPercent === undefined && isWanted === undefined;
  const changes: LoggedChange[] = [];
  let place = isNewestFirst ? before : after;
  for (let read = 0; read < MOST_READ; ) {
    const size = isEach ? limit + 1 : WINDOW;
    const from = place === undefined ? {} : { [isNewestFirst ? 'before' : 'after']: place };
    const window = store.generation.changes({ ...rest, ...where, ...from, isNewestFirst, limit: size });
    for (const change of window) {
      if (changes.length === limit) return { changes, next: place };
      if (isMoveOf(change, minPercent) && isWanted?.(change) !== false) changes.push(change);
      place = change.seq;
    }
    if (window.length < size) return { changes, next: undefined };
    read += window.length;
  }
  return { changes, next: place };
}

function isMoveOf(change: LoggedChange, minPercent: number | undefined): boolean {
  return minPercent === undefined || Math.abs(percentOf(change) ?? Number.NaN) >= minPercent;
}

function whereOf(store: Store, { slug, slugs, category, type }: Omit<ChangeFilter, 'minPercent'>) {
  if (slug !== undefined && slugs !== undefined) throw invalidParameter('slugs', 'Give `slug` or `slugs`, not both');
  return {
    ...(slug !== undefined && { slug: changedProduct(store, slug) }),
    ...(slugs !== undefined && { slugs: slugs.map((each) => changedProduct(store, each)) }),
    ...(category !== undefined && { category: knownCategory(store, category) }),
    ...(type !== undefined && { type }),
  };
}

/** Changes of a retired product stay in the log, so a tombstone is no obstacle here. */
function changedProduct(store: Store, slug: string): string {
  const sought = seek(store, slug);
  if (sought.kind === 'moved') return sought.to;
  return sought.kind === 'retired' ? slug : find(store, slug).product.slug;
}
