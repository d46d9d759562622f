/** What a year paid at once saves over twelve months, by tier, as consumers read it. Pure. */

import { type Currency, plainNumber } from '../../data/money.ts';
import { annualSaving } from '../../data/prices/annual-saving.ts';
import type { Tier } from '../../data/record.ts';
import type { Discounts } from './shape.ts';

/** `undefined` where no tier is known to be cheaper by the year. */
export function discountsOf(tiers: readonly Tier[], currency: Currency): Discounts | undefined {
  const perTier = tiers.flatMap((tier) => {
    const saving = annualSaving(tier, currency);
    if (saving === undefined) return [];
    return [{ tier: tier.id, annualSavings: plainNumber(saving.amount), annualSavingsPercent: saving.percent }];
  });
  const [first, ...others] = perTier;
  if (first === undefined) return undefined;
  const best = others.reduce((a, b) => (b.annualSavingsPercent > a.annualSavingsPercent ? b : a), first);
  return { perTier, best: { tier: best.tier, annualSavingsPercent: best.annualSavingsPercent } };
}
