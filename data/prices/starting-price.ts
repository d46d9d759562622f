/**
 * What a tier costs by the month, and the least for which a product can be bought: what lists sort by and medians are
 * made of.
 *
 * Pure. Interface decisions §2: of a tier, the monthly-billed list price per month where one is offered, else the
 * annually billed price per month; of a product, the smallest of its paid tiers, in its own currency.
 */
import { type Amount, type Currency, compareAmounts, isZero, overAmount, timesAmount } from '../money.ts';
import type { Billing } from '../reading.ts';
import type { Price, Tier } from '../record.ts';

export interface MonthlyPrice {
  /** Per month; of an annual total, its twelfth. */
  amount: Amount;
  currency: Currency;
  /** The billing under which that amount is to be had. */
  billing: Billing;
  /** What the vendor states, of which this is the monthly form. */
  price: Price;
}

/**
 * Of several prices under one billing, the first that the page states: the others come on top of it, as a price for
 * each user beside the one for each creator, and nobody can buy the tier for them alone.
 *
 * Absent for a free tier, a contact-us tier, and one that is only sold by usage, once, by the week or in other
 * currencies.
 */
export function monthlyPrice({ isFree, isCustom, prices }: Tier, currency: Currency): MonthlyPrice | undefined {
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

/** What so many units cost by the month; of a price for the year, the twelfth is taken last. */
export function monthlyTotal({ amount, price }: MonthlyPrice, units: number): Amount {
  return price.per === 'year' ? overAmount(timesAmount(price.amount, units), 12) : timesAmount(amount, units);
}

function inMonthlyForm(price: Price): MonthlyPrice | undefined {
  const { amount, currency } = price;
  // What names its year is paid by the year, whatever else the page leaves open.
  if (price.per === 'year') return { amount: overAmount(amount, 12), currency, billing: 'annual', price };
  if (price.per === 'month') return { amount, currency, billing: price.billing ?? 'monthly', price };
  return undefined;
}

function smallest(prices: readonly MonthlyPrice[]): MonthlyPrice | undefined {
  return prices.reduce<MonthlyPrice | undefined>(
    (least, price) => (least === undefined || compareAmounts(price.amount, least.amount) < 0 ? price : least),
    undefined,
  );
}
