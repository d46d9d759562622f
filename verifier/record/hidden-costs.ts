/**
 * What a product costs beyond its sticker prices: the fees that its pages state, the least number of seats, and what
 * it takes to get a capability that only a dearer tier has. Pure.
 *
 * A difference is taken between prices of one billing, unit and currency only; a free tier is nothing in any of them.
 */
import { compareAmounts, minusAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { monthlyPrice, monthlyTotal } from '../../data/prices/starting-price.ts';
import type { Capability } from '../../data/reading.ts';
import type { Fact, HiddenCost, Tier } from '../../data/record.ts';
import { amountText, rounded, totalText } from '../../data/text/price-text.ts';
import { named, tierName } from './wording.ts';

const NAMED: Partial<Record<Capability, { kind: HiddenCost['kind']; name: string }>> = {
  sso: { kind: 'sso', name: 'Single sign-on' },
  scim: { kind: 'other', name: 'SCIM provisioning' },
  audit_log: { kind: 'audit', name: 'Audit log' },
  sla: { kind: 'other', name: 'Service level agreement' },
  priority_support: { kind: 'support', name: 'Priority support' },
};

export function hiddenCostsOf({ tiers, facts = [], evidence }: Statement): HiddenCost[] {
  const urls = new Map(evidence.map(({ id, url }) => [id, url]));
  return facts.flatMap((fact): HiddenCost[] => {
    const cost = costOf(fact, tiers);
    if (cost === undefined) return [];
    const source = urls.get(fact.evidence);
    return [{ ...cost, ...(source !== undefined && { source }), evidence: fact.evidence }];
  });
}

type Cost = Omit<HiddenCost, 'source' | 'evidence'>;

function costOf(fact: Fact, tiers: readonly Tier[]): Cost | undefined {
  switch (fact.kind) {
    case 'overage':
      return stated(fact, 'overage', `Each additional ${fact.unit}${of(fact.tier, tiers)}`);
    case 'add_on':
      return stated(fact, 'add_on', `${named(fact.name)} add-on`);
    case 'setup_fee':
      return stated(fact, 'setup', `Set-up fee${of(fact.tier, tiers)}`);
    case 'support_fee':
      return stated(fact, 'support', named(fact.name));
    case 'renewal':
      return stated(fact, 'other', `Renewal price${of(fact.tier, tiers)}`);
    case 'minimum_units':
      return minimumOf(fact, tiers);
    case 'capability':
      return capabilityOf(fact, tiers);
    default:
      return undefined;
  }
}

type Fee = Extract<Fact, { kind: 'overage' | 'add_on' | 'setup_fee' | 'support_fee' | 'renewal' }>;

function stated(fact: Fee, kind: HiddenCost['kind'], label: string): Cost {
  const { amount, currency, per, unit } = fact;
  const money = amountText(amount, { currency, per, unit });
  return {
    label,
    cost: fact.isFloor === true ? `from ${money}` : money,
    kind,
    amount,
    currency,
    ...(per !== undefined && { per }),
    ...(unit !== undefined && { unit }),
    origin: 'observed',
  };
}

function of(tier: string | undefined, tiers: readonly Tier[]): string {
  const found = tiers.find(({ id }) => id === tier);
  return found === undefined ? '' : ` on ${tierName(found)}`;
}

/** What the least number of units costs a month, where one unit's price is public. */
function minimumOf(
  { tier: id, count, unit: said }: Extract<Fact, { kind: 'minimum_units' }>,
  tiers: readonly Tier[],
): Cost | undefined {
  const tier = tiers.find((each) => each.id === id);
  if (count < 2) return undefined;
  const currency = tier?.prices.find(({ kind }) => kind === 'list')?.currency;
  const monthly = tier === undefined || currency === undefined ? undefined : monthlyPrice(tier, currency);
  const unit = monthly?.price.unit ?? said ?? 'unit';
  const label = `At least ${count} ${unit}s${of(id, tiers)}`;
  if (monthly?.price.unit === undefined)
    return { label, cost: `at least ${count} ${unit}s`, kind: 'minimum', origin: 'observed' };
  const amount = monthlyTotal(monthly, count);
  const terms = { currency: monthly.currency, per: 'month' } as const;
  const cost = `from ${totalText(monthly, count)}`;
  return { label, cost, kind: 'minimum', amount, ...terms, origin: 'derived', rule: 'least-purchase' };
}

/** How the cost of a capability that only dearer tiers have is called; absent for those that are no cost by themselves. */
export function stepLabel(capability: Capability, holder: Pick<Tier, 'name'>): string | undefined {
  const known = NAMED[capability];
  return known && `${known.name} only from ${tierName(holder)}`;
}

function capabilityOf(
  { capability, first, tiers: states }: Extract<Fact, { kind: 'capability' }>,
  tiers: readonly Tier[],
): Cost | undefined {
  const kind = NAMED[capability]?.kind;
  const holder = tiers.find(({ id }) => id === first);
  const lacking = states.flatMap(({ tier, state }) =>
    state === 'not_included' ? tiers.filter(({ id }) => id === tier) : [],
  );
  const label = holder && stepLabel(capability, holder);
  if (kind === undefined || label === undefined || holder === undefined || lacking.length === 0) return undefined;
  if (holder.isCustom && holder.prices.length === 0)
    return { label, cost: 'price on request', kind, origin: 'derived', rule: 'capability-step' };
  const currency = holder.prices.find(({ kind }) => kind === 'list')?.currency;
  const price = currency === undefined ? undefined : monthlyPrice(holder, currency);
  const below = currency === undefined ? undefined : dearest(lacking, currency);
  if (price === undefined || below === undefined) return undefined;
  const unit = price.price.unit;
  const isComparable =
    below.monthly === undefined || (below.monthly.billing === price.billing && below.monthly.price.unit === unit);
  if (!isComparable) return undefined;
  const base = below.monthly?.amount ?? '0.00';
  if (compareAmounts(price.amount, base) <= 0) return undefined;
  const terms = { currency: price.currency, per: 'month' as const, ...(unit !== undefined && { unit }) };
  const amount = minusAmount(price.amount, base);
  const isTwelfth = price.price.per === 'year' || below.monthly?.price.per === 'year';
  return {
    label,
    cost: `+${amountText(isTwelfth ? rounded(amount, terms.currency) : amount, terms)} over ${tierName(below.tier)}`,
    kind,
    amount,
    ...terms,
    origin: 'derived',
    rule: 'capability-step',
  };
}

/** Of the tiers that lack it, the one just below; undefined where one of them has a price that can't be compared. */
function dearest(lacking: readonly Tier[], currency: string) {
  let best: { tier: Tier; monthly: ReturnType<typeof monthlyPrice> } | undefined;
  for (const tier of lacking) {
    const monthly = monthlyPrice(tier, currency);
    if (monthly === undefined && !tier.isFree) return undefined;
    if (best === undefined || compareAmounts(monthly?.amount ?? '0.00', best.monthly?.amount ?? '0.00') > 0)
      best = { tier, monthly };
  }
  return best;
}
