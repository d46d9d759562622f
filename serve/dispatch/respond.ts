/**
 * Writes answers to the socket: the ready ones at once, the others after the work, every one with its request id,
 * its line in the log and its count. Nothing but this and its parts, small-answers.ts and streamed.ts, touches a response.
 */
import type { Site } from '../../config/site.ts';
import type { Asset } from '../../web/assets.ts';
import type { Coding } from '../cache/coding.ts';
import { isConditional, isNotModified, matchesETag } from '../cache/conditional.ts';
import { type AccessLog, loggedUrl } from '../http/access-log.ts';
import { namesAndValues, type Wire, wireOf, writeBare, writeText, writeWire } from '../http/wire.ts';
import { written } from '../http/written.ts';
import { CACHED, flat, headersByKind, kindOf, NOT_STORED } from '../interface/headers.ts';
import type { Route } from '../interface/route.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Answers, ReadyAnswer, ReadyCall, WrittenAnswer } from './answers.ts';
import { type Small, small } from './error-responses.ts';
import { type Exchange, finishing } from './exchange.ts';
import { type Streamed, streamed } from './streamed.ts';
import { type AskedOfUs, type Understood, unchangedOf, type Validators, writtenAnswers } from './written-answers.ts';

interface Asked {
  route: Route;
  answers: Answers;
  given: ReadonlyMap<string, unknown>;
  coding: Coding;
}

export interface Responder extends Small, Streamed {
  /** A ready answer, or 304 where the client has it. */
  ready(exchange: Exchange, answer: ReadyAnswer): void;
  /** @throws {Problem} @throws {Moved} */
  route(exchange: Exchange, asked: Asked): void;
  /** What follows from the program and its settings alone. @throws {Problem} */
  fixed(exchange: Exchange, asked: AskedOfUs): void;
  /** What pages load: at a path that changes with it. */
  asset(exchange: Exchange, asset: Asset, coding: Coding): void;
  /** What was asked for in a body: worked out for this one request, and kept by nobody. @throws {Problem} */
  posted(exchange: Exchange, asked: Asked): void;
  /** A body that is there but for an end that says which request it answers, of at most `TAIL_ROOM` characters. */
  begun(body: string): Wire;
  /** What was begun, with its end. */
  completed(exchange: Exchange, begun: Pick<ReadyCall, 'whole' | 'bodyBytes' | 'sent'>, tail: string): void;
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
  /** Of a product by its slug or an alias, where anything is published. */
  nameOf(slug: string): string | undefined;
}

export const TAIL_ROOM = 512;

export function createResponder({ site, access, metrics, policy, stopwatch, sinceMs, nameOf }: Options): Responder {
  const base = headersByKind(site, policy);
  const finish = finishing(access, stopwatch);
  const { validatorsOf, validators, readyOf, ...made } = writtenAnswers({ site, metrics, base, sinceMs });

  function ready(exchange: Exchange, answer: ReadyAnswer): void {
    send(exchange, answer, answer.url);
  }

  function send(exchange: Exchange, answer: WrittenAnswer, url: string): void {
    const { req, res } = exchange;
    if (isNotModified(req.headers, answer)) {
      writeBare(req, res, answer.unchanged(), exchange);
      finish(exchange, answer.notModified, url, 0);
    } else {
      writeWire(req, res, answer.whole, exchange);
      finish(exchange, answer.sent, url, answer.bodyBytes);
    }
  }

  function route(exchange: Exchange, { route, answers, given, coding }: Asked): void {
    const { req, res } = exchange;
    const understood = { route, prepared: route.prepare(given), coding, url: loggedUrl(req.url) };
    const validators = validatorsOf(understood, answers);
    // `*` asks whether there is an answer at all, which takes the work; a tag that we gave out proves that there is.
    const ifNoneMatch = req.headers['if-none-match'];
    if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*' && matchesETag(ifNoneMatch, validators.etag)) {
      writeBare(req, res, unchangedOf(validators), exchange);
      finish(exchange, metrics.meter(route.id, 304), understood.url, 0);
      return;
    }
    // Else anyone could fill the memory by numbering a parameter that means nothing.
    const isKept = isAllKnown(given, route) && answers.isWorthKeeping(validators.etag, coding);
    if (!isKept && coding === 'identity' && !isConditional(req.headers)) {
      once(exchange, understood, answers, validators);
      return;
    }
    const answer = readyOf(understood, answers, validators);
    if (isKept) answers.keep(req.url, coding, answer);
    ready(exchange, answer);
  }

  function once(
    exchange: Exchange,
    { route, prepared, url }: Understood,
    answers: Answers,
    { own, common }: Validators,
  ): void {
    const { contentType } = route;
    const body = prepared.render(answers.store, answers.now);
    const bodyBytes = writeText(exchange.req, exchange.res, { contentType, headers: own, common, body }, exchange);
    finish(exchange, metrics.meter(route.id, 200), url, bodyBytes);
  }

  function fixed(exchange: Exchange, asked: AskedOfUs): void {
    send(exchange, made.fixed(asked), loggedUrl(exchange.req.url));
  }

  function asset(exchange: Exchange, asset: Asset, coding: Coding): void {
    send(exchange, made.asset(asset, coding), asset.path);
  }

  function posted(exchange: Exchange, { route, answers, given, coding }: Asked): void {
    const { render } = (route.prepareTyped ?? route.prepare)(given);
    const { body, headers, bodyBytes } = written(render(answers.store, answers.now), route, coding);
    const others = flat({ ...NOT_STORED, Vary: CACHED.Vary, ...base[kindOf(route.path)] });
    exchange.res.writeHead(200, [...headers, ...others, ...namesAndValues(exchange)]);
    exchange.res.end(body);
    finish(exchange, metrics.meter(route.id, 200), loggedUrl(exchange.req.url), bodyBytes);
  }

  const postedHeaders = ['Content-Type', 'application/json', ...flat({ ...NOT_STORED, ...base.api })];

  function begun(body: string): Wire {
    return wireOf(200, postedHeaders, body, { tailRoom: TAIL_ROOM });
  }

  function completed(
    exchange: Exchange,
    { whole, bodyBytes, sent }: Pick<ReadyCall, 'whole' | 'bodyBytes' | 'sent'>,
    tail: string,
  ): void {
    writeWire(exchange.req, exchange.res, whole, exchange, tail);
    finish(exchange, sent, loggedUrl(exchange.req.url), bodyBytes + tail.length);
  }

  const { problem, plain } = small({ site, metrics, base, finish, nameOf });
  const { file } = streamed({ metrics, base, finish });
  return { ready, route, fixed, asset, posted, begun, completed, problem, plain, file };
}

function isAllKnown(given: ReadonlyMap<string, unknown>, { parameters }: Route): boolean {
  for (const name of given.keys()) if (!parameters.includes(name)) return false;
  return true;
}
