/** From a request whose path is known to an answer of the current generation, a redirect, or a problem. */

import type { Logger } from 'pino';
import type { Coding } from '../cache/coding.ts';
import { loggedUrl } from '../http/access-log.ts';
import { kindOf } from '../interface/headers.ts';
import { Moved, Problem, problemOf } from '../interface/problem.ts';
import { searchOf } from '../interface/query.ts';
import type { Route } from '../interface/route.ts';
import type { Answers } from './answers.ts';
import type { Exchange } from './exchange.ts';
import type { Generations } from './generations.ts';
import type { Responder } from './respond.ts';

/** Seconds after which a client may ask again for the first generation. */
export const RETRY_AFTER = { 'Retry-After': '2' };

type Given = ReadonlyMap<string, unknown>;

export interface Answerer {
  /** @throws {Problem} nothing is published yet */
  answersNow(): Answers;
  /** What the best coding is that the client takes. */
  codingFor(exchange: Exchange): Coding;
  /** What is read. @throws {Problem} */
  read(exchange: Exchange, route: Route, given: ReadonlyMap<string, string>): void;
  /** What is asked by a body; an alias in the path leads to the same path of the slug. @throws {Problem} */
  typed(exchange: Exchange, route: Route, given: Given): void;
  /** What is asked by a body alone. @throws {Problem} */
  posted(exchange: Exchange, route: Route, given: Given): void;
  /** The end of a request of which something was thrown. */
  fail(exchange: Exchange, error: unknown): void;
}

interface Options {
  generations: Generations;
  respond: Responder;
  codingOf: (accepted: string | undefined) => Coding;
  log: Logger;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

export function createAnswerer({ generations, respond, codingOf, log, clock }: Options): Answerer {
  const codingFor = ({ req }: Exchange): Coding => codingOf(req.headers['accept-encoding']);

  function answersNow(): Answers {
    const answers = generations.answersAt(clock());
    if (answers === undefined) throw new Problem('unavailable', 'Nothing is published yet', { headers: RETRY_AFTER });
    return answers;
  }

  function unlessMoved(exchange: Exchange, route: Route, answer: () => void): void {
    try {
      answer();
    } catch (error) {
      if (!(error instanceof Moved) || !route.path.includes('{slug}')) throw error;
      const search = searchOf(exchange.req);
      const location = route.path.replace('{slug}', error.to) + (search === '' ? '' : `?${search}`);
      const headers = { Location: location, 'Cache-Control': 'public, max-age=300' };
      respond.plain(exchange, { status: 308, kind: kindOf(route.path), headers });
    }
  }

  function posted(exchange: Exchange, route: Route, given: Given): void {
    respond.posted(exchange, { route, answers: answersNow(), given, coding: codingFor(exchange) });
  }

  return {
    answersNow,
    codingFor,
    read(exchange, route, given) {
      const coding = codingFor(exchange);
      unlessMoved(exchange, route, () => respond.route(exchange, { route, answers: answersNow(), given, coding }));
    },
    typed: (exchange, route, given) => unlessMoved(exchange, route, () => posted(exchange, route, given)),
    posted,
    fail(exchange, error) {
      const problem = problemOf(error);
      if (problem.status >= 500 && problem.code === 'internal') {
        const { id, req, operation } = exchange;
        const url: unknown = JSON.parse(loggedUrl(req.url));
        log.error({ event: 'failed', id, method: req.method, url, operation, err: error }, 'Cannot answer a request');
      }
      if (exchange.res.headersSent) exchange.res.destroy();
      else respond.problem(exchange, problem);
    },
  };
}
