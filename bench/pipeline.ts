/**
 * `pipeline`: pages a second from the queue to a published generation.
 *
 * The subject is the whole way of a few hundred pages, in the processes that do it in service and with a real Redis:
 * jobs, fetching within limits, archive, all readers, verification with every quote cut again, ledger, and one
 * generation published at the end. The baseline fetches the same pages with undici, as many at once, and parses them
 * with `cheerio.load`: what a script without proof, history or manners would do. The ratio is of pages a second: 0.2
 * means that all that costs four times as much again as fetching and parsing. The same rounds give the processor time a
 * page of all processes of either side; the vendors' own is in neither.
 *
 * Spacing of requests to a host is off, since every page is of another one; the crawler's other settings are the
 * defaults.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { CRAWL_JOB_OPTIONS } from '../config/queues.ts';
import { openCrawlQueue } from '../crawler/schedule/crawl-queue.ts';
import { type CrawlJob, observationId } from '../data/observation.ts';
import { readCurrent } from '../data/store/generation/current.ts';
import { openGeneration } from '../data/store/generation/generation.ts';
import type { Bench } from './benchmark.ts';
import { inRounds } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { hostOf, slugOf } from './pipeline/slug.ts';
import { processorMs } from './processor.ts';
import { startProgram } from './programs.ts';
import { type RedisProgram, startRedis } from './redis.ts';

const PAGES = 300;
const PAGE_BYTES = 40_000;
/** The crawler's default. */
const CONCURRENCY = 8;
/** Short, since the quiet time is not work; long enough that nothing is published between two pages. */
const QUIET_MS = 250;
const ROUND_MS = 120_000;

export async function run(bench: Bench): Promise<void> {
  const { quick, rounds, report, progress } = bench;
  const pages = quick ? 20 : PAGES;
  const redis = await startRedis(bench, bench.dir);
  const vendors = await startProgram(bench, 'bench/pipeline/vendors.ts', {
    args: (port) => [String(port), String(pages), String(PAGE_BYTES)],
  });
  const pipeline = await startPipeline(bench, { pages, redis, vendorPort: vendors.port });
  const plain = await startPlain(bench, { pages, vendorPort: vendors.port });
  let edition = 0;
  const turnOf = (contender: Contender) => async (): Promise<Sample> => {
    edition += 1;
    const { body } = await request(`${vendors.origin}/edition/${edition}`, { method: 'PUT' });
    await body.dump();
    const spent = () => contender.pids.reduce((sum, pid) => sum + (processorMs(pid) ?? 0), 0);
    const before = spent();
    const ms = await contender.visitAll(edition);
    return { rate: pages / (ms / 1000), pageMs: (spent() - before) / pages };
  };
  const samples = await inRounds(
    { pipeline: turnOf(pipeline), plain: turnOf(plain) },
    { rounds: Math.min(rounds, 5), progress: (done) => progress(`${pages} pages, round ${done}`) },
  );
  const confirmed = pipeline.confirmed();
  await pipeline.close();
  // A pipeline that reads nothing is fast.
  if (confirmed < pages / 2) throw new Error(`Only ${confirmed} of ${pages} products have a confirmed price`);
  const common = {
    baseline: 'undici and cheerio.load, as many at once',
    figures: { page: figure(PAGE_BYTES / 1000, 'kB'), confirmed: figure(confirmed, 'products') },
  };
  report(
    findingOf({
      ...common,
      case: `pages a second, ${pages} pages`,
      better: 'higher',
      unit: 'pages/s',
      subject: samples.pipeline.map(({ rate }) => rate),
      against: samples.plain.map(({ rate }) => rate),
    }),
  );
  if (processorMs(process.pid) === undefined) return;
  report(
    findingOf({
      ...common,
      case: `processor time a page, ${pages} pages`,
      better: 'lower',
      unit: 'ms',
      subject: samples.pipeline.map(({ pageMs }) => pageMs),
      against: samples.plain.map(({ pageMs }) => pageMs),
    }),
  );
}

interface Sample {
  rate: number;
  /** Processor time. */
  pageMs: number;
}

interface Contender {
  pids: number[];
  /** Milliseconds that it took. */
  visitAll(edition: number): Promise<number>;
}

interface Surroundings {
  pages: number;
  vendorPort: number;
}

async function startPipeline(
  bench: Bench,
  { pages, redis, vendorPort }: Surroundings & { redis: RedisProgram },
): Promise<Contender & { confirmed(): number; close(): Promise<void> }> {
  const dataDir = join(bench.dir, 'pipeline');
  const catalogueDir = writeCatalogue(join(bench.dir, 'catalogue'), pages);
  const settings = {
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    CATALOGUE_DIR: catalogueDir,
    LOOPBACK_VENDORS: `*=${vendorPort}`,
    HOST_SPACING_MS: '0',
    PUBLISH_QUIET_MS: String(QUIET_MS),
    RATE_LIMIT_PER_SECOND: '0',
    CRAWL_CONCURRENCY: String(CONCURRENCY),
  };
  const verifier = await startProgram(bench, 'verifier/worker/main.ts', {
    settings: (port) => ({ ...settings, VERIFIER_PORT: String(port) }),
  });
  const crawler = await startProgram(bench, 'crawler/visit/worker.ts', {
    settings: (port) => ({ ...settings, CRAWLER_PORT: String(port) }),
  });
  const queue = openCrawlQueue(redis.url);
  const generations = join(dataDir, 'generations');
  const entries = () => readCurrent(generations)?.ledger.entries ?? 0;
  return {
    pids: [verifier.pid, crawler.pid, redis.pid],
    async visitAll(edition) {
      const before = entries();
      const started = performance.now();
      const jobs = Array.from({ length: pages }, (_, at) => jobOf(at, edition));
      await queue.addBulk(
        jobs.map((data) => ({ name: 'visit', data, opts: { ...CRAWL_JOB_OPTIONS, jobId: observationId(data) } })),
      );
      for (const deadline = started + ROUND_MS; entries() < before + pages; await delay(5))
        if (performance.now() > deadline)
          throw new Error(`Only ${entries() - before} of ${pages} pages were published in ${ROUND_MS} ms`);
      return performance.now() - started;
    },
    confirmed() {
      const current = readCurrent(generations);
      if (current === undefined) return 0;
      const generation = openGeneration(generations, current);
      const confirmed = generation.list().filter(({ confirmedAt }) => confirmedAt !== undefined).length;
      generation.close();
      return confirmed;
    },
    close: () => queue.close(),
  };
}

function jobOf(vendor: number, edition: number): CrawlJob {
  return {
    slug: slugOf(vendor),
    source: 'pricing',
    url: `https://${hostOf(vendor)}/pricing`,
    slot: `2026-11-21T12-${String(edition).padStart(2, '0')}Z`,
    render: 'http',
  };
}

/** JSON is YAML. */
function writeCatalogue(dir: string, pages: number): string {
  mkdirSync(join(dir, 'products'), { recursive: true });
  writeFileSync(join(dir, 'categories.yaml'), JSON.stringify([{ id: 'crm', name: 'CRM' }]));
  for (let at = 0; at < pages; at += 1) {
    const product = {
      name: `Vendor ${at}`,
      vendor: `Vendor ${at}`,
      category: 'crm',
      sources: [{ id: 'pricing', url: `https://${hostOf(at)}/pricing` }],
    };
    writeFileSync(join(dir, 'products', `${slugOf(at)}.yaml`), JSON.stringify(product));
  }
  return dir;
}

async function startPlain({ start }: Bench, { pages, vendorPort }: Surroundings): Promise<Contender> {
  const program = join(import.meta.dirname, 'pipeline/plain.ts');
  const child = start(process.execPath, [program, String(vendorPort), String(pages), String(CONCURRENCY)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return {
    pids: [child.pid ?? 0],
    async visitAll() {
      child.send('go');
      const [ms] = await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => {
          throw new Error('Cannot measure the baseline: it ended');
        }),
      ]);
      return Number(ms);
    },
  };
}
