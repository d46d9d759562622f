/**
 * The whole pipeline as an operator runs it: a real Redis, the real processes, and the vendor web in place of the live
 * one. Its clock is the test's: `look(at)` is the scheduler's tick at that instant.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { childEnvironment } from '../../config/env.ts';
import { withHandOver } from '../../config/hand-over.ts';
import { OFTENEST } from '../../crawler/schedule/cadence-plan.ts';
import { type CrawlQueue, openCrawlQueue, tick } from '../../crawler/schedule/crawl-queue.ts';
import { defined } from '../../data/defined.ts';
import { type CatalogueProduct, Product } from '../../data/product.ts';
import { type SourceFacts, sourceKey } from '../../data/source-facts.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { readLastPublication } from '../../data/store/generation/last-publication.ts';
import { ledgerFigures } from '../../data/store/ledger-queries/inspection.ts';
import { readSourceFacts } from '../../data/store/ledger-queries/source-facts.ts';
import { parseProcfile } from '../../supervisor/procfile.ts';
import { chromiumPath } from '../crawler/chromium.ts';
import { eventually } from '../eventually.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { startVendorWeb, type VendorWeb } from '../vendor-web/server.ts';
import type { Vendor } from '../vendor-web/vendor.ts';

const PROJECT = resolve(import.meta.dirname, '../..');

interface Program {
  file: string;
  /** Event of its log by which it does its work. */
  ready: string;
}
const PROCFILE = parseProcfile(readFileSync(join(PROJECT, 'Procfile'), 'utf8'));

/** With the flags that it has in service. */
function argsOf(file: string): string[] {
  return PROCFILE.find(({ args }) => args.at(-1) === file)?.args ?? [file];
}

const CRAWLER: Program = { file: 'crawler/visit/worker.ts', ready: 'ready' };
const VERIFIER: Program = { file: 'verifier/worker/main.ts', ready: 'ready' };
const SCHEDULER: Program = { file: 'crawler/schedule/scheduler.ts', ready: 'tick' };
const PROGRAMS = {
  crawler: CRAWLER,
  'crawler-2': CRAWLER,
  verifier: VERIFIER,
  'verifier-2': VERIFIER,
  web: { file: 'serve/main.ts', ready: 'listening' },
  exporter: { file: 'serve/exporter.ts', ready: 'ready' },
  scheduler: SCHEDULER,
  'scheduler-2': SCHEDULER,
} satisfies Record<string, Program>;
export type ProcessName = keyof typeof PROGRAMS;

export interface Pipeline {
  web: VendorWeb;
  redis: RedisServer;
  dataDir: string;
  /** What its processes have, for a command beside them. */
  environment: NodeJS.ProcessEnv;
  products: CatalogueProduct[];
  /** Where the web process listens, also after it was started again. */
  origin: string;
  /** Puts what is due at that instant into the queue, and waits until what came of it is served. */
  look(at: Date, slugs?: readonly string[]): Promise<SourceFacts[]>;
  /** Waits only until the ledger has it. */
  visit(at: Date, slugs?: readonly string[]): Promise<SourceFacts[]>;
  /** Waits for nothing. */
  tick(at: Date, slugs?: readonly string[]): Promise<{ slug: string; source: string }[]>;
  facts(): Map<string, SourceFacts>;
  /** As `assay publish` does, without the verifier's rest after the publication before. */
  publish(): Promise<void>;
  /** Resolves when all that the ledger has is published and served. */
  isServed(): Promise<void>;
  /** JSON of a path of the web process, whatever its status. */
  get(path: string): Promise<{ status: number; body: unknown }>;
  process(name: ProcessName): ChildProcess;
  end(name: ProcessName, signal: NodeJS.Signals): Promise<void>;
  start(name: ProcessName): void;
  /** Whether the process that was started last under this name does its work. */
  isReady(name: ProcessName): boolean;
  /** Where it answers probes, if it was given a port (`CRAWLER_PORT`, …). */
  portOf(name: ProcessName): Promise<number>;
  /** Lines that the processes logged, for the message of a failure; of a long run the last ones. */
  log: string[];
  stop(): Promise<void>;
}

/** Where things are that processes reach over a network. */
export interface Places {
  redisUrl: string;
  vendorPort: number;
}
type Own = Partial<Record<ProcessName, Record<string, string>>>;

export interface PipelineOptions {
  vendors: readonly Vendor[];
  /** Slugs of those in the catalogue; all by default. */
  catalogued?: readonly string[];
  clock: Date;
  /** One crawler beside verifier and web, unless more are named. */
  processes?: readonly ProcessName[];
  variables?: Record<string, string>;
  /** Of one process alone, as where it runs on a machine of its own. */
  own?: Own | ((places: Places) => Promise<Own>);
  /** An empty directory for all that is written, which then stays; otherwise one of its own, removed at the end. */
  dataDir?: string;
  /** A process ended that nobody here ended. */
  onDeath?: (name: ProcessName, how: number | NodeJS.Signals | null) => void;
}

/** More of a long run than this is not kept. */
const LOG_LINES = 20_000;

function productOf({ slug, name, category, path, descriptionPath, render, ...more }: Vendor): CatalogueProduct {
  const { currency, elsewhere = [] } = more;
  const base = `https://${slug}.vendor.test`;
  const sources = [
    { id: 'pricing', url: `${base}${path}`, render, cadence: 'daily', ...defined({ currency }) },
    ...elsewhere.map(({ truth: _, path: own, ...source }) => ({ ...source, url: `${base}${own}`, cadence: 'daily' })),
    ...(descriptionPath === undefined
      ? []
      : [{ id: 'api', kind: 'openapi', url: `${base}${descriptionPath}`, cadence: 'daily' }]),
  ];
  return { ...Product.parse({ name, vendor: name, category, sources }), slug };
}

export async function startPipeline({
  vendors,
  catalogued = vendors.map(({ slug }) => slug),
  clock,
  processes = ['crawler', 'verifier', 'web'],
  variables = {},
  own: givenOwn = {},
  dataDir: givenDir,
  onDeath = () => {},
}: PipelineOptions): Promise<Pipeline> {
  const dataDir = givenDir ?? mkdtempSync(join(tmpdir(), 'assay-pipeline-'));
  const products = vendors.filter(({ slug }) => catalogued.includes(slug)).map(productOf);
  const catalogueDir = join(dataDir, 'catalogue');
  writeCatalogue(products, catalogueDir);
  const [web, redis] = await Promise.all([startVendorWeb({ vendors, clock }), startRedisServer()]);
  const own = typeof givenOwn === 'function' ? await givenOwn({ redisUrl: redis.url, vendorPort: web.port }) : givenOwn;
  const queue: CrawlQueue = openCrawlQueue(redis.url);
  queue.on('error', () => {}); // Redis is killed on purpose in some tests.
  await queue.waitUntilReady();

  const log: string[] = [];
  const children = new Map<ProcessName, ChildProcess>();
  const ready = new Set<ChildProcess>();
  const ended = new Set<ChildProcess>();
  let origin = '';
  const env = {
    ...childEnvironment({}),
    DATA_DIR: dataDir,
    CATALOGUE_DIR: catalogueDir,
    REDIS_URL: redis.url,
    LOOPBACK_VENDORS: vendors
      .flatMap(({ slug }) => [`${slug}.vendor.test=${web.port}`, `${slug}.test=${web.port}`])
      .join(','),
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
    const { file, ready: readyEvent } = PROGRAMS[name];
    // Whoever asks it goes on asking at the same place.
    const port = name === 'web' && origin !== '' ? { PORT: new URL(origin).port } : {};
    const child = spawn(process.execPath, argsOf(file), {
      cwd: PROJECT,
      env: { ...env, ...own[name], ...port },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.set(name, child);
    child.once('exit', (code, signal) => {
      ready.delete(child);
      if (!ended.delete(child)) onDeath(name, code ?? signal);
    });
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        log.push(`${name} ${line}`);
        if (log.length > LOG_LINES) log.splice(0, LOG_LINES / 2);
        if (line.includes(`"event":"${readyEvent}"`)) ready.add(child);
        const port = name === 'web' ? /"port":(\d+)/.exec(line)?.[1] : undefined;
        if (port !== undefined) origin = `http://127.0.0.1:${port}`;
      }
    });
  }

  async function end(name: ProcessName, signal: NodeJS.Signals): Promise<void> {
    const child = children.get(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    ended.add(child);
    child.kill(signal);
    await gone;
  }

  // Who dies before `stop` must not leave processes behind.
  const endNow = () => {
    for (const child of children.values()) child.kill('SIGKILL');
  };
  process.once('exit', endNow);

  const facts = () => readSourceFacts(join(dataDir, 'ledger.db'));

  const pipeline: Pipeline = {
    web,
    redis,
    dataDir,
    environment: env,
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
    async visit(at, slugs) {
      const jobs = await pipeline.tick(at, slugs);
      const keys = jobs.map(({ slug, source }) => sourceKey(slug, source));
      const isKnown = (each: SourceFacts | undefined) =>
        each !== undefined && Date.parse(each.checkedAt) >= at.getTime();
      const areKnown = () => {
        const all = facts();
        return keys.every((key) => isKnown(all.get(key)));
      };
      await eventually(`the ledger knows of ${keys.join(', ')}`, areKnown, 240_000);
      const all = facts();
      return keys.map((key) => all.get(key)).filter((each) => each !== undefined);
    },
    async look(at, slugs) {
      const found = await pipeline.visit(at, slugs);
      await pipeline.publish();
      return found;
    },
    async publish() {
      await withHandOver(redis.url, (verifier) => verifier.published());
      await pipeline.isServed();
    },
    async isServed() {
      // A publication without a changed fact makes no generation.
      const entries = () => readLastPublication(dataDir)?.entries ?? 0;
      const known = ledgerFigures(join(dataDir, 'ledger.db'))?.entries ?? 0;
      await eventually('it is published', () => entries() >= known);
      const generation = readCurrent(join(dataDir, 'generations'))?.generation;
      await eventually('that generation is served', async () => (await served(origin)) >= (generation ?? ''));
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
    isReady(name) {
      const child = children.get(name);
      return child !== undefined && ready.has(child);
    },
    async portOf(name) {
      const listening = new RegExp(`^${name} .*"(?:probes|address)":\\{[^}]*"port":(\\d+)`);
      const port = () => log.map((line) => listening.exec(line)?.[1]).findLast(Boolean);
      await eventually(`${name} says where it answers probes`, () => port() !== undefined);
      return Number(port());
    },
    async stop() {
      await queue.close().catch(() => {});
      await Promise.all([...children.keys()].map((name) => end(name, 'SIGTERM')));
      process.off('exit', endNow);
      await Promise.all([web.close(), redis.stop()]);
      if (givenDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
  for (const name of processes) start(name);
  await eventually('the first generation is served', async () => origin !== '' && (await served(origin)) !== '').catch(
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

function writeCatalogue(products: CatalogueProduct[], dir: string): void {
  mkdirSync(join(dir, 'products'), { recursive: true });
  const categories = [...new Set(products.map(({ category }) => category))].map((id) => ({ id, name: id }));
  writeFileSync(join(dir, 'categories.yaml'), stringify(categories));
  for (const { slug, ...product } of products) {
    writeFileSync(join(dir, 'products', `${slug}.yaml`), stringify(product));
  }
}
