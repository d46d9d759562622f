/**
 * What a team pays for a tier, exactly.
 *
 * The quoted price is charged for each person or once for all, by its unit. One further price comes on top where the two
 * make sense together, such as a price per seat beside a base price. Everything else is left out, with the reason.
 */
import { type Currency, sameAmount, timesAmount } from '../../data/money.ts';
import type { Fact, Price, Tier } from '../../data/record.ts';
import { amountText } from '../../data/text/price-text.ts';
import { label } from '../record/vendor-text.ts';
import { type CostLine, EXCLUSION_DETAILS, type Exclusion, type ExclusionReason } from './cost-shape.ts';
import { type Exact, exact, sumText, ZERO } from './exact.ts';
import { countingOf, listed, type Offer, type Recurring } from './offer.ts';

export interface Terms {
  seats: number;
  termYears: number;
}

/** A tier on the terms on which a team buys it. */
export interface Sale extends Terms {
  tier: Tier;
  currency: Currency;
  /** Absent where the tier is not sold by the month or year. */
  offer: Offer | undefined;
  facts: readonly Fact[];
}

/** A line with its sums as numbers that can be added. */
interface Charge {
  line: CostLine;
  /** The page says "from" this amount. */
  isFloor: boolean;
  annual: Exact;
  term: Exact;
}

export interface Charges {
  charges: Charge[];
  excludes: Exclusion[];
}

/** A price that is paid once is charged only where the tier has no other. */
export function chargesOf(sale: Sale): Charges {
  const { tier, currency, offer, termYears: years } = sale;
  const { head, onTop, rest } = pricesOf(tier, offer);
  if (head === undefined) return paidOnce(sale);
  const { charge: extra, excluded } = beyondIncluded(sale, head, onTop);
  const renewal = renewalOf(sale, head);
  const units = unitsOf(tier, head.price, sale);
  const charges = [
    chargeOf(tier, { kind: 'quoted', ...head, units, years: renewal === undefined ? years : 1 }),
    ...(renewal === undefined ? [] : [chargeOf(tier, { kind: 'renewal', ...renewal, units, years: years - 1 })]),
    ...(onTop === undefined
      ? []
      : [chargeOf(tier, { kind: 'on_top', ...onTop, units: unitsOnTop(tier, onTop.price, sale), years })]),
    ...(extra === undefined ? [] : [extra]),
  ];
  const excludes = [
    ...excluded,
    ...rest.map(({ price }) =>
      exclusionOf(tier, price, isForAll(price) ? 'alternative_price' : 'not_counted_from_seats'),
    ),
    ...(offer?.alternatives ?? []).map((price) => exclusionOf(tier, price, 'alternative_price')),
    ...listed(tier, currency).flatMap((price) => notPeriodic(tier, price)),
  ];
  return { charges, excludes };
}

/**
 * `too_many`: the price includes fewer seats, and no further ones are sold. `unsure`: the price may be for one person or
 * for all, or does not count people; the cost then is a floor.
 */
export type Fit = 'counted' | 'unsure' | 'too_many';

export function fitOf(sale: Sale): Fit {
  const { head, onTop } = pricesOf(sale.tier, sale.offer);
  const reason = head && beyondIncluded(sale, head, onTop).excluded[0]?.reason;
  if (reason === undefined) return 'counted';
  return reason === 'seats_beyond_included' ? 'too_many' : 'unsure';
}

interface Chosen {
  head?: Recurring;
  onTop?: Recurring | undefined;
  rest: readonly Recurring[];
}

function pricesOf(tier: Tier, offer: Offer | undefined): Chosen {
  const [head, ...others] = withoutLeastSum(tier, offer?.prices ?? []);
  if (head === undefined) return { rest: [] };
  const wanted = countingOf(head.price.unit) === 'seats' ? 'team' : 'seats';
  const onTop = others.find(({ price }) => countingOf(price.unit) === wanted);
  return { head, onTop, rest: others.filter((each) => each !== onTop) };
}

/** "$12 per user, $36 in all" with at least 3 users: the sum is the price of the smallest team, not a further price. */
function withoutLeastSum({ minimumUnits = 1 }: Tier, prices: readonly Recurring[]): readonly Recurring[] {
  const seat = prices.find(({ price }) => countingOf(price.unit) === 'seats');
  if (seat === undefined) return prices;
  const least = timesAmount(seat.price.amount, minimumUnits);
  return prices.filter(
    ({ per, price }) => !(price.unit === undefined && per === seat.per && sameAmount(price.amount, least)),
  );
}

function unitsOf({ minimumUnits = 1 }: Tier, { unit }: Price, { seats }: Terms): number {
  return countingOf(unit) === 'seats' ? Math.max(seats, minimumUnits) : 1;
}

/** The seats that a base price does not include. */
function unitsOnTop(tier: Tier, price: Price, terms: Terms): number {
  const included = countingOf(price.unit) === 'seats' ? (tier.includedUnits ?? 0) : 0;
  return Math.max(0, unitsOf(tier, price, terms) - included);
}

/** Seats beyond those that the quoted price includes, and units that seats do not tell. */
function beyondIncluded(
  sale: Sale,
  head: Pick<Recurring, 'price'> & { per: CostLine['per'] },
  onTop?: Recurring,
): { charge?: Charge; excluded: Exclusion[] } {
  const { tier, seats, termYears: years } = sale;
  const without = (reason: ExclusionReason) => ({ excluded: [exclusionOf(tier, head.price, reason)] });
  const counting = countingOf(head.price.unit);
  if (counting === 'other') return without('not_counted_from_seats');
  if (counting === 'seats' || onTop !== undefined) return { excluded: [] };
  const included = tier.includedUnits;
  const extra = extraSeat(sale, head);
  if (included === undefined) {
    if (counting === 'unstated') return without('unit_not_stated');
    return extra !== undefined && seats > 1 ? without('included_not_stated') : { excluded: [] };
  }
  if (seats <= included) return { excluded: [] };
  if (extra === undefined) return without('seats_beyond_included');
  return { charge: chargeOf(tier, { kind: 'extra_seats', ...extra, units: seats - included, years }), excluded: [] };
}

/**
 * What each seat beyond the included ones costs. "$79 a month with 3 seats, $24 for each additional" states its period
 * once: it holds for both.
 */
function extraSeat(
  { tier, facts }: Sale,
  { price, per }: Pick<Recurring, 'price'> & { per: CostLine['per'] },
): (Pick<Item, 'price' | 'per'> & { isPeriodAssumed: boolean }) | undefined {
  const fees = facts.filter(
    (fact): fact is Fee => isOf(fact, tier, price) && fact.kind === 'overage' && countingOf(fact.unit) === 'seats',
  );
  const fee = fees.find((each) => each.tier === tier.id) ?? fees[0];
  if (fee === undefined) return undefined;
  if (fee.per === 'month' || fee.per === 'year') return { price: fee, per: fee.per, isPeriodAssumed: false };
  return fee.per === undefined && per !== 'once' ? { price: fee, per, isPeriodAssumed: true } : undefined;
}

/** Whether the sum takes the period of additional seats from the quoted price. */
export function assumesPeriodOfSeats(sale: Sale): boolean {
  const { head, onTop } = pricesOf(sale.tier, sale.offer);
  const isCharged = head !== undefined && beyondIncluded(sale, head, onTop).charge !== undefined;
  return isCharged && extraSeat(sale, head)?.isPeriodAssumed === true;
}

type Fee = Extract<Fact, { kind: 'overage' | 'renewal' }>;

/** The price after the first year, where the page states it for this very tier. */
function renewalOf({ tier, facts, termYears }: Sale, { price }: Recurring): Pick<Item, 'price' | 'per'> | undefined {
  const found = facts.find(
    (fact): fact is Fee =>
      fact.kind === 'renewal' &&
      fact.tier === tier.id &&
      isOf(fact, tier, price) &&
      (fact.unit ?? price.unit) === price.unit,
  );
  if (termYears < 2 || (found?.per !== 'month' && found?.per !== 'year')) return undefined;
  return { price: found, per: found.per };
}

function isOf(fact: Fact, tier: Tier, { currency }: Price): boolean {
  return (
    (fact.kind === 'overage' || fact.kind === 'renewal') &&
    fact.currency === currency &&
    (fact.tier === undefined || fact.tier === tier.id)
  );
}

interface Item {
  kind: CostLine['kind'];
  price: Pick<Price, 'amount' | 'currency' | 'unit' | 'evidence' | 'isFloor'>;
  per: CostLine['per'];
  units: number;
  /** Of the term, with the first unless it is a renewal. */
  years: number;
}

function chargeOf(tier: Tier, { kind, price, per, units, years }: Item): Charge {
  const { amount, currency, unit, evidence } = price;
  const paid = exact(amount).times(units);
  const yearly = per === 'once' ? ZERO : paid.times(per === 'month' ? 12 : 1);
  const annual = kind === 'renewal' ? ZERO : yearly;
  const term = per === 'once' ? paid : yearly.times(years);
  const words = `${label(tier.name, 80)}, ${units} × ${amountText(amount, { currency, per, unit })}`;
  const sums = { annual: sumText(annual), term: sumText(term) };
  const line: CostLine = { kind, label: words, amount, currency, per, unit, units, ...sums, evidence };
  return { line, isFloor: price.isFloor === true, annual, term };
}

function paidOnce(sale: Sale): Charges {
  const { tier, currency, termYears: years } = sale;
  const prices = listed(tier, currency);
  const once = prices.find(({ per }) => per === 'once');
  const excludes = prices.filter((price) => price !== once).flatMap((price) => notPeriodic(tier, price));
  if (once === undefined) return { charges: [], excludes };
  const units = unitsOf(tier, once, sale);
  const charge = chargeOf(tier, { kind: 'quoted', price: once, per: 'once', units, years });
  const { excluded } = beyondIncluded({ ...sale, facts: [] }, { price: once, per: 'once' });
  return { charges: [charge], excludes: [...excluded, ...excludes] };
}

function isForAll({ unit }: Price): boolean {
  const counting = countingOf(unit);
  return counting === 'team' || counting === 'unstated';
}

const NOT_PERIODIC = {
  usage: 'usage',
  once: 'one_time_alternative',
  week: 'other_period',
  day: 'other_period',
  month: undefined,
  year: undefined,
} as const satisfies Record<Price['per'], ExclusionReason | undefined>;

/** A price that is paid neither by the month nor by the year. */
function notPeriodic(tier: Tier, price: Price): Exclusion[] {
  const reason = NOT_PERIODIC[price.per];
  return reason === undefined ? [] : [exclusionOf(tier, price, reason)];
}

/** Seats that a free tier does not include, or may not include. */
export function beyondFree(tier: Tier, seats: number): Exclusion[] {
  const { includedUnits: included = 1 } = tier;
  if (seats <= included) return [];
  const reason = tier.includedUnits === undefined ? 'included_not_stated' : 'seats_beyond_included';
  return [{ reason, label: label(tier.name, 80), detail: EXCLUSION_DETAILS[reason] }];
}

function exclusionOf(tier: Tier, { amount, currency, per, unit }: Price, reason: ExclusionReason): Exclusion {
  const words = `${label(tier.name, 80)}, ${amountText(amount, { currency, per, unit })}`;
  return { reason, label: words, detail: EXCLUSION_DETAILS[reason], amount, currency, per, unit };
}
