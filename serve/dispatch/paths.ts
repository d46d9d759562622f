/** A path in Express: the methods that it takes, what is given with a request, and who answers. */
import type { Express, Response } from 'express';
import { formBody } from '../http/form-body.ts';
import { jsonBody } from '../http/json-body.ts';
import { kindOf, PREFLIGHT } from '../interface/headers.ts';
import type { Method } from '../interface/operation.ts';
import { Problem } from '../interface/problem.ts';
import { parseQuery, searchOf } from '../interface/query.ts';
import type { Route } from '../interface/route.ts';
import type { Answerer } from './dispatcher.ts';
import type { Exchange } from './exchange.ts';
import type { Responder } from './respond.ts';

const ALLOWED = {
  get: ['GET', 'HEAD', 'OPTIONS'],
  post: ['POST', 'OPTIONS'],
  typed: ['GET', 'HEAD', 'POST', 'OPTIONS'],
} as const satisfies Record<Method | 'typed', readonly string[]>;

interface At extends Pick<Route, 'path' | 'id'> {
  method: keyof typeof ALLOWED;
}

/** @throws {Problem} as a rejection, or before */
type Answering = (exchange: Exchange, given: ReadonlyMap<string, string>) => void | Promise<void>;

export interface Paths {
  /** A path that is read: GET, HEAD and OPTIONS; any other method is a 405 there. */
  get(path: string, operation: string, answer: Answering): void;
  /** A path of which the answer takes the body by itself. */
  at(at: At, answer: (exchange: Exchange) => Promise<void>): void;
  /** One of the list of routes. */
  route(route: Route): void;
  /** What a browser asks before it sends, where there is nothing: it must be let through to see that. */
  nothing(exchange: Exchange): void;
}

export function pathsOf(app: Express, respond: Responder, answerer: Answerer): Paths {
  function preflight(exchange: Exchange, allowed: readonly string[]): void {
    const methods = allowed.join(', ');
    const kind = kindOf(exchange.req.path);
    const cors = kind === 'api' ? { 'Access-Control-Allow-Methods': methods, ...PREFLIGHT } : {};
    respond.plain(exchange, { status: 204, kind, headers: { Allow: methods, ...cors } });
  }

  function at({ path, method, id }: At, answer: (exchange: Exchange) => Promise<void>): void {
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

  function get(path: string, id: string, answer: Answering): void {
    at({ path, method: 'get', id }, async (exchange) => answer(exchange, read(exchange)));
  }

  /** By a body. The generation is taken when the body is there, never before it. */
  function post(route: Route): void {
    at(route, async (exchange) => {
      const { req, res } = exchange;
      answerer.posted(exchange, route, await jsonBody(req, res));
    });
  }

  /** A page that is read, and asked by a form too: what is typed into it comes as a body. */
  function typed(route: Route): void {
    at({ ...route, method: 'typed' }, async (exchange) => {
      const { req, res } = exchange;
      if (req.method !== 'POST') answerer.read(exchange, route, read(exchange));
      else answerer.typed(exchange, route, new Map([...(await formBody(req, res)), ...inPath(exchange)]));
    });
  }

  return {
    get,
    at,
    route(route) {
      if (route.prepareTyped !== undefined) typed(route);
      else if (route.method === 'get')
        get(route.path, route.id, (exchange, given) => answerer.read(exchange, route, given));
      else post(route);
    },
    nothing: (exchange) => preflight(exchange, ALLOWED.get),
  };
}

/** What stands in the path goes before a parameter of the same name. */
function read(exchange: Exchange): Map<string, string> {
  return new Map([...parseQuery(searchOf(exchange.req)), ...inPath(exchange)]);
}

function inPath({ req }: Exchange): [string, string][] {
  return Object.entries(req.params as Record<string, string>);
}

export function exchangeOf(res: Response): Exchange {
  return res.locals.exchange as Exchange;
}
