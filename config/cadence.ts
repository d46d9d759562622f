/** How often sources are checked: the budget, and the bounds within which it is spent. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** By a source's authored cadence: weight of a fresh moment, and bounds on the time between two checks. */
export const CADENCE = {
  daily: { weight: 4, longestMs: 7 * DAY_MS, shortestMs: 6 * HOUR_MS },
  weekly: { weight: 2, longestMs: 30 * DAY_MS, shortestMs: DAY_MS },
  monthly: { weight: 1, longestMs: 90 * DAY_MS, shortestMs: 7 * DAY_MS },
} as const;

/** Checks a day on one host, however many sources it has. */
export const CHECKS_PER_HOST_PER_DAY = 96;

export const PLAN_EVERY_MS = HOUR_MS;

export const TICK_CRON = '* * * * *';

/** Most visits under way, from the scheduler to the ledger: bounds Redis's memory and the visits of a tick. */
export const MOST_UNDER_WAY = 10_000;

/** Most of them on one host: more would not get a turn before the next tick. */
export const MOST_UNDER_WAY_OF_HOST = 60;

/** Wait before a disputed source is checked again: the same page on the same day is no new evidence. */
export const DISPUTE_RECHECK_MS = 24 * HOUR_MS;

/** Wait after a first failure other than a refusal; it doubles up to the source's own cadence. */
export const FAILURE_RETRY_MS = HOUR_MS;
