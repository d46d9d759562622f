/**
 * The web server: which request is answered by whom, in which order.
 *
 * First the ready answers, by one lookup and before anything else; then the routes of plain paths, by another; then
 * probes and tools. What is left, and what goes wrong, is Express's (express-app.ts). It is loaded once the others are
 * answered, and the pages for people with it: a third of a start. All answers leave through respond.ts.
 */

import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Site } from '../config/site.ts';
import { createServer } from '../web/node-http.ts';
import { SLOW_CLIENTS_CHECKED_MS } from '../web/server.ts';
import { rememberingNegotiation } from './cache/coding.ts';
import { createAnswerer } from './dispatch/dispatcher.ts';
import type { Exchange } from './dispatch/exchange.ts';
import type { Generations } from './dispatch/generations.ts';
import { MAX_URL_LENGTH, type Plain, plainRoutes } from './dispatch/plain-routes.ts';
import { createResponder } from './dispatch/respond.ts';
import type { AccessLog } from './http/access-log.ts';
import { clientOf } from './http/client.ts';
import { messages as ownMessages } from './http/messages.ts';
import type { RateLimiter, Standing } from './http/rate-limit.ts';
import { type Refused, refuse } from './http/refused.ts';
import { requestIds } from './http/request-id.ts';
import { rememberedDate } from './interface/headers.ts';
import { Problem } from './interface/problem.ts';
import { TOOLS_PATH } from './interface/published-files.ts';
import type { Metrics } from './metrics/metrics.ts';
import { operationRoutes } from './operation-routes.ts';
import { type Probe, probesOf } from './probes.ts';
import { type ToolEndpointOptions, toolEndpoint } from './tools/http/endpoint.ts';
import type { Peers } from './workers/peers.ts';

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

export interface App {
  /** It listens nowhere yet. */
  server: Server;
  /** Loads what a start does not wait for; else the first request that needs it does. */
  load(): Promise<unknown>;
}

export function createApp(options: AppOptions): App {
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
  const messages = ownMessages();
  const { exportsDir, feedsDir, peers } = options;
  const probes = probesOf({ generations, metrics, peers, respond });
  let plainRouteOf = plainRoutes(operationRoutes);
  const express = loadedOnce(async () => {
    const [{ expressApp }, { pageRoutes }] = await Promise.all([
      import('./express-app.ts'),
      import('./page-routes.ts'),
    ]);
    const routes = [...operationRoutes, ...pageRoutes];
    plainRouteOf = plainRoutes(routes);
    return expressApp({
      generations,
      exportsDir,
      feedsDir,
      site,
      metrics,
      probes,
      routes,
      messages,
      respond,
      answerer,
      answerTools: async (exchange) => answerTools(exchange),
    });
  });
  const fail = (exchange: Exchange, error: unknown) => express.use(() => answerer.fail(exchange, error));
  const answerTools = toolEndpoint({
    site,
    allowedHosts: options.allowedHosts ?? [],
    respond,
    metrics,
    log,
    answersNow: answerer.answersNow,
    failed: fail,
    build: options.buildToolServer,
  });

  const server = createServer(
    {
      ...messages,
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
      const isRead = req.method === 'GET' || req.method === 'HEAD';
      // Whoever watches over the server is never turned away.
      if (standing?.isAllowed === false && !probes.has(req.url)) return fail(exchange, tooMany(standing));
      if (isRead) {
        const answer = generations.answersAt(at)?.ready(req.url, codingOf(req.headers['accept-encoding']));
        if (answer !== undefined) return respond.ready(exchange, answer);
        const plain = req.url.length > MAX_URL_LENGTH ? undefined : plainRouteOf(req.url);
        if (plain !== undefined) return answerPlain(exchange, plain);
        const probe = probes.get(req.url);
        if (probe !== undefined) return answerProbe(exchange, probe);
      }
      if (req.method === 'POST' && req.url === TOOLS_PATH) return answerTools(exchange);
      res.locals = { exchange };
      express.use((app) => app(req, res));
    },
  );
  server.on('clientError', (error: Refused, socket) => {
    const problem = refuse(socket, error, { id: requestId(undefined), site });
    if (problem !== undefined) metrics.meter('none', problem.status).observe(0);
  });
  return { server, load: express.load };

  function answerPlain(exchange: Exchange, { route, given }: Plain): void {
    exchange.operation = route.id;
    try {
      answerer.read(exchange, route, given());
    } catch (error) {
      fail(exchange, error);
    }
  }

  function answerProbe(exchange: Exchange, { id, answer }: Probe): void {
    exchange.operation = id;
    void Promise.try(answer, exchange).catch((error: unknown) => fail(exchange, error));
  }
}

interface LoadedOnce<Loaded> {
  load(): Promise<Loaded>;
  /** At once where it is there. */
  use(how: (loaded: Loaded) => void): void;
}

function loadedOnce<Loaded>(load: () => Promise<Loaded>): LoadedOnce<Loaded> {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  async function once(): Promise<Loaded> {
    loading ??= load();
    loaded = await loading;
    return loaded;
  }
  return {
    load: once,
    use(how) {
      if (loaded !== undefined) return how(loaded);
      // Nobody takes its rejection, so a process that can't load its own code ends.
      void once().then(how);
    },
  };
}

function tooMany({ retryAfter }: Standing): Problem {
  return new Problem('rate_limited', 'There were more requests from this address than it may make', {
    headers: { 'Retry-After': String(retryAfter) },
  });
}
