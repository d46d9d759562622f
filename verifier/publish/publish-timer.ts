/** When to publish: in a quiet moment, after a longest wait under load, and with backoff after a failure. */
import { REST_PER_WORK } from '../../config/publishing.ts';

export interface PublishingOptions<Report> {
  /** Publishes; a rejection leaves what was published before. `workMs`: of the time that it took, what was not left to others. */
  publish: () => Promise<{ report: Report; workMs: number }>;
  onFailure: (error: unknown, retryMs: number) => void;
  quietMs: number;
  maxWaitMs: number;
  /** Milliseconds that only grow. */
  stopwatch: () => number;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;

export class Publishing<Report> {
  readonly #options: PublishingOptions<Report>;
  readonly #quiet = alarm(() => void this.attempt());
  readonly #longest = alarm(() => void this.attempt());
  readonly #retry = alarm(() => void this.attempt());
  #failures = 0;
  #isPending = false;
  #restsUntil = 0;
  #underWay: Promise<Report> | undefined;

  constructor(options: PublishingOptions<Report>) {
    this.#options = options;
  }

  /** Whether anything is to be published, or is being published. */
  get isPending(): boolean {
    return this.#isPending || this.#underWay !== undefined;
  }

  /** Call after each write that the published generation lacks. */
  readonly touch = (): void => {
    const { quietMs, maxWaitMs } = this.#options;
    this.#isPending = true;
    // After a failure only the retry publishes, or observations would turn a full disk into a busy loop.
    if (this.#retry.isSet()) return;
    this.#quiet.set(Math.max(quietMs, this.#rest()));
    if (!this.#longest.isSet()) this.#longest.set(Math.max(maxWaitMs, this.#rest()));
  };

  /** Publishes now, after the publication under way, if any. @throws {Error} as `publish` does; a scheduled retry stays */
  async flush(): Promise<Report> {
    while (this.#underWay !== undefined) await this.#underWay.catch(() => {});
    this.#underWay = this.#publish();
    return this.#underWay;
  }

  /** Publishes now, and again later where that fails. */
  async attempt(): Promise<void> {
    if (this.#underWay !== undefined || this.#rest() > 0)
      return this.#quiet.set(Math.max(this.#rest(), this.#options.quietMs));
    this.#isPending = true;
    try {
      await this.flush();
    } catch (error) {
      this.#failures += 1;
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (this.#failures - 1), LAST_RETRY_MS);
      this.stop();
      this.#retry.set(retryMs);
      this.#options.onFailure(error, retryMs);
    }
  }

  stop(): void {
    for (const each of [this.#quiet, this.#longest, this.#retry]) each.clear();
  }

  /** Milliseconds that are left for judging; negative if none are. */
  #rest(): number {
    return this.#restsUntil - this.#options.stopwatch();
  }

  async #publish(): Promise<Report> {
    const { publish, stopwatch } = this.#options;
    this.#quiet.clear();
    this.#longest.clear();
    this.#isPending = false;
    try {
      const { report, workMs } = await publish();
      this.#restsUntil = stopwatch() + workMs * REST_PER_WORK;
      this.#failures = 0;
      this.#retry.clear();
      // What was written meanwhile may have waited for the retry.
      if (this.#isPending) this.touch();
      return report;
    } catch (error) {
      this.#isPending = true;
      throw error;
    } finally {
      this.#underWay = undefined;
    }
  }
}

/** One timer: setting it again replaces it. */
function alarm(ring: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    isSet: () => timer !== undefined,
    clear,
    set(ms: number): void {
      clear();
      timer = setTimeout(() => {
        timer = undefined;
        ring();
      }, ms);
    },
  };
}
