/** What a second of load comes to, and what it costs the server. */
import type { Bench } from '../benchmark.ts';
import { processorMs } from '../processor.ts';
import type { Program } from '../programs.ts';
import { load, type Target } from './load.ts';

export interface Sample {
  rate: number;
  processorUs: number;
  /** Share of the time that the server had a processor. */
  busy: number;
  p99Ms: number;
}

/** @throws {Error} a request failed: a fast error is no answer */
export async function sampleOf(bench: Bench, { port, pid }: Program, targets: readonly Target[]): Promise<Sample> {
  const before = processorMs(pid) ?? 0;
  const loaded = await load(bench, { port, targets, seconds: 1 });
  const spentMs = (processorMs(pid) ?? 0) - before;
  if (loaded.failed > 0) throw new Error(`${loaded.failed} of ${loaded.requests} requests failed`);
  return {
    rate: loaded.requests / loaded.seconds,
    processorUs: (1000 * spentMs) / loaded.requests,
    busy: spentMs / 1000 / loaded.seconds,
    p99Ms: loaded.p99Ms,
  };
}
