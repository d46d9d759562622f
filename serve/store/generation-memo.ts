/**
 * A generation whose parts are read and parsed once, as long as they are asked for. The same part is the same object,
 * which must not be changed: what is derived from it can be remembered with it.
 */
import type { Generation } from '../../data/store/generation/generation.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';

/** Of each kind of part, so that all of some 500 products stay. A record takes some 20 kB, and its past as much again. */
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
    // Absent parts are not kept: there are infinitely many.
    if (part !== undefined) parts.set(slug, part, 1);
    return part;
  };
}

/** What is derived from parts of a generation, computed once and kept as long as the part. */
export class Derived {
  readonly #byPart = new WeakMap<object, Map<string, object>>();

  /** The value of one name of a part; one name stands for one derivation. */
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
