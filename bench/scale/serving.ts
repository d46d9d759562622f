/** What a web process costs on a generation of so many products: its start, its memory, and each kind of answer. */
import { request } from 'undici';
import { figure } from '../measurement.ts';
import { categoryOf, slugOf } from './catalogue.ts';
import type { Running } from './house.ts';
import type { Stage } from './stages.ts';

interface Kind {
  name: string;
  /** How many are asked for, no two of them alike. */
  count: number;
  path(at: number, product: number): string;
  /** Of an answer; 200 where nothing is said. */
  status?: number;
}

const CATEGORIES = 45;

/** None was asked for before: each answer is worked out. */
const COLD: readonly Kind[] = [
  { name: 'record', count: 500, path: (_, product) => `/api/v2/pricing/${slugOf(product)}` },
  { name: 'page of a product', count: 200, path: (_, product) => `/tools/${slugOf(product)}/pricing` },
  { name: 'page of alternatives', count: 45, path: (_, product) => `/tools/${slugOf(product)}/alternatives` },
  { name: 'page of a category', count: CATEGORIES, path: (at) => `/category/${categoryOf(at)}` },
  { name: 'history', count: 200, path: (_, product) => `/api/v2/history/${slugOf(product)}` },
  {
    name: 'discover by words',
    count: 100,
    path: (_, product) => `/api/v2/discover?q=${encodeURIComponent(`product ${product}`)}`,
  },
  {
    name: 'discover by category and price',
    count: CATEGORIES,
    path: (at) => `/api/v2/discover?category=${categoryOf(at)}&maxPrice=${20 + at}&sort=startingPrice`,
  },
  {
    name: 'page of the list',
    count: 20,
    path: (at) => `/?page=${at + 1}`,
  },
  { name: 'changes of a category', count: CATEGORIES, path: (at) => `/api/v2/changes?category=${categoryOf(at)}` },
  {
    name: 'unknown slug',
    count: 50,
    path: (_, product) => `/api/v2/pricing/prodcut-${product}`,
    status: 404,
  },
  { name: 'categories', count: 1, path: () => '/api/v2/categories' },
  { name: 'quality', count: 1, path: () => '/api/v2/quality' },
  { name: 'front page', count: 1, path: () => '/' },
];

const HOT_PRODUCTS = 200;
const HOT_REQUESTS = 4_000;

export async function serveAll({ house, progress, tell }: Stage): Promise<void> {
  const { products } = house;
  const started = performance.now();
  const web = await house.start('web', 'PORT', { WEB_WORKERS: '1' });
  tell({
    case: 'web, from start to ready: processor time a product',
    value: (1000 * web.spentMs()) / products,
    unit: 'µs',
    of: 'product',
    figures: { clock: figure(performance.now() - started, 'ms'), total: figure(web.spentMs(), 'ms') },
  });
  tell({ case: 'web, memory when ready', value: web.residentMb(), unit: 'MB', of: 'all' });
  const ask = (kind: Kind) => answers(web, kind, products);
  for (const kind of COLD) {
    const ms = await ask(kind);
    tell({ case: `cold answer: ${kind.name}`, value: 1000 * ms, unit: 'µs', of: 'one' });
    progress(`${products} products: ${kind.name}, ${ms.toFixed(2)} ms`);
  }
  const hot = {
    name: 'record',
    count: HOT_REQUESTS,
    path: (at: number) => `/api/v2/pricing/${slugOf(at % HOT_PRODUCTS)}`,
  };
  await ask({ ...hot, count: HOT_PRODUCTS });
  tell({ case: 'hot answer: record', value: 1000 * (await ask(hot)), unit: 'µs', of: 'one' });
  tell({
    case: 'web, memory after all that',
    value: web.residentMb(),
    unit: 'MB',
    of: 'all',
    figures: { most: figure(web.mostMb(), 'MB') },
  });
  await web.stop();
}

/** Processor time of the server for one of them. @throws {Error} another status than there should be */
async function answers(
  { program: { origin }, spentMs }: Running,
  { name, count, path, status = 200 }: Kind,
  products: number,
) {
  const asked = Math.min(count, products);
  const before = spentMs();
  for (let at = 0; at < asked; at += 1) {
    // Over all of them: neighbours lie side by side in the file.
    const product = Math.floor((at * products) / asked);
    const { statusCode, body } = await request(`${origin}${path(at, product)}`);
    await body.dump();
    if (statusCode !== status)
      throw new Error(`Cannot measure ${name}: ${path(at, product)} is answered with ${statusCode}`);
  }
  return (spentMs() - before) / asked;
}
