/**
 * Pages a second and processor time a page of the whole pipeline: queue, polite fetching, archive, all readers,
 * verification, ledger and a published generation, with a real Redis and the processes of service. The baseline fetches
 * the same pages with undici, as many at once, and parses them with `cheerio.load`.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { daysAfterNoon, NOON } from '../../test/builders.ts';
import { type Pipeline, startPipeline } from '../../test/pipeline/pipeline.ts';
import { vendorsOf } from '../../test/workload/vendors.ts';
import type { Bench } from '../harness/benchmark.ts';
import { processorMs } from '../harness/processes.ts';
import { compare, wallMs } from '../harness/rounds.ts';

const PAGES = 300;
const PAGE_BYTES = 40_000;
const CONCURRENCY = 8;

export async function measurePipeline(bench: Bench): Promise<void> {
  const pages = bench.quick ? 20 : PAGES;
  const pipeline = await startPipeline({
    vendors: vendorsOf(pages, { bytes: PAGE_BYTES, changedShare: 1 }),
    clock: new Date(NOON),
    dataDir: join(bench.dir, 'pipeline'),
    variables: { CRAWL_CONCURRENCY: String(CONCURRENCY), PUBLISH_QUIET_MS: '250' },
  });
  let day = 0;
  const spentMs = (each: Pipeline) =>
    processorMs(each.process('crawler').pid) + processorMs(each.process('verifier').pid);
  const plainCrawler = join(import.meta.dirname, 'plain-crawler.ts');
  try {
    await compare(bench, {
      case: `${pages} pages of ${PAGE_BYTES / 1000} KB`,
      metrics: {
        'pages a second': { unit: 'pages/s', better: 'higher' },
        'processor time a page': { unit: 'ms', better: 'lower' },
      },
      warmUp: 1,
      mostRounds: 5,
      async subject() {
        day += 1;
        const before = spentMs(pipeline);
        const ms = await wallMs(() => pipeline.look(new Date(daysAfterNoon(day))));
        const cpu = spentMs(pipeline) - before;
        return { 'pages a second': pages / (ms / 1000), 'processor time a page': cpu / pages };
      },
      baselines: {
        'undici and cheerio.load': async () => {
          const args = [plainCrawler, ...[pipeline.web.port, pages, CONCURRENCY].map(String)];
          const { ms, cpuMs } = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
          return { 'pages a second': pages / (ms / 1000), 'processor time a page': cpuMs / pages };
        },
      },
    });
    const stated = ['confirmed', 'changed'];
    const confirmed = [...pipeline.facts().values()].filter(({ outcome }) => stated.includes(outcome)).length;
    // A pipeline that reads nothing is fast.
    if (confirmed < pages / 2) throw new Error(`Only ${confirmed} of ${pages} products have a confirmed price`);
  } finally {
    await pipeline.stop();
  }
}
