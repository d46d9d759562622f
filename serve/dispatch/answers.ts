/**
 * The answers of one generation on one UTC day. Within it, bytes are a function of the request alone: confidence is
 * computed as of the day's start, and everything else stands in the generation. So an entity tag is known before the
 * work is done, and a ready answer stays ready.
 */
import type { Generation } from '../../data/store/generation/generation.ts';
import { BoundedCache } from '../cache/bounded-cache.ts';
import type { Coding } from '../cache/coding.ts';
import { entityTag } from '../cache/conditional.ts';
import type { Pause } from '../cache/cooperative-yield.ts';
import type { Bare, Wire } from '../http/wire.ts';
import type { Meter } from '../metrics/metrics.ts';
import { passing, type Store } from '../store/store.ts';
import { ReadyMemory } from './ready-memory.ts';

const DAY_MS = 86_400_000;

/** Room for some five thousand records as they are asked for most. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Results of tools hold their data twice. */
const CALLS_BYTES = 32 * 1024 * 1024;
/** Requests that are remembered by their tag, of some 100 bytes. */
const MOST_ASKED_ONCE = 20_000;
/** A new generation waits for so many answers, each of some 0.1 ms, before it is served. */
const MOST_WARMED = 2_000;
/** Part of every entity tag; raised when the same facts are answered in other words. */
export const ANSWER_VERSION = 1;

/** One answer in one coding, with what may be said in its place. */
export interface WrittenAnswer {
  etag: string;
  lastModifiedMs: number;
  whole: Wire;
  /** The 304 to who has it already; made when first needed. */
  unchanged: () => Bare;
  bodyBytes: number;
  sent: Meter;
  notModified: Meter;
}

/** The answer to one request, ready to be written. */
export interface ReadyAnswer extends WrittenAnswer {
  /** The path and query that it answers, as the log has them. */
  url: string;
  /** The same request's answer of another generation; `undefined` where that has none. */
  again(answers: Answers): ReadyAnswer | undefined;
}

/** The result of a tool in one piece, but for what the request says of itself. */
export interface ReadyCall {
  whole: Wire;
  bodyBytes: number;
  /** The same call’s result of another generation; `undefined` where that has none. */
  again(answers: Answers): ReadyCall | undefined;
  sent: Meter;
}

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

export function startOfDay(day: number): Date {
  return new Date(day * DAY_MS);
}

/** Milliseconds since when what is said of the generation on the day is as it is. */
export function lastModifiedMs({ publishedAt }: Pick<Generation, 'publishedAt'>, day: number): number {
  // HTTP dates have no milliseconds; rounded up, an answer never claims to be older than it is.
  return Math.max(Math.ceil(Date.parse(publishedAt) / 1000) * 1000, startOfDay(day).getTime());
}

export class Answers {
  readonly store: Store;
  readonly day: number;
  /** Start of the day. */
  readonly now: Date;
  readonly lastModifiedMs: number;
  readonly lastModified: string;
  readonly #ready = new ReadyMemory<ReadyAnswer>(CACHE_BYTES);
  /** By tool and arguments. */
  readonly calls = new ReadyMemory<ReadyCall>(CALLS_BYTES);
  readonly #askedOnce = new BoundedCache<true>(MOST_ASKED_ONCE);
  readonly #salt: string;

  constructor(store: Store, day: number) {
    this.store = store;
    this.day = day;
    this.now = startOfDay(day);
    this.lastModifiedMs = lastModifiedMs(store.generation, day);
    this.lastModified = new Date(this.lastModifiedMs).toUTCString();
    this.#salt = [store.generation.sha256, day, store.site.baseUrl, store.site.brand, ANSWER_VERSION].join('\n');
  }

  /** Strong: what it names never differs in a byte. `request` is canonical. */
  etag(request: string, coding: Coding): string {
    return entityTag(`${this.#salt}\n${request}`, coding);
  }

  /** The answer to a path and query that was asked before. */
  ready(url: string, coding: Coding): ReadyAnswer | undefined {
    return this.#ready.get(readyKey(url, coding));
  }

  /**
   * Makes anew what was asked for lately, so that nobody waits for it when these answers take the place of the ones
   * before. What they are made from is not kept: the answers are, and a heap that grows by all records in a second is
   * one that V8 looks through while requests wait.
   */
  async warm(before: Answers, pause: Pause): Promise<void> {
    const once = new Answers(passing(this.store), this.day);
    await this.#ready.warm(before.#ready, { most: MOST_WARMED, again: (answer) => answer.again(once), pause });
    await this.calls.warm(before.calls, { most: MOST_WARMED, again: (call) => call.again(once), pause });
  }

  /** What is asked for a second time, since most is never; or what took long to compress. */
  isWorthKeeping(etag: string, coding: Coding): boolean {
    if (coding !== 'identity' || this.#askedOnce.get(etag) !== undefined) return true;
    this.#askedOnce.set(etag, true, 1);
    return false;
  }

  keep(url: string, coding: Coding, answer: ReadyAnswer): void {
    this.#ready.keep(readyKey(url, coding), answer);
  }
}

/** The coding goes first: a path begins with a slash, and no coding does. */
function readyKey(url: string, coding: Coding): string {
  return coding === 'identity' ? url : coding + url;
}
