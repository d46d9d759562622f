/**
 * Follows the published generations and makes what is made of each, one thing after the other. It is work beside
 * everybody else's: after each time a thing rests for twenty times the processor time that it took, so that it takes at
 * most a twentieth of one core however often is published; what was published meanwhile is passed over for the newest.
 */
import type { Logger } from 'pino';
import { type Current, readCurrent } from '../../../data/store/generation/current.ts';
import type { MakingMetrics } from './metrics.ts';

const REST_PER_WORK = 20;
/** After a failure, for what caused it to pass. */
const REST_AFTER_FAILURE_MS = 30_000;

/** What is made of a generation. */
export interface Thing {
  /** In the log. */
  events: { made: string; failed: string };
  metrics: MakingMetrics;
  /** Of all that it is made from; it is made anew when that is another. */
  key(current: Current): string;
  isMade(current: Current): boolean;
  /** Makes it, and removes those that it takes the place of. @returns what the log is told of it */
  make(current: Current, signal: AbortSignal): Promise<Record<string, unknown>>;
}

export interface FollowOptions {
  /** Where generations are published. */
  generations: string;
  things: readonly Thing[];
  log: Logger;
  /** Milliseconds that only grow. */
  stopwatch: () => number;
  /** Milliseconds of processor time that this process has had. */
  processorMs: () => number;
}

export interface Follower {
  /** Makes what there is to make of what CURRENT names, unless it is not time yet. Never rejects. */
  look(): Promise<void>;
  /** Why not all is made yet that there is to make; undefined when there is one of each. */
  notReady(): string | undefined;
  /** Ends what is being made; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

export function follower({ generations, things, log, stopwatch, processorMs }: FollowOptions): Follower {
  const stopping = new AbortController();
  const { signal } = stopping;
  const states = things.map((thing) => ({ thing, restsUntil: 0, made: '' }));
  let working: Promise<void> | undefined;

  async function makeNow(state: (typeof states)[number], current: Current): Promise<void> {
    const { thing } = state;
    const startedMs = stopwatch();
    const before = processorMs();
    const told = await thing.make(current, signal);
    const ms = Math.round(stopwatch() - startedMs);
    state.restsUntil = stopwatch() + (processorMs() - before) * REST_PER_WORK;
    thing.metrics.made(ms / 1000);
    const { generation } = current;
    log.info({ event: thing.events.made, generation, ms, ...told }, `Of generation ${generation}`);
  }

  async function work(state: (typeof states)[number]): Promise<void> {
    const { thing } = state;
    try {
      const current = readCurrent(generations);
      if (current === undefined || state.made === thing.key(current)) return;
      const key = thing.key(current);
      if (!thing.isMade(current)) {
        if (stopwatch() < state.restsUntil) return;
        await makeNow(state, current);
      }
      state.made = key;
    } catch (err) {
      if (signal.aborted) return;
      state.restsUntil = stopwatch() + REST_AFTER_FAILURE_MS;
      thing.metrics.failed();
      log.error({ event: thing.events.failed, err }, 'What was made before stays');
    }
  }

  async function workOnAll(): Promise<void> {
    for (const state of states) if (!signal.aborted) await work(state);
  }

  return {
    look() {
      working ??= workOnAll().finally(() => {
        working = undefined;
      });
      return working;
    },
    notReady: () => (states.every(({ made }) => made !== '') ? undefined : 'waiting for a generation'),
    async stop() {
      stopping.abort(new Error('Told to stop'));
      await working;
    },
  };
}
