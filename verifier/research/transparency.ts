/** Which of the points of docs/research.md the vendor publishes, as far as we read its pages. Pure. */
import { isZero } from '../../data/money.ts';
import type { Fact, Tier } from '../../data/record.ts';
import type { Transparency, TransparencyPoint } from '../../data/research.ts';
import { factsOf, type Subject } from './subject.ts';

type Answer = Pick<TransparencyPoint, 'status' | 'evidence' | 'basis'>;

const NOT_APPLICABLE: Answer = { status: 'not_applicable' };

interface Point {
  id: TransparencyPoint['id'];
  label: string;
  judge: (subject: Subject) => Answer;
}

/** A point that some or every tier of a group must meet. */
function tierPoint(
  of: 'some' | 'every',
  group: (tiers: readonly Tier[]) => Tier[],
  holds: (tier: Tier) => boolean,
): Point['judge'] {
  return ({ record }) => byTiers(group(record.tiers), holds, of);
}

/** In the order of the answer, for docs/research.md too. */
export const RUBRIC: readonly Point[] = [
  { id: 'starting_price', label: 'The price of at least one paid tier', judge: tierPoint('some', sold, hasPrice) },
  { id: 'all_prices', label: 'The prices of all tiers, without quotes', judge: tierPoint('every', sold, hasPrice) },
  { id: 'billing', label: 'The billing of each price', judge: tierPoint('every', recurring, states('billing')) },
  { id: 'unit', label: 'The unit of each price', judge: tierPoint('every', paid, states('unit')) },
  {
    id: 'annual_and_monthly',
    label: 'The prices with monthly and annual billing',
    judge: tierPoint('some', recurring, hasBothBillings),
  },
  { id: 'tax', label: 'Whether prices include taxes', judge: (subject) => byFacts(factsOf(subject, 'tax')) },
  {
    id: 'refund',
    label: 'The refund period',
    judge: (subject) => byFacts(factsOf(subject, 'money_back')),
  },
  { id: 'trial', label: 'Whether there is a trial', judge: tryable },
  { id: 'renewal', label: 'The price after an introductory price', judge: renewal },
  { id: 'overage', label: 'The price of units beyond the included ones', judge: overage },
  { id: 'sso', label: 'The tier with single sign-on and its price', judge: signOn },
];

function hasPrice(tier: Tier): boolean {
  return prices(tier).length > 0;
}

function hasBothBillings(tier: Tier): boolean {
  return new Set(prices(tier).flatMap(({ billing }) => billing ?? [])).size === 2;
}

/** Whether every price of a tier states a term that no rule assumed. */
function states(term: 'billing' | 'unit'): (tier: Tier) => boolean {
  return (tier) => prices(tier).every((price) => price[term] !== undefined && !price.assumed?.includes(term));
}

/** Undefined where no page of the vendor's was read, and where no point applies. */
export function transparencyOf(subject: Subject): Transparency | undefined {
  if (!subject.isConfirmed || subject.record.tiers.length === 0) return undefined;
  const points = RUBRIC.map(({ id, label, judge }): TransparencyPoint => ({ id, label, ...judge(subject) }));
  const applicable = points.filter(({ status }) => status !== 'not_applicable').length;
  const published = points.filter(({ status }) => status === 'published').length;
  if (applicable === 0) return undefined;
  return { score: Math.round((100 * published) / applicable), published, applicable, points };
}

function sold(tiers: readonly Tier[]): Tier[] {
  return tiers.filter(({ isFree }) => !isFree);
}

function paid(tiers: readonly Tier[]): Tier[] {
  return sold(tiers).filter(hasPrice);
}

function recurring(tiers: readonly Tier[]): Tier[] {
  return paid(tiers).filter((tier) => prices(tier).every(({ per }) => per === 'month' || per === 'year'));
}

function prices({ prices: all }: Tier) {
  return all.filter(({ kind, amount }) => kind === 'list' && !isZero(amount));
}

function byTiers(tiers: readonly Tier[], holds: (tier: Tier) => boolean, of: 'some' | 'every'): Answer {
  if (tiers.length === 0) return NOT_APPLICABLE;
  const holding = tiers.filter(holds);
  const basis = (those: readonly Tier[]) => those.slice(0, 40).map(({ id }) => `tiers.${id}`);
  if (of === 'some' ? holding.length > 0 : holding.length === tiers.length)
    return { status: 'published', basis: basis(holding) };
  return { status: 'not_found', basis: basis(tiers.filter((tier) => !holding.includes(tier))) };
}

function byFacts(facts: readonly Fact[]): Answer {
  if (facts.length === 0) return { status: 'not_found' };
  return { status: 'published', evidence: [...new Set(facts.map(({ evidence }) => evidence))].slice(0, 40) };
}

/** A free tier is a trial without an end. */
function tryable(subject: Subject): Answer {
  const free = subject.record.tiers.find(({ isFree }) => isFree);
  if (free !== undefined) return { status: 'published', basis: [`tiers.${free.id}`] };
  return byFacts(factsOf(subject, 'trial'));
}

/** Applies to temporary prices only. */
function renewal(subject: Subject): Answer {
  const facts = factsOf(subject, 'renewal');
  if (facts.length > 0) return byFacts(facts);
  const isPassing = (tier: Tier) => tier.prices.some(({ kind }) => kind === 'intro' || kind === 'promo');
  return byTiers(subject.record.tiers.filter(isPassing), hasPrice, 'every');
}

/** Applies only where units are included. */
function overage(subject: Subject): Answer {
  const includes =
    factsOf(subject, 'included_units').length > 0 ||
    subject.record.tiers.some(({ includedUnits }) => includedUnits !== undefined);
  const facts = factsOf(subject, 'overage');
  return facts.length > 0 || includes ? byFacts(facts) : NOT_APPLICABLE;
}

/** Applies only to products sold by the user: single sign-on is for teams. */
function signOn(subject: Subject): Answer {
  const fact = factsOf(subject, 'capability').find(({ capability }) => capability === 'sso');
  const isForTeams = subject.priced.some(({ monthly }) => /^(?:user|seat|member)$/.test(monthly.price.unit ?? ''));
  if (fact === undefined) return isForTeams ? { status: 'not_found' } : NOT_APPLICABLE;
  const having = fact.tiers.filter(({ state }) => state === 'included').map(({ tier }) => tier);
  const isPriced = subject.priced.some(({ tier }) => having.includes(tier.id));
  return { status: isPriced ? 'published' : 'not_found', evidence: [fact.evidence] };
}
