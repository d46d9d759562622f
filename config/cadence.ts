/** How often a source deserves a check, until checks are planned by hazard and weight. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const CADENCE_MS = { daily: DAY_MS, weekly: 7 * DAY_MS, monthly: 30 * DAY_MS } as const;

/** The scheduler's pulse, as node-cron understands it: once a minute. */
export const TICK_CRON = '* * * * *';

/** No tick adds more than this, so that a first run does not flood the queue; the next tick adds the rest. */
export const MAX_JOBS_PER_TICK = 2_000;

/** A reading that contradicts the record is looked at again soon. */
export const DISPUTE_RECHECK_MS = 6 * HOUR_MS;

/** After a failed visit that was nobody's refusal: first retry, doubling to the source's own cadence. */
export const FAILURE_RETRY_MS = HOUR_MS;
