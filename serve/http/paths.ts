/** Which path is answered by what: probes, operations, tools, files, then pages. */
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Site } from '../../config/site.ts';
import type { Coding } from '../cache/coding.ts';
import { matchesETag } from '../cache/conditional.ts';
import { exportedFile, generationDownload, latestManifest, pointerAnswer } from '../files/exports/downloads.ts';
import { FeedFiles } from '../files/feeds/feed-files.ts';
import { bulkFeeds } from '../files/feeds/list.ts';
import { kindOf, NOT_STORED, PREFLIGHT } from '../interface/headers.ts';
import { Moved, Problem } from '../interface/problem.ts';
import { EXPORTS, EXPORTS_PATH, POINTER_PATH, PUBLISHED_PATH, TOOLS_PATH } from '../interface/published-files.ts';
import { parseQuery, searchOf } from '../interface/query.ts';
import type { Route } from '../interface/route.ts';
import { pricingRedirect } from '../interface/vendor-redirect.ts';
import { assets } from '../pages/parts/assets.ts';
import type { Edition } from '../store/edition.ts';
import type { Generations } from '../store/generations.ts';
import { type Answering, encoded } from './answer.ts';
import type { Others } from './cluster.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import type { Metrics } from './metrics.ts';
import { formBody, jsonBody } from './request-body.ts';
import type { Responder } from './respond.ts';
import { fixedRoutes, operationRoutes, pageRoutes } from './routes.ts';
import { type ToolEndpointOptions, toolEndpoint } from './tools-endpoint.ts';

/** Seconds after which a client may ask again for the first generation. */
const RETRY_AFTER = { 'Retry-After': '2' };
const JSON_NOT_STORED = { 'Content-Type': 'application/json; charset=utf-8', ...NOT_STORED };
/** Asked by monitoring. */
export const PROBE_PATHS: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

const READ = ['GET', 'HEAD', 'OPTIONS'];
const POSTED = ['POST', 'OPTIONS'];
const READ_OR_POSTED = ['GET', 'HEAD', 'POST', 'OPTIONS'];

type Given = ReadonlyMap<string, unknown>;
/** @throws {Problem} or rejects with it */
type Answer = (exchange: Exchange) => void | Promise<void>;

export interface PathOptions {
  generations: Generations;
  /** Directories of exports and of the feeds of all products. */
  exportsDir: string;
  feedsDir: string;
  site: Site;
  log: Logger;
  metrics: Metrics;
  /** The other web processes, where there are any. */
  others?: Others | undefined;
  /** Host names that tools may be asked by, besides that of the site. */
  allowedHosts?: readonly string[];
  /** Another tool server than that of our tools. */
  buildToolServer?: ToolEndpointOptions['buildToolServer'];
  /** Milliseconds since the epoch. */
  clock: () => number;
}

interface Options extends PathOptions {
  respond: Responder;
  answers: Answering;
  codingOf: (accepted: string | undefined) => Coding;
}

export function addPaths(app: Express, options: Options): void {
  const { generations, respond, answers, codingOf, clock } = options;

  /** A path with its methods; any other method is a 405 there. */
  function at(path: string, id: string, methods: readonly string[], answer: Answer): void {
    const handler: RequestHandler = async (req, res) => {
      const exchange = exchangeOf(res);
      exchange.operation = id;
      if (req.method === 'OPTIONS') return preflight(respond, exchange, methods);
      if (!methods.includes(req.method)) {
        const headers = { Allow: methods.join(', ') };
        throw new Problem('method_not_allowed', `${req.method} is not allowed here`, { headers });
      }
      await answer(exchange);
    };
    app.route(path.replaceAll(/\{(\w+)\}/g, ':$1')).all(handler);
  }

  function editionNow(): Edition {
    const edition = generations.editionAt(clock());
    if (edition === undefined) throw new Problem('unavailable', 'Nothing is published yet', { headers: RETRY_AFTER });
    return edition;
  }

  const codingFor = ({ req }: Exchange) => codingOf(req.headers['accept-encoding']);

  /** By its query. @throws {Problem} @throws {Moved} */
  function read(exchange: Exchange, route: Route): void {
    const { req } = exchange;
    const given = givenIn(exchange);
    const edition = editionNow();
    const understood = { route, prepared: route.prepare(given), coding: codingFor(exchange) };
    const validators = answers.validatorsOf(understood, edition);
    // `*` asks whether there is an answer at all, which takes the work; a tag that we gave out proves that there is.
    const ifNoneMatch = req.headers['if-none-match'];
    if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*' && matchesETag(ifNoneMatch, validators.etag)) {
      respond.notModified(exchange, validators);
      return;
    }
    const answer = answers.answer(understood, edition, validators);
    // Numbering a parameter that means nothing must not fill the cache.
    if (given.keys().every((name) => route.parameters.includes(name))) edition.keep(req.url, understood.coding, answer);
    respond.ready(exchange, answer);
  }

  /** By a body: computed for this one request, and kept by no cache. @throws {Problem} @throws {Moved} */
  function posted(exchange: Exchange, route: Route, given: Given): void {
    const edition = editionNow();
    const text = (route.prepareTyped ?? route.prepare)(given).render(edition.store, edition.now);
    const { headers, body } = encoded(text, route.contentType, codingFor(exchange));
    respond.posted(exchange, kindOf(route.path), { headers, body });
  }

  /** An alias in the path redirects to the same path of the slug. */
  function unlessMoved(exchange: Exchange, { path }: Route, answer: () => void): void {
    try {
      answer();
    } catch (error) {
      if (!(error instanceof Moved) || !path.includes('{slug}')) throw error;
      const search = searchOf(exchange.req);
      const location = path.replace('{slug}', error.to) + (search === '' ? '' : `?${search}`);
      const headers = { Location: location, 'Cache-Control': 'public, max-age=300' };
      respond.plain(exchange, { status: 308, kind: kindOf(path), headers });
    }
  }

  function addRoute(route: Route): void {
    const { path, id, method, prepareTyped } = route;
    const readIt = (exchange: Exchange) => unlessMoved(exchange, route, () => read(exchange, route));
    if (method === 'post') {
      // The edition is taken when the body is there, never before it.
      at(path, id, POSTED, async (exchange) => posted(exchange, route, await jsonBody(exchange.req, exchange.res)));
    } else if (prepareTyped === undefined) {
      at(path, id, READ, readIt);
    } else {
      at(path, id, READ_OR_POSTED, async (exchange) => {
        if (exchange.req.method !== 'POST') return readIt(exchange);
        const given = new Map([...(await formBody(exchange.req, exchange.res)), ...inPath(exchange)]);
        unlessMoved(exchange, route, () => posted(exchange, route, given));
      });
    }
  }

  for (const route of operationRoutes) addRoute(route);
  addProbes(at, options);
  at(TOOLS_PATH, 'mcp', POSTED, toolEndpoint({ ...options, editionNow }));
  at('/go/{slug}', 'go', READ, (exchange) => {
    const { location, src } = pricingRedirect(editionNow().store, givenIn(exchange));
    options.metrics.redirected(src);
    const headers = { ...NOT_STORED, Location: location, 'Referrer-Policy': 'origin', 'X-Robots-Tag': 'noindex' };
    respond.plain(exchange, { status: 302, kind: 'plain', headers });
  });
  for (const route of pageRoutes) addRoute(route);
  for (const asset of assets)
    at(asset.path, 'asset', READ, (exchange) => respond.ready(exchange, answers.asset(asset, codingFor(exchange))));
  for (const route of fixedRoutes) {
    at(route.path, route.id, READ, (exchange) =>
      respond.ready(exchange, answers.fixed(route, givenIn(exchange), codingFor(exchange))),
    );
  }
  addDownloads(at, options);
  const feeds = new FeedFiles(options.feedsDir, options.site);
  for (const feed of bulkFeeds) {
    at(feed.path, feed.id, READ, async (exchange) => {
      const asked = { path: exchange.req.path, coding: codingFor(exchange) };
      await respond.file(exchange, await feeds.at(feed, asked, editionNow()));
    });
  }
}

type At = (path: string, id: string, methods: readonly string[], answer: Answer) => void;

function addProbes(at: At, { generations, metrics, others, respond }: Options): void {
  const json = (status: number, body: object, headers = {}) => ({
    status,
    kind: 'plain' as const,
    headers: { ...JSON_NOT_STORED, ...headers },
    body: JSON.stringify(body),
  });
  at('/livez', 'livez', READ, (exchange) => respond.plain(exchange, json(200, { status: 'live' })));
  at('/readyz', 'readyz', READ, async (exchange) => {
    const generation = generations.current?.id;
    const isComplete = generation !== undefined && (await (others?.areServing() ?? true));
    const awaited = generation === undefined ? 'a generation' : 'the other processes';
    const answer = isComplete
      ? json(200, { status: 'ready', generation })
      : json(503, { status: `waiting for ${awaited}` }, RETRY_AFTER);
    respond.plain(exchange, answer);
  });
  at('/metrics', 'metrics', READ, async (exchange) => {
    const body = await (others?.metricsText() ?? metrics.registry.metrics());
    const headers = { 'Content-Type': metrics.registry.contentType, ...NOT_STORED };
    respond.plain(exchange, { status: 200, kind: 'plain', headers, body });
  });
}

/** Files that other processes made: exports, and generations for another node. */
function addDownloads(at: At, { generations, exportsDir, respond }: Options): void {
  at(EXPORTS.path, 'getExports', READ, async (exchange) => respond.file(exchange, await latestManifest(exportsDir)));
  at(POINTER_PATH, 'getCurrentGeneration', READ, (exchange) => {
    respond.plain(exchange, { kind: 'api', ...pointerAnswer(generations.pointer, exchange.req.headers) });
  });
  at(PUBLISHED_PATH, 'getGenerationFile', READ, async (exchange) =>
    respond.file(exchange, await generationDownload(generations.dir, givenIn(exchange))),
  );
  at(`${EXPORTS_PATH}/{generation}/{file}`, 'getExportedFile', READ, async (exchange) =>
    respond.file(exchange, await exportedFile(exportsDir, givenIn(exchange))),
  );
}

/** What a browser asks before it sends a request of another origin. */
export function preflight(respond: Responder, exchange: Exchange, methods: readonly string[]): void {
  const allowed = methods.join(', ');
  const kind = kindOf(exchange.req.path);
  const cors = kind === 'api' ? { 'Access-Control-Allow-Methods': allowed, ...PREFLIGHT } : {};
  respond.plain(exchange, { status: 204, kind, headers: { Allow: allowed, ...cors } });
}

/** A parameter of the path goes before one of the query with the same name. */
function givenIn(exchange: Exchange): Map<string, string> {
  return new Map([...parseQuery(searchOf(exchange.req)), ...inPath(exchange)]);
}

function inPath({ req }: Exchange): [string, string][] {
  return Object.entries(req.params as Record<string, string>);
}
