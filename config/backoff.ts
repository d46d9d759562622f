/** Waits before restarts of a process that exited. Pure. */

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
const HEALTHY_MS = 60_000;

export interface Exits {
  /** In a row without a healthy run between them, the last one included. */
  count: number;
}

/** A run of a minute is a healthy one and resets the count. */
export function countExit(before: Exits, ranMs: number): Exits {
  return { count: ranMs >= HEALTHY_MS ? 1 : before.count + 1 };
}

export function restartDelayMs({ count }: Exits): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1));
}
