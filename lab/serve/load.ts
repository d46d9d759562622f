/** The web process, and load on it by autocannon. */
import { createRequire } from 'node:module';
import type { Bench } from '../harness/benchmark.ts';
import { type Program, processorMs, SERVER_PROCESSOR, startService } from '../harness/processes.ts';
import type { Sample } from '../harness/rounds.ts';

export interface Target {
  /** `[<id>]` in it is another text in each request. */
  path: string;
  headers: Record<string, string>;
  /** Of a POST. */
  body?: string;
}

/** The parts of autocannon that are used, because it brings no types. Durations are in seconds. */
type Counts = Record<'duration' | 'errors' | 'timeouts' | '4xx' | '5xx', number>;
type Result = Counts & { requests: { total: number }; latency: { p99: number } };
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>;

const CONNECTIONS = 32;

export const METRICS = {
  'requests a second': { unit: 'requests/s', better: 'higher' },
  'processor time a request': { unit: 'µs', better: 'lower' },
  '99th percentile': { unit: 'ms', better: 'lower' },
} as const;

export interface WebOptions {
  workers?: number;
  checkout?: string | undefined;
}

/** The web process with limits that its one client does not reach. */
export function startWeb(bench: Bench, dataDir: string, { workers = 1, checkout }: WebOptions = {}): Promise<Program> {
  const limits = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };
  const settings = { DATA_DIR: dataDir, WEB_WORKERS: String(workers), ...limits };
  // Several workers need all processors.
  return startService(bench, 'web', { settings, checkout, ...(workers === 1 && { processor: SERVER_PROCESSOR }) });
}

/** @throws {Error} a request failed, because a fast error is no answer */
export async function loaded({ origin, pid }: Program, targets: readonly Target[], seconds = 1): Promise<Sample> {
  const before = processorMs(pid);
  const { requests, duration, errors, timeouts, latency, ...statuses } = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    idReplacement: targets[0]?.path.includes('[<id>]'),
    requests: targets.map((target) => ({ ...target, method: target.body === undefined ? 'GET' : 'POST' })),
  });
  const spentMs = processorMs(pid) - before;
  const failed = errors + timeouts + statuses['4xx'] + statuses['5xx'];
  if (failed > 0) throw new Error(`${failed} of ${requests.total} requests failed`);
  return {
    'requests a second': requests.total / duration,
    ...(spentMs > 0 && { 'processor time a request': (1000 * spentMs) / requests.total }),
    '99th percentile': Math.max(latency.p99, 0.5), // autocannon rounds down to whole milliseconds.
    busy: spentMs / 1000 / duration,
    requests: requests.total,
    failed,
  };
}
