import { Queue, UnrecoverableError, Worker } from 'bullmq';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { MOST_UNDER_WAY } from '../../../config/cadence.ts';
import { VERIFY_QUEUE } from '../../../config/queues.ts';
import { redisOptions } from '../../../config/redis.ts';
import { OFTENEST } from '../../../crawler/schedule/cadence-plan.ts';
import { evictionOf, openCrawlQueue, tick, visitsUnderWay } from '../../../crawler/schedule/crawl-queue.ts';
import { CrawlJob } from '../../../data/observation.ts';
import { product } from '../../builders.ts';
import { ownRedis } from '../../redis-server.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const productsOf = (count: number) => Array.from({ length: count }, (_, at) => product({ slug: `acme-${at}` }));
const PRODUCTS = productsOf(50);
const due = { products: PRODUCTS, facts: new Map(), plan: OFTENEST, now: NOW };

const redis = await ownRedis();
const client = redis.client();
const queue = openCrawlQueue(redis.url);
const second = openCrawlQueue(redis.url);
const verify = new Queue(VERIFY_QUEUE, { connection: redisOptions(redis.url, 'producer') });
await Promise.all([queue, second, verify].map((each) => each.waitUntilReady()));

afterAll(() => Promise.all([queue, second, verify].map((each) => each.close())));
beforeEach(() => client.flushall());

describe('a tick', () => {
  it('puts in what is due, each a job that the crawler takes', async () => {
    expect(await tick(queue, due)).toMatchObject({ due: 50 });
    const jobs = await queue.getWaiting();
    expect(jobs).toHaveLength(50);
    for (const { id, data } of jobs) expect(id).toBe(`${CrawlJob.parse(data).slug}.pricing.0000`);
  });

  it('of a second scheduler, or a minute later, adds nothing', async () => {
    await Promise.all([tick(queue, due), tick(second, due)]);
    await tick(second, { ...due, now: new Date(NOW.getTime() + 60_000) });
    expect(await queue.getWaitingCount()).toBe(50);
  });

  it('after a flush brings back all that the ledger still wants', async () => {
    await tick(queue, due);
    await client.flushall();
    expect(await queue.getWaitingCount()).toBe(0);
    await tick(queue, due);
    expect(await queue.getWaitingCount()).toBe(50);
  });

  it('of a replay gives its visits the instant of its own clock', async () => {
    await tick(queue, { ...due, isReplay: true });
    const [job] = await queue.getWaiting();
    expect(job?.data.at).toBe(NOW.toISOString());
  });
});

describe('visits under way', () => {
  it('are bounded, however many are due and however often is looked', { timeout: 60_000 }, async () => {
    const products = productsOf(MOST_UNDER_WAY + 500);
    for (let minute = 0; minute < 2; minute += 1) {
      const now = new Date(NOW.getTime() + minute * 60_000);
      const ticked = await tick(queue, { ...due, products, now, underWay: await visitsUnderWay(queue, verify) });
      expect(ticked).toMatchObject({ due: products.length, queued: minute === 0 ? MOST_UNDER_WAY : 0 });
      expect(ticked.jobs).toHaveLength(MOST_UNDER_WAY);
      expect(await queue.getWaitingCount()).toBe(MOST_UNDER_WAY);
    }
  });

  it('are not made again while the verifier has them, and are of another slot where it gave one up', async () => {
    await tick(queue, due);
    const [first, ...others] = await queue.getWaiting();
    // The crawler hands over a visit under its own id; what it has finished is forgotten sooner or later.
    await verify.addBulk(
      [first, ...others].map((job) => ({ name: 'verify', data: {}, opts: { jobId: String(job?.id) } })),
    );
    await queue.drain();
    const look = async () => tick(queue, { ...due, underWay: await visitsUnderWay(queue, verify) });
    expect(await look()).toMatchObject({ due: 50, queued: 0 });
    const refusing = new Worker(
      VERIFY_QUEUE,
      async (job) => {
        if (job.id === first?.id) throw new UnrecoverableError('not of its schema');
      },
      { connection: redisOptions(redis.url, 'worker') },
    );
    await expect
      .poll(() => verify.getJobCounts('waiting', 'active', 'failed'))
      .toEqual({ waiting: 0, active: 0, failed: 1 });
    await refusing.close();
    // Completed jobs are in the ledger in service; here they are due still.
    await verify.clean(0, 1_000, 'completed');
    const ticked = await look();
    expect(ticked).toMatchObject({ due: 50, queued: 50 });
    expect(ticked.jobs.find(({ slug }) => slug === first?.data.slug)?.slot).toBe('2026-03-01');
  });
});

describe('a Redis', () => {
  it('tells what it drops when its memory is full', async () => {
    expect(await evictionOf(redis.url)).toBe('noeviction');
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect(await evictionOf(redis.url)).toBe('allkeys-lru');
    await client.config('SET', 'maxmemory-policy', 'noeviction');
  });
});
