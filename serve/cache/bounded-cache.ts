/**
 * What was worked out once, by name, bounded by its size.
 *
 * Two maps take the place of a list of use: what is asked for stays in the young one, what is not moves to the old
 * one and is dropped with it. A hit in the young map costs one lookup and writes nothing.
 */

/** What must follow the values of a cache on their way through it. */
interface Following<Value> {
  /** The value enters the young half: it is new, or was asked for again. */
  enter(value: Value): void;
  /** The young half becomes the old one, and what was in that is dropped. */
  turn(): void;
}

export class BoundedCache<Value> {
  readonly #halfSize: number;
  readonly #following: Following<Value> | undefined;
  #young = new Map<string, { value: Value; size: number }>();
  #old = new Map<string, { value: Value; size: number }>();
  #youngSize = 0;

  /** @param most in whatever unit the sizes are told in */
  constructor(most: number, following?: Following<Value>) {
    this.#halfSize = most / 2;
    this.#following = following;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old.value, old.size);
    return old.value;
  }

  /** What would fill the cache by itself is not kept. */
  set(key: string, value: Value, size: number): void {
    if (size > this.#halfSize / 4) return;
    if (this.#youngSize + size > this.#halfSize) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngSize = 0;
      this.#following?.turn();
    }
    this.#following?.enter(value);
    this.#young.set(key, { value, size });
    this.#youngSize += size;
  }

  get count(): number {
    return this.#young.size + this.#old.size;
  }

  /** What was kept or asked for lately, the latest last. */
  young(): [key: string, value: Value][] {
    return Array.from(this.#young, ([key, { value }]) => [key, value]);
  }
}
