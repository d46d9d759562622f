/** When the figures of readers are alarming rather than the ordinary coming and going of vendors' pages. */

export const ALARMS = {
  /** A reader has collapsed when at least so many sources lost it at once, and this share of those looked at. */
  collapsedSources: 5,
  collapsedShare: 0.2,
  days: 7,
  /** Sources without any reader left, of all that were read. */
  emptiedSources: 5,
  emptiedShare: 0.05,
} as const;
