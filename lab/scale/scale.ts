/**
 * `scale`: the cost of each stage at many products (`npm run bench -- scale 10000 100000`) over that at 1,000: 1 is flat,
 * and a quadratic cost shows the ratio of the sizes. All processes of service, a real Redis, a page for each product.
 * Costs are processor time, which other work on the machine moves far less than the clock.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { daysAfterNoon, NOON } from '../../test/builders.ts';
import { currentOf } from '../../test/current-of.ts';
import { eventually } from '../../test/eventually.ts';
import { type Pipeline, type ProcessName, startPipeline } from '../../test/pipeline/pipeline.ts';
import { vendorsOf } from '../../test/workload/vendors.ts';
import type { Bench } from '../harness/benchmark.ts';
import { findingOf } from '../harness/measurement.ts';
import { processorMs, residentMb } from '../harness/processes.ts';

const BASE = 1_000;
const SIZES = [10_000];
const QUICK = { base: 20, sizes: [40] };
/** A page holds little beside its offer, because the number of products is measured. */
const PAGE_BYTES = 4_000;
const CHANGED_SHARE = 0.4;
const LONGEST_MS = 6 * 3_600_000;
const ANSWERS = 200;
const WORKERS: ProcessName[] = ['crawler', 'verifier'];

/** Answers that no cache has, each of another product or category. */
const COLD: Record<string, (at: number) => string> = {
  record: (at) => `/api/v2/pricing/product-${at}`,
  'page of a product': (at) => `/tools/product-${at}/pricing`,
  'page of alternatives': (at) => `/tools/product-${at}/alternatives`,
  history: (at) => `/api/v2/history/product-${at}`,
  'discover by words': (at) => `/api/v2/discover?q=product+${at}`,
  'discover by category': (at) =>
    `/api/v2/discover?category=category-${at % 45}&maxPrice=${20 + at}&sort=startingPrice`,
};

/** By stage: its value at one size, and the unit. */
type Costs = Map<string, { value: number; unit: string }>;

export async function run(bench: Bench): Promise<void> {
  const sizes = bench.products ?? (bench.quick ? QUICK.sizes : SIZES);
  const base = bench.quick ? QUICK.base : BASE;
  const few = await costsOf(bench, base);
  for (const size of sizes) {
    const many = await costsOf(bench, size);
    for (const [name, { value, unit }] of many) {
      const named = { case: `${name}, ${size} products`, baseline: `the same at ${base}`, better: 'lower' } as const;
      bench.report(findingOf({ ...named, unit }, value, few.get(name)?.value ?? 0));
    }
  }
}

async function costsOf(bench: Bench, products: number): Promise<Costs> {
  const costs: Costs = new Map();
  const pipeline = await startPipeline({
    vendors: vendorsOf(products, { bytes: PAGE_BYTES, changedShare: CHANGED_SHARE }),
    clock: new Date(NOON),
    dataDir: join(bench.dir, `scale-${products}`),
    variables: { PUBLISH_QUIET_MS: '2000', EXPORTER_PORT: '0' },
    // One variable cannot hold thousands of hosts.
    own: async ({ vendorPort }) => {
      const everyVendor = { LOOPBACK_VENDORS: `*=${vendorPort}` };
      return { crawler: everyVendor, verifier: everyVendor, web: everyVendor, exporter: everyVendor };
    },
  });
  const add = (name: string, value: number, unit: string) => {
    costs.set(name, { value, unit });
    bench.progress(`${products} products: ${name}, ${value.toPrecision(4)} ${unit}`);
  };
  const spent = (name: ProcessName) => processorMs(pipeline.process(name).pid);
  try {
    add('catalogue published: processor time a product', spent('verifier') / products, 'ms');
    add('web ready: processor time a product', spent('web') / products, 'ms');
    for (const [visit, day] of [
      ['first visit', 0],
      ['visit a day later', 1],
    ] as const) {
      const before = new Map(WORKERS.map((name) => [name, spent(name)]));
      await visitAll(pipeline, new Date(daysAfterNoon(day)), products);
      for (const name of WORKERS)
        add(`${visit}: ${name}, processor time a product`, (spent(name) - (before.get(name) ?? 0)) / products, 'ms');
    }
    for (const name of WORKERS) add(`memory of the ${name}`, residentMb(pipeline.process(name).pid, 'VmHWM'), 'MB');
    add('ledger, a product', bytesIn(pipeline.dataDir, (path) => path.includes('ledger.db')) / products, 'bytes');
    add('archive, a product', bytesIn(join(pipeline.dataDir, 'archive')) / products, 'bytes');
    add('generation, a product', currentOf(join(pipeline.dataDir, 'generations')).bytes / products, 'bytes');
    await addAnswers(pipeline, products, add);
    pipeline.start('exporter');
    const probes = `http://127.0.0.1:${await pipeline.portOf('exporter')}/readyz`;
    await eventually('feeds and exports are made', async () => (await statusOf(probes)) === 200, LONGEST_MS);
    add('feeds and exports: processor time a product', spent('exporter') / products, 'ms');
    add('memory of the exporter', residentMb(pipeline.process('exporter').pid, 'VmHWM'), 'MB');
  } finally {
    await pipeline.stop();
  }
  return costs;
}

async function visitAll(pipeline: Pipeline, at: Date, products: number): Promise<void> {
  await pipeline.tick(at);
  const isChecked = ({ checkedAt }: { checkedAt: string }) => Date.parse(checkedAt) >= at.getTime();
  const everyMs = Math.max(100, products / 10);
  await eventually(
    'all products are visited',
    () => [...pipeline.facts().values()].filter(isChecked).length >= products,
    LONGEST_MS,
    everyMs,
  );
  await pipeline.isServed();
}

async function addAnswers(
  { origin, process }: Pipeline,
  products: number,
  add: (name: string, value: number, unit: string) => void,
): Promise<void> {
  const count = Math.min(ANSWERS, products);
  const { pid } = process('web');
  for (const [kind, path] of Object.entries(COLD)) {
    const before = processorMs(pid);
    for (let at = 0; at < count; at += 1) {
      const asked = path(Math.floor((at * products) / count));
      const status = await statusOf(origin + asked);
      if (status !== 200) throw new Error(`Cannot measure ${kind}: ${asked} is answered with ${status}`);
    }
    add(`uncached answer, ${kind}: processor time`, (processorMs(pid) - before) / count, 'ms');
  }
  add('memory of the web process', residentMb(pid), 'MB');
}

async function statusOf(url: string): Promise<number> {
  const { statusCode, body } = await request(url);
  await body.dump();
  return statusCode;
}

function bytesIn(dir: string, isCounted: (path: string) => boolean = () => true): number {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isCounted(entry.name))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
