/**
 * A token bucket per client in memory (draft-ietf-httpapi-ratelimit-headers-11). A bucket that is unused for its fill
 * time is full and is dropped. With n processes a client can burst to n times its budget; the excess is deducted
 * afterwards.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of each of the two maps. */
const MOST_CLIENTS = 100_000;

export interface RateLimit {
  perSecond: number;
  burst: number;
}

interface Bucket {
  /** Negative where other processes granted the same ones. */
  tokens: number;
  /** Monotonic milliseconds. */
  atMs: number;
}

export type Taken = readonly (readonly [client: string, requests: number])[];

export interface Standing {
  isAllowed: boolean;
  /** Value of `RateLimit`. */
  header: string;
  /** Seconds. */
  retryAfter: number;
}

export class RateLimiter {
  /** Value of `RateLimit-Policy`. */
  readonly policy: string;
  readonly #perMs: number;
  readonly #burst: number;
  readonly #fillMs: number;
  /** A bucket that is untouched for so long is full again. */
  readonly #keptMs: number;
  /** Absent with a single process. */
  readonly #taken: Map<string, number> | undefined;
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #turnedMs = 0;

  /** @param processes that share the budgets */
  constructor({ perSecond, burst }: RateLimit, processes = 1) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#fillMs = burst / this.#perMs;
    this.#keptMs = this.#fillMs * processes;
    this.#taken = processes > 1 ? new Map() : undefined;
    this.policy = `"default";q=${burst};w=${Math.ceil(this.#fillMs / 1000)}`;
  }

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

  /** Requests granted since the last call, for the other processes. */
  takenHere(): Taken {
    const taken = [...(this.#taken ?? [])];
    this.#taken?.clear();
    return taken;
  }

  takenElsewhere(taken: Taken, nowMs: number): void {
    for (const [client, requests] of taken) this.#filled(client, nowMs).tokens -= requests;
  }

  /** Number of clients in memory. */
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

/**
 * The client of a request: its IPv4 address, or the /64 network of IPv6.
 *
 * @param trustedHops our own proxies, each of which appends an address to X-Forwarded-For; earlier entries may be
 * forged
 */
export function clientOf(trustedHops: number): (req: IncomingMessage) => string {
  return ({ socket, headers }) => {
    const own = socket.remoteAddress ?? '';
    const forwarded = trustedHops === 0 ? undefined : headers['x-forwarded-for'];
    if (forwarded === undefined) return networkOf(own);
    const hops = String(forwarded).split(',');
    const named = (hops[Math.max(0, hops.length - trustedHops)] ?? '').trim();
    return networkOf(isIP(named) === 0 ? own : named);
  };
}

/** One IPv6 customer usually has a /64; IPv4-mapped addresses count as IPv4. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
