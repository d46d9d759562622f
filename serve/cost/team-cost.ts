/** What a team really pays: the subscription, then the hidden costs, over the years of its term. */
import type { Currency } from '../../data/money.ts';
import type { Billing } from '../../data/reading.ts';
import type { PricingRecord, Tier } from '../../data/record.ts';
import { amountText } from '../../data/text/price-text.ts';
import { label } from '../record/vendor-text.ts';
import type { CostLine, TeamCost } from './cost-shape.ts';
import { type Exact, exact, sumOf, twelfth } from './exact.ts';
import { hiddenChargesOf } from './hidden-costs.ts';
import { offerOf } from './offer.ts';
import { type Charges, chargesOf, type Fit, fitOf, type Sale, type Terms } from './subscription.ts';

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
  const tier = withMinimum(purchase.tier, record);
  const sale = saleOf(record, purchase);
  const { charges, excludes }: Charges = sale === undefined ? { charges: [], excludes: [] } : chargesOf(sale);
  const hidden = hiddenChargesOf(record, { tier, currency, seats, termYears });
  const isCounted = tier.isFree || charges.length > 0;
  const annual = sumOf(charges.map((charge) => charge.annual));
  const term = sumOf(charges.map((charge) => charge.term));
  const whole = { annual: sumOf([annual, ...hidden.annual]), term: sumOf([term, ...hidden.term]) };
  const quoted = charges[0]?.line;
  const cost: TeamCost = {
    tier: tier.id,
    tierName: label(tier.name, 80),
    seats,
    billing: sale?.offer?.billing,
    termYears,
    currency,
    subscription: {
      ...(tier.isFree ? { perUnitPerMonth: 0 } : quotedAt(quoted)),
      unit: quoted?.unit,
      unitsCharged: quoted?.units,
      ...(isCounted && { monthly: twelfth(annual).toNumber(), annual: annual.toNumber(), total: term.toNumber() }),
      lines: charges.map(({ line }) => line),
    },
    hiddenCosts: hidden.lines,
    total: {
      ...(isCounted && { annual: whole.annual.toNumber(), term: whole.term.toNumber() }),
      excludes: [...excludes, ...hidden.excludes],
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
  const tier = withMinimum(stated, record);
  return { tier, currency, offer: offerOf(tier, currency, billing), facts: record.facts ?? [], seats, termYears };
}

/** A page may state the minimum of seats for all its tiers together. */
function withMinimum(tier: Tier, { facts = [] }: Costed): Tier {
  if (tier.minimumUnits !== undefined) return tier;
  const forAll = facts.find((fact) => fact.kind === 'minimum_units' && fact.tier === undefined);
  return forAll?.kind === 'minimum_units' ? { ...tier, minimumUnits: forAll.count } : tier;
}

function quotedAt(line: CostLine | undefined): { perUnitPerMonth?: number } {
  if (line === undefined || line.per === 'once') return {};
  const amount = exact(line.amount);
  return { perUnitPerMonth: (line.per === 'month' ? amount : twelfth(amount)).toNumber() };
}

/** The assumptions, and what the page states about the price that no sum shows. */
function notesOf({ tier, currency, offer, facts, termYears }: Sale, wanted: Billing): string[] {
  const head = offer?.prices[0]?.price;
  const assumed = head?.assumed ?? [];
  const isPromoted = tier.prices.some(
    (price) => price.currency === currency && (price.kind === 'promo' || price.kind === 'intro'),
  );
  const notes: string[] = [];
  if (offer !== undefined && offer.billing !== wanted) notes.push(OTHER_BILLING[offer.billing]);
  if (head?.per === 'month' && head.billing === undefined)
    notes.push('How the price is billed is not stated: taken for monthly');
  if (head?.isFloor === true) notes.push(`The page says "from ${amountText(head.amount, head)}": it may be more`);
  if (assumed.length > 0) notes.push(`The page does not spell out ${assumed.join(', ')} of the price: taken by rule`);
  if (isPromoted) notes.push(PROMO);
  for (const fact of facts)
    if (fact.kind === 'announced_price' && (fact.tier ?? tier.id) === tier.id)
      notes.push(`Announced from ${fact.from}, and not counted: ${amountText(fact.amount, fact)}`);
  if (termYears > 1) notes.push(HELD);
  return notes;
}

const OTHER_BILLING: Record<Billing, string> = {
  monthly: 'No annual billing is published: counted as twelve months',
  annual: 'No monthly billing is published: counted as billed by the year',
};
const PROMO = 'A promotional price is published and not counted: it is not what the tier costs in the long run';
const HELD = 'Prices of later years are taken to be those of today, except where a renewal price is published';
