/**
 * One generation on one UTC day. Within it, bytes are a function of the request alone: confidence is computed as of the
 * day's start, and everything else is in the generation. So an entity tag is known before the work is done, and an
 * encoded answer can be sent again.
 */
import type { Generation } from '../../data/store/generation/generation.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';
import type { Coding } from '../cache/coding.ts';
import { entityTag, type Validators } from '../cache/conditional.ts';
import type { Pause } from '../cache/cooperative-yield.ts';
import type { Store } from './store.ts';

const DAY_MS = 86_400_000;

/** Encoded bodies: some five thousand records as most clients ask for them. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** Headers and bookkeeping of one answer, roughly. */
const OVERHEAD_BYTES = 1_000;
/** A new edition waits for at most so many answers, each of some 0.1 ms, before it is served. */
const MOST_WARMED = 2_000;
/** Part of every entity tag; raised when the same facts are answered in other words. */
export const ANSWER_VERSION = 1;

/** Bytes as they are, or as Latin-1 text. */
export type Bytes = Buffer | string;

/** An encoded answer of status 200. */
export interface ReadyAnswer {
  /** Name in metrics and logs. */
  operation: string;
  /** Names and values in turn, without those that differ from one request to the next. */
  headers: readonly string[];
  body: Bytes;
  /** Absent for what no cache may keep. */
  validators?: Validators;
  /** The answer of another edition to the same request. Throws or is `undefined` where that has none. */
  renew(edition: Edition): ReadyAnswer | undefined;
}

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS);
}

/** Milliseconds since the epoch. Answers change with the generation and with the day. */
export function lastModifiedMs({ publishedAt }: Pick<Generation, 'publishedAt'>, day: number): number {
  // HTTP dates have no milliseconds; rounded up, an answer never claims to be older than it is.
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

  /** Strong: what it names never differs in a byte. `request` is canonical. */
  etag(request: string, coding: Coding): string {
    return entityTag(`${this.#salt}\n${request}`, coding);
  }

  /** The answer to a request that was made before: a path with its query, or a call of a tool. */
  ready(request: string, coding: Coding): ReadyAnswer | undefined {
    return this.#answers.get(keyOf(request, coding));
  }

  keep(request: string, coding: Coding, answer: ReadyAnswer): void {
    this.#keep(keyOf(request, coding), answer);
  }

  /** Prepares what was asked for lately, so that no client waits for it when this edition replaces `before`. */
  async warm(before: Edition, pause: Pause): Promise<void> {
    for (const [key, answer] of before.#answers.recent().slice(-MOST_WARMED)) {
      const renewed = this.#renewed(answer);
      if (renewed !== undefined) this.#keep(key, renewed);
      await pause();
    }
  }

  #renewed(answer: ReadyAnswer): ReadyAnswer | undefined {
    try {
      return answer.renew(this);
    } catch {
      return undefined; // The next client to ask is told why.
    }
  }

  #keep(key: string, answer: ReadyAnswer): void {
    this.#answers.set(key, answer, answer.body.length + OVERHEAD_BYTES);
  }
}

/** The coding goes first: a path begins with a slash, and no coding does. */
function keyOf(request: string, coding: Coding): string {
  return coding === 'identity' ? request : coding + request;
}
