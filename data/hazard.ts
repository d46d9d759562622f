/**
 * How fast a product's prices change, as far as anyone knows: a gamma distribution over its rate of change.
 *
 * Changes come as a Poisson process whose rate differs from product to product; the gamma distribution is conjugate to
 * it, so that what was observed is added to what was known before: changes to the shape, days to the exposure
 * (Gelman et al., Bayesian Data Analysis, 3rd ed., §2.6). Priors are fitted to real histories
 * (lab/calibration/); each product's own observations move it from there. Pure.
 */
import * as z from 'zod';

export const Hazard = z.strictObject({
  /** Changes, those of the prior included; not a whole number. */
  changes: z.number().positive(),
  /** Days over which they were seen. */
  days: z.number().positive(),
});
export type Hazard = z.infer<typeof Hazard>;

/** What our own observation of a product came to. */
export interface Watched {
  changes: number;
  days: number;
}

const DAY_MS = 86_400_000;

/** Days from one instant to another; none where the first is the later one. */
export function watchedBetween(since: string, until: string, changes: number): Watched {
  return { changes, days: Math.max(0, Date.parse(until) - Date.parse(since)) / DAY_MS };
}

export function posterior({ changes, days }: Hazard, watched: Watched): Hazard {
  return { changes: changes + watched.changes, days: days + watched.days };
}

/** Expected changes a day. */
export function changesPerDay({ changes, days }: Hazard): number {
  return changes / days;
}

/**
 * Chance that nothing changes in the next `after` days: e^(-rate × after) averaged over what the rate may be, which is
 * the survival function of the Lomax distribution, (days / (days + after))^changes.
 */
export function survival({ changes, days }: Hazard, after: number): number {
  return (days / (days + Math.max(0, after))) ** changes;
}

/** Days until the chance that nothing changed has fallen to `chance` (above 0, at most 1): the inverse of `survival`. */
export function survivedUntil({ changes, days }: Hazard, chance: number): number {
  return days * (chance ** (-1 / changes) - 1);
}
