/** When figures are an alarm rather than the ordinary life of vendors' pages and of processes. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const ALARMS = {
  /** One or two publications; SQLite writes a new file beside the old one. */
  leastFreeBytes: 500_000_000,
  /** A reader has collapsed when at least so many sources lost it at once, and this share of those looked at. */
  collapsedSources: 5,
  collapsedShare: 0.2,
  days: 7,
  /** Sources without any reader left, of all that were read. */
  emptiedSources: 5,
  emptiedShare: 0.05,
  /** Five ticks, and fifteen beats: a restart, a long publication or a lost packet is no silence. */
  silentMs: 5 * MINUTE_MS,
  /**
   * Visits fail in general when the last one failed at more than this share of the hosts that the last visits went to. Each
   * host counts once, so that one vendor's outage, however often it is tried again, is none.
   */
  failingShare: 0.5,
  /** Fewer hosts say little: a platform that many vendors use may be down. */
  failingHosts: 20,
  /** Visits considered, and their greatest age: recent enough to end soon after the visits succeed again. */
  failingVisits: 200,
  failingWindowMs: 6 * HOUR_MS,
  /** Nothing succeeded for so long, and at least so many products began to fail since then: fewer may be one vendor's. */
  noSuccessMs: 24 * HOUR_MS,
  noSuccessProducts: 3,
} as const;
