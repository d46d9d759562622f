/** What a team really pays: the subscription, then the hidden costs, over the years of its term. */
import type { Currency } from '../../data/money.ts';
import type { Billing } from '../../data/reading.ts';
import type { PricingRecord, Tier } from '../../data/record.ts';
import { amountText } from '../../data/text/price-text.ts';
import { label } from '../record/vendor-text.ts';
import { type CostLine, isSurelyPaid, type TeamCost } from './cost-shape.ts';
import { type Exact, exact, sumOf, twelfth } from './exact.ts';
import { hiddenChargesOf } from './hidden-costs.ts';
import { type Offer, offerOf } from './offer.ts';
import {
  assumesPeriodOfSeats,
  beyondFree,
  type Charges,
  chargesOf,
  type Fit,
  fitOf,
  type Sale,
  type Terms,
} from './subscription.ts';

export interface Purchase extends Terms {
  tier: Tier;
  /** Undefined for a free tier. */
  currency: Currency | undefined;
  billing: Billing;
}

type Costed = Pick<PricingRecord, 'hiddenCosts' | 'facts' | 'tiers'>;

export interface ExactCost {
  cost: TeamCost;
  /** Tiers are compared by it; undefined where nothing can be counted. */
  term: Exact | undefined;
}

export function teamCost(record: Costed, purchase: Purchase): ExactCost {
  const { currency, billing, seats, termYears } = purchase;
  const tier = withUnitsOfAll(purchase.tier, record);
  const sale = saleOf(record, purchase);
  const { charges, excludes }: Charges =
    sale === undefined ? { charges: [], excludes: beyondFree(tier, seats) } : chargesOf(sale);
  const hidden = hiddenChargesOf(record, { tier, currency, seats, termYears });
  const isFreeForAll = tier.isFree && !excludes.some(({ reason }) => reason === 'seats_beyond_included');
  const isCounted = isFreeForAll || charges.length > 0;
  // What is paid once costs nothing by the year, which is not the same as free.
  const recurs = isCounted && (tier.isFree || charges.some(({ line }) => line.per !== 'once'));
  const left = [...excludes, ...hidden.excludes];
  const isFloor = hidden.isFloor || charges.some((charge) => charge.isFloor);
  const annual = sumOf(charges.map((charge) => charge.annual));
  const term = sumOf(charges.map((charge) => charge.term));
  const whole = { annual: sumOf([annual, ...hidden.annual]), term: sumOf([term, ...hidden.term]) };
  const quoted = charges[0]?.line;
  const cost: TeamCost = {
    tier: tier.id,
    tierName: label(tier.name, 80),
    seats,
    billing: statedBilling(sale?.offer),
    termYears,
    currency,
    subscription: {
      ...(tier.isFree ? { perUnitPerMonth: 0 } : quotedAt(quoted)),
      unit: quoted?.unit,
      unitsCharged: quoted?.units,
      ...(recurs && { monthly: twelfth(annual).toNumber(), annual: annual.toNumber() }),
      ...(isCounted && { total: term.toNumber() }),
      lines: charges.map(({ line }) => line),
    },
    hiddenCosts: hidden.lines,
    total: {
      ...(recurs && { annual: whole.annual.toNumber() }),
      ...(isCounted && { term: whole.term.toNumber() }),
      complete: isCounted && !isFloor && !left.some(isSurelyPaid),
      excludes: left,
    },
    notes: sale === undefined ? [] : notesOf(sale, billing),
  };
  return { cost, term: isCounted ? whole.term : undefined };
}

/** How a team of that size fits the tier, whatever the cost. */
export function teamFit(record: Costed, purchase: Purchase): Fit {
  const sale = saleOf(record, purchase);
  return sale === undefined ? 'counted' : fitOf(sale);
}

/** Undefined for a free tier. */
function saleOf(record: Costed, { tier: stated, currency, billing, seats, termYears }: Purchase): Sale | undefined {
  if (currency === undefined) return undefined;
  const tier = withUnitsOfAll(stated, record);
  return { tier, currency, offer: offerOf(tier, currency, billing), facts: record.facts ?? [], seats, termYears };
}

/** A page may state the least number of seats, and the included ones, for all its tiers together. */
function withUnitsOfAll(tier: Tier, { facts = [] }: Costed): Tier {
  const forAll = (kind: 'minimum_units' | 'included_units') =>
    facts.flatMap((fact) => (fact.kind === kind && fact.tier === undefined ? fact.count : []))[0];
  const minimumUnits = tier.minimumUnits ?? forAll('minimum_units');
  const includedUnits = tier.includedUnits ?? (tier.isFree ? undefined : forAll('included_units'));
  return {
    ...tier,
    ...(minimumUnits !== undefined && { minimumUnits }),
    ...(includedUnits !== undefined && { includedUnits }),
  };
}

/** Absent where the price is only counted as billed monthly. */
function statedBilling(offer: Offer | undefined): Billing | undefined {
  const quoted = offer?.prices[0];
  return quoted?.per === 'month' && quoted.price.billing === undefined ? undefined : offer?.billing;
}

function quotedAt(line: CostLine | undefined): { perUnitPerMonth?: number } {
  if (line === undefined || line.per === 'once') return {};
  const amount = exact(line.amount);
  return { perUnitPerMonth: (line.per === 'month' ? amount : twelfth(amount)).toNumber() };
}

/** The assumptions, and what the page states about the price that no sum shows. */
function notesOf(sale: Sale, wanted: Billing): string[] {
  const { tier, currency, offer, facts, termYears } = sale;
  const head = offer?.prices[0]?.price;
  const assumed = head?.assumed ?? [];
  const isPromoted = tier.prices.some(
    (price) => price.currency === currency && (price.kind === 'promo' || price.kind === 'intro'),
  );
  const notes: string[] = [];
  if (offer !== undefined && offer.billing !== wanted) notes.push(OTHER_BILLING[offer.billing]);
  if (head?.per === 'month' && head.billing === undefined) notes.push('The billing is not known; assumed monthly');
  if (head?.isFloor === true)
    notes.push(`The page says "from ${amountText(head.amount, head)}"; the price may be higher`);
  if (assumed.length > 0) notes.push(`Assumed, not stated on the page: ${assumed.join(', ')}`);
  if (assumesPeriodOfSeats(sale)) notes.push(SAME_PERIOD);
  if (isPromoted) notes.push(PROMO);
  for (const fact of facts)
    if (fact.kind === 'announced_price' && (fact.tier ?? tier.id) === tier.id)
      notes.push(`Announced from ${fact.from}, not counted: ${amountText(fact.amount, fact)}`);
  if (termYears > 1) notes.push(HELD);
  return notes;
}

const OTHER_BILLING: Record<Billing, string> = {
  monthly: 'No annual price is known; twelve monthly prices are counted',
  annual: 'No monthly price is known; the annual price is counted',
};
const SAME_PERIOD = 'Additional seats have no stated period; the period of the base price is used';
const PROMO = 'A promotional price is published but not counted, because it is temporary';
const HELD = 'Later years use current prices, unless a renewal price is published';
