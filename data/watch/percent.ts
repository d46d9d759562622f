/** By how much an event moved a price. */
import { Decimal } from 'decimal.js';
import type { Change } from '../change.ts';

/**
 * Signed, in percent of the price before; undefined where the event has no two prices of the same currency, billing, period and
 * unit, or the price before is zero.
 */
export function percentOf({ before, after }: Pick<Change, 'before' | 'after'>): number | undefined {
  if (before?.amount === undefined || after?.amount === undefined) return undefined;
  const isComparable = (['currency', 'billing', 'per', 'unit', 'rate'] as const).every(
    (term) => before[term] === after[term],
  );
  const was = new Decimal(before.amount);
  return !isComparable || was.isZero()
    ? undefined
    : new Decimal(after.amount).minus(was).div(was).times(100).toDecimalPlaces(4).toNumber();
}
