/** Ready answers of one kind to requests of one generation and day, bounded by their bytes. */
import { BoundedCache } from '../cache/bounded-cache.ts';
import type { Pause } from '../cache/cooperative-yield.ts';
import type { Wire } from '../http/wire.ts';
import { WireMemory } from '../http/wire-memory.ts';

/** Headers and bookkeeping of one answer, roughly. */
const OVERHEAD_BYTES = 2_000;

export class ReadyMemory<Answer extends { whole: Wire }> {
  readonly #memory = new WireMemory();
  readonly #ready: BoundedCache<Answer>;

  constructor(mostBytes: number) {
    this.#ready = new BoundedCache<Answer>(mostBytes, {
      enter: ({ whole }) => this.#memory.enter(whole),
      turn: () => this.#memory.turn(),
    });
  }

  get(key: string): Answer | undefined {
    return this.#ready.get(key);
  }

  keep(key: string, answer: Answer): void {
    this.#ready.set(key, answer, answer.whole.bytes.length + OVERHEAD_BYTES);
  }

  /** Keeps anew up to `most` of what was asked for lately of `before`, as far as `again` has it. */
  async warm(
    before: ReadyMemory<Answer>,
    { most, again, pause }: { most: number; again: (answer: Answer) => Answer | undefined; pause: Pause },
  ): Promise<void> {
    for (const [key, answer] of before.#ready.young().slice(-most)) {
      const anew = again(answer);
      if (anew !== undefined) this.keep(key, anew);
      await pause();
    }
  }
}
