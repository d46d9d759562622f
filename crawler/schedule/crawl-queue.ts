/** The queue of visits, for its producers. */
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { CRAWL_JOB_OPTIONS, CRAWL_QUEUE } from '../../config/queues.ts';
import { evictionPolicy, redisOptions } from '../../config/redis.ts';
import { type CrawlJob, observationId } from '../../data/observation.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { cooperativeYield, inSlices } from '../../data/store/steps.ts';
import { type DueBy, jobsDue, type UnderWay, withinBounds } from './due.ts';

export type CrawlQueue = Queue<CrawlJob, void, string>;

/** Fails at once while Redis is away; the next tick tries again. */
export function openCrawlQueue(redisUrl: string): CrawlQueue {
  return new Queue(CRAWL_QUEUE, { connection: redisOptions(redisUrl, 'producer') });
}

const UNDER_WAY = ['waiting', 'active', 'delayed', 'prioritized'] as const;

/** Visits queued and not in the ledger yet. Call it before reading the ledger, so that none is in neither. */
export async function visitsUnderWay(crawl: CrawlQueue, verify: Queue): Promise<UnderWay> {
  const ids: string[] = [];
  const failed: string[] = [];
  for (const queue of [crawl, verify]) {
    ids.push(...(await queue.getRanges([...UNDER_WAY], 0, -1)));
    failed.push(...(await queue.getRanges(['failed'], 0, -1)));
  }
  return { ids: new Set(ids), failed: new Set(failed) };
}

/** What one call adds in a few milliseconds. */
const JOBS_PER_CALL = 100;

export interface Tick {
  products: readonly CatalogueProduct[];
  facts: ReadonlyMap<string, SourceFacts>;
  plan: Omit<DueBy, 'now'>;
  now: Date;
  /** Counts towards the bounds on visits under way; absent for none. */
  underWay?: UnderWay;
  /** The visits count as made at `now`: a replay's clock is not the machine's. */
  isReplay?: boolean;
}

/** Queues what is due. `jobs` are due and under way now; one that waits already has the same id and stays single. */
export async function tick(
  queue: CrawlQueue,
  { products, facts, plan, now, underWay, isReplay = false }: Tick,
): Promise<{ due: number; jobs: CrawlJob[]; queued: number }> {
  const pause = cooperativeYield();
  const all = await inSlices(jobsDue(products, facts, { ...plan, now }), pause);
  const { jobs, added } =
    underWay === undefined ? { jobs: all, added: all } : await inSlices(withinBounds(all, underWay, { now }), pause);
  const at = isReplay ? { at: now.toISOString() } : {};
  const optionsOf = (job: CrawlJob) => ({ ...CRAWL_JOB_OPTIONS, jobId: observationId(job) });
  for (let from = 0; from < added.length; from += JOBS_PER_CALL) {
    const some = added.slice(from, from + JOBS_PER_CALL);
    await queue.addBulk(some.map((job) => ({ name: 'visit', data: { ...job, ...at }, opts: optionsOf(job) })));
  }
  return { due: all.length, jobs, queued: added.length };
}

/** Jobs for visits out of turn. They are unconditional, so that the page and its quotes can be shown. */
export function checkJobs(
  products: readonly Pick<CatalogueProduct, 'slug' | 'sources'>[],
  facts: ReadonlyMap<string, SourceFacts>,
  now: Date,
): CrawlJob[] {
  // To the second, unlike any slot of the scheduler.
  const slot = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  return products.flatMap(({ slug, sources }) =>
    sources.map(({ id, url, render }): CrawlJob => {
      const needsBrowser = render === 'browser' || facts.get(sourceKey(slug, id))?.needsBrowser === true;
      return { slug, source: id, url, slot, render: needsBrowser ? 'browser' : 'http' };
    }),
  );
}

/** Visits that a person waits for: before all others, and without retries. */
export async function putFirst(queue: CrawlQueue, jobs: readonly CrawlJob[]): Promise<void> {
  const options = { ...CRAWL_JOB_OPTIONS, attempts: 1, lifo: true };
  const optionsOf = (job: CrawlJob) => ({ ...options, jobId: observationId(job) });
  await queue.addBulk(jobs.map((data) => ({ name: 'visit', data, opts: optionsOf(data) })));
}

/** What Redis drops when its memory is full: BullMQ needs `noeviction` and does not check it. */
export async function evictionOf(redisUrl: string): Promise<string | undefined> {
  const redis = new Redis(redisOptions(redisUrl, 'worker'));
  redis.on('error', () => {}); // The queue reports a server that never answers.
  try {
    return await evictionPolicy(redis);
  } finally {
    redis.disconnect();
  }
}
