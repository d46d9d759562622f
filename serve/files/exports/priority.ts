import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const THREADS = '/proc/self/task';

/**
 * Puts the process behind everybody else's work, with the threads that V8 collects garbage and compiles by: they are
 * there before the program is, and Linux gives each thread a priority of its own.
 */
export function yieldToOthers(): void {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  for (const thread of threads()) setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Ids of those of this process; none where the system does not tell, and one priority is then of them all. */
function threads(): number[] {
  try {
    return readdirSync(THREADS).map(Number);
  } catch {
    return [];
  }
}
