/** The queues and the options of their jobs. Only BullMQ retries; nothing else in the pipeline does. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue, Worker } from 'bullmq';

export const CRAWL_QUEUE = 'crawl';
export const VERIFY_QUEUE = 'verify';
export const NOTIFY_QUEUE = 'notify';
/** Job on the verify queue that publishes now; all others carry something to write. */
export const PUBLISH_JOB = 'publish';

const HOUR_S = 3600;

export const CRAWL_JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 30_000, jitter: 0.5 },
  removeOnComplete: { age: HOUR_S, count: 1_000 },
  removeOnFail: { age: 24 * HOUR_S, count: 5_000 },
} as const;

export const VERIFY_JOB_OPTIONS = {
  attempts: 10,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: { age: HOUR_S, count: 1_000 },
  /** Fourteen days: an observation that the verifier refused is evidence of a bug. */
  removeOnFail: { age: 14 * 24 * HOUR_S, count: 50_000 },
} as const;

/**
 * The record of deliveries gives up after a day of failures. A finished job leaves no id behind: the same event may be due again
 * once an operator resumes a paused subscription.
 */
export const NOTIFY_JOB_OPTIONS = {
  attempts: 100,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** @param lockMs longer than any visit: a lock that expires runs the job a second time */
export function workerPolicy(lockMs: number) {
  return {
    lockDuration: lockMs,
    stalledInterval: lockMs / 4,
    /** A dead worker is not the job's fault; BullMQ's default of 1 fails the job at the second death. */
    maxStalledCount: 10,
  };
}

/** Time for a stopping worker to finish its jobs; what remains is retried. */
export const SHUTDOWN_GRACE_MS = 25_000;

/** Where no job is unfinished, closing waits for Redis alone, which may be away. */
const IDLE_CLOSE_MS = 1_000;

/** Runs a worker's jobs, and counts those that are unfinished. */
export function countingJobs<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  let unfinished = 0;
  return {
    async work(...args: Args): Promise<Result> {
      unfinished += 1;
      try {
        return await work(...args);
      } finally {
        unfinished -= 1;
      }
    },
    unfinished: () => unfinished,
  };
}

/** Closes a worker. @param waitMs for its unfinished jobs @returns whether none is left, to be run again elsewhere */
export async function closeWorker(
  worker: Pick<Worker, 'close'>,
  { unfinished, waitMs }: { unfinished: number; waitMs: number },
): Promise<boolean> {
  const closed = worker.close().then(
    () => true,
    () => false, // Its connection broke meanwhile.
  );
  return Promise.race([closed, delay(unfinished === 0 ? IDLE_CLOSE_MS : waitMs, unfinished === 0)]);
}

/** A queue, as its Redis has it. */
export interface Depth {
  name: string;
  counts: Record<string, number>;
  isPaused: boolean;
  workers: number;
}

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const;
export type JobCounts = Record<(typeof STATES)[number], number>;

export async function depthOf(queue: Queue): Promise<Depth & { counts: JobCounts }> {
  const [counts, isPaused, workers] = await Promise.all([
    queue.getJobCounts(...STATES),
    queue.isPaused(),
    queue.getWorkersCount(),
  ]);
  return { name: queue.name, counts: counts as JobCounts, isPaused, workers };
}
