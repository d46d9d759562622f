/** What a person would confirm on a labelled page. Pure. */
import { type Amount, sameAmount, toAmount } from '../../data/money.ts';
import type { TaughtFacts, TaughtPlan, TaughtPrice } from '../../data/recipe.ts';
import type { Label, LabelTier } from '../accuracy/score.ts';

/** Undefined where there is nothing to confirm. @param printed amounts of the page */
export function factsOfLabel({ tiers, currency = 'USD' }: Label, printed: readonly Amount[]): TaughtFacts | undefined {
  const plans = tiers.flatMap((tier) => planOf(tier, { currency, printed }));
  return plans.length === 0 ? undefined : { plans, ignored: [] };
}

interface OnPage {
  currency: string;
  printed: readonly Amount[];
}

function planOf(tier: LabelTier, page: OnPage): TaughtPlan[] {
  const { name, free, contactSales } = tier;
  const prices = [...monthlyPrice(tier, page), ...annualPrice(tier, page)];
  if (prices.length > 0) return [{ name, prices }];
  if (free === true || tier.monthly === 0) return [{ name, isFree: true, prices }];
  return contactSales === true ? [{ name, isCustom: true, prices }] : [];
}

function monthlyPrice({ monthly }: LabelTier, { currency }: OnPage): TaughtPrice[] {
  return monthly ? [{ amount: toAmount(String(monthly)), currency, per: 'month', billing: 'monthly' }] : [];
}

/** As the page prints it: by the month or by the year. Labels state both by the month. */
function annualPrice({ annualPerMonth, annualTotal }: LabelTier, { currency, printed }: OnPage): TaughtPrice[] {
  const year = annualTotal || (annualPerMonth || 0) * 12;
  if (year === 0) return [];
  const forms: TaughtPrice[] = [
    { amount: toAmount(String(annualPerMonth || year / 12)), currency, per: 'month', billing: 'annual' },
    { amount: toAmount(String(Math.round(year * 100) / 100)), currency, per: 'year', billing: 'annual' },
  ];
  const shown = forms.find(({ amount }) => printed.some((each) => sameAmount(each, amount)));
  return [shown ?? forms[0]].filter((price) => price !== undefined);
}
