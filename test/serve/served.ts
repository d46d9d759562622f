/** The real application on a free loopback port, over real generation files that a test publishes. */
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Server as McpServer } from '@modelcontextprotocol/server';
import { type Logger, pino } from 'pino';
import { expect } from 'vitest';
import type { Site } from '../../config/site.ts';
import type { LoggedChange } from '../../data/change.ts';
import { priceIndices } from '../../data/price-index/price-index.ts';
import type { CatalogueProduct, Category } from '../../data/product.ts';
import type { PricingRecord } from '../../data/record.ts';
import { writeCopy } from '../../data/store/copies/write-copy.ts';
import type { EvidenceContext, PublishedProduct } from '../../data/store/generation/content.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { openStaging, type Staging } from '../../data/store/generation/staging.ts';
import { atOnce } from '../../data/store/steps.ts';
import { pageCopy } from '../../data/text/page-copy.ts';
import type { FeedSet } from '../../serve/files/feeds/feed-set.ts';
import { makeFeeds, sweepFeeds } from '../../serve/files/feeds/make.ts';
import { accessLog } from '../../serve/http/access-log.ts';
import { createApp } from '../../serve/http/app.ts';
import { createMetrics } from '../../serve/http/metrics.ts';
import { isProblemCode, type ProblemCode } from '../../serve/interface/problem.ts';
import type { Edition } from '../../serve/store/edition.ts';
import { Generations } from '../../serve/store/generations.ts';
import { researchOf } from '../../verifier/research/research.ts';
import { type RateLimit, RateLimiter } from '../../web/rate-limit.ts';
import { listen, type Patience } from '../../web/server.ts';
import { NOON, product, record, sha256Of } from '../builders.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

export const SITE: Site = { brand: 'Assay', baseUrl: 'https://assay.example' };

export interface Content {
  products: PublishedProduct[];
  evidence?: EvidenceContext[];
  categories?: Category[];
  changes?: LoggedChange[];
  /** Figures about the whole, by name. */
  quality?: Record<string, unknown>;
  /** HTML of pages whose copies are there. */
  copies?: readonly string[];
}

/** A product on sale with this record, and no past. */
export function sold(fields: Partial<PricingRecord> = {}, more: Partial<CatalogueProduct> = {}): PublishedProduct {
  const { slug = 'acme', category = 'crm' } = fields;
  const sold = product({ slug, category, ...more });
  return { product: sold, record: record({ name: sold.name, ...fields, slug, category }), snapshots: [] };
}

interface Publisher {
  dir: string;
  publish(content: Content, now?: Date): string;
}

/** Publishes generations one after the other into a directory of its own, and those that are given at once. */
export function publisher(...contents: Content[]) {
  const root = temporaryDirectory();
  const staging: Staging = openStaging(join(root, 'staging.db'));
  atEndOfFile(() => staging.close());
  const dir = join(root, 'generations');
  const published: Publisher = {
    dir,
    publish(
      { products, evidence = [], categories = [{ id: 'crm', name: 'CRM' }], changes = [], quality = {}, copies = [] },
      now = new Date(NOON),
    ) {
      staging.put(
        products.map((published) => withRedesigns(researched(published), changes)),
        evidence,
      );
      staging.putCategories(categories);
      staging.appendChanges(changes);
      staging.putIndices(atOnce(priceIndices([...staging.priced()], now.toISOString())));
      for (const [id, figures] of Object.entries(quality)) staging.putQuality(id, figures);
      for (const html of copies) writeCopy(copiesBeside(dir), sha256Of(html), pageCopy(html, 'html'));
      return staging.publish(dir, { now }).generation;
    },
  };
  for (const content of contents) published.publish(content);
  return published;
}

/** As the verifier publishes it. */
function researched(published: PublishedProduct): PublishedProduct {
  const { product, record } = published;
  if (record === undefined || published.research !== undefined) return published;
  return { ...published, research: researchOf(record, { authored: product.research }) };
}

function withRedesigns(published: PublishedProduct, changes: readonly LoggedChange[]): PublishedProduct {
  const { slug } = published.product;
  return {
    ...published,
    redesigns: changes.filter((each) => each.slug === slug && each.type === 'changed_with_redesign'),
  };
}

export interface Served {
  url: string;
  server: Server;
  generations: Generations;
  /** What the process would have logged. */
  logged: Record<string, unknown>[];
  get(path: string, init?: RequestInit): Promise<Response>;
  json(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: unknown): Promise<Response>;
}

export interface ServeOptions {
  /** At noon unless a test moves it. */
  clock?: () => number;
  stopwatch?: () => number;
  rateLimit?: RateLimit;
  trustedHops?: number;
  patience?: Patience;
  site?: Site;
  reportsPassedTo?: string;
  /** Another tool server than ours, over what is served. */
  toolServer?: (edition: () => Edition) => McpServer;
  /** The feeds of all products are made, as by the exporter, before it is served. */
  feeds?: true;
}

export async function serve(
  dir: string,
  {
    clock = () => Date.parse(NOON),
    stopwatch = () => performance.now(),
    site = SITE,
    patience,
    rateLimit,
    toolServer,
    feeds,
    ...limits
  }: ServeOptions = {},
): Promise<Served> {
  const logged: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void logged.push(JSON.parse(line)) };
  const log: Logger = pino({ name: 'web', level: 'debug' }, destination);
  const access = accessLog(log, destination);
  const metrics = createMetrics({
    store: () => generations.store,
    isCurrentRefused: () => generations.refused !== undefined,
    clock,
  });
  const generations = new Generations({ dir, copiesDir: copiesBeside(dir), site, log, metrics, clock });
  await generations.follow();
  if (feeds) await feedsMade(dir, { site, now: new Date(clock()) });
  const answers = () => {
    const now = generations.editionAt(clock());
    if (now === undefined) throw new Error('Nothing is published');
    return now;
  };
  const server = createApp({
    generations,
    exportsDir: join(dir, '../exports'),
    feedsDir: feedsBeside(dir),
    copiesDir: copiesBeside(dir),
    site,
    log,
    access,
    metrics,
    clock,
    stopwatch,
    limiter: rateLimit && new RateLimiter(rateLimit),
    ...(toolServer && { buildToolServer: () => toolServer(answers) }),
    ...limits,
  });
  const { port } = await listen(server, { host: '127.0.0.1', port: 0, ...(patience && { patience }) });
  atEndOfFile(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await generations.stop();
  });
  const url = `http://127.0.0.1:${port}`;
  const get = (path: string, init?: RequestInit) => fetch(url + path, { redirect: 'manual', ...init });
  return {
    url,
    server,
    generations,
    logged,
    get,
    async json(path) {
      const response = await get(path);
      expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200);
      return (await response.json()) as Record<string, unknown>;
    },
    post(path, body) {
      return get(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    },
  };
}

/** Where the feeds of the generations that are published there are kept. */
export function feedsBeside(generations: string): string {
  return join(generations, '../feeds');
}

/** Where the copies of the pages that these generations cite are. */
export function copiesBeside(generations: string): string {
  return join(generations, '../copies');
}

/** Makes the feeds of what is published there, as the exporter does. */
export async function feedsMade(generations: string, { site = SITE, now = new Date(NOON) } = {}): Promise<FeedSet> {
  const current = readCurrent(generations);
  if (current === undefined) throw new Error('Cannot make feeds before something is published');
  const dir = feedsBeside(generations);
  const source = { generations, current, site, now };
  const made = await makeFeeds(dir, source);
  await sweepFeeds(dir, source);
  return made;
}

/** Publishes one generation and serves it. */
export async function served(content: Content, options?: ServeOptions): Promise<Served> {
  return serve(publisher(content).dir, options);
}

/** The one shape of every error. Returns the body for what is particular to it. */
export async function expectProblem(
  response: Response,
  status: number,
  code: ProblemCode,
): Promise<Record<string, unknown>> {
  const answer = await response.text();
  expect(response.status, answer).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('etag')).toBeNull();
  const body = JSON.parse(answer) as Record<string, unknown>;
  expect(body).toMatchObject({ type: `${SITE.baseUrl}/problems/${code}`, status, code });
  expect(isProblemCode(code)).toBe(true);
  expect(typeof body.title).toBe('string');
  expect(body.detail).toMatch(/\S.*[^.]$/s);
  expect(body.instance).toBe(`urn:assay:request:${response.headers.get('x-request-id')}`);
  expect(answer).not.toMatch(/\bat \/|node:|node_modules|\.ts\b|SELECT |sqlite/i);
  return body;
}

/** The answer to these bytes, which a client would tidy up before it sends them. */
export async function answerTo({ url }: Served, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket);
}
