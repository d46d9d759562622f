/**
 * The whole pipeline as an operator runs it, for one test file: a real Redis, the real processes under real `node`,
 * and the vendor web in place of the live one. Its clock is the test's: `look(at)` is the scheduler's tick at that
 * instant, and returns when a generation that contains what came of it is served.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { stringify } from 'yaml';
import { OFTENEST } from '../../crawler/cadence-plan.ts';
import { type CrawlQueue, openCrawlQueue, tick } from '../../crawler/crawl-queue.ts';
import { type CatalogueProduct, Product } from '../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { readCurrent } from '../../data/store/current.ts';
import { readSourceFacts } from '../../data/store/ledger-facts.ts';
import { chromiumPath } from '../crawler/chromium.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { startVendorWeb, type VendorWeb } from '../vendor-web/server.ts';
import type { Vendor } from '../vendor-web/vendor.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

export type ProcessName = 'crawler' | 'crawler-2' | 'verifier' | 'verifier-2' | 'web';
const PROGRAMS: Record<ProcessName, string> = {
  crawler: 'crawler/worker.ts',
  'crawler-2': 'crawler/worker.ts',
  verifier: 'verifier/worker.ts',
  'verifier-2': 'verifier/worker.ts',
  web: 'serve/main.ts',
};

export interface Pipeline {
  web: VendorWeb;
  redis: RedisServer;
  dataDir: string;
  products: CatalogueProduct[];
  /** Where the web process listens. */
  origin: string;
  /** Puts what is due at that instant into the queue, and waits until what came of it is served. */
  look(at: Date, slugs?: readonly string[]): Promise<SourceFacts[]>;
  /** Only the first half of `look`. */
  tick(at: Date, slugs?: readonly string[]): Promise<{ slug: string; source: string }[]>;
  facts(): Map<string, SourceFacts>;
  /** JSON of a path of the web process, whatever its status. */
  get(path: string): Promise<{ status: number; body: unknown }>;
  process(name: ProcessName): ChildProcess;
  /** `kill -9`, and a new one at once. */
  restart(name: ProcessName): Promise<void>;
  end(name: ProcessName, signal: NodeJS.Signals): Promise<void>;
  start(name: ProcessName): void;
  /** Lines that the processes logged, for the message of a failure. */
  log: string[];
  stop(): Promise<void>;
}

export interface PipelineOptions {
  vendors: readonly Vendor[];
  clock: Date;
  /** One crawler beside verifier and web, unless more are named. */
  processes?: readonly ProcessName[];
  variables?: Record<string, string>;
  /** Of one process alone, as where it runs on a machine of its own. */
  own?: Partial<Record<ProcessName, Record<string, string>>>;
}

export function productOf({ slug, name, category, path, descriptionPath, render }: Vendor): CatalogueProduct {
  const base = `https://${slug}.vendor.test`;
  const sources = [
    { id: 'pricing', url: `${base}${path}`, render, cadence: 'daily' },
    ...(descriptionPath === undefined
      ? []
      : [{ id: 'api', kind: 'openapi', url: `${base}${descriptionPath}`, cadence: 'daily' }]),
  ];
  return { ...Product.parse({ name, vendor: name, category, sources }), slug };
}

/** Polls until it holds. @throws {Error} it does not in time; the message says what was waited for */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`Waited ${ms} ms in vain: ${what}`);
    await delay(25);
  }
}

export async function startPipeline({
  vendors,
  clock,
  processes = ['crawler', 'verifier', 'web'],
  variables = {},
  own = {},
}: PipelineOptions): Promise<Pipeline> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-pipeline-'));
  const products = vendors.map(productOf);
  const catalogueDir = join(dataDir, 'catalogue');
  writeCatalogue(products, catalogueDir);
  const [web, redis] = await Promise.all([startVendorWeb({ vendors, clock }), startRedisServer()]);
  const queue: CrawlQueue = openCrawlQueue(redis.url);
  queue.on('error', () => {}); // Redis is killed on purpose in some tests.
  await queue.waitUntilReady();

  const log: string[] = [];
  const children = new Map<ProcessName, ChildProcess>();
  let origin = '';
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    CATALOGUE_DIR: catalogueDir,
    REDIS_URL: redis.url,
    LOOPBACK_VENDORS: vendors.map(({ slug }) => `${slug}.vendor.test=${web.port}`).join(','),
    HOST_SPACING_MS: '0',
    RATE_LIMIT_PER_SECOND: '0',
    PUBLISH_QUIET_MS: '100',
    PORT: '0',
    BASE_URL: 'https://assay.test',
    LOG_LEVEL: 'info',
    ...(chromiumPath === undefined ? {} : { CHROMIUM_PATH: chromiumPath }),
    ...variables,
  };

  function start(name: ProcessName): void {
    const child = spawn(process.execPath, [PROGRAMS[name]], {
      cwd: PROJECT,
      env: { ...env, ...own[name] },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.set(name, child);
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        log.push(`${name} ${line}`);
        const port = name === 'web' ? /"port":(\d+)/.exec(line)?.[1] : undefined;
        if (port !== undefined) origin = `http://127.0.0.1:${port}`;
      }
    });
  }

  async function end(name: ProcessName, signal: NodeJS.Signals): Promise<void> {
    const child = children.get(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  const facts = () => readSourceFacts(join(dataDir, 'ledger.db'));

  const pipeline: Pipeline = {
    web,
    redis,
    dataDir,
    products,
    log,
    get origin() {
      return origin;
    },
    facts,
    async tick(at, slugs) {
      web.setClock(at);
      const asked = slugs === undefined ? products : products.filter(({ slug }) => slugs.includes(slug));
      return (await tick(queue, { products: asked, facts: facts(), plan: OFTENEST, now: at, isReplay: true })).jobs;
    },
    async look(at, slugs) {
      const jobs = await pipeline.tick(at, slugs);
      const keys = jobs.map(({ slug, source }) => sourceKey(slug, source));
      const isKnown = (each: SourceFacts | undefined) =>
        each !== undefined && Date.parse(each.checkedAt) >= at.getTime();
      await until(
        `the ledger knows of ${keys.join(', ')}`,
        () => {
          const all = facts();
          return keys.every((key) => isKnown(all.get(key)));
        },
        240_000,
      );
      const entries = () => readCurrent(join(dataDir, 'generations'))?.ledger.entries ?? 0;
      const known = ledgerEntries(dataDir);
      await until('a generation with it is published', () => entries() >= known);
      const generation = readCurrent(join(dataDir, 'generations'))?.generation;
      await until('that generation is served', async () => (await served(origin)) >= (generation ?? ''));
      const all = facts();
      return keys.map((key) => all.get(key)).filter((each) => each !== undefined);
    },
    async get(path) {
      const response = await fetch(`${origin}${path}`);
      return { status: response.status, body: await response.json() };
    },
    process(name) {
      const child = children.get(name);
      if (child === undefined) throw new RangeError(`Cannot find a process ${name}`);
      return child;
    },
    end,
    start,
    async restart(name) {
      await end(name, 'SIGKILL');
      start(name);
    },
    async stop() {
      await queue.close().catch(() => {});
      await Promise.all([...children.keys()].map((name) => end(name, 'SIGTERM')));
      await Promise.all([web.close(), redis.stop()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  for (const name of processes) start(name);
  await until('the first generation is served', async () => origin !== '' && (await served(origin)) !== '').catch(
    async (cause) => {
      await pipeline.stop();
      throw new Error(`Cannot start the pipeline; it logged\n${log.slice(-20).join('\n')}`, { cause });
    },
  );
  return pipeline;
}

/** The generation that is served; empty before there is one. */
async function served(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/v2/categories`).catch(() => undefined); // not listening yet
  if (response?.status !== 200) return '';
  const body = (await response.json()) as { generation: string };
  return body.generation;
}

function ledgerEntries(dataDir: string): number {
  const ledger = new Database(join(dataDir, 'ledger.db'), { readonly: true });
  try {
    return ledger.prepare<[], { seq: number }>('SELECT max(seq) AS seq FROM entries').get()?.seq ?? 0;
  } finally {
    ledger.close();
  }
}

function writeCatalogue(products: CatalogueProduct[], dir: string): void {
  mkdirSync(join(dir, 'products'), { recursive: true });
  const categories = [...new Set(products.map(({ category }) => category))].map((id) => ({ id, name: id }));
  writeFileSync(join(dir, 'categories.yaml'), stringify(categories));
  for (const { slug, ...product } of products) {
    writeFileSync(join(dir, 'products', `${slug}.yaml`), stringify(product));
  }
}
