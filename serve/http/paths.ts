/** The paths: operations, probes, tools, pages, then files. */
import type { IncomingMessage } from 'node:http';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Site } from '../../config/site.ts';
import { REPORTS_PATH } from '../../data/pipeline/mistake-report.ts';
import { codingOf } from '../cache/coding.ts';
import { exportedFile, generationDownload, latestManifest, pointerAnswer } from '../files/exports/downloads.ts';
import { feedFile } from '../files/feeds/feed-files.ts';
import { bulkFeeds } from '../files/feeds/list.ts';
import { pictureOf } from '../files/picture.ts';
import { type Download, kindOf, NOT_STORED, PREFLIGHT } from '../interface/headers.ts';
import { pricingRedirect } from '../interface/lookup.ts';
import { Moved, Problem } from '../interface/problem.ts';
import { EXPORTS, EXPORTS_PATH, POINTER_PATH, PUBLISHED_PATH, TOOLS_PATH } from '../interface/published-files.ts';
import { parseQuery, searchOf } from '../interface/query.ts';
import { JSON_TYPE, type Route } from '../interface/route.ts';
import { evidencePath } from '../record/envelope.ts';
import type { Edition } from '../store/edition.ts';
import type { Generations } from '../store/generations.ts';
import { type Answering, encoded } from './answer.ts';
import type { Others } from './cluster.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import { passedReport } from './reports.ts';
import { formBody, jsonBody } from './request-body.ts';
import type { Responder } from './respond.ts';
import { cardRoutes, fixedRoutes, operationRoutes, pageRoutes } from './routes.ts';
import { ToolEndpoint, type ToolEndpointOptions } from './tools-endpoint.ts';

const RETRY_AFTER = { 'Retry-After': '2' };
const JSON_NOT_STORED = { 'Content-Type': JSON_TYPE, ...NOT_STORED };
export const PROBE_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

const READ = ['GET', 'HEAD', 'OPTIONS'];
const POSTED = ['POST', 'OPTIONS'];
const READ_OR_POSTED = ['GET', 'HEAD', 'POST', 'OPTIONS'];

type Answer = (exchange: Exchange) => void | Promise<void>;

export interface PathOptions {
  generations: Generations;
  exportsDir: string;
  feedsDir: string;
  copiesDir: string;
  site: Site;
  log: Logger;
  metrics: Metrics;
  others?: Others | undefined;
  /** Host names besides that of the site. */
  allowedHosts?: readonly string[];
  /** Undefined where a proxy routes reports, or none are taken. */
  reportsPassedTo?: string | undefined;
  buildToolServer?: ToolEndpointOptions['buildToolServer'];
  clock: () => number;
}

interface Options extends PathOptions {
  respond: Responder;
  answers: Answering;
  client: (req: IncomingMessage) => string;
}

/** Any other method is a 405. */
interface At {
  path: string;
  id: string;
  methods: readonly string[];
}

class Paths {
  readonly #app: Express;
  readonly #options: Options;

  constructor(app: Express, options: Options) {
    this.#app = app;
    this.#options = options;
  }

  at({ path, id, methods }: At, answer: Answer): void {
    const handler: RequestHandler = async (req, res) => {
      const exchange = exchangeOf(res);
      exchange.operation = id;
      if (req.method === 'OPTIONS') return preflight(this.#options.respond, exchange, methods);
      if (!methods.includes(req.method)) {
        const headers = { Allow: methods.join(', ') };
        throw new Problem('method_not_allowed', `${req.method} is not allowed for this path`, { headers });
      }
      await answer(exchange);
    };
    this.#app.route(path.replaceAll(/\{(\w+)\}/g, ':$1')).all(handler);
  }

  get(path: string, id: string, answer: Answer): void {
    this.at({ path, id, methods: READ }, answer);
  }

  /** @throws {Problem} nothing is published yet */
  editionNow(): Edition {
    const { generations, clock } = this.#options;
    const edition = generations.editionAt(clock());
    if (edition === undefined) throw new Problem('unavailable', 'Nothing is published yet', { headers: RETRY_AFTER });
    return edition;
  }

  route(route: Route): void {
    const { path, id, method, prepareTyped } = route;
    const read = (exchange: Exchange) => this.#unlessMoved(exchange, path, () => this.#read(exchange, route));
    if (method === 'post') {
      this.at({ path, id, methods: POSTED }, async (exchange) => {
        // The edition is taken once the body has arrived, never before.
        this.#posted(exchange, route, await jsonBody(exchange.req, exchange.res));
      });
    } else if (prepareTyped === undefined) {
      this.get(path, id, read);
    } else {
      this.at({ path, id, methods: READ_OR_POSTED }, async (exchange) => {
        if (exchange.req.method !== 'POST') return read(exchange);
        const given = new Map([...(await formBody(exchange.req, exchange.res)), ...inPath(exchange)]);
        await this.#unlessMoved(exchange, path, () => this.#posted(exchange, route, given));
      });
    }
  }

  /** The route's SVG as PNG. */
  picture(route: Route): void {
    const path = route.path.replace(/svg$/, 'png');
    this.get(path, route.id, (exchange) => this.#unlessMoved(exchange, path, () => this.#drawn(exchange, route)));
  }

  async #drawn(exchange: Exchange, { id, prepare }: Route): Promise<void> {
    const { respond, answers } = this.#options;
    const { path } = exchange.req;
    const edition = this.editionNow();
    // Cached by its path alone, so that neither a query nor a coding draws it again.
    const known = edition.ready(path, 'identity');
    const answer = known ?? (await answers.picture({ id, prepared: prepare(givenIn(exchange)) }, edition));
    if (known === undefined) edition.keep(path, 'identity', answer);
    respond.ready(exchange, answer);
  }

  /** @throws {Problem} @throws {Moved} */
  #read(exchange: Exchange, route: Route): void {
    const { respond, answers } = this.#options;
    const given = givenIn(exchange);
    const edition = this.editionNow();
    const coding = codingOf(exchange.req);
    const answer = answers.answer({ route, prepared: route.prepare(given), coding }, edition);
    // Unknown parameters must not fill the cache.
    if (given.keys().every((name) => route.parameters.includes(name))) edition.keep(exchange.req.url, coding, answer);
    respond.ready(exchange, answer);
  }

  /** @throws {Problem} @throws {Moved} */
  #posted(exchange: Exchange, route: Route, given: ReadonlyMap<string, unknown>): void {
    const { store, now } = this.editionNow();
    const text = (route.prepareTyped ?? route.prepare)(given).render(store, now);
    const answer = encoded(text, route.contentType, codingOf(exchange.req));
    this.#options.respond.posted(exchange, kindOf(route.path), answer);
  }

  /** An alias in the path redirects to the same path of the slug. */
  async #unlessMoved(exchange: Exchange, path: string, answer: () => void | Promise<void>): Promise<void> {
    try {
      await answer();
    } catch (error) {
      if (!(error instanceof Moved) || !path.includes('{slug}')) throw error;
      const search = searchOf(exchange.req);
      const location = path.replace('{slug}', error.to) + (search === '' ? '' : `?${search}`);
      const headers = { Location: location, 'Cache-Control': 'public, max-age=300' };
      this.#options.respond.plain(exchange, { status: 308, kind: kindOf(path), headers });
    }
  }
}

export function addPaths(app: Express, options: Options): void {
  const paths = new Paths(app, options);
  const { respond, answers } = options;
  const tools = new ToolEndpoint({ ...options, editionNow: () => paths.editionNow() });
  paths.at({ path: TOOLS_PATH, id: 'mcp', methods: POSTED }, (exchange) => tools.answer(exchange));
  for (const route of operationRoutes) paths.route(route);
  addProbes(paths, options);
  paths.at({ path: REPORTS_PATH, id: 'reportMistake', methods: POSTED }, async (exchange) =>
    respond.plain(exchange, await passedReport(exchange, options.reportsPassedTo, options.client(exchange.req))),
  );
  paths.get('/go/{slug}', 'go', (exchange) => {
    const { location, src } = pricingRedirect(paths.editionNow().store, givenIn(exchange));
    options.metrics.redirected(src);
    const headers = { ...NOT_STORED, Location: location, 'Referrer-Policy': 'origin', 'X-Robots-Tag': 'noindex' };
    respond.plain(exchange, { status: 302, kind: 'plain', headers });
  });
  for (const route of pageRoutes) paths.route(route);
  for (const route of cardRoutes) {
    paths.route(route);
    paths.picture(route);
  }
  for (const route of fixedRoutes)
    paths.get(route.path, route.id, (exchange) => {
      respond.ready(exchange, answers.fixed(route, givenIn(exchange), codingOf(exchange.req)));
    });
  addDownloads(paths, options);
}

function addProbes(paths: Paths, { generations, metrics, others, respond }: Options): void {
  const json = (status: number, body: object, headers = {}) => ({
    status,
    kind: 'plain' as const,
    headers: { ...JSON_NOT_STORED, ...headers },
    body: JSON.stringify(body),
  });
  paths.get('/livez', 'livez', (exchange) => respond.plain(exchange, json(200, { status: 'live' })));
  paths.get('/readyz', 'readyz', async (exchange) => {
    const generation = generations.store?.generation.id;
    const isComplete = generation !== undefined && (await (others?.areServing() ?? true));
    const awaited = generation === undefined ? 'a generation' : 'the other processes';
    const answer = isComplete
      ? json(200, { status: 'ready', generation, ...(generations.refused && { refused: generations.refused }) })
      : json(503, { status: `waiting for ${awaited}` }, RETRY_AFTER);
    respond.plain(exchange, answer);
  });
  paths.get('/metrics', 'metrics', async (exchange) => {
    const body = await (others?.metricsText() ?? metrics.registry.metrics());
    const headers = { 'Content-Type': metrics.registry.contentType, ...NOT_STORED };
    respond.plain(exchange, { status: 200, kind: 'plain', headers, body });
  });
}

/** Files that other processes made: exports, generations for replicas, pictures of pages, and feeds of all products. */
function addDownloads(paths: Paths, options: Options): void {
  const { generations, exportsDir, feedsDir, copiesDir, respond } = options;
  const file = (path: string, id: string, found: (exchange: Exchange) => Download | Promise<Download>) =>
    paths.get(path, id, async (exchange) => respond.file(exchange, await found(exchange)));
  file(EXPORTS.path, 'getExports', () => latestManifest(exportsDir));
  paths.get(POINTER_PATH, 'getCurrentGeneration', (exchange) => {
    respond.plain(exchange, { kind: 'api', ...pointerAnswer(generations.pointer, exchange.req.headers) });
  });
  file(PUBLISHED_PATH, 'getGenerationFile', (exchange) => generationDownload(generations.dir, givenIn(exchange)));
  file(`${EXPORTS_PATH}/{generation}/{file}`, 'getExportedFile', (exchange) =>
    exportedFile(exportsDir, givenIn(exchange)),
  );
  file(`${evidencePath('{id}')}/picture`, 'getPicture', (exchange) =>
    pictureOf(paths.editionNow().store, copiesDir, givenIn(exchange)),
  );
  for (const { path, id, contentType } of bulkFeeds) {
    file(path, id, async ({ req }) => {
      const stored = await feedFile(feedsDir, { path: req.path, coding: codingOf(req) }, paths.editionNow());
      return { ...stored, headers: { 'Content-Type': contentType, ...stored.headers } };
    });
  }
}

export function preflight(respond: Responder, exchange: Exchange, methods: readonly string[]): void {
  const allowed = methods.join(', ');
  const kind = kindOf(exchange.req.path);
  const cors = kind === 'api' ? { 'Access-Control-Allow-Methods': allowed, ...PREFLIGHT } : {};
  respond.plain(exchange, { status: 204, kind, headers: { Allow: allowed, ...cors } });
}

/** Path parameters take precedence over those of the query. */
function givenIn(exchange: Exchange): Map<string, string> {
  return new Map([...parseQuery(searchOf(exchange.req)), ...inPath(exchange)]);
}

function inPath({ req }: Exchange): [string, string][] {
  return Object.entries(req.params as Record<string, string>);
}
