/** The terms of an amount as the readers of tiers ask for them. */
import type { Terms } from '../mentions/terms.ts';

export interface SignalTerms extends Pick<Terms, 'per' | 'billing' | 'unit'> {
  isFloor: boolean;
  /** Why the amount is no price of a tier. */
  refusal?: string;
  isStruck: boolean;
  /** For the first while only: "$1 for the first month". */
  isIntro: boolean;
  /** What is asked after that: "then $29 / month". */
  isThen: boolean;
  /** What is charged at once, beside what it comes to: "$120 billed annually". */
  isBilled: boolean;
  /** What a year's total comes to by the month. */
  isEquivalent: boolean;
  /** A line below says how it is billed: it may be of another amount. */
  isBilledBelow: boolean;
  /** Under "Annual": a month's share may stand there as well as the year's total. */
  isOfYear?: true;
  /** Last day of the offer. */
  until?: string;
  /** Units of the text behind the amount that belong to it. */
  reach: number;
}
