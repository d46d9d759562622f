/** Waits before restarts of a process that exited. They count from its last start, so a long run is followed by none. Pure. */

const FIRST_MS = 500;
const LONGEST_MS = 30_000;

export interface Exits {
  /** Short runs in a row, the last one included. */
  count: number;
  /** Milliseconds until the next start. */
  waitMs: number;
}

export const NO_EXITS: Exits = { count: 0, waitMs: 0 };

/** Each short run in a row doubles the least time between two starts. A run of half a minute or more ends the row. */
export function countExit(before: Exits, ranMs: number): Exits {
  if (ranMs >= LONGEST_MS) return NO_EXITS;
  const count = before.count + 1;
  const betweenStartsMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1));
  return { count, waitMs: Math.max(0, Math.round(betweenStartsMs - ranMs)) };
}
