/**
 * Ready answers by path and query, bounded by bytes.
 *
 * Two maps take the place of a list of use: what is asked for stays in the young one, what is not moves to the old
 * one and is dropped with it. A hit in the young map costs one lookup and writes nothing.
 */

export class AnswerCache<Answer> {
  readonly #halfBytes: number;
  #young = new Map<string, { answer: Answer; bytes: number }>();
  #old = new Map<string, { answer: Answer; bytes: number }>();
  #youngBytes = 0;

  constructor(maxBytes: number) {
    this.#halfBytes = maxBytes / 2;
  }

  get(key: string): Answer | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.answer;
    const old = this.#old.get(key);
    if (old === undefined) return undefined;
    this.#old.delete(key);
    this.set(key, old.answer, old.bytes);
    return old.answer;
  }

  /** An answer that would fill the cache by itself is not kept. */
  set(key: string, answer: Answer, bytes: number): void {
    if (bytes > this.#halfBytes / 4) return;
    if (this.#youngBytes + bytes > this.#halfBytes) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    this.#young.set(key, { answer, bytes });
    this.#youngBytes += bytes;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
