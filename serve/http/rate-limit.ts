/**
 * A budget for each client: a bucket of `burst` requests that fills by `perSecond`. Told as the IETF's draft has it
 * (draft-ietf-httpapi-ratelimit-headers-11): what the bucket holds, what is left, and when it will be full again.
 *
 * Memory is bounded: a bucket that nobody touched while an empty one would have filled is full, and so is the one that
 * would be made in its place. Only where more clients than `MOST_CLIENTS` come within that time is anything forgotten.
 */

/** Each of the two maps. */
const MOST_CLIENTS = 100_000;

export interface RateLimit {
  perSecond: number;
  burst: number;
}

interface Bucket {
  tokens: number;
  /** When it held them, in milliseconds that only grow. */
  atMs: number;
}

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
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #turnedMs = 0;

  constructor({ perSecond, burst }: RateLimit) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#fillMs = burst / this.#perMs;
    this.policy = `"default";q=${burst};w=${Math.ceil(this.#fillMs / 1000)}`;
  }

  /** Takes one request from the client's bucket. */
  take(client: string, nowMs: number): Standing {
    const bucket = this.#bucketOf(client, nowMs);
    bucket.tokens = Math.min(this.#burst, bucket.tokens + (nowMs - bucket.atMs) * this.#perMs);
    bucket.atMs = nowMs;
    const isAllowed = bucket.tokens >= 1;
    if (isAllowed) bucket.tokens -= 1;
    const full = Math.ceil((this.#burst - bucket.tokens) / this.#perMs / 1000);
    return {
      isAllowed,
      header: `"default";r=${Math.floor(bucket.tokens)};t=${full}`,
      retryAfter: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / this.#perMs / 1000),
    };
  }

  /** Clients that it remembers. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  #bucketOf(client: string, nowMs: number): Bucket {
    if (nowMs - this.#turnedMs >= this.#fillMs || this.#young.size >= MOST_CLIENTS) {
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
