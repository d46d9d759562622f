/**
 * Confidence: that at confirmation, times the survival of the prices since, by the product's hazard (data/hazard.ts);
 * two thirds of it while the last reading contradicts the record.
 *
 * Computed when read, never stored: otherwise a stopped pipeline would leave old prices looking sure.
 */

import { survival, survivedUntil } from '../hazard.ts';
import type { Verification } from '../record.ts';
import { isOfLaterDay } from './clock-skew.ts';

const DAY_MS = 86_400_000;

export type Status = 'verified' | 'aging' | 'stale' | 'disputed' | 'unverified';

export interface StatusThresholds {
  verifiedFrom: number;
  witnesses: number;
  agingBelow: number;
  staleBelow: number;
}

/** In a simulated decade 0.64 of the disputed records were right, at a confidence of 0.94 without this factor (2026-11-30). */
const LEFT_BY_A_DISPUTE = 2 / 3;

type Fading = Pick<Verification, 'score' | 'hazard' | 'decaysFrom'>;

/**
 * Probability that the vendor's page states the published prices at `now`; 0 where they were confirmed on a later day,
 * since their age is unknown.
 */
export function confidenceNow({ disputed, ...fading }: Fading & Pick<Verification, 'disputed'>, now: Date): number {
  return undisputed(fading, now) * (disputed ? LEFT_BY_A_DISPUTE : 1);
}

/** The confidence that age alone leaves. */
export function undisputed({ score, hazard, decaysFrom }: Fading, now: Date): number {
  if (isOfLaterDay(decaysFrom, now)) return 0;
  const days = Math.max(0, now.getTime() - Date.parse(decaysFrom)) / DAY_MS;
  return score * survival(hazard, days);
}

/** When the confidence falls below a line without further confirmation; undefined where it starts below. */
export function crossesAt({ score, hazard, decaysFrom }: Fading, line: number): Date | undefined {
  if (score < line) return undefined;
  const at = Date.parse(decaysFrom) + survivedUntil(hazard, line / score) * DAY_MS;
  return new Date(Math.min(at, LAST_INSTANT));
}

/** The last instant of a `Date`, by ECMA-262. */
const LAST_INSTANT = 8.64e15;

/** The last confirmation; undefined where a clock that was ahead dated it. */
export function confirmedBy(confirmedAt: string | undefined, now: Date): string | undefined {
  return confirmedAt === undefined || isOfLaterDay(confirmedAt, now) ? undefined : confirmedAt;
}

/** Whether a record was sure when it was confirmed: by its headline facts, or by witnesses that could not err alike. */
export function isSure(
  { score, witnesses = [] }: Pick<Verification, 'score' | 'witnesses'>,
  { verifiedFrom, witnesses: needed }: Pick<StatusThresholds, 'verifiedFrom' | 'witnesses'>,
): boolean {
  return score >= verifiedFrom || new Set(witnesses).size >= needed;
}

/** `unverified`: no reading of ours ever supported the record, or none that is sure. */
export function statusNow(verification: Verification, now: Date, thresholds: StatusThresholds): Status {
  if (verification.confirmedAt === undefined) return 'unverified';
  if (verification.disputed) return 'disputed';
  const confidence = confidenceNow(verification, now);
  if (confidence < thresholds.staleBelow) return 'stale';
  if (!isSure(verification, thresholds)) return 'unverified';
  return confidence >= thresholds.agingBelow ? 'verified' : 'aging';
}
