/**
 * What all web processes have counted together. What one of them counted stays in the sum when it is gone: a counter
 * that fell would be taken for one that began anew, and all the others' counts for new ones.
 */
import type { Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { countersOf, type MetricsSnapshot, metricsText } from '../metrics/snapshot.ts';

/** One that is too busy to tell in time is counted as it was last time. */
const PATIENCE_MS = 1_000;

interface Asked {
  /** Those that have not told yet. */
  open: Set<number>;
  resolve: () => void;
}

export class Counts {
  readonly #askFor: (worker: Worker, ask: number) => void;
  readonly #last = new Map<number, MetricsSnapshot>();
  readonly #asked = new Map<number, Asked>();
  #asks = 0;
  /** Counters of those that have ended. */
  #gone: Promise<MetricsSnapshot> = Promise.resolve({ metrics: [], durations: [] });

  /** @param askFor sends the number to the process, which is to come back with what it counted */
  constructor(askFor: (worker: Worker, ask: number) => void) {
    this.#askFor = askFor;
  }

  /** Of all that run and all that ran, in the text format of Prometheus. */
  async total(workers: readonly Worker[]): Promise<string> {
    this.#asks += 1;
    const ask = this.#asks;
    const open = new Set(workers.map(({ id }) => id));
    const answered = new Promise<void>((resolve) => this.#asked.set(ask, { open, resolve }));
    for (const worker of workers) this.#askFor(worker, ask);
    await Promise.race([answered, delay(PATIENCE_MS, undefined, { ref: false })]);
    this.#asked.delete(ask);
    // Both of the same moment: one that leaves while the other is awaited is in exactly one of them.
    const last = [...this.#last.values()];
    return metricsText([await this.#gone, ...last]);
  }

  counted(worker: number, { ask, snapshot }: { ask: number; snapshot: MetricsSnapshot }): void {
    // What comes too late may be of one that has left.
    if (this.#asked.get(ask)?.open.has(worker) !== true) return;
    this.#last.set(worker, snapshot);
    this.#noLongerOpen(worker, ask);
  }

  /** It has ended: what it told last is kept. */
  left(worker: number): void {
    const last = this.#last.get(worker);
    this.#last.delete(worker);
    for (const ask of this.#asked.keys()) this.#noLongerOpen(worker, ask);
    if (last !== undefined) this.#gone = this.#gone.then((gone) => countersOf([gone, last]));
  }

  #noLongerOpen(worker: number, ask: number): void {
    const asked = this.#asked.get(ask);
    asked?.open.delete(worker);
    if (asked?.open.size === 0) asked.resolve();
  }
}
