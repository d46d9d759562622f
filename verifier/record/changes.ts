/**
 * The changes between two statements of a product, as typed events, in no order of facts. Pure.
 *
 * Only prices of the same terms are compared. Terms that appear or disappear are no event, since pages show and hide them
 * without a change of price; nor are promotions, nor a rate or band of context that a known model gains or loses. The same
 * amount under other terms is `changed_with_redesign`: its cause is not known.
 */
import type { Change } from '../../data/change.ts';
import { defined } from '../../data/defined.ts';
import { sameAmount, timesAmount, toAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { EvidenceId, Price, Rate, Tier } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { rateKey } from './facts.ts';
import { asksNothingElse, listPrices } from './plausibility.ts';
import { termsOf } from './statement.ts';

export interface ChangeContext extends Pick<Change, 'slug' | 'market' | 'observedAt' | 'recordedAt'> {
  /** Why the changes cannot be attributed to the vendor (verifier/judge/change-attribution.ts). */
  doubt?: string | undefined;
}

type Event = Omit<Change, 'slug' | 'market' | 'observedAt' | 'recordedAt'>;
type Side = NonNullable<Change['before']>;

/** Empty for the first statement of a product: nothing is known to have changed. */
export function changesBetween(
  before: Statement | undefined,
  next: Statement,
  { doubt, ...context }: ChangeContext,
): Change[] {
  if (before === undefined) return [];
  const events = [
    ...paired(before.tiers, next.tiers, ({ id }) => id).flatMap(([was, is]) => tierEvents(was, is)),
    ...paired(models(before), models(next), ([model]) => model).flatMap(([was, is]) => modelEvents(was?.[1], is?.[1])),
  ];
  const shifted = isShifted(events, before, next) ? ONLY_NAMES : undefined;
  return events.map((event) => {
    const reason = doubt ?? (isMove(event) ? shifted : undefined);
    return { ...(reason === undefined ? event : unattributed(event, reason)), ...context };
  });
}

/** Rates by model, in any case. */
function models({ rates }: Statement): [string, Rate[]][] {
  return [...Map.groupBy(rates, ({ model }) => model.toLowerCase())];
}

/** An event that may be our misreading. */
function unattributed(event: Event, reason: string): Event {
  return event.reason === undefined ? { ...event, type: 'changed_with_redesign', reason } : event;
}

const UNKNOWN = 'whether the vendor changed its prices or we misread them is not known';
const ONLY_NAMES = `the prices only changed names; ${UNKNOWN}`;
const ONLY_TERMS = `the same amount under other terms; ${UNKNOWN}`;
const ONLY_SCALE = `the rate differs by a factor of a thousand or a million; ${UNKNOWN}`;

/** Whether prices only changed tiers, as where a reader puts each under the name of its neighbour. */
function isShifted(events: readonly Event[], before: Statement, next: Statement): boolean {
  if (events.filter(isMove).length < 2) return false;
  return asksNothingElse(before, next, (price) => `${termsOf(price)}|${toAmount(price.amount)}`);
}

/** From one amount to another, not to or from a contact-sales price. */
function isMove({ type, before, after }: Event): boolean {
  return type === 'price_changed' && before?.amount !== undefined && after?.amount !== undefined;
}

/** Facts of both sides by key, in the order of the keys. */
function paired<T>(before: T[], next: T[], key: (fact: T) => string): [T | undefined, T | undefined][] {
  const was = new Map(before.map((fact) => [key(fact), fact]));
  const is = new Map(next.map((fact) => [key(fact), fact]));
  return [...new Set([...was.keys(), ...is.keys()])].sort().map((each) => [was.get(each), is.get(each)]);
}

function tierEvents(was: Tier | undefined, is: Tier | undefined): Event[] {
  if (was === undefined)
    return is === undefined ? [] : [tierEvent(is.isFree ? 'free_tier_added' : 'tier_added', was, is)];
  if (is === undefined) return [tierEvent(was.isFree ? 'free_tier_removed' : 'tier_removed', was, is)];
  const renamed = nameKey(was.name) === nameKey(is.name) ? [] : [tierEvent('tier_renamed', was, is)];
  if (was.isFree !== is.isFree)
    return [...renamed, tierEvent(is.isFree ? 'free_tier_added' : 'free_tier_removed', was, is)];
  const isNowHidden = is.isCustom && !was.isCustom && listPrices(is).length === 0;
  const wasHidden = was.isCustom && !is.isCustom && listPrices(was).length === 0;
  return [...renamed, ...(isNowHidden || wasHidden ? [tierEvent('price_changed', was, is)] : priceEvents(was, is))];
}

function tierEvent(type: Change['type'], before: Tier | undefined, after: Tier | undefined): Event {
  const sides = { before: before && tierSide(before), after: after && tierSide(after) };
  const evidence = distinct([...tierEvidence(before), ...tierEvidence(after)]);
  return { type, ...defined({ subject: (after ?? before)?.id, ...sides }), evidence };
}

function tierSide(tier: Tier): Side {
  const [first] = sorted(listPrices(tier));
  return { name: tier.name, ...(tier.isCustom && { isCustom: true }), ...(first && priceSide(first)) };
}

function tierEvidence(tier: Tier | undefined): (EvidenceId | undefined)[] {
  return tier === undefined ? [] : [tier.evidence, ...sorted(listPrices(tier)).map(({ evidence }) => evidence)];
}

export function priceSide({ amount, currency, billing, per, unit }: Price): Side {
  return { amount, currency, per, ...defined({ billing, unit }) };
}

interface Rule {
  eventOf: (a: Price, b: Price) => Pick<Event, 'type' | 'reason'> | undefined;
  matches: (a: Price, b: Price) => boolean;
  /** Applies to a pair that fits no other price. */
  isOnlyPair?: true;
}

const REINTERPRETED = { type: 'changed_with_redesign', reason: ONLY_TERMS } as const;

/** Applied in this order, each to the prices that earlier rules left unpaired. */
const RULES: Rule[] = [
  {
    eventOf: () => undefined,
    matches: (a, b) => termsOf(a) === termsOf(b) && sameAmount(a.amount, b.amount),
  },
  // The page now states otherwise what a rule had assumed.
  { eventOf: () => REINTERPRETED, matches: (a, b) => isReinterpreted(a, b) && isAssumed(a) },
  { eventOf: () => ({ type: 'price_changed' }), matches: (a, b) => termsOf(a) === termsOf(b) },
  { eventOf: () => REINTERPRETED, matches: isReinterpreted },
  {
    eventOf: () => ({ type: 'unit_changed' }),
    matches: (a, b) => a.unit !== undefined && b.unit !== undefined && isOfSameTime(a, b),
  },
  { eventOf: () => ({ type: 'price_changed' }), matches: isOfSameTime, isOnlyPair: true },
  {
    eventOf: () => ({ type: 'currency_changed' }),
    matches: (a, b) => a.currency !== b.currency && a.billing === b.billing && a.per === b.per,
  },
];

function isOfSameTime(a: Price, b: Price): boolean {
  return a.currency === b.currency && a.billing === b.billing && a.per === b.per;
}

function isReinterpreted(a: Price, b: Price): boolean {
  return a.currency === b.currency && termsOf(a) !== termsOf(b) && sameAmount(a.amount, b.amount);
}

function isAssumed({ assumed }: Price): boolean {
  return assumed?.some((field) => field === 'billing' || field === 'per' || field === 'unit') ?? false;
}

function priceEvents(was: Tier, is: Tier): Event[] {
  const left = new Set(sorted(listPrices(was)));
  const right = new Set(sorted(listPrices(is)));
  const events: Event[] = [];
  for (const { eventOf, matches, isOnlyPair } of RULES) {
    for (const before of left) {
      const [after, ...others] = [...right].filter((price) => matches(before, price));
      if (after === undefined) continue;
      const rivals = isOnlyPair
        ? [...others, ...[...left].filter((price) => price !== before && matches(price, after))]
        : [];
      if (rivals.length > 0) continue;
      left.delete(before);
      right.delete(after);
      const event = eventOf(before, after);
      if (event === undefined) continue;
      const sides = { before: { name: was.name, ...priceSide(before) }, after: { name: is.name, ...priceSide(after) } };
      events.push({ ...event, subject: is.id, ...sides, evidence: distinct([before.evidence, after.evidence]) });
    }
  }
  return events;
}

function sorted(prices: Price[]): Price[] {
  const key = (price: Price) => `${termsOf(price)}|${toAmount(price.amount).padStart(24, '0')}`;
  return prices.toSorted((a, b) => Number(key(a) > key(b)) - Number(key(a) < key(b)));
}

function modelEvents(was: Rate[] | undefined, is: Rate[] | undefined): Event[] {
  if (was === undefined || is === undefined)
    return [is === undefined ? modelEvent('model_removed', was) : modelEvent('model_added', is)];
  return paired(was, is, rateKey).flatMap(([from, to]) => (from && to ? rateEvents(from, to) : []));
}

/** Of a model with several bands of context, the event has the first rate of the first band. */
function modelEvent(type: 'model_added' | 'model_removed', rates: Rate[] = []): Event {
  const [first] = rates.toSorted((a, b) => Number(rateKey(a) > rateKey(b)) - Number(rateKey(a) < rateKey(b)));
  const [field] = RATE_FIELDS.find(([each]) => first?.[each] !== undefined) ?? ['inputPerMTok' as const];
  const side = type === 'model_added' ? 'after' : 'before';
  return {
    type,
    ...defined({ subject: first?.model, [side]: rateSide(first, field) }),
    evidence: distinct(rates.flatMap(({ evidence }) => evidence)),
  };
}

function rateEvents(was: Rate, is: Rate): Event[] {
  const evidence = distinct([...was.evidence, ...is.evidence]);
  return RATE_FIELDS.flatMap(([field]): Event[] => {
    const [from, to] = [was[field], is[field]];
    if (from === undefined || to === undefined || (sameAmount(from, to) && was.currency === is.currency)) return [];
    const sides = defined({ before: rateSide(was, field), after: rateSide(is, field) });
    const event: Event = { type: 'rate_changed', subject: is.model, ...sides, evidence };
    return [isRescaled(from, to) ? unattributed(event, ONLY_SCALE) : event];
  });
}

function rateSide(rate: Rate | undefined, field: (typeof RATE_FIELDS)[number][0]): Side | undefined {
  const amount = rate?.[field];
  if (rate === undefined || amount === undefined) return undefined;
  return { rate: field, amount, currency: rate.currency, ...defined({ name: rate.band }) };
}

/** A factor of a thousand is a rate per 1K tokens mistaken for one per 1M; vendors make no such changes. */
function isRescaled(from: string, to: string): boolean {
  const isFactor = (factor: number) =>
    sameAmount(timesAmount(from, factor), to) || sameAmount(timesAmount(to, factor), from);
  return !sameAmount(from, to) && [1_000, 1_000_000].some(isFactor);
}

function distinct(ids: (EvidenceId | undefined)[]): EvidenceId[] {
  return [...new Set(ids.filter((id) => id !== undefined))];
}
