/**
 * `pages`: when Chromium first paints a page that it has never seen, over `node:http` with the same bytes. The difference
 * is the server's; the rest is Chromium's. Goal: 500 ms for each kind of page.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { sharedChromium } from '../../test/shared-chromium.ts';
import { publishTurns } from '../../test/workload/generation.ts';
import type { Bench } from '../harness/benchmark.ts';
import { type Program, startProgram } from '../harness/processes.ts';
import { compare, type Sample } from '../harness/rounds.ts';
import { startWeb, type Target } from '../serve/load.ts';

const KINDS = {
  home: '/',
  product: '/tools/product-1/pricing',
  history: '/tools/product-1/history',
  category: '/category/category-1',
  compare: '/compare?slugs=product-1,product-2,product-3&seats=10',
  calculator: '/calculators/tco?product=product-1&seats=10',
  changes: '/changes',
  API: '/docs',
};
const BASELINE = 'node:http with the same bytes';

export async function run(bench: Bench): Promise<void> {
  const dataDir = join(bench.dir, 'data');
  publishTurns(dataDir, bench.quick ? 60 : 1_000, 1);
  const web = await startWeb(bench, dataDir);
  const browser = await sharedChromium();
  try {
    for (const [kind, path] of Object.entries(KINDS)) {
      const plain = await startCopy(bench, { of: web, targets: await requestsFor(browser, web.origin + path) });
      await compare(bench, {
        case: kind,
        metrics: { 'first paint': { unit: 'ms', better: 'lower' } },
        subject: () => painted(browser, web.origin + path),
        baselines: { [BASELINE]: () => painted(browser, plain.origin + path) },
      });
      await plain.stop();
    }
  } finally {
    await browser.close();
    await web.stop();
  }
}

function startCopy(bench: Bench, { of, targets }: { of: Program; targets: readonly Target[] }): Promise<Program> {
  const file = join(bench.dir, 'targets.json');
  writeFileSync(file, JSON.stringify(targets));
  const program = join(import.meta.dirname, '../serve/baseline.ts');
  return startProgram(bench, { args: (port) => [program, 'raw', String(port), of.origin, file] });
}

/** In a profile of its own, so with an empty cache. */
async function visited<Result>(browser: Browser, look: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Its page, style and scripts, each as Chromium requests it. */
function requestsFor(browser: Browser, url: string): Promise<Target[]> {
  return visited(browser, async (page) => {
    const targets: Promise<Target>[] = [];
    page.on('request', (request) => {
      const { origin, pathname, search } = new URL(request.url());
      if (origin !== new URL(url).origin) return;
      const target = request.allHeaders().then((headers) => ({
        path: pathname + search,
        headers: { 'accept-encoding': headers['accept-encoding'] ?? '' },
      }));
      targets.push(target);
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return Promise.all(targets);
  });
}

/** @throws {Error} the page is not there */
function painted(browser: Browser, url: string): Promise<Sample> {
  return visited(browser, async (page) => {
    const response = await page.goto(url);
    if (response?.status() !== 200) throw new Error(`Cannot measure ${url}: status ${response?.status()}`);
    // Chromium may finish loading before it paints.
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return { 'first paint': (await paint.jsonValue()) ?? Number.NaN };
  });
}
