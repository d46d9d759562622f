/** When a record counts as verified, and how fast its confidence fades. */

export const TRUST = {
  /** Confidence at or above this, of a confirmed record, is `verified`. */
  verifiedFrom: 0.8,
  /** A first reading, or a plausible change, of a lower score waits. */
  publishFrom: 0.6,
  /** Below it a confirmed record is `stale`; between the two it is `aging`. */
  staleBelow: 0.5,
  /** Confidence in a fact of a public dataset on the day that its dataset states it, before any page confirmed it. */
  importedConfidence: 0.6,
  /** How many comparisons with other datasets that assumption weighs as much as. */
  importedPriorWeight: 20,
  /** That a reading is right which a person has compared with the archived page. */
  decidedConfidence: 0.98,
  /** A reading of what may be another variant of the page must stand for so many days before another page confirms it. */
  variantDays: 14,
  /** A price that moves by more than this factor, in either direction, waits for new evidence. */
  plausibleFactor: 3,
  /** A tier list that shrinks to less than this share of itself waits likewise. */
  collapseShare: 0.5,
} as const;
