/**
 * Confidence at confirmation, times the chance that nothing changed since.
 *
 * The second factor is survival under the product's own hazard (data/hazard.ts). Computed when read and never stored:
 * if a job wrote it, a stopped pipeline would leave old prices looking sure.
 */

import { survival, survivedUntil } from '../hazard.ts';
import type { Verification } from '../record.ts';
import { isOfLaterDay } from './clock-skew.ts';

const DAY_MS = 86_400_000;

export type Status = 'verified' | 'aging' | 'stale' | 'disputed' | 'unverified';

export interface StatusThresholds {
  verifiedFrom: number;
  staleBelow: number;
}

/** What a confidence is made of. */
type Fading = Pick<Verification, 'score' | 'hazard' | 'decaysFrom'>;

/**
 * Probability, 0 to 1, that the published prices are what the vendor's page says at `now`; 0 where they were confirmed on
 * a later day than that, since nobody knows how long ago it was.
 */
export function confidenceNow({ score, hazard, decaysFrom }: Fading, now: Date): number {
  if (isOfLaterDay(decaysFrom, now)) return 0;
  const days = Math.max(0, now.getTime() - Date.parse(decaysFrom)) / DAY_MS;
  return score * survival(hazard, days);
}

/**
 * When the confidence of a record that nobody confirms again falls below a line; undefined where it lies below from the
 * beginning.
 */
export function crossesAt({ score, hazard, decaysFrom }: Fading, line: number): Date | undefined {
  if (score < line) return undefined;
  const at = Date.parse(decaysFrom) + survivedUntil(hazard, line / score) * DAY_MS;
  return new Date(Math.min(at, LAST_INSTANT));
}

/** Of a `Date`, by ECMA-262. */
const LAST_INSTANT = 8.64e15;

/** The last confirmation, unless a clock that was ahead has dated it: no day that is still to come is told. */
export function confirmedBy(confirmedAt: string | undefined, now: Date): string | undefined {
  return confirmedAt === undefined || isOfLaterDay(confirmedAt, now) ? undefined : confirmedAt;
}

/** `unverified` is not a low confidence: it says that no reading of our own ever supported the record. */
export function statusNow(
  verification: Verification,
  now: Date,
  { verifiedFrom, staleBelow }: StatusThresholds,
): Status {
  if (verification.confirmedAt === undefined) return 'unverified';
  if (verification.disputed) return 'disputed';
  const confidence = confidenceNow(verification, now);
  if (confidence >= verifiedFrom) return 'verified';
  return confidence < staleBelow ? 'stale' : 'aging';
}
