/** The scheduler's last look at what is due, left in DATA_DIR for whoever asks whether it still looks. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Instant } from '../data/product.ts';

export const LastTick = z.object({
  at: Instant,
  /** Sources that were due, and jobs that were put into the queue. */
  due: z.int().min(0),
  queued: z.int().min(0),
});
export type LastTick = z.infer<typeof LastTick>;

function fileIn(dataDir: string): string {
  return join(dataDir, 'last-tick.json');
}

/** Whole or not at all; that it survives a power cut is not needed. */
export function noteTick(dataDir: string, tick: LastTick): void {
  const file = fileIn(dataDir);
  const temporary = `${file}.tmp-${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(tick)}\n`);
  renameSync(temporary, file);
}

/** Undefined before the first tick. */
export function readLastTick(dataDir: string): LastTick | undefined {
  const file = fileIn(dataDir);
  return existsSync(file) ? LastTick.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
