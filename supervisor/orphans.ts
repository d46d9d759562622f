/**
 * Ends processes that a killed supervisor left running. Its programs stop by themselves (exit-with-supervisor.ts) and get
 * the time to finish their writes; Redis is told to stop once they are gone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isRunning, type RunningProcess } from './running.ts';
import { signalGroup } from './supervised.ts';

interface OrphanOptions {
  log: Logger;
  /** Name of the process that stops last. */
  last: string;
  graceMs: number;
}

export async function stopOrphans(orphans: RunningProcess[], options: OrphanOptions): Promise<void> {
  for (const isLast of [false, true]) {
    const these = orphans.filter(({ name }) => (name === options.last) === isLast);
    await Promise.all(these.map((orphan) => stop(orphan, options)));
  }
}

async function stop(orphan: RunningProcess, { log, graceMs }: OrphanOptions): Promise<void> {
  const { name, pid } = orphan;
  log.warn({ event: 'stopping-leftover', process: name, child: pid });
  if (isRunning(orphan)) process.kill(pid, 'SIGTERM');
  const deadline = performance.now() + graceMs;
  while (isRunning(orphan)) {
    if (performance.now() > deadline) signalGroup(pid, 'SIGKILL');
    await delay(50);
  }
  // What it had started itself.
  signalGroup(pid, 'SIGKILL');
}
