/** What a year paid at once saves over twelve months, by tier. Pure; exact decimals until the last step. */
import { Decimal } from 'decimal.js';
import { type Amount, type Currency, compareAmounts, isZero, overAmount } from '../data/money.ts';
import type { Price, Tier } from '../data/record.ts';
import type { Discounts } from './record-shape.ts';

/** `undefined` where no tier is known to be cheaper by the year. */
export function discountsOf(tiers: readonly Tier[], currency: Currency): Discounts | undefined {
  const perTier = tiers.flatMap((tier) => {
    const saving = savingOf(tier, currency);
    return saving === undefined ? [] : [{ tier: tier.id, ...saving }];
  });
  const [first, ...others] = perTier;
  if (first === undefined) return undefined;
  const best = others.reduce((a, b) => (b.annualSavingsPercent > a.annualSavingsPercent ? b : a), first);
  return { perTier, best: { tier: best.tier, annualSavingsPercent: best.annualSavingsPercent } };
}

/** Only prices of the same thing are compared: same unit, list prices, one billed monthly and the other by the year. */
function savingOf(
  { prices }: Tier,
  currency: Currency,
): { annualSavings: number; annualSavingsPercent: number } | undefined {
  const list = prices.filter((price) => price.kind === 'list' && price.currency === currency && !isZero(price.amount));
  const monthly = list.filter(({ per, billing }) => per === 'month' && billing === 'monthly');
  const annual = list.flatMap((price) => {
    if (price.per === 'year') return [{ price, perMonth: overAmount(price.amount, 12) }];
    return price.per === 'month' && price.billing === 'annual' ? [{ price, perMonth: price.amount }] : [];
  });
  for (const from of monthly) {
    const to = annual
      .filter(({ price, perMonth }) => price.unit === from.unit && compareAmounts(perMonth, from.amount) < 0)
      .sort((a, b) => compareAmounts(a.perMonth, b.perMonth))[0];
    if (to !== undefined) return saving(from.amount, to.price);
  }
  return undefined;
}

function saving(monthly: Amount, annual: Price): { annualSavings: number; annualSavingsPercent: number } {
  const byMonths = new Decimal(monthly).times(12);
  const byYear = annual.per === 'year' ? new Decimal(annual.amount) : new Decimal(annual.amount).times(12);
  const saved = byMonths.minus(byYear);
  return {
    annualSavings: saved.toNumber(),
    annualSavingsPercent: saved.dividedBy(byMonths).times(100).toDecimalPlaces(1).toNumber(),
  };
}
