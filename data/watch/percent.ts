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

/** "+20 %", "−0.4 %": one decimal, more for a move that they would hide. */
export function signedPercent(percent: number): string {
  const size = Math.abs(percent);
  const shown = size < 0.1 ? size : Math.round(size * 10) / 10;
  return shown === 0 ? '0 %' : `${percent > 0 ? '+' : '−'}${shown} %`;
}
