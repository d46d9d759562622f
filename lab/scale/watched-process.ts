/** A process of service with its log and the longest times for which its event loop waited. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../harness/benchmark.ts';
import { type Program, startService } from '../harness/processes.ts';

const READY_MS = 3_600_000;
/** Between two looks of lab/scale/blocks.ts: it tells no shorter block, and a small process has none. */
const LEAST_MS = 5;

/** In milliseconds: by the clock, which other work on the machine moves, and of processor time. */
interface Blocks {
  clock: number;
  processor: number;
}

export interface WatchedProcess extends Program {
  startMs: number;
  /** The longest since then, or at all. */
  blocks(from?: number): Blocks;
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
    blocks(from = started) {
      const found = linesOf<Blocks & { at: number }>(blocksFile).filter(({ at }) => at >= from);
      const longest = (kind: keyof Blocks) => Math.max(LEAST_MS, ...found.map((each) => each[kind]));
      return { clock: longest('clock'), processor: longest('processor') };
    },
    logged: () => linesOf(log),
  };
}

function linesOf<Line>(path: string): Line[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line) as Line] : []));
}
