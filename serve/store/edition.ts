/**
 * One generation on one UTC day. Its answers are a pure function of the request, so entity tags are known in advance
 * and encoded answers can be reused.
 */

import type { Generation } from '../../data/store/generation/generation.ts';
import type { Pause } from '../../data/store/steps.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';
import type { Coding } from '../cache/coding.ts';
import { entityTag, type Validators } from '../cache/conditional.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;

/** Some five thousand typical records. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** Headers and bookkeeping of one answer, roughly. */
const OVERHEAD_BYTES = 1_000;
/** A new edition waits for at most so many answers of some 0.1 ms each. */
const MOST_WARMED = 2_000;
/** Part of every entity tag; raised when the wording of answers changes. */
export const ANSWER_VERSION = 7;

/** A cacheable answer of status 200. */
export interface ReadyAnswer {
  operation: string;
  /** Names and values in turn, without those of the request. */
  headers: readonly string[];
  body: Buffer;
  /** Absent where no client may cache it. */
  validators?: Validators;
  /** The answer of another edition to the same request. */
  renew(edition: Edition): ReadyAnswer | undefined;
}

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS);
}

/** Milliseconds since the epoch. */
export function lastModifiedMs({ publishedAt }: Pick<Generation, 'publishedAt'>, day: number): number {
  // HTTP dates have whole seconds; rounding up never claims an older answer.
  return Math.max(Math.ceil(Date.parse(publishedAt) / 1000) * 1000, startOfDay(day).getTime());
}

export class Edition {
  readonly store: Store;
  readonly day: number;
  /** Start of the day. */
  readonly now: Date;
  readonly lastModifiedMs: number;
  readonly #answers = new BoundedCache<ReadyAnswer>(CACHE_BYTES);
  readonly #salt: string;

  constructor(store: Store, day: number) {
    this.store = store;
    this.day = day;
    this.now = startOfDay(day);
    this.lastModifiedMs = lastModifiedMs(store.generation, day);
    this.#salt = [store.generation.sha256, day, store.site.baseUrl, store.site.brand, ANSWER_VERSION].join('\n');
  }

  /** Strong. @param request canonical */
  etag(request: string, coding: Coding): string {
    return entityTag(`${this.#salt}\n${request}`, coding);
  }

  /** A cached answer. @param request a path with its query, or a call of a tool */
  ready(request: string, coding: Coding): ReadyAnswer | undefined {
    return this.#answers.get(keyOf(request, coding));
  }

  keep(request: string, coding: Coding, answer: ReadyAnswer): void {
    this.#keep(keyOf(request, coding), answer);
  }

  /** Prepares what was requested recently, before this edition replaces `before`. */
  async warm(before: Edition, pause: Pause): Promise<void> {
    for (const [key, answer] of before.#answers.recent().slice(-MOST_WARMED)) {
      try {
        const renewed = answer.renew(this);
        if (renewed !== undefined) this.#keep(key, renewed);
      } catch {
        // The next client to ask gets the problem.
      }
      await pause();
    }
  }

  #keep(key: string, answer: ReadyAnswer): void {
    // A call of a tool may have 64 KB, which the answer keeps twice: as its key and parsed.
    this.#answers.set(key, answer, answer.body.length + 2 * key.length + OVERHEAD_BYTES);
  }
}

/** Paths begin with a slash, so a coding prefix is unambiguous. */
function keyOf(request: string, coding: Coding): string {
  return coding === 'identity' ? request : coding + request;
}
