/** The console's connection to the verifier: opened for the first decision and kept. */
import { setTimeout as delay } from 'node:timers/promises';
import { keptHandOver } from '../../config/hand-over.ts';
import type { Action } from '../../data/pipeline/operator-action.ts';
import type { Decision } from '../../data/pipeline/review-decision.ts';
import { ConsoleProblem } from '../http/problem.ts';
import { keepLatest } from './keep-latest.ts';

/** A person waits; a running verifier needs milliseconds. */
const ONE_WITHIN_MS = 10_000;
/** Their progress is shown. */
const MANY_WITHIN_MS = 60_000;
/** For a Redis that is starting again. */
const TRIES = 8;
const BETWEEN_TRIES_MS = 500;
const KEPT_BATCHES = 20;

/** `queued`: the ledger gets it once the verifier runs again. */
export type HandedOver = 'written' | 'queued';

/** A case that was not decided, and why. */
export interface RefusedCase {
  on: string;
  why: string;
}

/** Cases that were decided together, and what has become of each decision so far. */
export interface Batch {
  decisions: readonly Decision[];
  written: Decision[];
  queued: Decision[];
  refused: RefusedCase[];
  /** Of `refused`, those that were not handed over. */
  notHandedOver: number;
}

export type VerifierLink = ReturnType<typeof verifierLink>;

export function verifierLink(redisUrl: string) {
  const verifier = keptHandOver(redisUrl);
  const batches = new Map<string, Batch>();

  /** A connection that Redis has left opens again by itself. @throws {ConsoleProblem} Redis does not answer */
  async function toQueue(jobs: readonly (Decision | Action)[], withinMs: number): Promise<Promise<void>[]> {
    for (let left = TRIES; left > 0; left -= 1) {
      try {
        return await (await verifier.open()).judgedEach(jobs, withinMs);
      } catch {
        await delay(BETWEEN_TRIES_MS);
      }
    }
    throw new ConsoleProblem(503, 'The queue does not respond. Nothing was submitted. Try again');
  }

  return {
    /** @throws {ConsoleProblem} the verifier refuses it, with its reason; or Redis does not answer */
    async handOver(job: Decision | Action): Promise<HandedOver> {
      const [judged] = await toQueue([job], ONE_WITHIN_MS);
      return settled(judged);
    },
    /** Each by itself; a refused one stops no other. Resolves to the batch's name when the queue has all. @throws {ConsoleProblem} Redis does not answer */
    async handOverAll(decisions: readonly Decision[], refused: readonly RefusedCase[]): Promise<string> {
      const notHandedOver = refused.length;
      const batch: Batch = { decisions, written: [], queued: [], refused: [...refused], notHandedOver };
      const judged = decisions.length === 0 ? [] : await toQueue(decisions, MANY_WITHIN_MS);
      for (const [at, decision] of decisions.entries()) void noteOutcome(batch, decision, judged[at]);
      return keepLatest(batches, batch, KEPT_BATCHES);
    },
    /** Undefined for one of long ago, or of before a restart. */
    batch: (name: string): Batch | undefined => batches.get(name),
    close: verifier.close,
  };
}

/** @throws {ConsoleProblem} it was refused */
async function settled(judged: Promise<void> | undefined): Promise<HandedOver> {
  try {
    await judged;
    return 'written';
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    // BullMQ's message if no worker took the job.
    if (/timed out before finishing/.test(words)) return 'queued';
    throw new ConsoleProblem(409, words);
  }
}

async function noteOutcome(batch: Batch, decision: Decision, judged: Promise<void> | undefined): Promise<void> {
  try {
    batch[await settled(judged)].push(decision);
  } catch (error) {
    batch.refused.push({ on: decision.on, why: error instanceof Error ? error.message : String(error) });
  }
}

export function settledCount({ written, queued, refused, notHandedOver }: Batch): number {
  return written.length + queued.length + refused.length - notHandedOver;
}
