/** Whether the prices that were read bear out what paying by the year is said to save. */
import { Decimal } from 'decimal.js';
import type { ReadPrice, ReadTier } from '../../../data/reading.ts';
import type { FactOf } from './settle.ts';

const MONTHS = 12;

/** Undefined where no plan states both ways of paying in one currency for one unit. */
export function agreesWith(
  { percent, monthsFree, isUpTo }: Pick<FactOf<'annual_discount'>, 'percent' | 'monthsFree' | 'isUpTo'>,
  tiers: readonly ReadTier[],
): boolean | undefined {
  const share =
    monthsFree === undefined ? new Decimal(percent ?? 0).dividedBy(100) : new Decimal(monthsFree).dividedBy(MONTHS);
  const pairs = tiers.flatMap(({ prices }) => pairsOf(prices));
  if (pairs.length === 0) return undefined;
  const gaps = pairs.map(({ monthly, annual }) => {
    const gap = annual.minus(monthly.times(new Decimal(1).minus(share)));
    // Annual prices are rounded to the whole unit, or to the cent; a percentage is rounded too.
    const tolerance = Decimal.max(annual.isInteger() ? '0.5' : '0.05', monthly.times('0.006'));
    return gap.abs().lte(tolerance) ? 0 : Math.sign(gap.toNumber());
  });
  return isUpTo === true ? gaps.includes(0) && !gaps.includes(-1) : gaps.every((gap) => gap === 0);
}

function pairsOf(prices: readonly ReadPrice[]): { monthly: Decimal; annual: Decimal }[] {
  const list = prices.filter(({ kind, isFloor }) => kind === 'list' && isFloor !== true);
  const isAnnual = ({ billing, per }: ReadPrice) => billing === 'annual' && (per === 'month' || per === 'year');
  return list.flatMap(({ amount, billing, per, currency, unit }) => {
    if (billing !== 'monthly' || per !== 'month' || Number(amount) === 0) return [];
    const year = list.find((price) => isAnnual(price) && price.currency === currency && price.unit === unit);
    if (year === undefined) return [];
    const annual = new Decimal(year.amount).dividedBy(year.per === 'year' ? MONTHS : 1);
    return [{ monthly: new Decimal(amount), annual }];
  });
}
