/** How often sources are checked: the budget, and the bounds within which it is spent. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * What a source's authored cadence stands for: how much a fresh moment of it is worth beside others, and the longest
 * and shortest time between two checks that the plan may choose.
 */
export const CADENCE = {
  daily: { weight: 4, longestMs: 7 * DAY_MS, shortestMs: 6 * HOUR_MS },
  weekly: { weight: 2, longestMs: 30 * DAY_MS, shortestMs: DAY_MS },
  monthly: { weight: 1, longestMs: 90 * DAY_MS, shortestMs: 7 * DAY_MS },
} as const;

/** Checks a day on one host, however many sources it has. */
export const CHECKS_PER_HOST_PER_DAY = 96;

/** The plan follows what was observed, this long after. */
export const PLAN_EVERY_MS = HOUR_MS;

/** The scheduler's pulse, as node-cron understands it: once a minute. */
export const TICK_CRON = '* * * * *';

/**
 * Visits that are under way at once, from the scheduler to the ledger: however many are due, Redis holds no more, and a
 * verifier that falls behind holds back the visits before it. What a minute may bring at most, too, since a tick is one.
 */
export const MOST_UNDER_WAY = 10_000;

/** Of them, on one host: more than its spacing lets through until the next tick would only wait in others' place. */
export const MOST_UNDER_WAY_OF_HOST = 60;

/** A reading that contradicts the record is looked at again soon. */
export const DISPUTE_RECHECK_MS = 6 * HOUR_MS;

/** After a failed visit that was nobody's refusal: first retry, doubling to the source's own cadence. */
export const FAILURE_RETRY_MS = HOUR_MS;
