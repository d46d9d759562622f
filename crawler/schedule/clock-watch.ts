/**
 * Notices that the system's clock was set: it went on otherwise than the time that passed.
 *
 * Whoever waits for an instant of the clock has to wait anew then. node-cron does not: set back by a day, it is silent for
 * that day; set forward by some months, it goes through each minute of them, one warning each, before it ticks again.
 */

/** A clock that NTP holds differs by less; one that is set by hand, or by NTP after a start without it, by more. */
const LEAST_MS = 10_000;
/** Often, so that it is noticed before the next minute begins. */
const LOOK_MS = 250;

export interface ClockWatch {
  /** By how much the clock was set; negative where it went back. */
  onSet(byMs: number): void;
  /** Of the system, in milliseconds since 1970. */
  clock(): number;
  /** Of time that passes, in milliseconds since whenever. */
  stopwatch(): number;
  lookMs?: number;
}

/** @returns what ends it */
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
