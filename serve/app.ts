/**
 * The web server: which request is answered by whom, in which order.
 *
 * First the ready answers, by one lookup and before anything else; then the routes of plain paths, by another; then
 * tools. What is left is Express's (express-app.ts). All answers leave through respond.ts.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Logger } from 'pino';
import type { Site } from '../config/site.ts';
import { createServer } from '../web/node-http.ts';
import { SLOW_CLIENTS_CHECKED_MS } from '../web/server.ts';
import { createAnswerer } from './answerer.ts';
import { expressApp, MAX_URL_LENGTH } from './express-app.ts';
import type { Generations } from './generations.ts';
import type { AccessLog } from './http/access-log.ts';
import { clientOf } from './http/client.ts';
import { rememberingNegotiation } from './http/coding.ts';
import { rememberedDate } from './http/headers.ts';
import { messagesOf } from './http/messages.ts';
import type { RateLimiter, Standing } from './http/rate-limit.ts';
import { type Refused, refuse } from './http/refused.ts';
import { requestIds } from './http/request-id.ts';
import { TOOLS_PATH } from './manifest/tools.ts';
import type { Metrics } from './metrics.ts';
import { type Plain, plainRoutes } from './plain-routes.ts';
import { Problem } from './problem.ts';
import { createResponder, type Exchange } from './respond.ts';
import { routes } from './route.ts';
import { type ToolEndpointOptions, toolEndpoint } from './tools/http/endpoint.ts';
import type { Peers } from './workers/peers.ts';

/** Whoever watches over the server is never turned away. */
const PROBE_PATHS = new Set(['/livez', '/readyz', '/metrics']);

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
  const { generations, site, log, access, metrics, limiter, clock, stopwatch } = options;
  const client = clientOf(options.trustedHops ?? 0);
  const dateOf = rememberedDate();
  const codingOf = rememberingNegotiation();
  const requestId = requestIds();
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
  const answerer = createAnswerer({ generations, respond, codingOf, log, clock });
  const answerTools = toolEndpoint({
    site,
    allowedHosts: options.allowedHosts ?? [],
    respond,
    metrics,
    log,
    answersNow: answerer.answersNow,
    failed: answerer.fail,
    build: options.buildToolServer,
  });
  const { exportsDir, feedsDir, peers } = options;
  const app = expressApp({
    generations,
    exportsDir,
    feedsDir,
    site,
    metrics,
    peers,
    respond,
    answerer,
    answerTools: async (exchange) => answerTools(exchange),
  });
  const plainRouteOf = plainRoutes(routes);

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
      if (standing?.isAllowed === false && !PROBE_PATHS.has(req.url)) return answerer.fail(exchange, tooMany(standing));
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

  function answerPlain(exchange: Exchange, { route, given }: Plain): void {
    exchange.operation = route.id;
    try {
      answerer.read(exchange, route, given());
    } catch (error) {
      answerer.fail(exchange, error);
    }
  }
}

function tooMany({ retryAfter }: Standing): Problem {
  return new Problem('rate_limited', 'There were more requests from this address than it may make', {
    headers: { 'Retry-After': String(retryAfter) },
  });
}

function isRead({ method }: Pick<IncomingMessage, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}
