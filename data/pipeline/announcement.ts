/** Prices announced for a later day. They set no price: the page does, once the day has come. Pure. */
import type { Change } from '../change.ts';
import { toAmount } from '../money.ts';
import { datasetName, type RecordEvidence } from '../record.ts';

/** An announcement that is not retracted. */
export interface Announced {
  change: Change;
  /** Empty for a dataset's. */
  evidence: () => RecordEvidence[];
}

/** Identity of an announcement, independent of its words and of the dataset's version. */
export function announcementKey({ subject, market, after = {}, imported }: Change): string {
  const { amount, currency, billing, per, unit, rate, effectiveFrom } = after;
  const by = imported === undefined ? '' : datasetName(imported.dataset);
  const sum = amount === undefined ? undefined : toAmount(amount);
  return JSON.stringify([by, subject, sum, currency, billing, per, unit, rate, effectiveFrom, market]);
}

/** @param log announcements and retractions of one product, in the order of the log */
export function openAnnouncements(log: readonly Announced[]): Announced[] {
  const open = new Map<string, Announced>();
  for (const each of log) {
    const key = announcementKey(each.change);
    if (each.change.type === 'announced') open.set(key, each);
    else open.delete(key);
  }
  return [...open.values()];
}

/** Whether its day is still to come: only then can it be retracted. */
export function isPending({ after }: Change, instant: string): boolean {
  return after?.effectiveFrom !== undefined && after.effectiveFrom > instant.slice(0, 10);
}
