/** The others, as one of several web processes sees them: through the process that started them all. */
import cluster, { type Worker } from 'node:cluster';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { FromPrimary, FromWorker } from './messages.ts';

/** How long a client may go on taking what others have given it already. */
const TELL_MS = 100;

interface Options {
  metrics: Metrics;
  limiter: RateLimiter | undefined;
  /** Whether a generation is served. */
  isServing: () => boolean;
  /** As requests are measured by. */
  stopwatch: () => number;
}

export class Peers {
  readonly #worker: Worker;
  readonly #options: Options;
  readonly #totalsWanted = new Map<number, (text: string) => void>();
  #asks = 0;
  #hasToldServing = false;
  #areComplete = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(worker: Worker, options: Options) {
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (message: FromPrimary) => void this.#hear(message));
  }

  /** Whether all of them have listened and served a generation. One that is started again later changes nothing. */
  get areComplete(): boolean {
    return this.#areComplete;
  }

  /** From when on it listens. */
  join(): void {
    this.#timer = setInterval(() => this.#tellNews(), TELL_MS);
  }

  /** What all of them have counted. */
  metricsText(): Promise<string> {
    this.#asks += 1;
    const ask = this.#asks;
    return new Promise((resolve) => {
      this.#totalsWanted.set(ask, resolve);
      this.#tell({ about: 'total-wanted', ask });
    });
  }

  /** Nothing keeps the process after this. */
  leave(): void {
    clearInterval(this.#timer);
    this.#worker.disconnect();
  }

  #tellNews(): void {
    const { limiter, isServing } = this.#options;
    if (!this.#hasToldServing && isServing()) {
      this.#tell({ about: 'serving' });
      this.#hasToldServing = true;
    }
    const taken = limiter?.takenHere() ?? [];
    if (taken.length > 0) this.#tell({ about: 'taken', taken });
  }

  async #hear(message: FromPrimary): Promise<void> {
    const { metrics, limiter, stopwatch } = this.#options;
    if (message.about === 'complete') this.#areComplete = true;
    else if (message.about === 'taken') limiter?.takenElsewhere(message.taken, stopwatch());
    else if (message.about === 'count-wanted')
      this.#tell({ about: 'counted', ask: message.ask, snapshot: await metrics.snapshot() });
    else if (message.about === 'total') {
      this.#totalsWanted.get(message.ask)?.(message.text);
      this.#totalsWanted.delete(message.ask);
    }
  }

  #tell(message: FromWorker): void {
    // Without the process that started it, this one is about to end.
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }
}

/** Absent where this is the only web process. */
export function peersOf(options: Options): Peers | undefined {
  return cluster.worker === undefined ? undefined : new Peers(cluster.worker, options);
}
