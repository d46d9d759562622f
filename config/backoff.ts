/** How long a process that exited waits before it is started again. Pure. */

const FIRST_MS = 500;
const LONGEST_MS = 30_000;
const HEALTHY_MS = 60_000;

export interface Exits {
  /** In a row, the last one included, without a healthy run between them. */
  count: number;
}

/** A run of a minute was a healthy one: what ends it is a new misfortune, not the old one again. */
export function countExit(before: Exits, ranMs: number): Exits {
  return { count: ranMs >= HEALTHY_MS ? 1 : before.count + 1 };
}

export function restartDelayMs({ count }: Exits): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1));
}
