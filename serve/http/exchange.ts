/** One request with its response, from its arrival to its line in the log and its count. */
import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AccessLog } from './access-log.ts';
import type { Metrics } from './metrics.ts';

export interface Exchange {
  req: Request;
  res: Response;
  /** Names the request in its answer and in the log. */
  id: string;
  /** Value of `RateLimit`, where there is a limit. */
  budget: string | undefined;
  /** Arrival, in milliseconds since the epoch. */
  at: number;
  /** Arrival by the stopwatch, in milliseconds. */
  startedMs: number;
  /** Name of the route in metrics and logs; `none` until the path is matched. */
  operation: string;
}

export function exchangeOf(res: Response): Exchange {
  return res.locals.exchange as Exchange;
}

/** Counts an answered exchange and logs it. @param bytes of the body */
export type Finish = (exchange: Exchange, status: number, bytes: number) => void;

const PROBES = new Set(['livez', 'readyz', 'metrics']);

/** @param stopwatch milliseconds that only grow */
export function finishing(metrics: Metrics, access: AccessLog, stopwatch: () => number): Finish {
  return ({ req, id, at, startedMs, operation }, status, bytes) => {
    const ms = stopwatch() - startedMs;
    metrics.answered(operation, status, ms / 1000);
    // Monitoring asks for the probes every second; only debugging wants to see that.
    const level = PROBES.has(operation) ? 'debug' : 'info';
    access(level, { at, id, method: req.method, url: req.url, operation, status, bytes, ms });
  };
}

const PLAIN = /^[\w.:-]{8,80}$/;

/**
 * Ids of requests: the proxy's own if it sent a plain one, else this process's random start and a count, which is unique,
 * ordered in the log, and cheaper than a random id each.
 */
export function requestIds(): (given: string | string[] | undefined) => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return (given) => {
    if (typeof given === 'string' && PLAIN.test(given)) return given;
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
