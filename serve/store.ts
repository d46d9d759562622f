/** What an operation answers from: one generation, who we are, and what is worked out once for all its answers. */
import type { Site } from '../config/site.ts';
import type { Generation } from '../data/store/generation.ts';
import type { ListedProduct } from '../data/store/generation-content.ts';
import { Discovery } from './discovery.ts';
import { type Market, marketOf } from './market.ts';
import { Derived, remembering } from './remembering.ts';

export interface Store {
  site: Site;
  generation: Generation;
  /** All products, tombstones too, sorted by slug: read once, since lists and searches go through all of them. */
  listed: readonly ListedProduct[];
  /** Starting prices by category and currency. */
  market: Market;
  /** All products that are sold, as they are searched. */
  discovery: Discovery;
  /** What answers are made of, worked out once. */
  derived: Derived;
}

/** Reads the whole list once, so that the first consumer of a generation does not wait for it. */
export function openStore(generation: Generation, site: Site): Store {
  const listed = generation.list();
  return {
    site,
    generation: remembering(generation),
    listed,
    market: marketOf(listed),
    discovery: new Discovery(listed, generation.categories()),
    derived: new Derived(),
  };
}
