/**
 * Which tier for whom: from prices, numbers of units and what the vendor says that lesser tiers lack. Pure.
 *
 * A tier of which none of these says anything gets no advice. There is none at all before a page of the vendor's was
 * read: a dataset that names two tiers does not say that there are no others.
 */
import { Decimal } from 'decimal.js';
import { compareAmounts } from '../../data/money.ts';
import type { PlanAdvice } from '../../data/research.ts';
import { totalText } from '../../data/text/price-text.ts';
import { CAPABILITY_WORDS, countText, listed, monthlyText, tierName } from '../record/wording.ts';
import { type Reserved, reserved } from './expert-take.ts';
import { areAlike, derived, factsOf, held, type Priced, proofOf, type Subject } from './subject.ts';

export function planAdviceOf(subject: Subject): PlanAdvice[] {
  if (!subject.isConfirmed) return [];
  const found = held(free(subject), cheapest(subject), ...crossovers(subject), ...capable(subject));
  const order = new Map(subject.record.tiers.map(({ id }, at) => [id, at]));
  return found.toSorted((a, b) => (order.get(a.tier) ?? 0) - (order.get(b.tier) ?? 0));
}

function free({ record: { tiers }, priced, quoted }: Subject): PlanAdvice | undefined {
  const tier = tiers.find(({ isFree }) => isFree);
  if (tier === undefined || priced.length + quoted.length === 0) return undefined;
  const [next] = priced;
  return {
    tier: tier.id,
    name: tier.name,
    suits: 'a start without cost',
    advice: `${tierName(tier)} costs nothing${next === undefined ? '' : `; the next step up is ${tierName(next.tier)}`}.`,
    ...derived('free-tier', {
      evidence: [...proofOf({ tier }), ...(next === undefined ? [] : proofOf(next))],
      tiers: [tier.id, ...(next === undefined ? [] : [next.tier.id])],
    }),
  };
}

function cheapest(subject: Subject): PlanAdvice | undefined {
  const [first, second] = subject.priced;
  // Of a single price there is nothing to choose.
  if (first === undefined || second === undefined || !areAlike(subject.priced)) return undefined;
  if (compareAmounts(first.monthly.amount, second.monthly.amount) === 0) return undefined;
  const { tier, monthly } = first;
  const { unit } = monthly.price;
  const least = tier.minimumUnits ?? factsOf(subject, 'minimum_units').find(({ tier: of }) => of === tier.id)?.count;
  const team = isPerUser(unit) && (least ?? 1) <= TEAM;
  const total = totalText(monthly, TEAM);
  const advice = [
    `${tierName(tier)} is the cheapest paid tier, at ${monthlyText(monthly)}.`,
    ...(team ? [`${countText(TEAM, unit)} cost ${total}.`] : []),
    ...(least !== undefined && least > 1 ? [`It is sold for at least ${countText(least, unit)}.`] : []),
  ];
  return {
    tier: tier.id,
    name: tier.name,
    suits: 'the lowest paid price',
    advice: advice.join(' '),
    ...derived('cheapest-tier', { evidence: proofOf(first), tiers: [tier.id] }),
  };
}

/** A team for which a price per user is worked out. */
const TEAM = 10;

function isPerUser(unit: string | undefined): boolean {
  return unit !== undefined && ['user', 'seat', 'member', 'person'].includes(unit);
}

/** A flat price against the cheapest one per user: the least team for which it costs less. */
function crossovers({ priced }: Subject): PlanAdvice[] {
  const perUser = priced.find(({ monthly }) => isPerUser(monthly.price.unit));
  if (perUser === undefined) return [];
  return priced.flatMap((flat) => {
    if (flat.monthly.price.unit !== 'flat' || flat.monthly.billing !== perUser.monthly.billing) return [];
    const users = crossover(flat, perUser);
    if (users < 2) return [];
    const { tier, monthly } = flat;
    const unit = perUser.monthly.price.unit;
    return [
      {
        tier: tier.id,
        name: tier.name,
        suits: `teams of ${users} or more`,
        advice: `${tierName(tier)}, at ${monthlyText(monthly)}, costs less than ${tierName(perUser.tier)} from ${countText(users, unit)} on, if it allows as many.`,
        ...derived('flat-price-crossover', {
          evidence: [...proofOf(flat), ...proofOf(perUser)],
          tiers: [tier.id, perUser.tier.id],
        }),
      },
    ];
  });
}

/** The least whole number of users whose price is above the flat one. */
function crossover(flat: Priced, perUser: Priced): number {
  return new Decimal(flat.monthly.amount).dividedBy(perUser.monthly.amount).floor().plus(1).toNumber();
}

function capable(subject: Subject): PlanAdvice[] {
  return reserved(subject).map(({ tier, capabilities, evidence }: Reserved) => {
    const words = listed(capabilities.map((capability) => CAPABILITY_WORDS[capability]));
    const monthly = subject.priced.find((each) => each.tier === tier)?.monthly;
    const cost = tier.isCustom
      ? ', which is sold by quote'
      : monthly === undefined
        ? ''
        : `, at ${monthlyText(monthly)}`;
    return {
      tier: tier.id,
      name: tier.name,
      suits: `who needs ${words}`.slice(0, 160),
      advice: `No lesser tier has ${listed(capabilities.map((capability) => CAPABILITY_WORDS[capability]))}: take ${tierName(tier)}${cost}.`,
      capabilities,
      ...derived('capability-step', {
        evidence: [...evidence, ...(monthly === undefined ? [] : proofOf({ tier, monthly }))],
        tiers: [tier.id],
      }),
    };
  });
}
