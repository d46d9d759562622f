/**
 * What a team of so many pays for a tier. Pure, and exact.
 *
 * The quoted price is charged once for each person, or once for all, by what it buys. One further price comes on top
 * where the two make sense together: so much a seat beside a base price. All else is left out, with the reason.
 */
import { type Currency, sameAmount, timesAmount } from '../../data/money.ts';
import type { Fact, Price, Tier } from '../../data/record.ts';
import { amountText } from '../../data/text/price-text.ts';
import { label } from '../record/vendor-text.ts';
import type { CostLine, Exclusion, ExclusionReason } from './cost-shape.ts';
import { countingOf } from './counting.ts';
import { type Exact, exact, sumText, ZERO } from './exact.ts';
import { listed, type Offer, type Recurring } from './offer.ts';

export interface Terms {
  seats: number;
  termYears: number;
}

/** How a tier is sold: `offer` is absent where it is not sold by the month or year. */
export interface Sold {
  currency: Currency;
  offer: Offer | undefined;
  facts: readonly Fact[];
}

/** A line, and its exact sums beside their texts. */
export interface Charge {
  line: CostLine;
  annual: Exact;
  term: Exact;
}

export interface Charges {
  /** What the tier is quoted at comes first; empty where nothing can be counted. */
  charges: Charge[];
  excludes: Exclusion[];
}

/** Prices that are not paid by the month or year are charged where there are no others: once, or not at all. */
export function chargesOf(tier: Tier, { currency, offer, facts }: Sold, terms: Terms): Charges {
  const { head, onTop, rest } = pricesOf(tier, offer);
  if (head === undefined) return otherwiseSold(tier, currency, terms);
  const { charge: extra, excluded } = beyondIncluded(tier, { head, onTop }, facts, terms);
  const renewal = renewalOf(tier, head, facts, terms);
  const { termYears } = terms;
  const quoted = { kind: 'quoted', price: head.price, per: head.per, units: unitsOf(tier, head.price, terms) } as const;
  const charges = [
    chargeOf(tier, { ...quoted, years: renewal === undefined ? termYears : 1 }),
    ...(renewal === undefined
      ? []
      : [chargeOf(tier, { ...renewal, kind: 'renewal', units: quoted.units, years: termYears - 1 })]),
    ...(onTop === undefined
      ? []
      : [
          chargeOf(tier, {
            kind: 'on_top',
            price: onTop.price,
            per: onTop.per,
            units: unitsOnTop(tier, onTop.price, terms),
            years: termYears,
          }),
        ]),
    ...(extra === undefined ? [] : [extra]),
  ];
  return {
    charges,
    excludes: [
      ...excluded,
      ...rest.map(({ price }) =>
        leftOut(tier, price, isAlternative(price) ? 'alternative_price' : 'not_counted_from_seats'),
      ),
      ...(offer?.alternatives ?? []).map((price) => leftOut(tier, price, 'alternative_price')),
      ...listed(tier, currency).flatMap((price) => unpaid(tier, price)),
    ],
  };
}

/**
 * `too_many`: a price for all that includes fewer seats, and sells no further ones. `unsure`: whether the price is for
 * one or for all can't be told, or people are not what it counts; the cost then is a floor.
 */
export type Fit = 'counted' | 'unsure' | 'too_many';

export function fitOf(tier: Tier, { offer, facts }: Sold, terms: Terms): Fit {
  const { head, onTop } = pricesOf(tier, offer);
  if (head === undefined) return 'counted';
  const reason = beyondIncluded(tier, { head, onTop }, facts, terms).excluded[0]?.reason;
  if (reason === undefined) return 'counted';
  return reason === 'seats_beyond_included' ? 'too_many' : 'unsure';
}

interface Chosen {
  head?: Recurring;
  onTop?: Recurring | undefined;
  rest: readonly Recurring[];
}

function pricesOf(tier: Tier, offer: Offer | undefined): Chosen {
  const prices = withoutTwins(tier, offer?.prices ?? []);
  const [head, ...others] = prices;
  if (head === undefined) return { rest: [] };
  const wanted = countingOf(head.price.unit) === 'seats' ? 'team' : 'seats';
  const onTop = others.find(({ price }) => countingOf(price.unit) === wanted);
  return { head, onTop, rest: others.filter((each) => each !== onTop) };
}

/** "$12 per user, $36 in all" with at least 3 users: the sum is the price of the least team, not a price beside it. */
function withoutTwins({ minimumUnits = 1 }: Tier, prices: readonly Recurring[]): readonly Recurring[] {
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

/** Of seats beside a base price, those that it does not include. */
function unitsOnTop(tier: Tier, price: Price, terms: Terms): number {
  const included = countingOf(price.unit) === 'seats' ? (tier.includedUnits ?? 0) : 0;
  return Math.max(0, unitsOf(tier, price, terms) - included);
}

/** What is not paid for by the quoted price: seats beyond the included ones, and units that nobody can count. */
function beyondIncluded(
  tier: Tier,
  { head, onTop }: { head: Recurring; onTop?: Recurring | undefined },
  facts: readonly Fact[],
  { seats, termYears }: Terms,
): { charge?: Charge; excluded: Exclusion[] } {
  const counting = countingOf(head.price.unit);
  if (counting === 'other') return { excluded: [leftOut(tier, head.price, 'not_counted_from_seats')] };
  if (counting === 'seats' || onTop !== undefined) return { excluded: [] };
  const { includedUnits: included } = tier;
  if (included === undefined)
    return { excluded: counting === 'unstated' && seats > 1 ? [leftOut(tier, head.price, 'unit_not_stated')] : [] };
  if (seats <= included) return { excluded: [] };
  const each = facts.find(
    (fact): fact is Fee => isOf(fact, tier, head.price) && fact.kind === 'overage' && countingOf(fact.unit) === 'seats',
  );
  const per = each && periodOf(each);
  if (each === undefined || per === undefined)
    return { excluded: [leftOut(tier, head.price, 'seats_beyond_included')] };
  return {
    charge: chargeOf(tier, { kind: 'extra_seats', price: each, per, units: seats - included, years: termYears }),
    excluded: [],
  };
}

type Fee = Extract<Fact, { kind: 'overage' | 'renewal' }>;

/** What the price becomes after the first year; what a page says of no tier in particular is said of none here. */
function renewalOf(
  tier: Tier,
  head: Recurring,
  facts: readonly Fact[],
  { termYears }: Terms,
): { price: Fee; per: 'month' | 'year' } | undefined {
  if (termYears < 2) return undefined;
  const found = facts.find(
    (fact): fact is Fee =>
      fact.kind === 'renewal' &&
      fact.tier === tier.id &&
      isOf(fact, tier, head.price) &&
      (fact.unit ?? head.price.unit) === head.price.unit,
  );
  const per = found && periodOf(found);
  return found === undefined || per === undefined ? undefined : { price: found, per };
}

function isOf(fact: Fact, tier: Tier, { currency }: Price): boolean {
  return (
    (fact.kind === 'overage' || fact.kind === 'renewal') &&
    fact.currency === currency &&
    (fact.tier === undefined || fact.tier === tier.id)
  );
}

function periodOf({ per }: Fee): 'month' | 'year' | undefined {
  return per === 'month' || per === 'year' ? per : undefined;
}

interface Item {
  kind: CostLine['kind'];
  price: Pick<Price, 'amount' | 'currency' | 'unit' | 'evidence'>;
  per: CostLine['per'];
  units: number;
  /** Of the term; the first is among them unless it is a renewal. */
  years: number;
}

function chargeOf(tier: Tier, { kind, price, per, units, years }: Item): Charge {
  const { amount, currency, unit, evidence } = price;
  const paid = exact(amount).times(units);
  const yearly = per === 'once' ? ZERO : paid.times(per === 'month' ? 12 : 1);
  const annual = kind === 'renewal' ? ZERO : yearly;
  const term = per === 'once' ? paid : yearly.times(years);
  const line = {
    kind,
    label: `${label(tier.name, 80)}, ${units} × ${amountText(amount, { currency, per, unit })}`,
    amount,
    currency,
    per,
    unit,
    units,
    annual: sumText(annual),
    term: sumText(term),
    evidence,
  };
  return { line, annual, term };
}

function otherwiseSold(tier: Tier, currency: Currency, terms: Terms): Charges {
  const prices = listed(tier, currency);
  const once = prices.find(({ per }) => per === 'once');
  const excludes = prices.filter((price) => price !== once).flatMap((price) => unpaid(tier, price));
  if (once === undefined) return { charges: [], excludes };
  const units = unitsOf(tier, once, terms);
  const charge = chargeOf(tier, { kind: 'quoted', price: once, per: 'once', units, years: terms.termYears });
  const { excluded } = beyondIncluded(tier, { head: { price: once, per: 'year' } }, [], terms);
  return { charges: [charge], excludes: [...excluded, ...excludes] };
}

function isAlternative({ unit }: Price): boolean {
  const counting = countingOf(unit);
  return counting === 'team' || counting === 'unstated';
}

/** What is neither paid by the month nor by the year. */
function unpaid(tier: Tier, price: Price): Exclusion[] {
  switch (price.per) {
    case 'usage':
      return [leftOut(tier, price, 'usage')];
    case 'once':
      return [leftOut(tier, price, 'one_time_alternative')];
    case 'week':
    case 'day':
      return [leftOut(tier, price, 'other_period')];
    default:
      return [];
  }
}

const DETAILS = {
  usage: 'How much will be used can’t be told from seats',
  not_counted_from_seats:
    'How many of these a team needs can’t be told from its seats; one is counted where nothing can be bought without it',
  unit_not_stated: 'The page does not say what the price buys: it is counted once for the whole team',
  seats_beyond_included: 'The price includes fewer seats, and none is published for further ones',
  alternative_price: 'The page states it beside the counted price and does not say when it applies',
  one_time_alternative: 'Paid once, in place of the counted price or beside it: the page does not say which',
  other_period: 'Sold by the day or week, which makes no price of a month or year',
} as const satisfies Partial<Record<ExclusionReason, string>>;

function leftOut(tier: Tier, { amount, currency, per, unit }: Price, reason: keyof typeof DETAILS): Exclusion {
  const words = `${label(tier.name, 80)}, ${amountText(amount, { currency, per, unit })}`;
  return { reason, label: words, detail: DETAILS[reason], amount, currency, per, unit };
}
