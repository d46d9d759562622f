/**
 * Costs of a catalogue with prices of a dataset and no visit, in which every product can be made within minutes: what a
 * process holds or goes through whole. Blocks are the longest times in which the event loop did nothing else.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dueJobs } from '../../crawler/schedule/due.ts';
import { closeStores, openStores, publication } from '../../verifier/publish/publication.ts';
import type { Bench } from '../harness/benchmark.ts';
import { residentMb, startService, statusOf } from '../harness/processes.ts';

const CATEGORIES = 45;
const READY_MS = 600_000;
const LOOKED_MS = 5;
const DAY_MS = 86_400_000;

const PATHS: Record<string, string> = {
  'front page': '/',
  quality: '/quality',
  record: '/api/v2/pricing/product-2',
  'page of a product': '/tools/product-4/pricing',
  'page of a category': '/category/category-1',
  'discover by words': '/api/v2/discover?q=product+2',
};

export type Costs = Map<string, { value: number; unit: string }>;

export async function unvisitedCosts(bench: Bench, products: number): Promise<Costs> {
  const costs: Costs = new Map();
  const add = (name: string, value: number, unit: string) => {
    costs.set(name, { value, unit });
    bench.progress(`${products} products without visits: ${name}, ${value.toPrecision(4)} ${unit}`);
  };
  const dir = join(bench.dir, `unvisited-${products}`);
  const places = { dataDir: join(dir, 'data'), catalogueDir: join(dir, 'catalogue') };
  writeProducts(places.catalogueDir, products);
  writeFacts(places.catalogueDir, products, 9);
  for (const [name, changed] of Object.entries({ whole: 0, '1 % changed': Math.ceil(products / 100) })) {
    writeFacts(places.catalogueDir, changed, 10);
    const started = performance.now();
    const stores = await openStores(places, new Date());
    add(`start of the verifier before ${name}`, performance.now() - started, 'ms');
    const { ms, blockMs } = await watched(() => publication(stores, places.dataDir)(new Date()));
    add(`publication, ${name}`, ms, 'ms');
    add(`longest block of a publication, ${name}`, blockMs, 'ms');
    if (changed > 0) {
      const now = new Date();
      const tick = await watched(async () =>
        dueJobs(stores.catalogue.products, new Map(), { now, waitMs: () => DAY_MS }),
      );
      add('a tick with all due', tick.ms, 'ms');
    }
    closeStores(stores);
  }
  const started = performance.now();
  const web = await startService(bench, 'web', { settings: { DATA_DIR: places.dataDir }, readyMs: READY_MS });
  add('start of the web process', performance.now() - started, 'ms');
  for (const [name, path] of Object.entries(PATHS)) {
    const { ms } = await watched(async () => {
      if ((await statusOf(web.origin + path)) !== 200) throw new Error(`Cannot measure ${path}`);
    });
    add(`uncached ${name}`, ms, 'ms');
  }
  add('memory of the web process', residentMb(web.pid, 'VmHWM'), 'MB');
  await web.stop();
  return costs;
}

/** What it takes by the clock, and the longest time in which nothing else could run. */
async function watched(work: () => Promise<unknown>): Promise<{ ms: number; blockMs: number }> {
  const started = performance.now();
  let [last, blockMs] = [started, 0];
  const look = () => {
    const now = performance.now();
    blockMs = Math.max(blockMs, now - last - LOOKED_MS);
    last = now;
  };
  const timer = setInterval(look, LOOKED_MS);
  await work();
  look();
  clearInterval(timer);
  return { ms: performance.now() - started, blockMs };
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
