/** Which prices of a line stand at the end of each month, and when figures are sufficient. Pure. */
import { endOfMonth } from './months.ts';
import { type Amounts, isRateKey, type PricedInterval, type PriceLine } from './price-lines.ts';

/** Fewer say little about a whole. */
const SUFFICIENT = { prices: 30, vendors: 20 };

export const BASES = ['plans', 'imported-plans', 'rates', 'imported-rates'] as const;
export type Basis = (typeof BASES)[number];

export interface Span {
  first: number;
  last: number;
  basis: Basis;
}

export interface StandingMonth {
  /** Prices that stand at its end. */
  amounts: Amounts;
  isSeen: boolean;
  interval: PricedInterval;
}

export function isImported(basis: Basis): boolean {
  return basis.startsWith('imported');
}

export function isOf({ amounts }: Pick<PricedInterval, 'amounts'>, basis: Basis): boolean {
  return Object.keys(amounts).some((key) => isRateKey(key) === basis.endsWith('rates'));
}

export function isSufficient({ prices, vendors }: { prices: number; vendors: number }): boolean {
  return prices >= SUFFICIENT.prices && vendors >= SUFFICIENT.vendors;
}

export function standingMonths(
  { dataset, intervals }: PriceLine,
  { first, last, basis }: Span,
): (StandingMonth | undefined)[] {
  const isRates = basis.endsWith('rates');
  const stated = intervals.map((interval) => {
    const amounts = Object.entries(interval.amounts).filter(([key]) => isRateKey(key) === isRates);
    return { interval, amounts: Object.fromEntries(amounts) };
  });
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const [start, end] = [endOfMonth(first + at - 1), endOfMonth(first + at)];
    const standing = stated.findLast(({ interval: { from, to, seen } }) => {
      const holds = from < end && (to === undefined || to >= end);
      // A dataset says nothing after its last statement.
      return holds && (dataset === undefined || to !== undefined || seen >= start);
    });
    return standing && { ...standing, isSeen: dataset !== undefined || isSeenIn(standing.interval, { start, end }) };
  });
}

/** A price that was last seen in an earlier month is of that month: taken for this one's, it would hide a change. */
function isSeenIn({ seen, gaps = [] }: PricedInterval, { start, end }: { start: string; end: string }): boolean {
  const gap = gaps.find(({ from, to }) => from < end && to >= end);
  return (gap?.from ?? seen) >= start;
}
