/**
 * Dates under wrong clocks. Pure. A visit dated ahead of the clock that records a later one comes from a wrong clock;
 * otherwise its prices would look fresh, unchecked, until that date.
 */
/** Allowed difference between the clocks of two machines. */
export const CLOCK_SKEW_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** Whether an instant lies ahead of a clock by more than the allowed difference. */
export function isAhead(instant: string, now: Date): boolean {
  return Date.parse(instant) > now.getTime() + CLOCK_SKEW_MS;
}

/** The same by days (UTC). */
export function isOfLaterDay(instant: string, now: Date): boolean {
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
  return dayOf(Date.parse(instant) - CLOCK_SKEW_MS) > dayOf(now.getTime());
}

/** The instant that a visit states, and the clock that records it. */
export interface Dated {
  observedAt: string;
  recordedAt: Date;
}

/** Whether the ledger's instant comes from a clock that was ahead, given a visit recorded after it. */
export function isMisdated(instant: string, { observedAt, recordedAt }: Dated): boolean {
  return isAhead(instant, recordedAt) && Date.parse(instant) > Date.parse(observedAt);
}

/** Whether a later visit was judged before this one arrived. */
export function isLate(visit: Dated, { checkedAt }: { checkedAt?: string | undefined }): boolean {
  if (checkedAt === undefined || isMisdated(checkedAt, visit)) return false;
  return Date.parse(visit.observedAt) < Date.parse(checkedAt);
}
