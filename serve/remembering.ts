/**
 * A generation whose parts are read once and parsed once, as long as they are asked for. The same part is the same
 * object, which is nobody's to change: what follows from it can be remembered beside it.
 */
import type { Generation } from '../data/store/generation.ts';
import { BoundedCache } from './bounded-cache.ts';

/** Of each kind of part, so that all of some 500 products stay. A record takes some 20 kB, and its past as much again. */
const MOST_PARTS = 1_200;

export function remembering(generation: Generation): Generation {
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
    // Of what there is not, there is no end.
    if (part !== undefined) parts.set(slug, part, 1);
    return part;
  };
}

/** What follows from parts of a generation, each kept as long as the part that it follows from. */
export class Derived {
  readonly #byPart = new WeakMap<object, Map<string, object>>();

  of<Value extends object>(part: object, name: string, derive: () => Value): Value {
    let derived = this.#byPart.get(part);
    if (derived === undefined) {
      derived = new Map();
      this.#byPart.set(part, derived);
    }
    // One name stands for one derivation, so the type is that of its result.
    const known = derived.get(name) as Value | undefined;
    if (known !== undefined) return known;
    const value = derive();
    derived.set(name, value);
    return value;
  }
}
