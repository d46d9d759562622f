/** One request on its way, from what the server hears of it to its line in the log and its count. */
import type { Request, Response } from 'express';
import type { AccessLog } from '../http/access-log.ts';
import type { Differing } from '../http/wire.ts';
import type { Meter } from '../metrics/metrics.ts';

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

/** Tells that it was answered. @param url as the log has it @param bytes of the body */
export type Finish = (exchange: Exchange, meter: Meter, url: string, bytes: number) => void;

const PROBES = new Set(['livez', 'readyz', 'metrics']);

/** @param stopwatch milliseconds that only grow */
export function finishing(access: AccessLog, stopwatch: () => number): Finish {
  return ({ req, id, at, startedMs }, meter, url, bytes) => {
    const ms = stopwatch() - startedMs;
    meter.observe(ms / 1000);
    const { operation, status } = meter;
    // Somebody asks for the probes every second, and only a person who looks for it wants to see that.
    access(PROBES.has(operation) ? 'debug' : 'info', { at, id, method: req.method, url, operation, status, bytes, ms });
  };
}
