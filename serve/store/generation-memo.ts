/**
 * A generation whose parts are read once and parsed once, as long as they are asked for. The same part is the same
 * object, which is nobody's to change: what follows from it can be remembered beside it.
 */
import type { Generation } from '../../data/store/generation/generation.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';

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

/** What follows from parts of a generation, worked out once. */
export interface Derived {
  /** The value of one name of a part; one name stands for one derivation. */
  of<Value extends object>(part: object, name: string, derive: () => Value): Value;
}

/** Each is kept as long as the part that it follows from. */
export class LastingDerived implements Derived {
  readonly #memory = new Memory();

  of<Value extends object>(part: object, name: string, derive: () => Value): Value {
    return this.#memory.known<Value>(part, name) ?? this.#memory.kept(part, name, derive());
  }
}

/** Of some ten products. */
const MOST_BRIEFLY = 64;

/**
 * For who goes through much of a generation once: what follows from lasting parts is kept with them, and anything else
 * for as long as its product is likely to be at hand.
 *
 * A map that lasts would do as well, by what it answers. But V8 takes what a WeakMap holds for alive whenever it looks
 * through what is young alone, so all of it would be moved to the old, a piece after the other, and cost there what
 * moves all of the heap.
 */
export class BriefDerived implements Derived {
  readonly #lasting: { parts: ReadonlySet<object>; derived: Derived };
  #memory = new Memory();
  #count = 0;

  constructor(lasting: { parts: ReadonlySet<object>; derived: Derived }) {
    this.#lasting = lasting;
  }

  of<Value extends object>(part: object, name: string, derive: () => Value): Value {
    const { parts, derived } = this.#lasting;
    if (parts.has(part)) return derived.of(part, name, derive);
    const known = this.#memory.known<Value>(part, name);
    if (known !== undefined) return known;
    const value = derive();
    if (this.#count === MOST_BRIEFLY) {
      this.#memory = new Memory();
      this.#count = 0;
    }
    this.#count += 1;
    return this.#memory.kept(part, name, value);
  }
}

class Memory {
  readonly #byPart = new WeakMap<object, Map<string, object>>();

  known<Value extends object>(part: object, name: string): Value | undefined {
    return this.#byPart.get(part)?.get(name) as Value | undefined; // One name stands for one derivation, and its type.
  }

  kept<Value extends object>(part: object, name: string, value: Value): Value {
    const derived = this.#byPart.get(part);
    if (derived === undefined) this.#byPart.set(part, new Map([[name, value]]));
    else derived.set(name, value);
    return value;
  }
}
