/**
 * Writes answers to the socket: the ready ones at once, the others after the work, every one with its request id,
 * its line in the log and its count. Nothing else in this folder touches a response.
 */

import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Site } from '../config/site.ts';
import type { Asset } from '../web/assets.ts';
import type { Answers, ReadyAnswer, ReadyCall, WrittenAnswer } from './answers.ts';
import type { Feed } from './feeds/list.ts';
import type { ShelvedFile } from './feeds/shelf.ts';
import { type AccessLog, loggedUrl } from './http/access-log.ts';
import type { Coding } from './http/coding.ts';
import { entityTag, isConditional, isNotModified, matchesETag } from './http/conditional.ts';
import type { StoredFile } from './http/file.ts';
import {
  CACHED,
  flat,
  type Headers,
  headersByKind,
  IMMUTABLE,
  type Kind,
  kindOf,
  NOT_STORED,
  STORED_BRIEFLY,
} from './http/headers.ts';
import { whole } from './http/pieces.ts';
import {
  type Bare,
  bareOf,
  type CommonHeaders,
  commonHeaders,
  type Differing,
  namesAndValues,
  type Wire,
  wireOf,
  writeBare,
  writeText,
  writeWire,
} from './http/wire.ts';
import { type Written, written } from './http/written.ts';
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

/** A request, whoever made it. */
interface Understood {
  route: Route;
  prepared: Prepared;
  coding: Coding;
  /** As the log has it. */
  url: string;
}

/** What a client that has the answer can be told by, before the work is done. */
interface Validators {
  etag: string;
  lastModifiedMs: number;
  /** The headers of answer and 304 alike. */
  own: readonly string[];
  common: CommonHeaders;
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
  /** What follows from the program and its settings alone. @throws {Problem} */
  fixed(exchange: Exchange, asked: AskedOfUs): void;
  /** What pages load: at a path that changes with it. */
  asset(exchange: Exchange, asset: Asset, coding: Coding): void;
  /** A feed that was made ahead, a piece after the other; resolves when the last one is out. @throws {Problem} it is gone */
  shelved(exchange: Exchange, feed: Feed, file: ShelvedFile): Promise<void>;
  /** What was asked for in a body: worked out for this one request, and kept by nobody. @throws {Problem} */
  posted(exchange: Exchange, asked: Asked): void;
  /** A body that is there but for an end that says which request it answers, of at most `TAIL_ROOM` characters. */
  begun(body: string): Wire;
  /** What was begun, with its end. */
  completed(exchange: Exchange, begun: Pick<ReadyCall, 'whole' | 'bodyBytes' | 'sent'>, tail: string): void;
  problem(exchange: Exchange, problem: Problem): void;
  /** Anything small that is made for this one request. */
  plain(exchange: Exchange, answer: PlainAnswer): void;
  /** A file of any length, streamed. @throws {Problem} a range or condition of it fails, or it is gone */
  file(exchange: Exchange, file: StoredFile & { headers: Headers }): Promise<void>;
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
/** What is read of a file in one go. */
const PIECE_BYTES = 64 * 1024;

const PROBES = new Set(['livez', 'readyz', 'metrics']);

export function createResponder({ site, access, metrics, policy, stopwatch, sinceMs, nameOf }: Options): Responder {
  const base = headersByKind(site, policy);
  const common = {
    api: commonHeaders({ ...CACHED, ...base.api }),
    page: commonHeaders({ ...CACHED, ...base.page }),
    asset: commonHeaders({ ...CACHED, ...IMMUTABLE, ...base.page }),
  };
  /** HTTP dates have no milliseconds. */
  const since = { lastModifiedMs: Math.floor(sinceMs / 1000) * 1000, lastModified: new Date(sinceMs).toUTCString() };

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

  function validatorsOf({ route, prepared, coding }: Understood, answers: Answers): Validators {
    return validators(route, answers.etag(`${route.id} ${prepared.canonical}`, coding), answers);
  }

  function validators(
    { path }: Pick<Route, 'path'>,
    etag: string,
    { lastModifiedMs, lastModified }: Pick<Answers, 'lastModifiedMs' | 'lastModified'>,
  ): Validators {
    return { etag, lastModifiedMs, own: ['ETag', etag, 'Last-Modified', lastModified], common: common[kindOf(path)] };
  }

  function unchangedOf({ own, common }: Validators): Bare {
    return bareOf(304, [...own, ...common.list]);
  }

  function readyOf(
    understood: Understood,
    answers: Answers,
    validators = validatorsOf(understood, answers),
  ): ReadyAnswer {
    const { route, prepared, coding, url } = understood;
    return {
      ...answerOf(written(prepared.render(answers.store, answers.now), route, coding), route, validators),
      url,
      again(others) {
        try {
          return readyOf(understood, others);
        } catch {
          return undefined; // whatever it is, whoever asks next is told
        }
      },
    };
  }

  function answerOf(
    { body, headers, bodyBytes }: Written,
    { id }: Pick<Route, 'id'>,
    validators: Validators,
  ): WrittenAnswer {
    const { etag, lastModifiedMs, own, common } = validators;
    let unchanged: Bare | undefined;
    return {
      etag,
      lastModifiedMs,
      whole: wireOf(200, [...headers, ...own, ...common.list], body),
      unchanged() {
        unchanged ??= unchangedOf(validators);
        return unchanged;
      },
      bodyBytes,
      sent: metrics.meter(id, 200),
      notModified: metrics.meter(id, 304),
    };
  }

  /** Few: what they are asked with is checked first, and names one of them. */
  const fixedAnswers = new Map<string, WrittenAnswer>();

  function fixed(exchange: Exchange, { route, given, coding }: AskedOfUs): void {
    const prepared = route.prepare(given);
    const key = `${route.id} ${prepared.canonical} ${coding}`;
    const answer = fixedAnswers.get(key) ?? fixedAnswer(String(whole(prepared.render(site))), route, coding);
    fixedAnswers.set(key, answer);
    send(exchange, answer, loggedUrl(exchange.req.url));
  }

  function fixedAnswer(text: string, route: FixedRoute, coding: Coding): WrittenAnswer {
    const { headers, ...body } = written(text, route, coding);
    const link = route.link === undefined ? [] : ['Link', route.link(site)];
    const answer = { ...body, headers: [...headers, ...link] };
    return answerOf(answer, route, validators(route, entityTag(text, coding), since));
  }

  function asset(exchange: Exchange, { path, contentType, body }: Asset, coding: Coding): void {
    const key = `${path} ${coding}`;
    const answer = fixedAnswers.get(key) ?? assetAnswer(body(), { id: 'asset', path, contentType }, coding);
    fixedAnswers.set(key, answer);
    send(exchange, answer, path);
  }

  function assetAnswer(body: string, route: Pick<Route, 'id' | 'path' | 'contentType'>, coding: Coding): WrittenAnswer {
    const tags = validators(route, entityTag(body, coding), since);
    return answerOf(written(body, route, coding), route, { ...tags, common: common.asset });
  }

  async function shelved(exchange: Exchange, feed: Feed, file: ShelvedFile): Promise<void> {
    const { req, res } = exchange;
    const { own: tags, common } = validators(feed, file.etag, file);
    const isUnchanged = isNotModified(req.headers, file);
    const opened = isUnchanged || req.method === 'HEAD' ? undefined : await file.open();
    const own = ['Content-Type', feed.contentType, 'Content-Length', String(file.bytes)];
    if (file.coding !== 'identity') own.push('Content-Encoding', file.coding);
    res.writeHead(isUnchanged ? 304 : 200, [
      ...(isUnchanged ? [] : own),
      ...tags,
      ...common.list,
      ...namesAndValues(exchange),
    ]);
    const body = opened?.createReadStream({ highWaterMark: PIECE_BYTES });
    try {
      if (body === undefined) res.end();
      else await pipeline(body, res);
    } catch (error) {
      // Who goes away in the middle is nobody to tell.
      if (!res.destroyed) throw error;
    } finally {
      finish(exchange, metrics.meter(feed.id, res.statusCode), loggedUrl(req.url), body?.bytesRead ?? 0);
    }
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
      body: isPage
        ? String(problemPage(problem, { site, requestId: exchange.id, path: req.path, nameOf }))
        : problemBody(problem, site, exchange.id),
    });
  }

  function plain(exchange: Exchange, { status, kind, headers, body }: PlainAnswer): void {
    const bytes = Buffer.from(body ?? '');
    const all = {
      ...headers,
      // RFC 9110 §8.6: no Content-Length in a 204; in a 304 it would be that of the answer.
      ...(status === 204 || status === 304 ? {} : { 'Content-Length': String(bytes.length) }),
      ...base[kind],
    };
    exchange.res.writeHead(status, [...flat(all), ...namesAndValues(exchange)]);
    exchange.res.end(bytes);
    finish(exchange, metrics.meter(exchange.operation, status), loggedUrl(exchange.req.url), bytes.length);
  }

  async function file(exchange: Exchange, { headers, ...stored }: StoredFile & { headers: Headers }): Promise<void> {
    const { req, res, operation } = exchange;
    // Express brings what it needs, and a start does not wait for that.
    const { sendFile } = await import('./http/file.ts');
    const all = [...flat({ ...headers, ...base[kindOf(req.path)] }), ...namesAndValues(exchange)];
    for (let at = 0; at < all.length; at += 2) res.setHeader(all[at] ?? '', all[at + 1] ?? '');
    try {
      const bytes = await sendFile(req, res, stored);
      finish(exchange, metrics.meter(operation, res.statusCode), loggedUrl(req.url), bytes);
    } catch (error) {
      // They were the file's: what comes now is a problem.
      if (!res.headersSent) for (const name of res.getHeaderNames()) res.removeHeader(name);
      throw error;
    }
  }

  function finish({ req, id, at, startedMs }: Exchange, meter: Meter, url: string, bytes: number): void {
    const ms = stopwatch() - startedMs;
    meter.observe(ms / 1000);
    const { operation, status } = meter;
    // Somebody asks for the probes every second, and only a person who looks for it wants to see that.
    access(PROBES.has(operation) ? 'debug' : 'info', { at, id, method: req.method, url, operation, status, bytes, ms });
  }

  return { ready, route, fixed, asset, shelved, posted, begun, completed, problem, plain, file };
}

function isAllKnown(given: ReadonlyMap<string, unknown>, { parameters }: Route): boolean {
  for (const name of given.keys()) if (!parameters.includes(name)) return false;
  return true;
}
