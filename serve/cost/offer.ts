/**
 * Under which billing and in which currency a tier is bought, and which of its prices are paid then. Pure.
 *
 * Only list prices count: what is charged in a promo or for the first while is not what the tier costs.
 */
import { type Currency, isZero, sameAmount } from '../../data/money.ts';
import type { Billing, Unit } from '../../data/reading.ts';
import type { Price, Tier } from '../../data/record.ts';

export interface Offer {
  billing: Billing;
  /** One for each unit, the first that the page states first: that one is what the tier is quoted at. */
  prices: readonly Recurring[];
  /** Under the same billing, other amounts for the same unit: nobody can tell which of them is charged. */
  alternatives: readonly Price[];
}

export interface Recurring {
  price: Price;
  per: 'month' | 'year';
}

export function listed({ isFree, isCustom, prices }: Tier, currency: Currency | undefined): Price[] {
  if (isFree || isCustom) return [];
  return prices.filter(
    (price) => price.kind === 'list' && !isZero(price.amount) && (currency ?? price.currency) === price.currency,
  );
}

/** The currencies that a tier is sold in, the first stated first. */
export function currenciesOf(tier: Tier): Currency[] {
  return [...new Set(listed(tier, undefined).map(({ currency }) => currency))];
}

/** Undefined where the tier is not sold by the month or the year. `wanted` is the billing that is taken if there is one. */
export function offerOf(tier: Tier, currency: Currency, wanted: Billing): Offer | undefined {
  const recurring = listed(tier, currency).flatMap((price): (Recurring & { billing: Billing })[] => {
    const { per } = price;
    if (per === 'year') return [{ price, per, billing: 'annual' }];
    return per === 'month' ? [{ price, per, billing: price.billing ?? 'monthly' }] : [];
  });
  const other: Billing = wanted === 'monthly' ? 'annual' : 'monthly';
  const under = (billing: Billing) => byUnit(recurring.filter((each) => each.billing === billing));
  const [chosen, others] = [under(wanted), under(other)];
  if (chosen.prices.length === 0) return others.prices.length === 0 ? undefined : { billing: other, ...others };
  return { billing: wanted, ...chosen, prices: [...chosen.prices, ...missing(chosen.prices, others.prices)] };
}

function byUnit(recurring: readonly Recurring[]): Pick<Offer, 'prices' | 'alternatives'> {
  const prices = new Map<Unit | undefined, Recurring>();
  const alternatives: Price[] = [];
  for (const each of recurring) {
    const known = prices.get(each.price.unit);
    if (known === undefined) prices.set(each.price.unit, each);
    // "$8 a month, billed $99 a year": what is charged is the year's sum, and the month's is rounded.
    else if (known.per === 'month' && each.per === 'year') prices.set(each.price.unit, each);
    else if (known.per === each.per && !sameAmount(known.price.amount, each.price.amount))
      alternatives.push(each.price);
  }
  return { prices: [...prices.values()], alternatives };
}

/** What is stated under the other billing only, beside the same quoted price: "each further user $5 a month". */
function missing(chosen: readonly Recurring[], others: readonly Recurring[]): Recurring[] {
  const units = chosen.map(({ price }) => price.unit);
  const otherUnits = others.map(({ price }) => price.unit);
  const isPart = units[0] === otherUnits[0] && units.every((unit) => otherUnits.includes(unit));
  return isPart ? others.filter(({ price }) => !units.includes(price.unit)) : [];
}
