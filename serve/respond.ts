/**
 * Writes answers to the socket: the ready ones at once, the others after the work, every one with its request id,
 * its line in the log and its count. Nothing else in this folder touches a response.
 */
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Site } from '../config/site.ts';
import type { Answers, ReadyAnswer } from './answers.ts';
import { type Coding, encode, SMALLEST_CODED_BYTES } from './http/coding.ts';
import { isNotModified, matchesETag } from './http/conditional.ts';
import { flat, type Headers, headerSets, type Kind, kindOf, NOT_STORED, STORED_BRIEFLY } from './http/headers.ts';
import type { Meter, Metrics } from './metrics.ts';
import { problemPage } from './pages/problem.ts';
import { type Problem, problemBody } from './problem.ts';
import type { Route } from './route.ts';

/** One request on its way. */
export interface Exchange {
  req: Request;
  res: Response;
  id: string;
  startedMs: number;
  /** Who answers, for metrics and the log; `none` until the path is matched. */
  operation: string;
}

interface Asked {
  route: Route;
  answers: Answers;
  given: ReadonlyMap<string, unknown>;
  coding: Coding;
}

interface PlainAnswer {
  status: number;
  kind: Kind;
  headers: Headers;
  body?: string;
}

export interface Responder {
  /** A ready answer, or 304 where the client has it. */
  ready(exchange: Exchange, answer: ReadyAnswer): void;
  /** @throws {Problem} @throws {Moved} */
  route(exchange: Exchange, asked: Asked): void;
  /** What was asked for in a body: worked out for this one request, and kept by nobody. @throws {Problem} */
  posted(exchange: Exchange, asked: Asked): void;
  problem(exchange: Exchange, problem: Problem): void;
  /** Anything small that is made for this one request. */
  plain(exchange: Exchange, answer: PlainAnswer): void;
}

interface Options {
  site: Site;
  log: Logger;
  metrics: Metrics;
  /** Milliseconds that only grow. */
  stopwatch: () => number;
}

const PROBES = new Set(['livez', 'readyz', 'metrics']);
export const LOGGED_URL_LENGTH = 500;

export function createResponder({ site, log, metrics, stopwatch }: Options): Responder {
  const { base, cached } = headerSets(site);

  function ready(exchange: Exchange, answer: ReadyAnswer): void {
    const { req, res, id } = exchange;
    const unchanged = isNotModified(req.headers, answer);
    const headers = unchanged ? answer.notModifiedHeaders : answer.headers;
    // All who get this answer share the list; `writeHead` has copied it before anyone else can write to it.
    headers[headers.length - 1] = id;
    if (unchanged) {
      res.writeHead(304, headers);
      res.end();
      finish(exchange, answer.notModified, 0);
    } else {
      res.writeHead(200, headers);
      res.end(answer.body);
      finish(exchange, answer.sent, answer.body.length);
    }
  }

  function route(exchange: Exchange, { route, answers, given, coding }: Asked): void {
    const { canonical, render } = route.prepare(given);
    const etag = answers.etag(`${route.id} ${canonical}`, coding);
    const kept = {
      ETag: etag,
      'Last-Modified': answers.lastModified,
      ...cached,
      ...base[kindOf(route.path)],
      'X-Request-Id': exchange.id,
    };
    // `*` asks whether there is an answer at all, which takes the work; a tag that we gave out proves that there is.
    const ifNoneMatch = exchange.req.headers['if-none-match'];
    if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*' && matchesETag(ifNoneMatch, etag)) {
      exchange.res.writeHead(304, flat(kept));
      exchange.res.end();
      finish(exchange, metrics.meter(route.id, 304), 0);
      return;
    }
    const { body, headers } = written(render(answers.store, answers.now), route, coding);
    const answer: ReadyAnswer = {
      etag,
      lastModifiedMs: answers.lastModifiedMs,
      headers: flat({ ...headers, ...kept }),
      notModifiedHeaders: flat(kept),
      body,
      sent: metrics.meter(route.id, 200),
      notModified: metrics.meter(route.id, 304),
    };
    // Else anyone could fill the memory by numbering a parameter that means nothing.
    if ([...given.keys()].every((name) => route.parameters.includes(name)))
      answers.keep(exchange.req.url, coding, answer);
    ready(exchange, answer);
  }

  function posted(exchange: Exchange, { route, answers, given, coding }: Asked): void {
    const { render } = route.prepare(given);
    const { body, headers } = written(render(answers.store, answers.now), route, coding);
    const all = {
      ...headers,
      ...NOT_STORED,
      Vary: cached.Vary,
      ...base[kindOf(route.path)],
      'X-Request-Id': exchange.id,
    };
    exchange.res.writeHead(200, flat(all));
    exchange.res.end(body);
    finish(exchange, metrics.meter(route.id, 200), body.length);
  }

  function problem(exchange: Exchange, problem: Problem): void {
    const { req } = exchange;
    const kind = kindOf(req.path);
    const isPage = kind === 'page' && req.accepts(['json', 'html']) === 'html';
    plain(exchange, {
      status: problem.status,
      kind,
      headers: {
        'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/problem+json',
        ...(problem.status === 404 || problem.status === 410 ? STORED_BRIEFLY : NOT_STORED),
        ...(kind === 'page' ? { Vary: 'Accept' } : {}),
        ...problem.headers,
      },
      body: isPage ? String(problemPage(problem, site, exchange.id)) : problemBody(problem, site, exchange.id),
    });
  }

  function plain(exchange: Exchange, { status, kind, headers, body }: PlainAnswer): void {
    const bytes = Buffer.from(body ?? '');
    const all = {
      ...headers,
      // RFC 9110 §8.6: no Content-Length in a 204.
      ...(status === 204 ? {} : { 'Content-Length': String(bytes.length) }),
      ...base[kind],
      'X-Request-Id': exchange.id,
    };
    exchange.res.writeHead(status, flat(all));
    exchange.res.end(bytes);
    finish(exchange, metrics.meter(exchange.operation, status), bytes.length);
  }

  function finish({ req, id, startedMs }: Exchange, meter: Meter, bytes: number): void {
    const ms = stopwatch() - startedMs;
    meter.observe(ms / 1000);
    const { operation, status } = meter;
    const url = req.originalUrl.slice(0, LOGGED_URL_LENGTH);
    const line = {
      event: 'request',
      id,
      method: req.method,
      url,
      status,
      operation,
      bytes,
      ms: Math.round(ms * 1000) / 1000,
    };
    // Somebody asks for these every second, and only a person who looks for it wants to see that.
    if (PROBES.has(operation)) log.debug(line);
    else log.info(line);
  }

  return { ready, route, posted, problem, plain };
}

/** The bytes of an answer in a coding, and the headers that speak of them. */
function written(text: string, { contentType }: Route, coding: Coding): { body: Buffer; headers: Headers } {
  const plain = Buffer.from(text);
  const isCoded = coding !== 'identity' && plain.length >= SMALLEST_CODED_BYTES;
  const body = isCoded ? encode(plain, coding) : plain;
  return {
    body,
    headers: {
      'Content-Type': contentType,
      'Content-Length': String(body.length),
      ...(isCoded ? { 'Content-Encoding': coding } : {}),
    },
  };
}
