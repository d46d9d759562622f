import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { AccessLog } from './access-log.ts';
import type { Metrics } from './metrics.ts';

export interface Exchange {
  req: Request;
  res: Response;
  id: string;
  /** Value of `RateLimit`. */
  budget: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
  /** Monotonic milliseconds. */
  startedMs: number;
  /** Name of the route in metrics and logs. */
  operation: string;
}

export function exchangeOf(res: Response): Exchange {
  return res.locals.exchange as Exchange;
}

export type Finish = (exchange: Exchange, status: number, bytes: number) => void;

const PROBES = new Set(['livez', 'readyz', 'metrics']);

export function finishing(metrics: Metrics, access: AccessLog, stopwatch: () => number): Finish {
  return ({ req, id, at, startedMs, operation }, status, bytes) => {
    const ms = stopwatch() - startedMs;
    metrics.answered(operation, status, ms / 1000);
    // Monitoring requests the probes every second.
    const level = PROBES.has(operation) ? 'debug' : 'info';
    access(level, { at, id, method: req.method, url: req.url, operation, status, bytes, ms });
  };
}

const PLAIN = /^[\w.:-]{8,80}$/;

/**
 * Request ids: the proxy's own if it is plain, else a random prefix and a counter, which is cheaper than a random id
 * each.
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
