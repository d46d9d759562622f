/**
 * Under which billing and in which currency a tier is bought, which of its prices are paid then, and for how many.
 *
 * Only list prices count: a promotional or introductory price is not what the tier costs.
 */
import { type Currency, isZero, sameAmount } from '../../data/money.ts';
import type { Billing, Unit } from '../../data/reading.ts';
import type { Price, Tier } from '../../data/record.ts';

/**
 * How a team's size gives the number of units. `seats`: one for each person. `team`: one for all of them. `unstated`: the
 * page does not say what one price buys. `other`: people do not count it, as projects or contacts.
 */
type Counting = 'seats' | 'team' | 'unstated' | 'other';

const PEOPLE: ReadonlySet<Unit> = new Set(
  'user seat member person people agent editor creator author employee developer contributor collaborator host licence license teammate nutzer benutzer anwender mitarbeiter utilisateur usuario utente'.split(
    ' ',
  ),
);
const WHOLE: ReadonlySet<Unit> = new Set('flat workspace organisation organization team company account'.split(' '));

/** "Paid user", "team member": a person of the team, unlike an active user, who may be a customer's customer. */
const ANY_OF_THEM = /^(?:team|paid|paying|full|named|licensed|billable|internal|staff|individual) /;

export function countingOf(unit: Unit | undefined): Counting {
  if (unit === undefined) return 'unstated';
  if (PEOPLE.has(unit.replace(ANY_OF_THEM, ''))) return 'seats';
  return WHOLE.has(unit) ? 'team' : 'other';
}

export interface Offer {
  billing: Billing;
  /** One for each unit, in the order of the page: the first is what the tier is quoted at. */
  prices: readonly Recurring[];
  /** Other amounts for the same unit under the same billing: which of them is charged is not known. */
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

/** The billing that is wanted, or else the other one; undefined where the tier is not sold by the month or year. */
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
  for (const { price, per } of recurring) {
    const known = prices.get(price.unit);
    // "$8 a month, billed $99 a year": the year's sum is charged, and the month's is rounded.
    if (known === undefined || (known.per === 'month' && per === 'year')) prices.set(price.unit, { price, per });
    else if (known.per === per && !sameAmount(known.price.amount, price.amount)) alternatives.push(price);
  }
  return { prices: [...prices.values()], alternatives };
}

/** Prices stated under the other billing only, beside the same quoted price: "each further user $5 a month". */
function missing(chosen: readonly Recurring[], others: readonly Recurring[]): Recurring[] {
  const units = chosen.map(({ price }) => price.unit);
  const otherUnits = others.map(({ price }) => price.unit);
  const isPart = units[0] === otherUnits[0] && units.every((unit) => otherUnits.includes(unit));
  return isPart ? others.filter(({ price }) => !units.includes(price.unit)) : [];
}
