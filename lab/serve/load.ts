/** The web process under load by autocannon, each in a process of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Bench } from '../harness/benchmark.ts';
import { outputOf, PROCESSORS, type Program, processorMs, startService } from '../harness/processes.ts';
import type { Sample } from '../harness/rounds.ts';

export interface Target {
  /** `[<id>]` in it is another text in each request. */
  path: string;
  headers: Record<string, string>;
  /** Of a POST. */
  body?: string;
}

export interface WebOptions {
  workers?: number;
  checkout?: string | undefined;
}

/** The web process with limits that its one client does not reach. */
export function startWeb(bench: Bench, dataDir: string, { workers = 1, checkout }: WebOptions = {}): Promise<Program> {
  const limits = { RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000' };
  return startService(bench, 'web', {
    settings: { DATA_DIR: dataDir, WEB_WORKERS: String(workers), ...limits },
    checkout,
    // Several workers need all processors.
    ...(workers === 1 && { processor: PROCESSORS.server }),
  });
}

const Loaded = z.object({ requests: z.number(), seconds: z.number(), failed: z.number(), p99Ms: z.number() });
export type Loaded = z.infer<typeof Loaded>;

const PROGRAM = join(import.meta.dirname, 'load-process.ts');

export async function load(
  bench: Bench,
  port: number,
  { targets, seconds = 1 }: { targets: Target[]; seconds?: number },
) {
  const file = join(bench.dir, 'load.json');
  writeFileSync(file, JSON.stringify({ url: `http://127.0.0.1:${port}`, seconds, targets }));
  return Loaded.parse(JSON.parse(await outputOf(bench, [PROGRAM, file], PROCESSORS.load)));
}

export const METRICS = {
  'requests a second': { unit: 'requests/s', better: 'higher' },
  'processor time a request': { unit: 'µs', better: 'lower' },
  '99th percentile': { unit: 'ms', better: 'lower' },
} as const;

/** A second of load. @throws {Error} a request failed, because a fast error is no answer */
export async function loadSample(bench: Bench, { port, pid }: Program, targets: Target[]): Promise<Sample> {
  const before = processorMs(pid);
  const { requests, seconds, failed, p99Ms } = await load(bench, port, { targets });
  const spentMs = processorMs(pid) - before;
  if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`);
  return {
    'requests a second': requests / seconds,
    ...(spentMs > 0 && { 'processor time a request': (1000 * spentMs) / requests }),
    '99th percentile': Math.max(p99Ms, 0.5), // autocannon rounds down to whole milliseconds.
    busy: spentMs / 1000 / seconds,
  };
}
