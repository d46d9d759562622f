/**
 * What happened between two statements of a product, as typed events. Pure.
 *
 * A price is compared with the price of the same terms only: monthly with monthly, annual with annual. Terms that are
 * newly stated, or no longer, are no event, since pages show and hide them without any price moving; nor are promos.
 * The same amount under other terms is our misreading set right, a `correction`, never a vendor's change.
 * The result is a function of what is stated, not of the order it is stated in.
 */
import type { Change } from '../../data/change.ts';
import { sameAmount, timesAmount, toAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { RATE_FIELDS } from '../../data/reading.ts';
import type { EvidenceId, Price, Rate, Tier } from '../../data/record.ts';
import { nameKey } from '../../data/text/name-key.ts';
import { rateKey } from './facts.ts';
import { asksNothingElse, listPrices } from './plausibility.ts';
import { termsOf } from './statement.ts';

export interface ChangeContext extends Pick<Change, 'slug' | 'observedAt' | 'recordedAt'> {
  /** Why nobody can tell that the vendor moved (verifier/judge/change-attribution.ts). */
  doubt?: string | undefined;
}

type Event = Omit<Change, 'slug' | 'observedAt' | 'recordedAt'>;
type Side = NonNullable<Change['before']>;

/** Empty for the first statement of a product: nothing is known to have changed. */
export function changesBetween(
  before: Statement | undefined,
  next: Statement,
  { doubt, ...context }: ChangeContext,
): Change[] {
  if (before === undefined) return [];
  const was = byKey(before.tiers, ({ id }) => id);
  const is = byKey(next.tiers, ({ id }) => id);
  const events: Event[] = [];
  for (const id of [...new Set([...was.keys(), ...is.keys()])].sort())
    events.push(...tierEvents(was.get(id), is.get(id)));
  const rateWas = byKey(before.rates, rateKey);
  const rateIs = byKey(next.rates, rateKey);
  for (const key of [...new Set([...rateWas.keys(), ...rateIs.keys()])].sort())
    events.push(...rateEvents(rateWas.get(key), rateIs.get(key)));
  if (isShifted(events, before, next)) for (const event of events.filter(isMove)) event.type = 'correction';
  return events.map((event) => ({ ...(doubt === undefined ? event : doubted(event, doubt)), ...context }));
}

/** What may not be the vendor's is not called so. */
function doubted(event: Event, reason: string): Event {
  return event.type === 'correction' ? event : { ...event, type: 'correction', reason };
}

/**
 * Whether the second statement only sets right how we understood the first: then it also says what held before.
 * Where anything else moved or was added, or may have, the past is left alone.
 */
export function isCorrection(before: Statement, next: Statement, changes: Change[]): boolean {
  const shape = ({ tiers, rates }: Statement) =>
    JSON.stringify([tiers.map((tier) => [tier.id, tier.prices.length]).sort(), rates.map(rateKey).sort()]);
  const isPlain = ({ type, reason }: Change) => type === 'correction' && reason === undefined;
  return changes.length > 0 && changes.every(isPlain) && shape(before) === shape(next);
}

/**
 * Whether prices only changed names: two or more moved, and yet all that is asked on one side is asked on the other too.
 * No vendor hands its prices on from plan to plan so; a reader that put each under its neighbour's name does, and sets
 * it right so. A ladder that is doubled asks for something that nobody asked before.
 */
function isShifted(events: readonly Event[], before: Statement, next: Statement): boolean {
  if (events.filter(isMove).length < 2) return false;
  return asksNothingElse(before, next, (price) => `${termsOf(price)}|${toAmount(price.amount)}`);
}

/** From one amount to another; not to or from a price for the asking, which no neighbour can have handed on. */
function isMove({ type, before, after }: Event): boolean {
  return type === 'price_changed' && before?.amount !== undefined && after?.amount !== undefined;
}

function byKey<T>(facts: T[], key: (fact: T) => string): Map<string, T> {
  return new Map(facts.map((fact) => [key(fact), fact]));
}

function tierEvents(was: Tier | undefined, is: Tier | undefined): Event[] {
  if (was === undefined && is === undefined) return [];
  if (was === undefined)
    return is === undefined ? [] : [tierEvent(is.isFree ? 'free_tier_added' : 'tier_added', undefined, is)];
  if (is === undefined) return [tierEvent(was.isFree ? 'free_tier_removed' : 'tier_removed', was, undefined)];
  const renamed = nameKey(was.name) === nameKey(is.name) ? [] : [tierEvent('tier_renamed', was, is)];
  if (was.isFree !== is.isFree)
    return [...renamed, tierEvent(is.isFree ? 'free_tier_added' : 'free_tier_removed', was, is)];
  const isNowHidden = is.isCustom && !was.isCustom && listPrices(is).length === 0;
  const wasHidden = was.isCustom && !is.isCustom && listPrices(was).length === 0;
  if (isNowHidden || wasHidden) return [...renamed, tierEvent('price_changed', was, is)];
  return [...renamed, ...priceEvents(was, is)];
}

function tierEvent(type: Change['type'], before: Tier | undefined, after: Tier | undefined): Event {
  const subject = (after ?? before)?.id;
  return {
    type,
    ...(subject === undefined ? {} : { subject }),
    ...(before === undefined ? {} : { before: tierSide(before) }),
    ...(after === undefined ? {} : { after: tierSide(after) }),
    evidence: distinct([...tierEvidence(before), ...tierEvidence(after)]),
  };
}

function tierSide(tier: Tier): Side {
  const [first] = sorted(listPrices(tier));
  return {
    name: tier.name,
    ...(tier.isCustom ? { isCustom: true } : {}),
    ...(first === undefined ? {} : priceSide(first)),
  };
}

function tierEvidence(tier: Tier | undefined): (EvidenceId | undefined)[] {
  return tier === undefined ? [] : [tier.evidence, ...sorted(listPrices(tier)).map(({ evidence }) => evidence)];
}

function priceSide({ amount, currency, billing, per, unit }: Price): Side {
  return {
    amount,
    currency,
    per,
    ...(billing === undefined ? {} : { billing }),
    ...(unit === undefined ? {} : { unit }),
  };
}

type Rule = [type: (a: Price, b: Price) => Change['type'] | undefined, matches: (a: Price, b: Price) => boolean];

/** In this order, each takes the pairs that the ones before it left over. */
const RULES: Rule[] = [
  [() => undefined, (a, b) => termsOf(a) === termsOf(b) && sameAmount(a.amount, b.amount)],
  // What a rule had assumed and the page now says otherwise.
  [() => 'correction', (a, b) => isReinterpreted(a, b) && isAssumed(a)],
  [() => 'price_changed', (a, b) => termsOf(a) === termsOf(b)],
  [() => 'correction', isReinterpreted],
  [
    (a, b) => (a.unit !== undefined && b.unit !== undefined ? 'unit_changed' : 'price_changed'),
    (a, b) => a.currency === b.currency && a.billing === b.billing && a.per === b.per,
  ],
  [() => 'currency_changed', (a, b) => a.currency !== b.currency && a.billing === b.billing && a.per === b.per],
];

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
  for (const [typeOf, matches] of RULES) {
    for (const before of left) {
      const after = [...right].find((price) => matches(before, price));
      if (after === undefined) continue;
      left.delete(before);
      right.delete(after);
      const type = typeOf(before, after);
      if (type === undefined) continue;
      const evidence = distinct([before.evidence, after.evidence]);
      events.push({
        type,
        subject: is.id,
        before: { name: was.name, ...priceSide(before) },
        after: { name: is.name, ...priceSide(after) },
        evidence,
      });
    }
  }
  return events;
}

function sorted(prices: Price[]): Price[] {
  const key = (price: Price) => `${termsOf(price)}|${toAmount(price.amount).padStart(24, '0')}`;
  return [...prices].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

function rateEvents(was: Rate | undefined, is: Rate | undefined): Event[] {
  const evidence = distinct([...(was?.evidence ?? []), ...(is?.evidence ?? [])]);
  const subject = (is ?? was)?.model;
  return RATE_FIELDS.flatMap(([field]): Event[] => {
    const [from, to] = [was?.[field], is?.[field]];
    const isSame = from !== undefined && to !== undefined && sameAmount(from, to) && was?.currency === is?.currency;
    if (isSame || (from === undefined && to === undefined)) return [];
    return [
      {
        type: isRescaled(from, to) ? 'correction' : 'rate_changed',
        ...(subject === undefined ? {} : { subject }),
        ...rateSide('before', was, field, from),
        ...rateSide('after', is, field, to),
        evidence,
      },
    ];
  });
}

function rateSide(
  side: 'before' | 'after',
  rate: Rate | undefined,
  field: string,
  amount: string | undefined,
): Partial<Event> {
  if (rate === undefined || amount === undefined) return {};
  return {
    [side]: { rate: field, amount, currency: rate.currency, ...(rate.band === undefined ? {} : { name: rate.band }) },
  };
}

/** A thousandfold is a reading per 1K tokens taken for one per 1M; no vendor moves so. */
function isRescaled(from: string | undefined, to: string | undefined): boolean {
  if (from === undefined || to === undefined) return false;
  return (
    [1_000, 1_000_000].some(
      (factor) => sameAmount(timesAmount(from, factor), to) || sameAmount(timesAmount(to, factor), from),
    ) && !sameAmount(from, to)
  );
}

function distinct(ids: (EvidenceId | undefined)[]): EvidenceId[] {
  return [...new Set(ids.filter((id) => id !== undefined))];
}
