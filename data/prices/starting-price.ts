/**
 * The monthly price of a tier, and a product's starting price. Pure. Interface decisions §2: a tier's monthly-billed list
 * price per month, else its annually billed one; a product's smallest paid tier, in the product's currency.
 */
import { type Amount, type Currency, compareAmounts, isZero, overAmount, timesAmount } from '../money.ts';
import type { Billing } from '../reading.ts';
import type { Price, Tier } from '../record.ts';

export interface MonthlyPrice {
  /** Per month; of an annual total, its twelfth. */
  amount: Amount;
  currency: Currency;
  /** Absent where it is not stated, as in most datasets. */
  billing: Billing | undefined;
  price: Price;
}

type PricedTier = Pick<Tier, 'isFree' | 'isCustom' | 'prices'>;

/**
 * The first price that the page states under one billing: further ones are additional, such as a price per user beside the
 * one per creator. Absent for a free or contact-us tier, and one sold only by usage, once, by the week or in other
 * currencies.
 */
export function monthlyPrice({ isFree, isCustom, prices }: PricedTier, currency: Currency): MonthlyPrice | undefined {
  if (isFree || isCustom) return undefined;
  const offered = prices
    .filter((price) => price.kind === 'list' && price.currency === currency && !isZero(price.amount))
    .flatMap((price) => inMonthlyForm(price) ?? []);
  return offered.find(({ billing }) => billing === 'monthly') ?? offered[0];
}

/** Absent when no paid price is public, which is not the same as free. */
export function startingPrice(tiers: readonly Tier[], currency: Currency | undefined): MonthlyPrice | undefined {
  if (currency === undefined) return undefined;
  return smallest(tiers.flatMap((tier) => monthlyPrice(tier, currency) ?? []));
}

/** The monthly price of so many units; an annual total is divided by twelve last. */
export function monthlyTotal({ amount, price }: MonthlyPrice, units: number): Amount {
  return price.per === 'year' ? overAmount(timesAmount(price.amount, units), 12) : timesAmount(amount, units);
}

function inMonthlyForm(price: Price): MonthlyPrice | undefined {
  const { amount, currency } = price;
  if (price.per === 'year') return { amount: overAmount(amount, 12), currency, billing: 'annual', price };
  if (price.per === 'month') return { amount, currency, billing: price.billing, price };
  return undefined;
}

function smallest(prices: readonly MonthlyPrice[]): MonthlyPrice | undefined {
  return prices.reduce<MonthlyPrice | undefined>(
    (least, price) => (least === undefined || compareAmounts(price.amount, least.amount) < 0 ? price : least),
    undefined,
  );
}
