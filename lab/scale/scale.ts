/**
 * `scale`: the cost of each stage at many products (`npm run bench -- scale 10000 100000`) over that at 1,000: 1 is flat,
 * and a quadratic cost shows the ratio of the sizes. All processes of service, a real Redis, a page for each product.
 * Costs are processor time, which other work on the machine moves far less than the clock.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { daysAfterNoon, NOON } from '../../test/builders.ts';
import { currentOf } from '../../test/current-of.ts';
import { eventually } from '../../test/eventually.ts';
import { type Pipeline, type ProcessName, startPipeline } from '../../test/pipeline/pipeline.ts';
import { vendorsOf } from '../../test/workload/vendors.ts';
import type { Bench } from '../harness/benchmark.ts';
import { findingOf } from '../harness/measurement.ts';
import { processorMs, residentMb, statusOf } from '../harness/processes.ts';
import { type Costs, tally, unvisitedCosts } from './unvisited.ts';

const BASE = 1_000;
const QUICK_BASE = 20;
/** A page holds little beside its offer, because the number of products is measured. */
const PAGES = { bytes: 4_000, changedShare: 0.4 };
const LONGEST_MS = 6 * 3_600_000;
/** Visiting more takes hours; the costs of a visit do not depend on the number. */
const MOST_VISITED = 100_000;
const ANSWERS = 200;

/** Answers that no cache has, each of another product or category. */
const UNCACHED: Record<string, (at: number) => string> = {
  record: (at) => `/api/v2/pricing/product-${at}`,
  'page of a product': (at) => `/tools/product-${at}/pricing`,
  'page of alternatives': (at) => `/tools/product-${at}/alternatives`,
  history: (at) => `/api/v2/history/product-${at}`,
  'discover by words': (at) => `/api/v2/discover?q=product+${at}`,
  'discover by category': (at) =>
    `/api/v2/discover?category=category-${at % 45}&maxPrice=${20 + at}&sort=startingPrice`,
};

export async function run(bench: Bench): Promise<void> {
  const base = bench.quick ? QUICK_BASE : BASE;
  const sizes = bench.products ?? [bench.quick ? 2 * base : 10 * base];
  const report = (size: number, costs: Costs, few: Costs) => {
    for (const [name, { value, unit }] of costs) {
      const named = { case: `${name}, ${size} products`, baseline: `the same at ${base}`, better: 'lower' } as const;
      bench.report(findingOf({ ...named, unit }, value, few.get(name)?.value ?? 0));
    }
  };
  const unvisited = await unvisitedCosts(bench, base);
  for (const size of sizes) report(size, await unvisitedCosts(bench, size), unvisited);
  const visited = sizes.filter((size) => size <= MOST_VISITED);
  const few = await costsOf(bench, base);
  // The costs of a visit are those at the base where no more can be visited.
  if (visited.length === 0) report(base, few, few);
  for (const size of visited) report(size, await costsOf(bench, size), few);
}

/** By stage. */
async function costsOf(bench: Bench, products: number): Promise<Costs> {
  const { costs, add } = tally(bench, `${products} products`);
  const pipeline = await startPipeline({
    vendors: vendorsOf(products, PAGES),
    clock: new Date(NOON),
    dataDir: join(bench.dir, `scale-${products}`),
    variables: { PUBLISH_QUIET_MS: '2000', EXPORTER_PORT: '0' },
    // One variable cannot hold thousands of hosts.
    own: async ({ vendorPort }) => {
      const everyVendor = { LOOPBACK_VENDORS: `*=${vendorPort}` };
      return { crawler: everyVendor, verifier: everyVendor, web: everyVendor, exporter: everyVendor };
    },
  });
  const spent = (name: ProcessName) => processorMs(pipeline.process(name).pid);
  const addTime = async (names: ProcessName[], stage: string, work: () => Promise<number>) => {
    const before = names.map(spent);
    const count = await work();
    for (const [at, name] of names.entries())
      add(`${stage}: processor time of the ${name} for one`, (spent(name) - (before[at] ?? 0)) / count, 'ms');
  };
  const { dataDir, origin } = pipeline;
  try {
    const workers: ProcessName[] = ['crawler', 'verifier', 'web'];
    for (const name of workers) add(`start: processor time of the ${name}, a product`, spent(name) / products, 'ms');
    await addTime(workers, 'first visit', () => visitAll(pipeline, 0));
    await addTime(workers, 'visit a day later', () => visitAll(pipeline, 1));
    add('ledger, a product', bytesIn(dataDir, 'ledger.db') / products, 'bytes');
    add('archive, a product', bytesIn(join(dataDir, 'archive')) / products, 'bytes');
    add('generation, a product', currentOf(join(dataDir, 'generations')).bytes / products, 'bytes');
    for (const [kind, path] of Object.entries(UNCACHED))
      await addTime(['web'], `answer, ${kind}`, () => askAll(origin, products, path));
    pipeline.start('exporter');
    const probes = `http://127.0.0.1:${await pipeline.portOf('exporter')}/readyz`;
    await eventually('feeds and exports are made', async () => (await statusOf(probes)) === 200, LONGEST_MS);
    add('feeds and exports: processor time a product', spent('exporter') / products, 'ms');
    for (const name of [...workers, 'exporter'] as const)
      add(`memory of the ${name}`, residentMb(pipeline.process(name).pid, 'VmHWM'), 'MB');
  } finally {
    await pipeline.stop();
  }
  return costs;
}

/** Returns the number of products. */
async function visitAll(pipeline: Pipeline, day: number): Promise<number> {
  const at = new Date(daysAfterNoon(day));
  await pipeline.tick(at);
  const { length } = pipeline.products;
  const isVisited = ({ checkedAt }: { checkedAt: string }) => Date.parse(checkedAt) >= at.getTime();
  const areVisited = () => [...pipeline.facts().values()].filter(isVisited).length >= length;
  await eventually('all products are visited', areVisited, LONGEST_MS, Math.max(100, length / 10));
  await pipeline.isServed();
  return length;
}

/** Returns the number of answers. @throws {Error} one is not 200 */
async function askAll(origin: string, products: number, path: (at: number) => string): Promise<number> {
  const count = Math.min(ANSWERS, products);
  for (let at = 0; at < count; at += 1) {
    const url = origin + path(Math.floor((at * products) / count));
    const status = await statusOf(url);
    if (status !== 200) throw new Error(`Cannot measure ${url}: status ${status}`);
  }
  return count;
}

function bytesIn(dir: string, prefix = ''): number {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith(prefix))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
