/** What a person has taught of a page so far: plans as they were read, pointed at, proposed and confirmed. Pure. */
import * as z from 'zod';
import { Amount, Currency, isZero } from '../../../data/money.ts';
import { Billing, Per, Unit } from '../../../data/reading.ts';
import { Place, TaughtFacts, TaughtPlan } from '../../../data/recipe.ts';
import { nameKey } from '../../../data/text/name-key.ts';

/** Without a name where only its price was pointed at. */
const DraftPlan = TaughtPlan.extend({ name: z.string().trim().max(80) });
export type DraftPlan = z.infer<typeof DraftPlan>;

export const Draft = z.strictObject({
  plans: z.array(DraftPlan).max(60).default([]),
  /** The first so many are confirmed; the others are proposed. */
  confirmed: z.int().min(0).default(0),
  /** The plan to which the next price belongs. */
  current: z.int().min(0).optional(),
  ignored: z.array(Place).max(20).default([]),
  /** Names of proposed plans that were dropped. */
  dropped: z.array(z.string().max(80)).max(60).default([]),
  /** By whom the plans beyond the confirmed ones are proposed. */
  proposedBy: z.enum(['readers', 'siblings']).default('siblings'),
});
export type Draft = z.infer<typeof Draft>;

/** What the next candidate is taken for; `auto`: for what it looks like. */
export const SLOTS = ['auto', 'name', 'price', 'free', 'contact', 'addon', 'ignore'] as const;
export type Slot = (typeof SLOTS)[number];

/** What a button of the page sends (crawler/read/explain/picker-copy.ts). */
export const Pointed = z.strictObject({
  kind: z.enum(['amount', 'name', 'free', 'contact', 'term']),
  start: z.int().min(0),
  end: z.int().min(1),
  words: z.string().max(80),
  block: Place,
  amount: Amount.optional(),
  currency: Currency.optional(),
  per: Per.optional(),
  billing: Billing.optional(),
  unit: z.string().optional(),
});
export type PointedAt = z.infer<typeof Pointed>;

/** A draft of what the readers read, all of it unconfirmed. */
export function draftOf({ plans, ignored }: TaughtFacts): Draft {
  return Draft.parse({ plans, ignored, proposedBy: plans.length > 0 ? 'readers' : 'siblings' });
}

export function isComplete({ name, isFree, isCustom, prices }: DraftPlan): boolean {
  return name !== '' && (isFree === true || isCustom === true || prices.length > 0);
}

export function confirmedPlans({ plans, confirmed }: Draft): DraftPlan[] {
  return plans.slice(0, confirmed);
}

export function accepted(draft: Draft): Draft {
  return { ...draft, confirmed: draft.plans.length };
}

/** Siblings follow from the confirmed plans once each of these is complete. */
export function awaitsSiblings(draft: Draft): boolean {
  const confirmed = confirmedPlans(draft);
  return draft.proposedBy === 'siblings' && confirmed.length > 0 && confirmed.every(isComplete);
}

/** @param facts the confirmed plans and, after them, their siblings */
export function withSiblings(draft: Draft, { plans }: TaughtFacts): Draft {
  const confirmed = confirmedPlans(draft);
  const taken = new Set([...confirmed.map(({ name }) => name), ...draft.dropped].map(nameKey));
  const siblings = plans.slice(confirmed.length).filter(({ name }) => !taken.has(nameKey(name)));
  return { ...draft, plans: [...confirmed, ...siblings] };
}

export function without(draft: Draft, at: number): Draft {
  const plan = draft.plans[at];
  if (plan === undefined) return draft;
  const { current: _, ...rest } = draft;
  return {
    ...rest,
    plans: draft.plans.filter((each) => each !== plan),
    confirmed: at < draft.confirmed ? draft.confirmed - 1 : draft.confirmed,
    dropped: plan.name === '' ? draft.dropped : [...draft.dropped, plan.name].slice(-60),
  };
}

/** The draft as facts, or what is missing. */
export function factsIn(draft: Draft): { facts: TaughtFacts } | { missing: string } {
  const confirmed = confirmedPlans(draft);
  if (confirmed.length === 0) return { missing: 'No plan is confirmed yet. Select a name and its price' };
  const at = confirmed.findIndex((plan) => !isComplete(plan));
  if (at >= 0) {
    const { name = '' } = confirmed[at] ?? {};
    if (name === '') return { missing: `Plan ${at + 1} has no name` };
    return { missing: `“${name}” has no price. Select one, or mark the plan as free or contact sales` };
  }
  const parsed = TaughtFacts.safeParse({ plans: confirmed, ignored: draft.ignored });
  return parsed.success ? { facts: parsed.data } : { missing: z.prettifyError(parsed.error) };
}

/** The draft after a candidate was pointed at. */
export function pointedAt(draft: Draft, slot: Slot, at: PointedAt): Draft {
  const place = { start: at.start, end: at.end };
  if (slot === 'ignore') return { ...draft, ignored: toggled(draft.ignored, at.block) };
  const as = slot === 'auto' ? looksLike(draft, at) : slot;
  if (as === 'name') return named(draft, at.words, place);
  if (as === 'freePlan') return changed(named(draft, at.words, place), (plan) => stated(plan, 'free', place));
  if (as === 'addon') {
    if (at.kind === 'name') return changed(named(draft, at.words, place), (plan) => ({ ...plan, isAddOn: true }));
    return changed(priced(draft, at), (plan) => ({ ...plan, isAddOn: true }));
  }
  if (as === 'free' || as === 'contact') return changed(draft, (plan) => stated(plan, as, place));
  return as === 'term' ? changed(draft, (plan) => termed(plan, at)) : priced(draft, at);
}

/** "Free" where no plan waits for its price is the name of one; an amount of zero says that a plan is free. */
function looksLike(draft: Draft, { kind, amount }: PointedAt): PointedAt['kind'] | 'freePlan' {
  const current = draft.plans[draft.current ?? -1];
  if (kind === 'free' && (current === undefined || isComplete(current))) return 'freePlan';
  return kind === 'amount' && amount !== undefined && isZero(amount) ? 'free' : kind;
}

function toggled(places: readonly Place[], place: Place): Place[] {
  const others = places.filter((each) => !isSame(each, place));
  return others.length < places.length ? others : [...others, place].slice(-20);
}

function isSame(a: Place | undefined, b: Place): boolean {
  return a?.start === b.start && a.end === b.end;
}

/** A plan that has this name already becomes the current one; one without a name gets it. */
function named(draft: Draft, words: string, nameAt: Place): Draft {
  const known = draft.plans.findIndex(
    (plan) => isSame(plan.nameAt, nameAt) || (plan.name !== '' && nameKey(plan.name) === nameKey(words)),
  );
  if (known >= 0) return { ...draft, current: known };
  const current = draft.plans[draft.current ?? -1];
  if (current?.name === '') return changed(draft, (plan) => ({ ...plan, name: words, nameAt }));
  return added(draft, { name: words, nameAt, prices: [] });
}

function added(draft: Draft, plan: DraftPlan): Draft {
  const { confirmed } = draft;
  if (draft.plans.length >= 60) return draft;
  return { ...draft, plans: draft.plans.toSpliced(confirmed, 0, plan), confirmed: confirmed + 1, current: confirmed };
}

/** Changes the current plan, or one without a name where there is none. */
function changed(draft: Draft, change: (plan: DraftPlan) => DraftPlan): Draft {
  const at = draft.current;
  const plan = at === undefined ? undefined : draft.plans[at];
  if (at === undefined || plan === undefined) return changed(added(draft, { name: '', prices: [] }), change);
  return { ...draft, plans: draft.plans.with(at, change(plan)) };
}

function stated({ isFree: _, isCustom: __, ...plan }: DraftPlan, as: 'free' | 'contact', stateAt: Place): DraftPlan {
  return { ...plan, prices: [], stateAt, ...(as === 'free' ? { isFree: true } : { isCustom: true }) };
}

/** A price pointed at again is removed; one of the readers' with the same terms gives way. */
function priced(draft: Draft, { amount, currency, start, end, ...at }: PointedAt): Draft {
  if (amount === undefined || currency === undefined) return draft;
  const unit = Unit.safeParse(at.unit).data;
  const price = {
    ...{ amount, currency, per: at.per ?? 'month', at: { start, end } },
    ...(at.billing !== undefined && { billing: at.billing }),
    ...(unit !== undefined && { unit }),
  };
  return changed(draft, ({ isFree: _, isCustom: __, stateAt: ___, ...plan }) => {
    const others = plan.prices.filter((each) => !isSame(each.at, price.at));
    if (others.length < plan.prices.length) return { ...plan, prices: others };
    const isReplaced = (each: (typeof others)[number]) =>
      draft.proposedBy === 'readers' && each.per === price.per && each.billing === price.billing;
    return { ...plan, prices: [...others.filter((each) => !isReplaced(each)), price].slice(-24) };
  });
}

/** The terms belong to the plan's last price. */
function termed(plan: DraftPlan, { per, billing }: PointedAt): DraftPlan {
  const last = plan.prices.at(-1);
  if (last === undefined) return plan;
  const terms = { ...(per !== undefined && { per }), ...(billing !== undefined && { billing }) };
  return { ...plan, prices: plan.prices.with(-1, { ...last, ...terms }) };
}

/** The draft with what the panel's fields say. `sent`: a field's value; undefined where it was not sent. */
export function edited(draft: Draft, sent: (name: string) => string | undefined): Draft {
  const plans = draft.plans.map((plan, n) => ({
    ...plan,
    name: sent(`p${n}.name`)?.slice(0, 80) ?? plan.name,
    prices: plan.prices.map(({ per, billing, unit, ...price }, m) => {
      const field = (name: string, was: string | undefined) => sent(`p${n}.${m}.${name}`) ?? was;
      const nextBilling = Billing.safeParse(field('billing', billing));
      const nextUnit = Unit.safeParse(field('unit', unit)?.toLowerCase());
      return {
        ...price,
        per: Per.safeParse(field('per', per)).data ?? per,
        ...(nextBilling.success && { billing: nextBilling.data }),
        ...(nextUnit.success && { unit: nextUnit.data }),
      };
    }),
  }));
  return { ...draft, plans };
}
