/**
 * Writes answers to the socket: the ready ones at once, the others after the work, every one with its request id,
 * its line in the log and its count. Nothing else in this folder touches a response.
 */
import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Site } from '../config/site.ts';
import type { Answers, ReadyAnswer } from './answers.ts';
import { type AccessLog, loggedUrl } from './http/access-log.ts';
import { type Coding, encode, SMALLEST_CODED_BYTES } from './http/coding.ts';
import { isNotModified, matchesETag } from './http/conditional.ts';
import { flat, type Headers, headerSets, type Kind, kindOf, NOT_STORED, STORED_BRIEFLY } from './http/headers.ts';
import { type Differing, namesAndValues, type Wire, wireOf, writeWire } from './http/wire.ts';
import type { Meter, Metrics } from './metrics.ts';
import { problemPage } from './pages/problem.ts';
import { type Problem, problemBody } from './problem.ts';
import type { FixedRoute, Prepared, Route } from './route.ts';

/** One request on its way. */
export interface Exchange extends Differing {
  req: Request;
  res: Response;
  /** Milliseconds since the epoch. */
  at: number;
  /** By the stopwatch. */
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

interface AskedOfUs {
  route: FixedRoute;
  given: ReadonlyMap<string, unknown>;
  coding: Coding;
}

/** An answer that no other generation has another one of. */
type FixedAnswer = Omit<ReadyAnswer, 'again'>;

/** A request, whoever made it. */
interface Understood {
  route: Route;
  prepared: Prepared;
  coding: Coding;
  /** As the log has it. */
  url: string;
}

interface PlainAnswer {
  status: number;
  kind: Kind;
  headers: Headers;
  body?: string;
}

export interface Responder {
  /** A ready answer, or 304 where the client has it. */
  ready(exchange: Exchange, answer: FixedAnswer): void;
  /** @throws {Problem} @throws {Moved} */
  route(exchange: Exchange, asked: Asked): void;
  /** What follows from the program and its settings alone. @throws {Problem} */
  fixed(exchange: Exchange, asked: AskedOfUs): void;
  /** What was asked for in a body: worked out for this one request, and kept by nobody. @throws {Problem} */
  posted(exchange: Exchange, asked: Asked): void;
  problem(exchange: Exchange, problem: Problem): void;
  /** Anything small that is made for this one request. */
  plain(exchange: Exchange, answer: PlainAnswer): void;
}

interface Options {
  site: Site;
  access: AccessLog;
  metrics: Metrics;
  /** Value of `RateLimit-Policy`, where there is a limit. */
  policy: string | undefined;
  /** Milliseconds that only grow. */
  stopwatch: () => number;
  /** When the program, as it runs now, was there for sure. Milliseconds since the epoch. */
  sinceMs: number;
}

const PROBES = new Set(['livez', 'readyz', 'metrics']);

export function createResponder({ site, access, metrics, policy, stopwatch, sinceMs }: Options): Responder {
  const { base, cached } = headerSets(site, policy);
  const keptBy: Record<Kind, readonly string[]> = {
    api: flat({ ...cached, ...base.api }),
    page: flat({ ...cached, ...base.page }),
    plain: flat({ ...cached, ...base.plain }),
  };

  function ready(exchange: Exchange, answer: FixedAnswer): void {
    const { req, res } = exchange;
    if (isNotModified(req.headers, answer)) {
      writeWire(req, res, answer.unchanged(), exchange);
      finish(exchange, answer.notModified, answer.url, 0);
    } else {
      writeWire(req, res, answer.whole, exchange);
      finish(exchange, answer.sent, answer.url, answer.bodyBytes);
    }
  }

  function route(exchange: Exchange, { route, answers, given, coding }: Asked): void {
    const { req, res } = exchange;
    const understood = { route, prepared: route.prepare(given), coding, url: loggedUrl(req.url) };
    const validators = validatorsOf(understood, answers);
    // `*` asks whether there is an answer at all, which takes the work; a tag that we gave out proves that there is.
    const ifNoneMatch = req.headers['if-none-match'];
    if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*' && matchesETag(ifNoneMatch, validators.etag)) {
      writeWire(req, res, wireOf(304, validators.kept), exchange);
      finish(exchange, metrics.meter(route.id, 304), understood.url, 0);
      return;
    }
    const answer = readyOf(understood, answers, validators);
    // Else anyone could fill the memory by numbering a parameter that means nothing.
    if ([...given.keys()].every((name) => route.parameters.includes(name))) answers.keep(req.url, coding, answer);
    ready(exchange, answer);
  }

  function validatorsOf({ route, prepared, coding }: Understood, answers: Answers) {
    const etag = answers.etag(`${route.id} ${prepared.canonical}`, coding);
    return { etag, kept: ['ETag', etag, 'Last-Modified', answers.lastModified, ...keptBy[kindOf(route.path)]] };
  }

  function readyOf(
    understood: Understood,
    answers: Answers,
    { etag, kept } = validatorsOf(understood, answers),
  ): ReadyAnswer {
    const { route, prepared, coding, url } = understood;
    const { body, headers, bodyBytes } = written(prepared.render(answers.store, answers.now), route, coding);
    let unchanged: Wire | undefined;
    return {
      etag,
      lastModifiedMs: answers.lastModifiedMs,
      url,
      whole: wireOf(200, [...headers, ...kept], body),
      unchanged() {
        unchanged ??= wireOf(304, kept);
        return unchanged;
      },
      bodyBytes,
      again(others) {
        try {
          return readyOf(understood, others);
        } catch {
          return undefined; // whatever it is, whoever asks next is told
        }
      },
      sent: metrics.meter(route.id, 200),
      notModified: metrics.meter(route.id, 304),
    };
  }

  /** Few: what they are asked with is checked first, and names one of them. */
  const fixedAnswers = new Map<string, FixedAnswer>();

  function fixed(exchange: Exchange, { route, given, coding }: AskedOfUs): void {
    const prepared = route.prepare(given);
    const key = `${route.id} ${prepared.canonical} ${coding}`;
    const answer = fixedAnswers.get(key) ?? fixedAnswer(prepared.render(site), route, coding);
    fixedAnswers.set(key, answer);
    ready(exchange, { ...answer, url: loggedUrl(exchange.req.url) });
  }

  function fixedAnswer(text: string, route: FixedRoute, coding: Coding): FixedAnswer {
    const { body, headers, bodyBytes } = written(text, route, coding);
    const digest = hash('sha256', text, 'base64url').slice(0, 22);
    const etag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
    const kept = ['ETag', etag, 'Last-Modified', new Date(sinceMs).toUTCString(), ...keptBy[kindOf(route.path)]];
    const unchanged = wireOf(304, kept);
    return {
      etag,
      lastModifiedMs: Math.floor(sinceMs / 1000) * 1000,
      url: route.path,
      whole: wireOf(200, [...headers, ...kept], body),
      unchanged: () => unchanged,
      bodyBytes,
      sent: metrics.meter(route.id, 200),
      notModified: metrics.meter(route.id, 304),
    };
  }

  function posted(exchange: Exchange, { route, answers, given, coding }: Asked): void {
    const { render } = route.prepare(given);
    const { body, headers, bodyBytes } = written(render(answers.store, answers.now), route, coding);
    const others = flat({ ...NOT_STORED, Vary: cached.Vary, ...base[kindOf(route.path)] });
    exchange.res.writeHead(200, [...headers, ...others, ...namesAndValues(exchange)]);
    exchange.res.end(body);
    finish(exchange, metrics.meter(route.id, 200), loggedUrl(exchange.req.url), bodyBytes);
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
    };
    exchange.res.writeHead(status, [...flat(all), ...namesAndValues(exchange)]);
    exchange.res.end(bytes);
    finish(exchange, metrics.meter(exchange.operation, status), loggedUrl(exchange.req.url), bytes.length);
  }

  function finish({ req, id, at, startedMs }: Exchange, meter: Meter, url: string, bytes: number): void {
    const ms = stopwatch() - startedMs;
    meter.observe(ms / 1000);
    const { operation, status } = meter;
    // Somebody asks for the probes every second, and only a person who looks for it wants to see that.
    access(PROBES.has(operation) ? 'debug' : 'info', { at, id, method: req.method, url, operation, status, bytes, ms });
  }

  return { ready, route, fixed, posted, problem, plain };
}

/** The bytes of an answer in a coding, and the headers that speak of them. */
function written(
  text: string,
  { contentType }: Pick<Route, 'contentType'>,
  coding: Coding,
): { body: Buffer | string; headers: string[]; bodyBytes: number } {
  const bytes = Buffer.byteLength(text);
  const isCoded = coding !== 'identity' && bytes >= SMALLEST_CODED_BYTES;
  const body = isCoded ? encode(Buffer.from(text), coding) : text;
  const bodyBytes = isCoded ? body.length : bytes;
  const headers = ['Content-Type', contentType, 'Content-Length', String(bodyBytes)];
  if (isCoded) headers.push('Content-Encoding', coding);
  return { body, headers, bodyBytes };
}
