/**
 * How fast a product's prices change: a gamma distribution over its rate of change. Pure. Changes follow a Poisson process;
 * observed changes add to the shape and observed days to the exposure (Gelman et al., Bayesian Data Analysis, 3rd ed.,
 * §2.6). Priors are fitted to real price histories (lab/calibration/).
 */
import * as z from 'zod';

export const Hazard = z.strictObject({
  /** Including those of the prior; not a whole number. */
  changes: z.number().positive(),
  /** Days over which they were seen. */
  days: z.number().positive(),
});
export type Hazard = z.infer<typeof Hazard>;

export interface Watched {
  changes: number;
  days: number;
}

const DAY_MS = 86_400_000;

export function watchedBetween(since: string, until: string, changes: number): Watched {
  return { changes, days: Math.max(0, Date.parse(until) - Date.parse(since)) / DAY_MS };
}

export function posterior({ changes, days }: Hazard, watched: Watched): Hazard {
  return { changes: changes + watched.changes, days: days + watched.days };
}

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
