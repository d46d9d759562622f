/** Detects that the system's clock was set, by comparing it with a stopwatch: node-cron must be restarted then. */

/** NTP corrects by less. */
const LEAST_MS = 10_000;
const LOOK_MS = 250;

export interface ClockWatch {
  /** `byMs` is negative where the clock went back. */
  onSet(byMs: number): void;
  /** System time, in milliseconds. */
  clock(): number;
  /** Monotonic time, in milliseconds. */
  stopwatch(): number;
  lookMs?: number;
}

/** @returns a function that ends it */
export function watchClock({ onSet, clock, stopwatch, lookMs = LOOK_MS }: ClockWatch): () => void {
  let before = clock() - stopwatch();
  const timer = setInterval(() => {
    const difference = clock() - stopwatch();
    const by = difference - before;
    before = difference;
    if (Math.abs(by) >= LEAST_MS) onSet(by);
  }, lookMs);
  return () => clearInterval(timer);
}
