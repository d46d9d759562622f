/**
 * Costs of a catalogue with prices of a dataset and no visit, in which every product can be made within minutes: what a
 * process holds or goes through whole. Blocks are the longest times in which the event loop did nothing else.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLastPublication } from '../../data/store/generation/last-publication.ts';
import { eventually } from '../../test/eventually.ts';
import { startRedisServer } from '../../test/redis-server.ts';
import type { Bench } from '../harness/benchmark.ts';
import { residentMb, statusOf } from '../harness/processes.ts';
import { startWatched, type WatchedProcess } from './watched-process.ts';

const CATEGORIES = 45;
const LONGEST_MS = 3_600_000;
const POLL_MS = 100;

const PATHS: Record<string, string> = {
  'front page': '/',
  quality: '/quality',
  record: '/api/v2/pricing/product-2',
  'page of a product': '/tools/product-4/pricing',
  'page of a category': '/category/category-1',
  'page of a category by change': '/category/category-2?sort=-change',
  'discover by words': '/api/v2/discover?q=product+2',
  'unknown path': '/tools/prodcut-17/pricing',
};

export type Costs = Map<string, { value: number; unit: string }>;
type Add = (name: string, value: number, unit: string) => void;

/** Costs by name. Each is printed as soon as it is measured. */
export function tally(bench: Bench, of: string): { costs: Costs; add: Add } {
  const costs: Costs = new Map();
  const add: Add = (name, value, unit) => {
    costs.set(name, { value, unit });
    bench.progress(`${of}: ${name}, ${value.toPrecision(4)} ${unit}`);
  };
  return { costs, add };
}

export async function unvisitedCosts(bench: Bench, products: number): Promise<Costs> {
  const { costs, add } = tally(bench, `${products} products without visits`);
  const dir = join(bench.dir, `unvisited-${products}`);
  const [dataDir, catalogueDir] = [join(dir, 'data'), join(dir, 'catalogue')];
  mkdirSync(dataDir, { recursive: true });
  writeProducts(catalogueDir, products);
  writeFacts(catalogueDir, products, 9);
  const redis = await startRedisServer();
  const settings = { DATA_DIR: dataDir, CATALOGUE_DIR: catalogueDir, REDIS_URL: redis.url };
  const start = async (name: string) => {
    const process = await startWatched(bench, name, { dir, settings });
    add(`start of the ${name}`, process.startMs, 'ms');
    return process;
  };
  const end = async (name: string, { stop, pid, longestBlock }: WatchedProcess) => {
    add(`memory of the ${name}`, residentMb(pid, 'VmHWM'), 'MB');
    add(`longest block of the ${name}`, longestBlock(), 'ms');
    await stop();
  };
  try {
    // It parses all YAML; the others take what it parsed.
    const verifier = await start('verifier');
    add('longest block of the verifier while it starts', verifier.longestBlock(), 'ms');
    await addPublication(add, 'all products', { dataDir, verifier, before: undefined });
    // It would rest for nine times as long as it worked: another one does not.
    await end('verifier', verifier);
    const crawler = await start('crawler');
    await end('crawler', crawler);
    const [scheduler, console] = [await start('scheduler'), await start('console')];
    const ticks = () => scheduler.logged().filter(({ event }) => event === 'tick');
    await eventually('two ticks are done', () => ticks().length >= 2, LONGEST_MS, POLL_MS);
    add('hourly plan', Number(scheduler.logged().find(({ event }) => event === 'planned')?.ms), 'ms');
    add('a tick with all due, after the first', Number(ticks()[1]?.ms), 'ms');
    await end('scheduler', scheduler);
    await end('console', console);
    // Every second product has facts.
    writeFacts(catalogueDir, Math.max(2, products / 100), 10);
    const before = readLastPublication(dataDir)?.generation;
    const later = await startWatched(bench, 'verifier', { dir, settings });
    await addPublication(add, '1 % changed', { dataDir, verifier: later, before });
    await later.stop();
    const web = await start('web');
    add('longest block of the web while it starts', web.longestBlock(), 'ms');
    await addAnswers(add, web.origin);
    await end('web', web);
  } finally {
    await redis.stop();
  }
  return costs;
}

/** Waits for the one after `before`. */
async function addPublication(
  add: Add,
  name: string,
  { dataDir, verifier, before }: { dataDir: string; verifier: WatchedProcess; before: string | undefined },
): Promise<void> {
  const from = Date.now();
  const isMade = () => (readLastPublication(dataDir)?.generation ?? before) !== before;
  await eventually('a generation is published', isMade, LONGEST_MS, POLL_MS);
  add(`publication, ${name}`, readLastPublication(dataDir)?.ms ?? 0, 'ms');
  add(`longest block of the verifier while it publishes, ${name}`, verifier.longestBlock(from), 'ms');
}

async function addAnswers(add: Add, origin: string): Promise<void> {
  for (const [name, path] of Object.entries(PATHS)) {
    const started = performance.now();
    const status = await statusOf(origin + path);
    if (status !== (name === 'unknown path' ? 404 : 200)) throw new Error(`Cannot measure ${path}: status ${status}`);
    add(`uncached ${name}`, performance.now() - started, 'ms');
  }
}

function writeProducts(dir: string, products: number): void {
  for (const folder of ['products', 'observed']) mkdirSync(join(dir, folder), { recursive: true });
  const categories = Array.from({ length: CATEGORIES }, (_, at) => `- { id: category-${at}, name: Category ${at} }\n`);
  writeFileSync(join(dir, 'categories.yaml'), categories.join(''));
  for (let at = 1; at <= products; at += 1)
    writeFileSync(
      join(dir, `products/product-${at}.yaml`),
      `name: Product ${at}\nvendor: Vendor ${at}\ncategory: category-${at % CATEGORIES}\nhomepage: https://product-${at}.example\nsources:\n  - { id: pricing, url: "https://product-${at}.example/pricing" }\n`,
    );
}

/** Two plans of every second product. */
function writeFacts(dir: string, products: number, base: number): void {
  const common = {
    ...{ kind: 'tier', currency: 'USD', per: 'month', unit: 'user', billing: 'monthly' },
    ...{
      asOf: '2026-08-01',
      asOfBasis: 'date field',
      dataset: `someone/prices:list.json@${'a'.repeat(40)}`,
      license: 'MIT',
    },
  };
  for (let at = 2; at <= products; at += 2) {
    const facts = ['Pro', 'Team'].map((subject, plan) => ({
      ...common,
      subject,
      value: `${base + (at % 40) + 50 * plan}.00`,
    }));
    writeFileSync(join(dir, `observed/product-${at}.json`), JSON.stringify(facts));
  }
}
