/** Which tier suits whom. Pure. Only for confirmed records: a dataset that names two tiers may omit others. */
import { Decimal } from 'decimal.js';
import { compareAmounts } from '../../data/money.ts';
import type { Grounds, PlanAdvice } from '../../data/research.ts';
import { totalText } from '../../data/text/price-text.ts';
import { CAPABILITY_WORDS, countText, listed, monthlyText, tierName } from '../../data/text/sentence-parts.ts';
import { reserved } from './expert-take.ts';
import { areAlike, derived, factsOf, fromTiers, held, type Priced, type Subject } from './subject.ts';

/** Number of users for which a price per user is computed. */
const TEAM = 10;

export function planAdviceOf(subject: Subject): PlanAdvice[] {
  if (!subject.isConfirmed) return [];
  const found = held(free(subject), cheapest(subject), ...crossovers(subject), ...capable(subject));
  const order = new Map(subject.record.tiers.map(({ id }, at) => [id, at]));
  return found.toSorted((a, b) => (order.get(a.tier) ?? 0) - (order.get(b.tier) ?? 0));
}

function adviceOn(
  { id, name }: Priced['tier'],
  words: Pick<PlanAdvice, 'suits' | 'advice' | 'capabilities'>,
  grounds: Grounds,
): PlanAdvice {
  return { tier: id, name, ...words, ...grounds };
}

function free({ record: { tiers }, priced, quoted }: Subject): PlanAdvice | undefined {
  const tier = tiers.find(({ isFree }) => isFree);
  if (tier === undefined || priced.length + quoted.length === 0) return undefined;
  const next = priced.slice(0, 1);
  const step = next.map((each) => `; the next tier is ${tierName(each.tier)}`).join('');
  const words = { suits: 'starting for free', advice: `${tierName(tier)} is free${step}.` };
  return adviceOn(tier, words, derived('free-tier', fromTiers({ tier }, ...next)));
}

function cheapest(subject: Subject): PlanAdvice | undefined {
  const [first, second] = subject.priced;
  // A single price leaves no choice.
  if (first === undefined || second === undefined || !areAlike(subject.priced)) return undefined;
  if (compareAmounts(first.monthly.amount, second.monthly.amount) === 0) return undefined;
  const { tier, monthly } = first;
  const { unit } = monthly.price;
  const least = tier.minimumUnits ?? factsOf(subject, 'minimum_units').find(({ tier: of }) => of === tier.id)?.count;
  const isForTeam = isPerUser(unit) && (least ?? 1) <= TEAM;
  const advice = [
    `${tierName(tier)} is the cheapest paid tier, at ${monthlyText(monthly)}.`,
    ...(isForTeam ? [`${countText(TEAM, unit)} cost ${totalText(monthly, TEAM)}.`] : []),
    ...(least !== undefined && least > 1 ? [`It requires at least ${countText(least, unit)}.`] : []),
  ].join(' ');
  return adviceOn(tier, { suits: 'the lowest paid price', advice }, derived('cheapest-tier', fromTiers(first)));
}

function isPerUser(unit: string | undefined): boolean {
  return unit !== undefined && ['user', 'seat', 'member', 'person'].includes(unit);
}

/** The least team for which a flat price costs less than the cheapest price per user. */
function crossovers({ priced }: Subject): PlanAdvice[] {
  const perUser = priced.find(({ monthly }) => isPerUser(monthly.price.unit));
  if (perUser === undefined) return [];
  const { unit } = perUser.monthly.price;
  return priced.flatMap((flat) => {
    const { tier, monthly } = flat;
    if (monthly.price.unit !== 'flat' || monthly.billing !== perUser.monthly.billing) return [];
    if (monthly.billing === undefined) return [];
    const users = new Decimal(monthly.amount).dividedBy(perUser.monthly.amount).floor().plus(1).toNumber();
    if (users < 2) return [];
    const suits = `teams of ${users} or more`;
    const advice = `${tierName(tier)}, at ${monthlyText(monthly)}, costs less than ${tierName(perUser.tier)} from ${countText(users, unit)}, if it allows that many.`;
    return [adviceOn(tier, { suits, advice }, derived('flat-price-crossover', fromTiers(flat, perUser)))];
  });
}

function capable(subject: Subject): PlanAdvice[] {
  return reserved(subject).map(({ tier, capabilities, evidence }) => {
    const words = listed(capabilities.map((capability) => CAPABILITY_WORDS[capability]));
    const monthly = subject.priced.find((each) => each.tier === tier)?.monthly;
    const at = monthly === undefined ? '' : `, at ${monthlyText(monthly)}`;
    const cost = tier.isCustom ? ', which is sold by quote' : at;
    const suits = `teams that need ${words}`.slice(0, 160);
    const advice = `Lower tiers lack ${words}: choose ${tierName(tier)}${cost}.`;
    const price = monthly === undefined ? [] : (fromTiers({ tier, monthly }).evidence ?? []);
    const grounds = derived('capability-step', { evidence: [...evidence, ...price], tiers: [tier.id] });
    return adviceOn(tier, { suits, advice, capabilities }, grounds);
  });
}
