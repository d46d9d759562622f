/** The web server: an Express application whose first middleware answers from the cache. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import express, { type Request, type Response } from 'express';
import { InFlight } from '../../web/in-flight.ts';
import { hasSeveralHosts } from '../../web/names.ts';
import { createServer } from '../../web/node-http.ts';
import { answerInTurn } from '../../web/pipelining.ts';
import { clientOf, type RateLimiter, type Standing } from '../../web/rate-limit.ts';
import { SLOW_CLIENTS_CHECKED_MS } from '../../web/server.ts';
import { codingOf } from '../cache/coding.ts';
import { headersByKind, kindOf } from '../interface/headers.ts';
import { notFound } from '../interface/lookup.ts';
import { Problem } from '../interface/problem.ts';
import type { AccessLog } from './access-log.ts';
import { answering } from './answer.ts';
import { refuse } from './client-error.ts';
import { type Exchange, exchangeOf, finishing, requestIds } from './exchange.ts';
import { expressPrototypes } from './express-prototypes.ts';
import { addPaths, type PathOptions, PROBE_PATHS, preflight } from './paths.ts';
import { Responder } from './respond.ts';

/** A batch of the longest slugs fits four times. */
const MAX_URL_LENGTH = 8_000;

interface AppOptions extends PathOptions {
  access: AccessLog;
  limiter?: RateLimiter | undefined;
  /** Number of our own proxies. */
  trustedHops?: number;
  /** Monotonic milliseconds. */
  stopwatch: () => number;
}

export function createApp(options: AppOptions): Server {
  const { generations, site, log, access, metrics, limiter, clock, stopwatch } = options;
  const client = clientOf(options.trustedHops ?? 0);
  const requestId = requestIds();
  const base = headersByKind(site, limiter?.policy);
  const inFlight = new InFlight({ onCut: metrics.cut });
  const respond = new Responder({ site, log, base, finish: finishing(metrics, access, stopwatch), inFlight, nameOf });

  const app = express();
  app.disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing');
  app.use((req, res, next) => {
    const at = clock();
    const startedMs = stopwatch();
    const standing = limiter?.take(client(req), startedMs);
    const id = requestId(req.headers['x-request-id']);
    const exchange: Exchange = { req, res, id, budget: standing?.header, at, startedMs, operation: 'none' };
    res.locals.exchange = exchange;
    if (standing?.isAllowed === false && !PROBE_PATHS.has(req.url)) throw tooMany(standing);
    if (hasSeveralHosts(req)) throw new Problem('invalid_parameter', 'The request has more than one Host header');
    if (req.method === 'GET' || req.method === 'HEAD') {
      const answer = generations.editionAt(at)?.ready(req.url, codingOf(req));
      if (answer !== undefined) return respond.ready(exchange, answer);
    }
    if (req.url.length > MAX_URL_LENGTH) {
      throw new Problem('invalid_parameter', `The URL is longer than ${MAX_URL_LENGTH} characters`, { status: 414 });
    }
    next();
  });
  const answers = answering({ site, base, startedAt: clock() });
  addPaths(app, { ...options, respond, answers, client });
  const finish = (exchange: Exchange, error: unknown) => {
    const { method, path } = exchange.req;
    if (error != null) respond.fail(exchange, error);
    else if (method === 'OPTIONS' && kindOf(path) === 'api') preflight(respond, exchange, ['GET', 'HEAD', 'OPTIONS']);
    else respond.problem(exchange, notFound(generations.store, path));
  };

  const server = createServer({
    ...expressPrototypes(app),
    connectionsCheckingInterval: SLOW_CLIENTS_CHECKED_MS,
    // Most requests have no body, and an empty stream costs as much as finding the answer.
    optimizeEmptyRequests: true,
  });
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const [request, response] = [req as Request, res as Response]; // expressPrototypes makes them so
    app(request, response, (error?: unknown) => finish(exchangeOf(response), error));
  };
  answerInTurn(server, answer, inFlight);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const problem = refuse(socket as Socket, error, { id: requestId(undefined), site });
    if (problem !== undefined) metrics.answered('none', problem.status, 0);
  });
  return server;

  function nameOf(slug: string): string | undefined {
    const generation = generations.store?.generation;
    return generation?.product(generation.canonical(slug) ?? slug)?.name;
  }
}

function tooMany({ retryAfter }: Standing): Problem {
  return new Problem('rate_limited', `This address exceeded its request limit; retry in ${retryAfter} s`, {
    headers: { 'Retry-After': String(retryAfter) },
  });
}
