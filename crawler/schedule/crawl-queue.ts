/** The queue of visits, for its producers. */
import { Queue } from 'bullmq';
import { CRAWL_JOB_OPTIONS, CRAWL_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { type CrawlJob, observationId } from '../../data/observation.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { SourceFacts } from '../../data/source-facts.ts';
import { type DueBy, dueJobs, type UnderWay, withinBounds } from './due.ts';

export type CrawlQueue = Queue<CrawlJob, void, string>;

/** Fails at once while Redis is away; the next tick tries again. */
export function openCrawlQueue(redisUrl: string): CrawlQueue {
  return new Queue(CRAWL_QUEUE, { connection: redisOptions(redisUrl, 'producer') });
}

const UNDER_WAY = ['waiting', 'active', 'delayed', 'prioritized'] as const;

/**
 * Visits that were queued and are not in the ledger yet. Call it before reading the ledger, so that a visit handed over
 * in between is in one of the two.
 */
export async function visitsUnderWay(crawl: CrawlQueue, verify: Queue): Promise<UnderWay> {
  // A visit has the same id in both queues, and enters the second before it leaves the first.
  const ids: string[] = [];
  const failed: string[] = [];
  for (const queue of [crawl, verify]) {
    ids.push(...(await queue.getRanges([...UNDER_WAY], 0, -1)));
    failed.push(...(await queue.getRanges(['failed'], 0, -1)));
  }
  return { ids: new Set(ids), failed: new Set(failed) };
}

export interface Tick {
  products: readonly CatalogueProduct[];
  facts: ReadonlyMap<string, SourceFacts>;
  plan: DueBy;
  now: Date;
  /** Counts towards the bounds on visits under way; absent for none. */
  underWay?: UnderWay;
  /** The visits count as made at `now`: a replay's clock is not the machine's. */
  isReplay?: boolean;
}

export interface Ticked {
  due: number;
  /** Due and under way now, queued by this tick or an earlier one. */
  jobs: CrawlJob[];
  /** Number of jobs that this tick queued. */
  queued: number;
}

/** Queues what is due. A job that waits there already is not queued twice: it has the same id. */
export async function tick(
  queue: CrawlQueue,
  { products, facts, plan, now, underWay, isReplay = false }: Tick,
): Promise<Ticked> {
  const all = dueJobs(products, facts, plan, now);
  const { jobs, added } = underWay === undefined ? { jobs: all, added: all } : withinBounds(all, underWay, { now });
  const at = isReplay ? { at: now.toISOString() } : {};
  await queue.addBulk(
    added.map((job) => ({
      name: 'visit',
      data: { ...job, ...at },
      opts: { ...CRAWL_JOB_OPTIONS, jobId: observationId(job) },
    })),
  );
  return { due: all.length, jobs, queued: added.length };
}

/** Visits that a person waits for: before all others, and without retries. */
export async function putFirst(queue: CrawlQueue, jobs: readonly CrawlJob[]): Promise<void> {
  await queue.addBulk(
    jobs.map((data) => ({
      name: 'visit',
      data,
      opts: { ...CRAWL_JOB_OPTIONS, attempts: 1, jobId: observationId(data), lifo: true },
    })),
  );
}
