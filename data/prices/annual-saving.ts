/** What annual billing saves: compares list prices of one unit and currency. Pure and exact. */
import { Decimal } from 'decimal.js';
import { type Amount, type Currency, compareAmounts, isZero, minusAmount, overAmount, timesAmount } from '../money.ts';
import type { Price, Tier } from '../record.ts';

export interface AnnualSaving {
  amount: Amount;
  currency: Currency;
  percent: number;
  monthly: Price;
  annual: Price;
}

/** Absent where the tier is not known to be cheaper by the year. */
export function annualSaving({ prices }: Pick<Tier, 'prices'>, currency: Currency): AnnualSaving | undefined {
  const list = prices.filter((price) => price.kind === 'list' && price.currency === currency && !isZero(price.amount));
  const annual = list.flatMap((price) => {
    if (price.per === 'year') return [{ price, perMonth: overAmount(price.amount, 12) }];
    return price.per === 'month' && price.billing === 'annual' ? [{ price, perMonth: price.amount }] : [];
  });
  for (const monthly of list.filter(({ per, billing }) => per === 'month' && billing === 'monthly')) {
    const [best] = annual
      .filter(({ price, perMonth }) => price.unit === monthly.unit && compareAmounts(perMonth, monthly.amount) < 0)
      .sort((a, b) => compareAmounts(a.perMonth, b.perMonth));
    if (best !== undefined) return savingOf(monthly, best.price);
  }
  return undefined;
}

function savingOf(monthly: Price, annual: Price): AnnualSaving {
  const byMonths = timesAmount(monthly.amount, 12);
  const byYear = annual.per === 'year' ? annual.amount : timesAmount(annual.amount, 12);
  const amount = minusAmount(byMonths, byYear);
  const percent = new Decimal(amount).dividedBy(byMonths).times(100).toDecimalPlaces(1).toNumber();
  return { amount, currency: monthly.currency, percent, monthly, annual };
}
