/** Answers that are made for one request and kept by nobody: problems, probes, redirects. */
import type { Site } from '../../config/site.ts';
import { loggedUrl } from '../http/access-log.ts';
import { namesAndValues } from '../http/wire.ts';
import { flat, type Headers, type Kind, kindOf, NOT_STORED, STORED_BRIEFLY } from '../interface/headers.ts';
import { type Problem, problemBody } from '../interface/problem.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { problemPage } from '../pages/problem.ts';
import type { Exchange, Finish } from './exchange.ts';

interface PlainAnswer {
  status: number;
  kind: Kind;
  headers: Headers;
  body?: string;
}

export interface Small {
  problem(exchange: Exchange, problem: Problem): void;
  plain(exchange: Exchange, answer: PlainAnswer): void;
}

interface Options {
  site: Site;
  metrics: Metrics;
  base: Readonly<Record<Kind, Headers>>;
  finish: Finish;
  /** Of a product by its slug or an alias, where anything is published. */
  nameOf(slug: string): string | undefined;
}

export function small({ site, metrics, base, finish, nameOf }: Options): Small {
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

  return { problem, plain };
}
