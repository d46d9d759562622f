/**
 * The answers of one generation on one UTC day. Within it, bytes are a function of the request alone: confidence is
 * computed as of the day's start, and everything else stands in the generation. So an entity tag is known before the
 * work is done, and a ready answer stays ready.
 */
import { hash } from 'node:crypto';
import { BoundedCache } from './bounded-cache.ts';
import type { Coding } from './http/coding.ts';
import type { Wire } from './http/wire.ts';
import { WireMemory } from './http/wire-memory.ts';
import type { Meter } from './metrics.ts';
import type { Store } from './store.ts';
import type { Pause } from './turns.ts';

const DAY_MS = 86_400_000;

/** Room for some five thousand records as they are asked for most. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Headers and bookkeeping of one answer, roughly. */
const OVERHEAD_BYTES = 2_000;
/** A new generation waits for so many answers, each of some 0.1 ms, before it is served. */
const MOST_WARMED = 2_000;
/** Part of every entity tag; raised when the same facts are answered in other words. */
const ANSWER_VERSION = 1;

/** One answer in one coding, ready to be written. */
export interface ReadyAnswer {
  etag: string;
  lastModifiedMs: number;
  /** The path and query that it answers, as the log has them. */
  url: string;
  whole: Wire;
  /** The 304 to who has it already; made when first needed. */
  unchanged: () => Wire;
  bodyBytes: number;
  /** The same request's answer of another generation; `undefined` where that has none. */
  again(answers: Answers): ReadyAnswer | undefined;
  sent: Meter;
  notModified: Meter;
}

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

export class Answers {
  readonly store: Store;
  readonly day: number;
  /** Start of the day. */
  readonly now: Date;
  readonly lastModifiedMs: number;
  readonly lastModified: string;
  readonly #memory = new WireMemory();
  readonly #ready = new BoundedCache<ReadyAnswer>(CACHE_BYTES, {
    enter: ({ whole }) => this.#memory.enter(whole),
    turn: () => this.#memory.turn(),
  });
  readonly #salt: string;

  constructor(store: Store, day: number) {
    this.store = store;
    this.day = day;
    this.now = new Date(day * DAY_MS);
    // HTTP dates have no milliseconds; rounded up, an answer never claims to be older than it is.
    const published = Math.ceil(Date.parse(store.generation.publishedAt) / 1000) * 1000;
    this.lastModifiedMs = Math.max(published, this.now.getTime());
    this.lastModified = new Date(this.lastModifiedMs).toUTCString();
    this.#salt = [store.generation.sha256, day, store.site.baseUrl, store.site.brand, ANSWER_VERSION].join('\n');
  }

  /** Strong: what it names never differs in a byte. `request` is canonical. */
  etag(request: string, coding: Coding): string {
    const digest = hash('sha256', `${this.#salt}\n${request}`, 'base64url').slice(0, 22);
    return coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
  }

  /** The answer to a path and query that was asked before. */
  ready(url: string, coding: Coding): ReadyAnswer | undefined {
    return this.#ready.get(readyKey(url, coding));
  }

  /**
   * Makes anew what was asked for lately, so that nobody waits for it when these answers take the place of the ones
   * before.
   */
  async warm(before: Answers, pause: Pause): Promise<void> {
    for (const [key, answer] of before.#ready.young().slice(-MOST_WARMED)) {
      const again = answer.again(this);
      if (again !== undefined) this.#keep(key, again);
      await pause();
    }
  }

  keep(url: string, coding: Coding, answer: ReadyAnswer): void {
    this.#keep(readyKey(url, coding), answer);
  }

  #keep(key: string, answer: ReadyAnswer): void {
    this.#ready.set(key, answer, answer.whole.bytes.length + OVERHEAD_BYTES);
  }
}

/** The coding goes first: a path begins with a slash, and no coding does. */
function readyKey(url: string, coding: Coding): string {
  return coding === 'identity' ? url : coding + url;
}
