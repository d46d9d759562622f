/** A generation that caches its parsed parts. Parts are shared and must not be changed. */
import type { Generation } from '../../data/store/generation/generation.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';

/** Per kind of part: enough for 500 products at some 20 kB each. */
const MOST_PARTS = 1_200;

export function memoizing(generation: Generation): Generation {
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
    const known = this.#byPart.get(part);
    const before = known?.get(name) as Value | undefined; // One name stands for one type.
    if (before !== undefined) return before;
    const value = derive();
    if (known === undefined) this.#byPart.set(part, new Map([[name, value]]));
    else known.set(name, value);
    return value;
  }
}
