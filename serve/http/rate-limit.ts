/**
 * A budget for each client: a bucket of `burst` requests that fills by `perSecond`, as the IETF's draft describes it
 * (draft-ietf-httpapi-ratelimit-headers-11). In the process's own memory: a hot answer can't wait for a store.
 *
 * A bucket that is unused for as long as it takes to fill is full, so it need not be kept. Several processes tell each
 * other what they granted (`takenHere`, `takenElsewhere`): with n processes a client can burst to n times its budget, and
 * the excess is deducted afterwards.
 */

/** Each of the two maps. */
const MOST_CLIENTS = 100_000;

export interface RateLimit {
  perSecond: number;
  burst: number;
}

interface Bucket {
  /** Less than none where other processes gave the same ones. */
  tokens: number;
  /** When it held them, in milliseconds that only grow. */
  atMs: number;
}

/** Clients and the requests that they were allowed. */
export type Taken = readonly (readonly [client: string, requests: number])[];

/** What is left to a client after its request. */
export interface Standing {
  isAllowed: boolean;
  /** Value of `RateLimit`. */
  header: string;
  /** Seconds until the next request may come; 0 where it may at once. */
  retryAfter: number;
}

export class RateLimiter {
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;
  readonly #perMs: number;
  readonly #burst: number;
  readonly #fillMs: number;
  /** What is untouched for so long is full, however much it owed. */
  readonly #keptMs: number;
  /** Where there is somebody to tell it. */
  readonly #taken: Map<string, number> | undefined;
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #turnedMs = 0;

  /** @param processes that hold the same budgets */
  constructor({ perSecond, burst }: RateLimit, processes = 1) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#fillMs = burst / this.#perMs;
    this.#keptMs = this.#fillMs * processes;
    this.#taken = processes > 1 ? new Map() : undefined;
    this.policy = `"default";q=${burst};w=${Math.ceil(this.#fillMs / 1000)}`;
  }

  /** Takes one request from the client's bucket. */
  take(client: string, nowMs: number): Standing {
    const bucket = this.#filled(client, nowMs);
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) {
      bucket.tokens -= 1;
      this.#taken?.set(client, (this.#taken.get(client) ?? 0) + 1);
    }
    const full = Math.ceil((this.#burst - bucket.tokens) / this.#perMs / 1000);
    return {
      isAllowed,
      header: `"default";r=${Math.max(0, Math.floor(bucket.tokens))};t=${full}`,
      retryAfter: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / this.#perMs / 1000),
    };
  }

  /** What was taken here since this was last asked, for the other processes. */
  takenHere(): Taken {
    const taken = [...(this.#taken ?? [])];
    this.#taken?.clear();
    return taken;
  }

  takenElsewhere(taken: Taken, nowMs: number): void {
    for (const [client, requests] of taken) this.#filled(client, nowMs).tokens -= requests;
  }

  /** Clients that it remembers. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #filled(client: string, nowMs: number): Bucket {
    const bucket = this.#bucketOf(client, nowMs);
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (nowMs - bucket.atMs) * this.#perMs);
    bucket.atMs = nowMs;
    return bucket;
  }

  #bucketOf(client: string, nowMs: number): Bucket {
    if (nowMs - this.#turnedMs >= this.#keptMs || this.#young.size >= MOST_CLIENTS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#turnedMs = nowMs;
    }
    const young = this.#young.get(client);
    if (young !== undefined) return young;
    const bucket = this.#old.get(client) ?? { tokens: this.#burst, atMs: nowMs };
    this.#old.delete(client);
    this.#young.set(client, bucket);
    return bucket;
  }
}
