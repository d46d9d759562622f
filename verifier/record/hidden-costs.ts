/** Costs beyond the sticker prices. Only prices of one billing, unit and currency are subtracted. Pure. */
import { defined } from '../../data/defined.ts';
import { compareAmounts, minusAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { monthlyPrice, monthlyTotal } from '../../data/prices/starting-price.ts';
import type { Capability } from '../../data/reading.ts';
import type { Fact, HiddenCost, Tier } from '../../data/record.ts';
import { amountText, rounded, totalText } from '../../data/text/price-text.ts';
import { countText, named, tierName } from '../../data/text/sentence-parts.ts';

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
    return [{ ...cost, ...defined({ source }), evidence: fact.evidence }];
  });
}

type Cost = Omit<HiddenCost, 'source' | 'evidence'>;

function costOf(fact: Fact, tiers: readonly Tier[]): Cost | undefined {
  const on = (tier: string | undefined) => of(tier, tiers);
  switch (fact.kind) {
    case 'overage':
      return stated(fact, 'overage', `Each additional ${fact.unit}${on(fact.tier)}`);
    case 'add_on':
      return stated(fact, 'add_on', `${named(fact.name)} add-on`);
    case 'setup_fee':
      return stated(fact, 'setup', `Set-up fee${on(fact.tier)}`);
    case 'support_fee':
      return stated(fact, 'support', named(fact.name));
    case 'renewal':
      return stated(fact, 'other', `Renewal price${on(fact.tier)}`);
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
  const cost = fact.isFloor === true ? `from ${money}` : money;
  return { label, cost, kind, amount, currency, ...defined({ per, unit }), origin: 'observed' };
}

function of(tier: string | undefined, tiers: readonly Tier[]): string {
  const found = tiers.find(({ id }) => id === tier);
  return found === undefined ? '' : ` on ${tierName(found)}`;
}

/** The monthly cost of the least number of units, where a unit's price is public. */
function minimumOf(
  { tier: id, count, unit: said }: Extract<Fact, { kind: 'minimum_units' }>,
  tiers: readonly Tier[],
): Cost | undefined {
  const tier = tiers.find((each) => each.id === id);
  if (count < 2) return undefined;
  const currency = tier?.prices.find(({ kind }) => kind === 'list')?.currency;
  const monthly = tier === undefined || currency === undefined ? undefined : monthlyPrice(tier, currency);
  if (monthly?.price.unit === undefined) {
    const priced = (tier === undefined ? tiers : [tier]).flatMap(({ prices }) => prices);
    const [shared, ...others] = new Set(priced.flatMap(({ per, unit }) => (per === 'usage' ? [] : [unit])));
    const cost = `at least ${countText(count, said ?? (others.length > 0 ? undefined : shared))}`;
    return { label: `Minimum${of(id, tiers)}`, cost, kind: 'minimum', origin: 'observed' };
  }
  const label = `At least ${countText(count, monthly.price.unit)}${of(id, tiers)}`;
  const amount = monthlyTotal(monthly, count);
  const terms = { currency: monthly.currency, per: 'month' } as const;
  const cost = `from ${totalText(monthly, count)}`;
  return { label, cost, kind: 'minimum', amount, ...terms, origin: 'derived', rule: 'least-purchase' };
}

/** Label of the cost of a capability that only dearer tiers have; absent for capabilities that are no cost. */
export function stepLabel(capability: Capability, holder: Pick<Tier, 'name'>): string | undefined {
  const known = NAMED[capability];
  return known && `${known.name} requires ${tierName(holder)}`;
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
  const { unit } = price.price;
  if (below.monthly !== undefined && (below.monthly.billing !== price.billing || below.monthly.price.unit !== unit))
    return undefined;
  const base = below.monthly?.amount ?? '0.00';
  if (compareAmounts(price.amount, base) <= 0) return undefined;
  const terms = { currency: price.currency, per: 'month' as const, ...defined({ unit }) };
  const amount = minusAmount(price.amount, base);
  const isTwelfth = price.price.per === 'year' || below.monthly?.price.per === 'year';
  const words = amountText(isTwelfth ? rounded(amount, terms.currency) : amount, terms);
  const cost = `+${words} over ${tierName(below.tier)}`;
  return { label, cost, kind, amount, ...terms, origin: 'derived', rule: 'capability-step' };
}

/** The dearest of the tiers that lack it; undefined where one has no comparable price. */
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
