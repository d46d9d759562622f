/**
 * The Express application: which path is answered by whom, in which order.
 *
 * First the ready answers, by one lookup and before anything else; then the routes of plain paths, by another. What is
 * left is Express's: first what needs no generation (liveness, metrics, the style sheet, the manifest, what explains us);
 * then the one list of routes; last what went wrong. All answers leave through respond.ts.
 */
import type { Server } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Site } from '../config/site.ts';
import { createServer } from '../web/node-http.ts';
import { SLOW_CLIENTS_CHECKED_MS } from '../web/server.ts';
import type { Answers } from './answers.ts';
import { exportedFile, latestManifest } from './exports/answer.ts';
import { EXPORTS } from './exports/manifest.ts';
import { POINTER_PATH, PUBLISHED_PATH, pointerAnswer, publishedFile } from './exports/published.ts';
import { problemOf } from './faults.ts';
import { bulkFeeds } from './feeds/bulk.ts';
import { FeedShelf } from './feeds/shelf.ts';
import type { Generations } from './generations.ts';
import { pricingRedirect } from './go.ts';
import { type AccessLog, loggedUrl } from './http/access-log.ts';
import { clientOf } from './http/client.ts';
import { rememberingNegotiation } from './http/coding.ts';
import { formBody } from './http/form-body.ts';
import { EXPORTS_PATH, kindOf, NOT_STORED, PREFLIGHT, rememberedDate } from './http/headers.ts';
import { jsonBody } from './http/json-body.ts';
import { messagesOf } from './http/messages.ts';
import type { RateLimiter, Standing } from './http/rate-limit.ts';
import { type Refused, refuse } from './http/refused.ts';
import { requestIds } from './http/request-id.ts';
import { TOOLS_PATH } from './manifest/tools.ts';
import type { Metrics } from './metrics.ts';
import { nowhere } from './nowhere.ts';
import type { Method } from './operation.ts';
import { assets } from './pages/assets.ts';
import { type Plain, plainRoutes } from './plain-routes.ts';
import { Moved, Problem } from './problem.ts';
import { parseQuery } from './query.ts';
import { createResponder, type Exchange } from './respond.ts';
import { fixedRoutes, type Route, routes } from './route.ts';
import { type ToolEndpointOptions, toolEndpoint } from './tools/http/endpoint.ts';
import type { Peers } from './workers/peers.ts';

/** A batch of the longest slugs fits four times. */
const MAX_URL_LENGTH = 8_000;
/** Whoever watches over the server is never turned away. */
const PROBE_PATHS = new Set(['/livez', '/readyz', '/metrics']);
/** Seconds after which a client may ask again for the first generation. */
const RETRY_AFTER = { 'Retry-After': '2' };
const JSON_NOT_STORED = { 'Content-Type': 'application/json; charset=utf-8', ...NOT_STORED };
const ALLOWED = {
  get: ['GET', 'HEAD', 'OPTIONS'],
  post: ['POST', 'OPTIONS'],
  typed: ['GET', 'HEAD', 'POST', 'OPTIONS'],
} as const satisfies Record<Method | 'typed', readonly string[]>;

export interface AppOptions {
  generations: Generations;
  /** Where exports are kept, and the feeds of all products. */
  exportsDir: string;
  feedsDir: string;
  site: Site;
  log: Logger;
  access: AccessLog;
  metrics: Metrics;
  /** What a client may ask for; without it, anything. */
  limiter?: RateLimiter | undefined;
  /** The other web processes, where there are any. */
  peers?: Pick<Peers, 'areComplete' | 'metricsText'> | undefined;
  /** Proxies of ours that requests come through. */
  trustedHops?: number;
  /** Names that tools are asked by, beside that of the site. */
  allowedHosts?: readonly string[];
  /** Another tool server than that of our tools. */
  buildToolServer?: ToolEndpointOptions['build'];
  /** Milliseconds since the epoch. */
  clock: () => number;
  /** Milliseconds that only grow. */
  stopwatch: () => number;
}

/** A server that listens nowhere yet. */
export function createApp(options: AppOptions): Server {
  const {
    generations,
    exportsDir,
    feedsDir,
    site,
    log,
    access,
    metrics,
    limiter,
    peers,
    trustedHops = 0,
    clock,
    stopwatch,
  } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  // What is thrown while an error is answered goes to Express's last resort, which shows its stack in any other.
  app.set('env', 'production');
  const client = clientOf(trustedHops);
  const respond = createResponder({
    site,
    access,
    metrics,
    policy: limiter?.policy,
    stopwatch,
    sinceMs: clock(),
    nameOf(slug) {
      const generation = generations.store?.generation;
      return generation?.product(generation.canonical(slug) ?? slug)?.name;
    },
  });
  const dateOf = rememberedDate();
  const codingOf = rememberingNegotiation();
  const requestId = requestIds();
  const answerTools = toolEndpoint({
    site,
    allowedHosts: options.allowedHosts ?? [],
    respond,
    metrics,
    log,
    answersNow,
    failed: fail,
    build: options.buildToolServer,
  });

  const plainRouteOf = plainRoutes(routes);

  app.use((req, _res, next) => {
    if (req.url.length > MAX_URL_LENGTH) {
      throw new Problem('invalid_parameter', `The URL is longer than ${MAX_URL_LENGTH} characters`, { status: 414 });
    }
    next();
  });

  get('/livez', 'livez', (exchange) => {
    respond.plain(exchange, { status: 200, kind: 'plain', headers: JSON_NOT_STORED, body: '{"status":"live"}' });
  });
  get('/readyz', 'readyz', (exchange) => {
    const generation = generations.current?.id;
    const awaited =
      generation === undefined ? 'a generation' : peers?.areComplete === false ? 'the other processes' : undefined;
    respond.plain(exchange, {
      kind: 'plain',
      ...(awaited !== undefined
        ? {
            status: 503,
            headers: { ...JSON_NOT_STORED, ...RETRY_AFTER },
            body: JSON.stringify({ status: `waiting for ${awaited}` }),
          }
        : { status: 200, headers: JSON_NOT_STORED, body: JSON.stringify({ status: 'ready', generation }) }),
    });
  });
  get('/metrics', 'metrics', async (exchange) => {
    const headers = { 'Content-Type': metrics.contentType, ...NOT_STORED };
    respond.plain(exchange, {
      status: 200,
      kind: 'plain',
      headers,
      body: await (peers?.metricsText() ?? metrics.text()),
    });
  });
  for (const asset of assets) {
    get(asset.path, 'asset', (exchange) => {
      respond.asset(exchange, asset, codingOf(exchange.req.headers['accept-encoding']));
    });
  }
  get('/go/{slug}', 'go', (exchange, given) => {
    const { location, src } = pricingRedirect(answersNow().store, given);
    metrics.redirected(src);
    const headers = { ...NOT_STORED, Location: location, 'Referrer-Policy': 'origin', 'X-Robots-Tag': 'noindex' };
    respond.plain(exchange, { status: 302, kind: 'plain', headers });
  });
  get(EXPORTS.path, 'getExports', async (exchange) => {
    await respond.file(exchange, await latestManifest(exportsDir));
  });
  get(POINTER_PATH, 'getCurrentGeneration', (exchange) => {
    respond.plain(exchange, { kind: 'api', ...pointerAnswer(generations.pointer, exchange.req.headers) });
  });
  get(PUBLISHED_PATH, 'getGenerationFile', async (exchange, given) => {
    await respond.file(exchange, await publishedFile(generations.dir, given));
  });
  get(`${EXPORTS_PATH}/{generation}/{file}`, 'getExportedFile', async (exchange, given) => {
    await respond.file(exchange, await exportedFile(exportsDir, given));
  });
  at({ path: TOOLS_PATH, method: 'post', id: 'mcp' }, async (exchange) => answerTools(exchange));
  for (const route of fixedRoutes) {
    get(route.path, route.id, (exchange, given) => {
      const coding = codingOf(exchange.req.headers['accept-encoding']);
      respond.fixed(exchange, { route, given, coding });
    });
  }
  const shelf = new FeedShelf(feedsDir, site);
  for (const feed of bulkFeeds) {
    get(feed.path, feed.id, async (exchange) => {
      const { req } = exchange;
      const coding = codingOf(req.headers['accept-encoding']);
      const file = await shelf.at(req.path, coding, answersNow());
      if (file === undefined) throw new Problem('not_found', 'There is nothing at this path');
      await respond.shelved(exchange, feed, file);
    });
  }
  for (const route of routes) {
    if (route.prepareTyped !== undefined) typedInto(route);
    else if (route.method === 'get')
      get(route.path, route.id, (exchange, given) => answerRoute(exchange, route, given));
    else post(route);
  }

  app.use((req, res) => {
    // A browser asks before it sends; it must be let through to see that there is nothing.
    if (req.method === 'OPTIONS' && kindOf(req.path) === 'api') return preflight(exchangeOf(res), ALLOWED.get);
    throw nowhere(generations.store, req.path);
  });
  app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => fail(exchangeOf(res), error));

  const server = createServer(
    {
      ...messagesOf(app),
      connectionsCheckingInterval: SLOW_CLIENTS_CHECKED_MS,
      // Most requests have no body, and a stream of nothing costs as much as finding the answer.
      optimizeEmptyRequests: true,
    },
    (req, res) => {
      const at = clock();
      const startedMs = stopwatch();
      const standing = limiter?.take(client(req), startedMs);
      const exchange: Exchange = {
        req,
        res,
        date: dateOf(at),
        id: requestId(req.headers['x-request-id']),
        budget: standing?.header,
        at,
        startedMs,
        operation: 'none',
      };
      if (standing?.isAllowed === false && !PROBE_PATHS.has(req.url)) return fail(exchange, tooMany(standing));
      if (isRead(req)) {
        const answer = generations.answersAt(at)?.ready(req.url, codingOf(req.headers['accept-encoding']));
        if (answer !== undefined) return respond.ready(exchange, answer);
        const plain = req.url.length > MAX_URL_LENGTH ? undefined : plainRouteOf(req.url);
        if (plain !== undefined) return answerPlain(exchange, plain);
      }
      if (req.method === 'POST' && req.url === TOOLS_PATH) return answerTools(exchange);
      res.locals = { exchange };
      app(req, res);
    },
  );
  server.on('clientError', (error: Refused, socket) => {
    const problem = refuse(socket, error, { id: requestId(undefined), site });
    if (problem !== undefined) metrics.meter('none', problem.status).observe(0);
  });
  return server;

  /** A path that is read: GET, HEAD and OPTIONS; any other method is a 405 there. */
  function get(
    path: string,
    operation: string,
    answer: (exchange: Exchange, given: ReadonlyMap<string, string>) => void | Promise<void>,
  ): void {
    at({ path, method: 'get', id: operation }, async (exchange) => {
      const { req } = exchange;
      // What stands in the path goes before a parameter of the same name.
      await answer(
        exchange,
        new Map([...parseQuery(searchOf(req)), ...Object.entries(req.params as Record<string, string>)]),
      );
    });
  }

  /** A path that is asked by a body. The generation is taken when the body is there, never before it. */
  function post(route: Route): void {
    at(route, async (exchange) => {
      const { req, res } = exchange;
      const given = await jsonBody(req, res);
      respond.posted(exchange, {
        route,
        answers: answersNow(),
        given,
        coding: codingOf(req.headers['accept-encoding']),
      });
    });
  }

  /** A page that is read, and asked by a form too: what is typed into it comes as a body. */
  function typedInto(route: Route): void {
    at({ ...route, method: 'typed' }, async (exchange) => {
      const { req, res } = exchange;
      const inPath = Object.entries(req.params as Record<string, string>);
      if (req.method !== 'POST')
        return answerRoute(exchange, route, new Map([...parseQuery(searchOf(req)), ...inPath]));
      const given = new Map([...(await formBody(req, res)), ...inPath]);
      const coding = codingOf(req.headers['accept-encoding']);
      unlessMoved(exchange, route, () => respond.posted(exchange, { route, answers: answersNow(), given, coding }));
    });
  }

  function at(
    { path, method, id }: Pick<Route, 'path' | 'id'> & { method: keyof typeof ALLOWED },
    answer: (exchange: Exchange) => Promise<void>,
  ): void {
    const allowed: readonly string[] = ALLOWED[method];
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (req, res) => {
      const exchange = exchangeOf(res);
      exchange.operation = id;
      if (req.method === 'OPTIONS') return preflight(exchange, allowed);
      if (!allowed.includes(req.method)) {
        const headers = { Allow: allowed.join(', ') };
        throw new Problem('method_not_allowed', `${req.method} is not allowed here`, { headers });
      }
      await answer(exchange);
    });
  }

  function answerPlain(exchange: Exchange, { route, given }: Plain): void {
    exchange.operation = route.id;
    try {
      answerRoute(exchange, route, given());
    } catch (error) {
      fail(exchange, error);
    }
  }

  function answerRoute(exchange: Exchange, route: Route, given: ReadonlyMap<string, string>): void {
    const coding = codingOf(exchange.req.headers['accept-encoding']);
    unlessMoved(exchange, route, () => respond.route(exchange, { route, answers: answersNow(), given, coding }));
  }

  /** An alias leads to the same path of the slug. */
  function unlessMoved(exchange: Exchange, route: Route, answer: () => void): void {
    try {
      answer();
    } catch (error) {
      if (!(error instanceof Moved) || !route.path.includes('{slug}')) throw error;
      const search = searchOf(exchange.req);
      const location = route.path.replace('{slug}', error.to) + (search === '' ? '' : `?${search}`);
      const headers = { Location: location, 'Cache-Control': 'public, max-age=300' };
      respond.plain(exchange, { status: 308, kind: kindOf(route.path), headers });
    }
  }

  function answersNow(): Answers {
    const answers = generations.answersAt(clock());
    if (answers === undefined) throw new Problem('unavailable', 'Nothing is published yet', { headers: RETRY_AFTER });
    return answers;
  }

  function preflight(exchange: Exchange, allowed: readonly string[]): void {
    const methods = allowed.join(', ');
    const kind = kindOf(exchange.req.path);
    const cors = kind === 'api' ? { 'Access-Control-Allow-Methods': methods, ...PREFLIGHT } : {};
    respond.plain(exchange, { status: 204, kind, headers: { Allow: methods, ...cors } });
  }

  function fail(exchange: Exchange, error: unknown): void {
    const problem = problemOf(error);
    if (problem.status >= 500 && problem.code === 'internal') {
      const { id, req, operation } = exchange;
      const url: unknown = JSON.parse(loggedUrl(req.url));
      log.error({ event: 'failed', id, method: req.method, url, operation, err: error }, 'Cannot answer a request');
    }
    if (exchange.res.headersSent) exchange.res.destroy();
    else respond.problem(exchange, problem);
  }
}

function tooMany({ retryAfter }: Standing): Problem {
  return new Problem('rate_limited', 'There were more requests from this address than it may make', {
    headers: { 'Retry-After': String(retryAfter) },
  });
}

function exchangeOf(res: Response): Exchange {
  return res.locals.exchange as Exchange;
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The query string without its question mark. */
function searchOf({ url }: Request): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
