/** The crawler as a process, under real node: what only shows between processes. */
import { mkdir, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CRAWL_JOB_OPTIONS, CRAWL_QUEUE, VERIFY_QUEUE } from '../../../config/queues.ts';
import { redisOptions } from '../../../config/redis.ts';
import { type CrawlJob, Observation, observationId } from '../../../data/observation.ts';
import { crawlJob } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import { type Program, startProgram } from '../../program.ts';
import { ownRedis } from '../../redis-server.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { watchGrants } from '../grants.ts';
import { serve } from '../loopback-server.ts';

const SPACING_MS = 100;

const redis = await ownRedis();
const dir = temporaryDirectory();
const crawl: Queue<CrawlJob> = new Queue(CRAWL_QUEUE, { connection: redisOptions(redis.url) });
const verify: Queue<Observation> = new Queue(VERIFY_QUEUE, { connection: redisOptions(redis.url) });
for (const queue of [crawl, verify]) queue.on('error', () => {});
let answer: (res: ServerResponse) => void;
/** Paths that the vendor was asked for, by whatever process. */
let requests: string[];
let crawlers: Program[];

const server = await serve((req, res) => {
  requests.push(req.url ?? '');
  if (req.url === '/robots.txt') return void res.writeHead(404).end();
  answer(res);
});
await mkdir(join(dir, 'catalogue/products'), { recursive: true });
await writeFile(join(dir, 'catalogue/categories.yaml'), '- { id: crm, name: CRM }\n');

afterAll(() => Promise.all([crawl.close(), verify.close()]));
beforeEach(() => {
  crawlers = [];
  requests = [];
  answer = (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Pricing</h1><p>Pro $12 per month');
});
afterEach(async () => {
  await Promise.all(crawlers.map((crawler) => crawler.end('SIGKILL')));
  await Promise.all([crawl.obliterate({ force: true }), verify.obliterate({ force: true })]);
});

async function startWorker(): Promise<Program> {
  const crawler = startProgram(['crawler/visit/worker.ts'], {
    REDIS_URL: redis.url,
    DATA_DIR: dir,
    CATALOGUE_DIR: join(dir, 'catalogue'),
    LOOPBACK_VENDORS: `*=${server.port}`,
    HOST_SPACING_MS: String(SPACING_MS),
    CRAWLER_PORT: '0',
  });
  crawlers.push(crawler);
  await crawler.until('ready');
  return crawler;
}

/** The crawlers that run take the sources up. */
async function add(count: number, host = 'acme.test'): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    const sources = [{ id: 'pricing', url: `https://${host}/${i}` }];
    const product = { name: `P${i}`, vendor: 'Acme', category: 'crm', sources };
    await writeFile(join(dir, `catalogue/products/p${i}.yaml`), JSON.stringify(product));
  }
  await crawl.addBulk(
    Array.from({ length: count }, (_, i) => {
      const data = crawlJob({ slug: `p${i}`, url: `https://${host}/${i}` });
      return { name: 'visit', data, opts: { ...CRAWL_JOB_OPTIONS, jobId: observationId(data) } };
    }),
  );
}
const handedOver = async () =>
  (await verify.getJobs(['wait', 'active', 'delayed', 'completed'])).map((job) => Observation.parse(job.data));

describe('the crawler process', { timeout: 120_000 }, () => {
  it('hands each observation over under its own id, tells how it is, and outlives an absence of Redis', async () => {
    const { child, log } = await startWorker();
    const port = /"address":\{[^}]*"port":(\d+)/.exec(JSON.stringify(log))?.[1];
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await Promise.all(['/livez', '/readyz', '/nothing'].map(statusOf))).toEqual([200, 200, 404]);
    await add(3);
    await eventually('three observations', async () => (await handedOver()).length === 3);
    const ids = (await verify.getJobs(['wait'])).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([0, 1, 2].map((i) => `p${i}.pricing.2026-11-21T12-00Z`));
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toMatch(/assay_visits_total\{result="page",failure="",via="http"\} 3/);

    // And it goes on by itself when Redis has been away.
    await redis.kill();
    await redis.start();
    await crawl.waitUntilReady();
    await add(7);
    await eventually('the other observations', async () => (await handedOver()).length === 7);
    expect(child.exitCode).toBeNull();
  });

  it('spaces its requests to a host, and told to stop finishes the visit under way, hands it over and exits', async () => {
    let finish = () => {};
    answer = (res) => {
      res.writeHead(200, { 'content-type': 'text/html' });
      finish = () => res.end('<h1>Pricing</h1>');
    };
    const { child, exited } = await startWorker();
    const grants = await watchGrants(redis.url);
    await add(1, 'spaced.test');
    await eventually('the visit', () => requests.includes('/0'));
    // politeness.test.ts shares the spacing between several crawlers.
    expect(requests).toEqual(['/robots.txt', '/0']);
    expect(Math.min(...(await grants.gaps(2)))).toBeGreaterThanOrEqual(SPACING_MS);
    child.kill('SIGTERM');
    finish();
    expect(await exited).toBe(0);
    expect(await handedOver()).toHaveLength(1);
    expect(await crawl.getActiveCount()).toBe(0);
  });
});
