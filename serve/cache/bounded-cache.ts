/** A cache bounded by the sizes of its values. Entries that are not used while the recent map fills up are dropped. */

export class BoundedCache<Value> {
  readonly #halfSize: number;
  #recent = new Map<string, { value: Value; size: number }>();
  #old = new Map<string, { value: Value; size: number }>();
  #recentSize = 0;

  constructor(most: number) {
    this.#halfSize = most / 2;
  }

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent.value;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old.value, old.size);
    return old.value;
  }

  /** A value that would fill the cache by itself is not kept. */
  set(key: string, value: Value, size: number): void {
    if (size > this.#halfSize / 4) return;
    if (this.#recentSize + size > this.#halfSize) {
      this.#old = this.#recent;
      this.#recent = new Map();
      this.#recentSize = 0;
    }
    this.#recent.set(key, { value, size });
    this.#recentSize += size;
  }

  get count(): number {
    return this.#recent.size + this.#old.size;
  }

  /** The entries added or read most recently, the latest last. */
  recent(): [key: string, value: Value][] {
    return Array.from(this.#recent, ([key, { value }]) => [key, value]);
  }
}
