/**
 * Ends what a supervisor that was killed left running. Its programs stop by themselves (tether.ts) and are given the
 * time for it, for they may be writing; Redis, which knows no tether, is asked once they are gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isRunning, type RunningProcess } from './running.ts';
import { signalGroup } from './supervised.ts';

export interface LeftoverOptions {
  log: Logger;
  /** Those that are stopped last. */
  isLast(process: RunningProcess): boolean;
  graceMs: number;
}

export async function stopLeftovers(leftovers: RunningProcess[], options: LeftoverOptions): Promise<void> {
  for (const isLast of [false, true]) {
    const these = leftovers.filter((leftover) => options.isLast(leftover) === isLast);
    await Promise.all(these.map((leftover) => stop(leftover, options)));
  }
}

async function stop(leftover: RunningProcess, { log, graceMs }: LeftoverOptions): Promise<void> {
  const { name, pid } = leftover;
  log.warn({ event: 'stopping-leftover', process: name, child: pid });
  if (isRunning(leftover)) process.kill(pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (isRunning(leftover)) {
    if (performance.now() > deadline) signalGroup(pid, 'SIGKILL');
    await delay(50);
  }
  // What it had started itself.
  signalGroup(pid, 'SIGKILL');
}
