/**
 * Prices that are announced for a day to come: logged when first seen, and again when they are taken back before their
 * day. They never set a price: that is for the page to state once the day has come. Pure.
 */
import type { Change } from '../change.ts';
import { toAmount } from '../money.ts';
import { datasetName, type RecordEvidence } from '../record.ts';

/** An announcement that stands. */
export interface Announced {
  change: Change;
  /** What proved it; none for a dataset's. */
  evidence: () => RecordEvidence[];
}

/** What is announced, whatever words or version of a dataset announce it. */
export function announcementKey({ subject, after = {}, imported }: Change): string {
  const { amount, currency, billing, per, unit, rate, effectiveFrom } = after;
  const by = imported === undefined ? '' : datasetName(imported.dataset);
  const sum = amount === undefined ? undefined : toAmount(amount);
  return JSON.stringify([by, subject, sum, currency, billing, per, unit, rate, effectiveFrom]);
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

/** Whether its day has not come by then: only so long can it be taken back. */
export function isPending({ after }: Change, instant: string): boolean {
  return after?.effectiveFrom !== undefined && after.effectiveFrom > instant.slice(0, 10);
}
