/** How a command hands a job to the verifier of a running Assay and waits for the result. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, Queue, QueueEvents } from 'bullmq';
import type { Action } from '../data/pipeline/operator-action.ts';
import type { VerifyJob } from '../data/pipeline/verify-job.ts';
import { UsageFault } from './command.ts';
import { PUBLISH_JOB, VERIFY_JOB_OPTIONS, VERIFY_QUEUE } from './queues.ts';
import { redisOptions } from './redis.ts';

/** The verifier needs milliseconds, after the jobs in its queue; past this none is running. */
const JUDGED_WITHIN_MS = 60_000;
/** A connection of ours tries again and again; past this Redis is taken to be away. */
const REDIS_ANSWERS_MS = 5_000;
/** How far the clock of Redis's machine, whose times are the ids of events, may be behind. */
const CLOCKS_DIFFER_MS = 60_000;

export type HandOver = Awaited<ReturnType<typeof openHandOver>>;

/** @throws {UsageFault} Redis does not answer; the queue is closed */
export async function connected(queue: Pick<Queue, 'waitUntilReady' | 'close'>): Promise<void> {
  const waiting = new AbortController();
  const isReady = await Promise.race([
    succeeds(queue.waitUntilReady()),
    delay(REDIS_ANSWERS_MS, false, { signal: waiting.signal }).catch(() => false),
  ]);
  waiting.abort();
  if (isReady) return;
  await queue.close();
  throw new UsageFault('Redis does not respond. Start Assay, or set REDIS_URL to the address of its Redis');
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** @param withinMs how long an answer is waited for @throws {UsageFault} Redis does not answer */
export async function openHandOver(redisUrl: string, withinMs = JUDGED_WITHIN_MS) {
  const queue = new Queue(VERIFY_QUEUE, { connection: redisOptions(redisUrl, 'producer') });
  queue.on('error', () => {});
  await connected(queue);
  // BullMQ hears events from its first read on. A job that ended just before would be waited for in vain.
  const lastEventId = `${Date.now() - CLOCKS_DIFFER_MS}-0`;
  const events = new QueueEvents(VERIFY_QUEUE, { connection: redisOptions(redisUrl, 'worker'), lastEventId });
  events.on('error', () => {});
  await events.waitUntilReady();
  // Each job that is waited for adds a listener.
  queue.setMaxListeners(0);
  const toVerify = (data: VerifyJob | Action) => ({
    name: data.kind,
    data,
    // A new id, so that an earlier failure does not answer for this job.
    opts: { ...VERIFY_JOB_OPTIONS, attempts: 3, jobId: `${data.id}.${Date.now()}` },
  });
  /** Adds all in one round trip. Each promise is as that of `judged`. @throws {Error} not all were added */
  async function judgedEach(all: readonly (VerifyJob | Action)[], eachWithinMs = withinMs): Promise<Promise<void>[]> {
    const jobs = await queue.addBulk(all.map(toVerify));
    return jobs.map((job) => outcome(job, events, eachWithinMs));
  }
  return {
    judgedEach,
    /** Resolves when the ledger has it. @throws {Error} the verifier refuses it, with its reason, or none answers */
    judged: async (data: VerifyJob | Action): Promise<void> => (await judgedEach([data]))[0],
    /** The same, and a job that no verifier took is withdrawn. @throws {UsageFault} nothing was done */
    async judgedNow(data: VerifyJob | Action): Promise<void> {
      const { name, opts } = toVerify(data);
      const job = await queue.add(name, data, opts);
      try {
        await outcome(job, events, withinMs);
      } catch (error) {
        const isWithdrawn = (await job.isWaiting()) && (await succeeds(job.remove()));
        throw isWithdrawn
          ? new UsageFault('No verifier runs: nothing was submitted. Start Assay and try again')
          : error;
      }
    },
    /** Publishes now and resolves to the verifier's report. @throws {Error} likewise */
    async published(): Promise<unknown> {
      // A job that is removed as soon as it completes may be gone before it is waited for.
      const { removeOnComplete } = VERIFY_JOB_OPTIONS;
      const job: Job = await queue.add(PUBLISH_JOB, {}, { removeOnComplete, removeOnFail: true });
      return job.waitUntilFinished(events, JUDGED_WITHIN_MS);
    },
    async close(): Promise<void> {
      await Promise.all([queue.close(), events.close()]);
    },
  };
}

/** @throws {Error} the result of the job is why the verifier did not take it; or it failed */
async function outcome(job: Job, events: QueueEvents, withinMs: number): Promise<void> {
  const notTaken: unknown = await job.waitUntilFinished(events, withinMs);
  if (typeof notTaken === 'string') throw new Error(notTaken);
}

/** A connection that is opened at first use and kept; one that could not be opened is tried again. */
export function keptHandOver(redisUrl: string, withinMs?: number) {
  let link: Promise<HandOver> | undefined;
  return {
    /** @throws {Error} Redis does not answer */
    open(): Promise<HandOver> {
      link ??= openHandOver(redisUrl, withinMs).catch((error) => {
        link = undefined;
        throw error;
      });
      return link;
    },
    async close(): Promise<void> {
      await link?.then((handOver) => handOver.close()).catch(() => {});
    },
  };
}

/** One job alone. @throws {Error} as the work, or Redis does not answer */
export async function withHandOver<T>(
  redisUrl: string,
  work: (handOver: HandOver) => Promise<T>,
  withinMs = JUDGED_WITHIN_MS,
): Promise<T> {
  const handOver = await openHandOver(redisUrl, withinMs);
  try {
    return await work(handOver);
  } finally {
    await handOver.close();
  }
}
