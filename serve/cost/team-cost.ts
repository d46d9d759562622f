/** What a team really pays: the subscription, then the hidden costs, over the years of its term. Pure, and exact. */
import type { Currency } from '../../data/money.ts';
import type { Billing } from '../../data/reading.ts';
import type { PricingRecord, Tier } from '../../data/record.ts';
import { amountText } from '../../data/text/price-text.ts';
import { label } from '../record/vendor-text.ts';
import type { TeamCost } from './cost-shape.ts';
import { type Exact, exact, sumOf, twelfth } from './exact.ts';
import { hiddenChargesOf } from './hidden-costs.ts';
import { offerOf } from './offer.ts';
import { type Charges, chargesOf, type Fit, fitOf, type Sold, type Terms } from './subscription.ts';

export interface Purchase extends Terms {
  tier: Tier;
  /** Undefined for a free tier, which is paid in none. */
  currency: Currency | undefined;
  billing: Billing;
}

export type Costed = Pick<PricingRecord, 'hiddenCosts' | 'facts' | 'tiers'>;

export interface ExactCost {
  cost: TeamCost;
  /** What tiers are compared by; undefined where nothing can be counted. */
  term: Exact | undefined;
}

export function teamCost(record: Costed, { tier: stated, currency, billing, ...terms }: Purchase): ExactCost {
  const tier = withMinimum(stated, record);
  const { seats, termYears } = terms;
  const sold = currency === undefined ? undefined : soldOf(tier, record, { currency, billing });
  const { charges, excludes }: Charges =
    sold === undefined ? { charges: [], excludes: [] } : chargesOf(tier, sold, terms);
  const hidden = hiddenChargesOf(record, { tier, currency }, terms);
  const isCounted = tier.isFree || charges.length > 0;
  const annual = sumOf(charges.map((charge) => charge.annual));
  const term = sumOf(charges.map((charge) => charge.term));
  const whole = { annual: sumOf([annual, ...hidden.annual]), term: sumOf([term, ...hidden.term]) };
  const [quoted] = charges;
  const cost: TeamCost = {
    tier: tier.id,
    tierName: label(tier.name, 80),
    seats,
    billing: sold?.offer?.billing,
    termYears,
    currency,
    subscription: {
      ...(tier.isFree ? { perUnitPerMonth: 0 } : quotedAt(quoted?.line)),
      unit: quoted?.line.unit,
      unitsCharged: quoted?.line.units,
      ...(isCounted && { monthly: twelfth(annual).toNumber(), annual: annual.toNumber(), total: term.toNumber() }),
      lines: charges.map(({ line }) => line),
    },
    hiddenCosts: hidden.lines,
    total: {
      ...(isCounted && { annual: whole.annual.toNumber(), term: whole.term.toNumber() }),
      excludes: [...excludes, ...hidden.excludes],
    },
    notes: sold === undefined ? [] : notesOf(tier, sold, billing, termYears),
  };
  return { cost, term: isCounted ? whole.term : undefined };
}

/** How a team of that size fits the tier, whatever the cost. */
export function teamFit(record: Costed, { tier: stated, currency, billing, ...terms }: Purchase): Fit {
  const tier = withMinimum(stated, record);
  return currency === undefined ? 'counted' : fitOf(tier, soldOf(tier, record, { currency, billing }), terms);
}

function soldOf(
  tier: Tier,
  { facts = [] }: Costed,
  { currency, billing }: Pick<Purchase, 'billing'> & { currency: Currency },
): Sold {
  return { currency, offer: offerOf(tier, currency, billing), facts };
}

/** A page may say of all its tiers together how many seats are sold at least. */
function withMinimum(tier: Tier, { facts = [] }: Costed): Tier {
  if (tier.minimumUnits !== undefined) return tier;
  const forAll = facts.find((fact) => fact.kind === 'minimum_units' && fact.tier === undefined);
  return forAll?.kind === 'minimum_units' ? { ...tier, minimumUnits: forAll.count } : tier;
}

function quotedAt(line: TeamCost['subscription']['lines'][number] | undefined): { perUnitPerMonth?: number } {
  if (line === undefined || line.per === 'once') return {};
  const amount = exact(line.amount);
  return { perUnitPerMonth: (line.per === 'month' ? amount : twelfth(amount)).toNumber() };
}

/** What was taken for granted, and what is said of the price that no sum shows. */
function notesOf({ id, prices }: Tier, { currency, offer, facts }: Sold, wanted: Billing, termYears: number): string[] {
  const own = prices.filter((price) => price.currency === currency);
  const head = offer?.prices[0]?.price;
  return [
    ...(offer === undefined || offer.billing === wanted ? [] : [OTHER_BILLING[offer.billing]]),
    ...(head?.per === 'month' && head.billing === undefined ? [BILLING_NOT_STATED] : []),
    ...(head?.isFloor === true ? [`The page says "from ${amountText(head.amount, head)}": it may be more`] : []),
    ...(head?.assumed?.length
      ? [`The page does not spell out ${head.assumed.join(', ')} of the price: taken by rule`]
      : []),
    ...(own.some(({ kind }) => kind === 'promo' || kind === 'intro') ? [PROMO] : []),
    ...facts.flatMap((fact) =>
      fact.kind === 'announced_price' && (fact.tier === undefined || fact.tier === id)
        ? [`Announced from ${fact.from}, and not counted: ${amountText(fact.amount, fact)}`]
        : [],
    ),
    ...(termYears > 1 ? [HELD] : []),
  ];
}

const OTHER_BILLING: Record<Billing, string> = {
  monthly: 'No annual billing is published: counted as twelve months',
  annual: 'No monthly billing is published: counted as billed by the year',
};
const BILLING_NOT_STATED = 'How the price is billed is not stated: taken for monthly';
const PROMO = 'A promotional price is published and not counted: it is not what the tier costs in the long run';
const HELD = 'Prices of later years are taken to be those of today, except where a renewal price is published';
