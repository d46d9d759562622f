/** How a command beside a running Assay hands something to the verifier and waits until it is done. */
import { type Job, Queue, QueueEvents } from 'bullmq';
import type { Action } from '../data/pipeline/operator-action.ts';
import type { VerifyJob } from '../data/pipeline/verify-job.ts';
import { PUBLISH_JOB, VERIFY_JOB_OPTIONS, VERIFY_QUEUE } from './queues.ts';
import { redisOptions } from './redis.ts';

/** The verifier judges in milliseconds, behind what it has in hand; past this none is running. */
const JUDGED_WITHIN_MS = 60_000;

export interface HandOver {
  /** Resolves when the ledger has it. @throws {Error} with the verifier's words, where it refuses; or none answers */
  judged(job: VerifyJob | Action): Promise<void>;
  /** Resolves to what the verifier tells of a publication, made now. @throws {Error} likewise */
  published(): Promise<unknown>;
  close(): Promise<void>;
}

/** @param withinMs how long an answer is waited for @throws {Error} Redis does not answer */
export async function openHandOver(redisUrl: string, withinMs = JUDGED_WITHIN_MS): Promise<HandOver> {
  const queue = new Queue(VERIFY_QUEUE, { connection: redisOptions(redisUrl, 'producer') });
  const events = new QueueEvents(VERIFY_QUEUE, { connection: redisOptions(redisUrl, 'worker') });
  // The call that needs the connection fails and says so.
  queue.on('error', () => {});
  events.on('error', () => {});
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  // One that failed an hour ago must not stand for the one of now; the ledger knows what it has already.
  const run = Date.now();
  return {
    async judged(data) {
      const job = await queue.add(data.kind, data, { ...VERIFY_JOB_OPTIONS, attempts: 3, jobId: `${data.id}.${run}` });
      await job.waitUntilFinished(events, withinMs);
    },
    async published() {
      const job: Job = await queue.add(PUBLISH_JOB, {}, { removeOnComplete: true, removeOnFail: true });
      return job.waitUntilFinished(events, JUDGED_WITHIN_MS);
    },
    async close() {
      await Promise.all([queue.close(), events.close()]);
    },
  };
}
