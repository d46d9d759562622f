/** A process of service with its log and the longest times for which its event loop waited. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../harness/benchmark.ts';
import { type Program, startService } from '../harness/processes.ts';

const READY_MS = 3_600_000;
/** The resolution of lab/scale/blocks.ts: it tells no shorter block, and a small process has none. */
const LEAST_MS = 5;

export interface WatchedProcess extends Program {
  startMs: number;
  /** Milliseconds by the clock of the longest since then, or at all. */
  longestBlock(from?: number): number;
  logged(): Record<string, unknown>[];
}

export async function startWatched(
  bench: Bench,
  name: string,
  { dir, settings }: { dir: string; settings: Record<string, string> },
): Promise<WatchedProcess> {
  const [log, blocksFile] = [join(dir, `${name}.log`), join(dir, `${name}.blocks`)];
  const watcher = new URL('./blocks.ts', import.meta.url);
  watcher.searchParams.set('to', blocksFile);
  const started = Date.now();
  const flags = ['--import', watcher.href];
  const program = await startService(bench, name, { settings, flags, log, readyMs: READY_MS });
  return {
    ...program,
    startMs: Date.now() - started,
    longestBlock(from = started) {
      const found = linesOf<{ at: number; ms: number }>(blocksFile).filter(({ at }) => at >= from);
      return Math.max(LEAST_MS, ...found.map(({ ms }) => ms));
    },
    logged: () => linesOf(log),
  };
}

function linesOf<Line>(path: string): Line[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Line] : []));
}
