/**
 * What a date is worth where clocks may be wrong. Pure.
 *
 * A visit that is dated ahead of the clock by which another one is recorded was dated by a clock that was wrong, or this
 * one is: in either case what is recorded later says more of how things stand. Otherwise a machine whose clock was months
 * ahead for an hour would leave its prices unchecked, and looking fresh, for these months.
 */

/** By which the clocks of two machines may differ. */
export const CLOCK_SKEW_MS = 3_600_000;

const DAY_MS = 86_400_000;

/** Whether an instant lies ahead of a clock, by more than clocks differ. */
export function isAhead(instant: string, now: Date): boolean {
  return Date.parse(instant) > now.getTime() + CLOCK_SKEW_MS;
}

/** The same of a day (UTC): what is said of a day stands from its beginning to its end. */
export function isOfLaterDay(instant: string, now: Date): boolean {
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
  return dayOf(Date.parse(instant) - CLOCK_SKEW_MS) > dayOf(now.getTime());
}

/** A visit, by what it says of when it was made and by the clock that records it. */
export interface Dated {
  observedAt: string;
  recordedAt: Date;
}

/** Whether what the ledger has was dated by a clock that was ahead, since this visit was made after it. */
export function isMisdated(instant: string, { observedAt, recordedAt }: Dated): boolean {
  return isAhead(instant, recordedAt) && Date.parse(instant) > Date.parse(observedAt);
}

/** Whether the visit comes after one that was made later was judged: it is history, and says nothing of how things stand. */
export function isLate(visit: Dated, { checkedAt }: { checkedAt?: string | undefined }): boolean {
  if (checkedAt === undefined || isMisdated(checkedAt, visit)) return false;
  return Date.parse(visit.observedAt) < Date.parse(checkedAt);
}
