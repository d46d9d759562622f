/** The queue of visits, as its producers see it: open it, put in what is due. */
import { Queue } from 'bullmq';
import { MAX_JOBS_PER_TICK } from '../config/cadence.ts';
import { CRAWL_JOB_OPTIONS, CRAWL_QUEUE } from '../config/queues.ts';
import { redisOptions } from '../config/redis.ts';
import { type CrawlJob, observationId } from '../data/observation.ts';
import type { CatalogueProduct } from '../data/product.ts';
import type { SourceFacts } from '../data/source-facts.ts';
import type { Waits } from './cadence-plan.ts';
import { dueJobs } from './due.ts';

export type CrawlQueue = Queue<CrawlJob, void, string>;

/** A producer's connection: while Redis is away it fails at once, and the next tick asks again. */
export function openCrawlQueue(redisUrl: string): CrawlQueue {
  return new Queue(CRAWL_QUEUE, { connection: redisOptions(redisUrl, 'producer') });
}

export interface Tick {
  products: readonly CatalogueProduct[];
  facts: ReadonlyMap<string, SourceFacts>;
  plan: Waits;
  now: Date;
  /** The visits count as made at `now`: a replay's clock is not the machine's. */
  isReplay?: boolean;
}

export interface Ticked {
  due: number;
  /** In the queue now, whether this tick put them there or an earlier one; at most `MAX_JOBS_PER_TICK`. */
  jobs: CrawlJob[];
}

/** Puts what is due into the queue. A job that waits there already is not put in twice: it has the same id. */
export async function tick(queue: CrawlQueue, { products, facts, plan, now, isReplay = false }: Tick): Promise<Ticked> {
  const all = dueJobs(products, facts, plan, now);
  const at = isReplay ? { at: now.toISOString() } : {};
  const jobs = all.slice(0, MAX_JOBS_PER_TICK).map((job) => ({ ...job, ...at }));
  await queue.addBulk(
    jobs.map((data) => ({ name: 'visit', data, opts: { ...CRAWL_JOB_OPTIONS, jobId: observationId(data) } })),
  );
  return { due: all.length, jobs };
}

/** Visits that a person waits for: before all others, once, since nobody waits a minute for a second try. */
export async function putFirst(queue: CrawlQueue, jobs: readonly CrawlJob[]): Promise<void> {
  await queue.addBulk(
    jobs.map((data) => ({
      name: 'visit',
      data,
      opts: { ...CRAWL_JOB_OPTIONS, attempts: 1, jobId: observationId(data), lifo: true },
    })),
  );
}
