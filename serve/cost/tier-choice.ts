/** The tier whose cost a team asks for: the one that it names, or the cheapest paid one that its seats allow. */
import type { Currency } from '../../data/money.ts';
import { type PriceState, priceStateOf } from '../../data/prices/price-state.ts';
import type { PricingRecord, Tier } from '../../data/record.ts';
import { counted } from '../../data/text/figures.ts';
import { invalidParameter, Problem, type UNPRICED } from '../interface/problem.ts';
import { label } from '../record/vendor-text.ts';
import { currenciesOf } from './offer.ts';
import { type ExactCost, type Purchase, teamCost, teamFit } from './team-cost.ts';

export interface Wanted extends Omit<Purchase, 'tier' | 'currency'> {
  /** Id or name, in any case. */
  tier?: string | undefined;
  currency?: Currency | undefined;
}

type Priced = Pick<PricingRecord, 'name' | 'currency' | 'tiers' | 'rates' | 'absent' | 'hiddenCosts' | 'facts'>;

/** @throws {Problem} `unknown_tier`, `price_not_public`, `price_not_known`, `invalid_parameter` for a currency that it is not sold in */
export function costForTeam(record: Priced, wanted: Wanted): ExactCost['cost'] {
  const { tier: named, currency: _, ...terms } = wanted;
  if (named !== undefined) {
    const tier = tierNamed(record.tiers, named);
    if (tier === undefined) throw unknownTier(record);
    return teamCost(record, { ...terms, tier, currency: currencyOf(record, tier, wanted) }).cost;
  }
  return cheapest(record, wanted);
}

/** By id or name, in any case. */
export function tierNamed(tiers: readonly Tier[], wanted: string | undefined): Tier | undefined {
  const text = wanted?.trim().toLowerCase();
  return tiers.find(({ id }) => id === text) ?? tiers.find(({ name }) => name.trim().toLowerCase() === text);
}

/** The currency that the tier is paid in; undefined for a free one. */
function currencyOf(record: Priced, tier: Tier, wanted: Wanted): Currency | undefined {
  if (tier.isFree && isPaidSideKnown(record)) return undefined;
  const sold = currenciesOf(tier);
  if (sold.length === 0)
    throw unpriced(
      priced(record.tiers),
      isContactSales(tier)
        ? { code: 'price_not_public', detail: `${record.name} sells ${label(tier.name, 80)} by "contact sales"` }
        : { code: 'price_not_known', detail: `The price of ${record.name} ${label(tier.name, 80)} is not known yet` },
    );
  return chosenOf(record, sold, wanted);
}

/** The currency asked for, else the product's own, else the first that it is sold in. */
function chosenOf(record: Priced, sold: readonly Currency[], { currency }: Wanted): Currency | undefined {
  if (currency !== undefined && sold.length > 0 && !sold.includes(currency))
    throw invalidParameter('currency', 'Not sold in this currency', sold);
  return currency ?? (record.currency !== undefined && sold.includes(record.currency) ? record.currency : sold[0]);
}

/** The lowest cost over the term for that many seats, with hidden costs. */
function cheapest(record: Priced, wanted: Wanted): ExactCost['cost'] {
  const { tier: _, ...terms } = wanted;
  const paid = priced(record.tiers);
  const currency = chosenOf(record, [...new Set(paid.flatMap(currenciesOf))], wanted);
  const candidates = paid
    .filter((tier) => currency !== undefined && currenciesOf(tier).includes(currency))
    .map((tier) => ({ ...terms, tier, currency }));
  // A price that may be for each person is taken only where no other is known. A tier sold by usage alone gives no sum,
  // and may cost less than one of these.
  const sure = candidates.filter((purchase) => teamFit(record, { ...purchase, seats: 2 }) !== 'unsure');
  const costs = (terms.seats > 1 && sure.length > 0 ? sure : candidates)
    .filter((purchase) => teamFit(record, purchase) !== 'too_many')
    .map((purchase) => teamCost(record, purchase));
  const [least] = costs
    .flatMap(({ cost, term }) => (term === undefined ? [] : [{ cost, term }]))
    .sort((a, b) => a.term.comparedTo(b.term));
  if (least !== undefined) return least.cost;
  const state = priceStateOf(record);
  const free = record.tiers.find(({ isFree }) => isFree);
  if (state === 'free_only' && free !== undefined)
    return teamCost(record, { ...terms, tier: free, currency: undefined }).cost;
  throw unpriced(record.tiers, reasonOf(record, state, wanted));
}

interface Reason {
  code: (typeof UNPRICED)[number];
  detail: string;
}

function reasonOf({ name }: Priced, state: PriceState, { seats }: Wanted): Reason {
  if (state === 'not_published')
    return { code: 'price_not_public', detail: `${name} sells every paid tier by "contact sales"` };
  if (state === 'usage_only')
    return { code: 'price_not_known', detail: `${name} is sold by usage; no price per seat is known` };
  return { code: 'price_not_known', detail: `The cost of ${name} for ${counted(seats, 'seat')} is not known yet` };
}

function unknownTier({ name, tiers }: Priced): Problem {
  const detail = tiers.length === 0 ? `No tier of ${label(name)} is known` : 'Unknown tier';
  return new Problem('unknown_tier', detail, { errors: tierErrors('Unknown tier', tiers) });
}

function unpriced(tiers: readonly Tier[], { code, detail }: Reason): Problem {
  return new Problem(code, detail, { errors: tierErrors('No price to calculate with', tiers) });
}

/** None where no tier would be better. */
function tierErrors(reason: string, tiers: readonly Tier[]) {
  if (tiers.length === 0) return [];
  return [{ parameter: 'tier', reason, allowed: tiers.map(({ id }) => id) }];
}

/** Whether a reading of the vendor's page, or a person who consulted it, found "contact sales" in place of the price. */
function isContactSales({ isCustom, origin }: Tier): boolean {
  return isCustom && origin !== 'imported';
}

/** A free tier alone is no cost of a team: its page may sell what was not read. */
function isPaidSideKnown(record: Priced): boolean {
  return priceStateOf(record) !== 'not_known' || record.tiers.some(isContactSales);
}

function priced(tiers: readonly Tier[]): Tier[] {
  return tiers.filter((tier) => currenciesOf(tier).length > 0);
}
