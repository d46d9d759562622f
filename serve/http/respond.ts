/** Writes answers with request id, log line and count. No other module writes to a response. */
import type { Logger } from 'pino';
import type { Site } from '../../config/site.ts';
import type { InFlight } from '../../web/in-flight.ts';
import { isNotModified } from '../cache/conditional.ts';
import {
  CACHED,
  type Download,
  flat,
  type Headers,
  type Kind,
  kindOf,
  NOT_STORED,
  STORED_BRIEFLY,
} from '../interface/headers.ts';
import { type Problem, problemBody, problemOf } from '../interface/problem.ts';
import { HTML_TYPE } from '../interface/route.ts';
import { problemPage } from '../pages/problem.ts';
import type { ReadyAnswer } from '../store/edition.ts';
import { loggedUrl } from './access-log.ts';
import type { Encoded } from './answer.ts';
import type { Exchange, Finish } from './exchange.ts';
import { sendFile } from './file.ts';
import { CHUNK_BYTES } from './file-transfer.ts';

interface Written {
  status: number;
  headers: readonly string[];
  body?: Buffer;
}

export interface PlainAnswer {
  status: number;
  kind: Kind;
  headers: Headers;
  body?: string;
}

interface Options {
  site: Site;
  log: Logger;
  base: Readonly<Record<Kind, Headers>>;
  finish: Finish;
  inFlight: InFlight;
  nameOf(slug: string): string | undefined;
}

export class Responder {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** A 304 where the client has the answer. @param end of a tool's result, which names the request */
  ready(exchange: Exchange, { operation, headers, body, validators }: ReadyAnswer, end = ''): void {
    exchange.operation = operation;
    if (validators !== undefined && isNotModified(exchange.req.headers, validators)) {
      this.#end(exchange, { status: 304, headers: validators.headers });
    } else if (end === '') {
      this.#end(exchange, { status: 200, headers, body });
    } else {
      const whole = Buffer.concat([body, Buffer.from(end)]);
      this.#end(exchange, { status: 200, headers: [...headers, 'Content-Length', String(whole.length)], body: whole });
    }
  }

  posted(exchange: Exchange, kind: Kind, { headers, body }: Encoded): void {
    const others = this.headersOf(kind, { ...NOT_STORED, Vary: CACHED.Vary });
    this.#end(exchange, { status: 200, headers: [...headers, ...others], body });
  }

  /** Names and values in turn, with the headers of the kind. */
  headersOf(kind: Kind, headers: Headers): string[] {
    return flat({ ...headers, ...this.#options.base[kind] });
  }

  /** Uncached responses: problems, probes and redirects. */
  plain(exchange: Exchange, { status, kind, headers, body = '' }: PlainAnswer): void {
    const bytes = Buffer.from(body);
    // RFC 9110 §8.6: a 204 has no Content-Length; that of a 304 would be the answer's.
    const length = status === 204 || status === 304 ? {} : { 'Content-Length': String(bytes.length) };
    this.#end(exchange, { status, headers: this.headersOf(kind, { ...headers, ...length }), body: bytes });
  }

  problem(exchange: Exchange, problem: Problem): void {
    const { req, id } = exchange;
    const { site, nameOf } = this.#options;
    const kind = kindOf(req.path);
    const isPage = kind === 'page' && req.accepts(['json', 'html']) === 'html';
    this.plain(exchange, {
      status: problem.status,
      kind,
      headers: {
        'Content-Type': isPage ? HTML_TYPE : 'application/problem+json',
        ...(problem.status === 404 || problem.status === 410 ? STORED_BRIEFLY : NOT_STORED),
        ...(kind === 'page' ? { Vary: 'Accept' } : {}),
        ...problem.headers,
      },
      body: isPage
        ? String(problemPage(problem, { site, requestId: id, path: req.path, nameOf }))
        : problemBody(problem, site, id),
    });
  }

  /** Answers with the problem; logs internal ones. */
  fail(exchange: Exchange, error: unknown): void {
    const problem = problemOf(error);
    const { id, req, res, operation } = exchange;
    if (problem.code === 'internal') {
      const facts = { id, method: req.method, url: loggedUrl(req.url), operation, err: error };
      this.#options.log.error({ event: 'failed', ...facts }, 'Request failed');
    }
    if (res.headersSent) res.destroy();
    else this.problem(exchange, problem);
  }

  /** @throws {Problem} a range or condition fails, or the file is gone */
  async file(exchange: Exchange, { headers, ...stored }: Download): Promise<void> {
    const { req, res } = exchange;
    const all = [...this.headersOf(kindOf(req.path), headers), ...ofRequest(exchange)];
    for (let at = 0; at < all.length; at += 2) res.setHeader(all[at] ?? '', all[at + 1] ?? '');
    if (res.socket !== null) res.once('close', this.#options.inFlight.hold(res.socket, CHUNK_BYTES));
    try {
      const bytes = await sendFile(req, res, stored);
      this.#options.finish(exchange, res.statusCode, bytes);
    } catch (error) {
      // Removes the headers of the file before a problem's are set.
      if (!res.headersSent) for (const name of res.getHeaderNames()) res.removeHeader(name);
      throw error;
    }
  }

  #end(exchange: Exchange, { status, headers, body }: Written): void {
    const { res } = exchange;
    res.writeHead(status, [...headers, ...ofRequest(exchange)]);
    res.end(body);
    const { socket } = res;
    if (socket !== null && socket.writableLength > 0)
      res.once('close', this.#options.inFlight.hold(socket, socket.writableLength));
    this.#options.finish(exchange, status, body?.length ?? 0);
  }
}

function ofRequest({ id, budget }: Exchange): string[] {
  return budget === undefined ? ['X-Request-Id', id] : ['X-Request-Id', id, 'RateLimit', budget];
}
