/** Facts that a page states twice become one; where it states two that can't both hold, none is left. */
import type { PageFact } from '../../../data/reading.ts';
import { onlyOf } from '../../../data/text/only.ts';

export type FactOf<K extends PageFact['kind']> = Extract<PageFact, { kind: K }>;

const { stringify } = JSON;

/**
 * Trials, refunds and discounts: one for the page where it states one for no plan in particular, or for each of those that
 * are sold; else one a plan.
 */
export function agreed<Fact extends FactOf<'trial' | 'money_back' | 'annual_discount'>>(
  facts: readonly Fact[],
  sold: readonly string[],
): Fact[] {
  const only = onlyOf(distinct(facts, termsIn));
  const byTier = Map.groupBy(facts, ({ tier }) => tier);
  const isForAll = byTier.has(undefined) || sold.every((tier) => byTier.has(tier));
  if (only !== undefined && isForAll) {
    const { tier: _, ...rest } = richest(facts, only);
    return [rest as Fact];
  }
  return [...byTier].flatMap(([tier, stated]) => {
    const one = onlyOf(distinct(stated, termsIn));
    return tier === undefined || one === undefined ? [] : [richest(stated, one)];
  });
}

/** What the fact comes to, apart from where it stands and from what only some of its statements add. */
function termsIn(fact: PageFact): string {
  return stringify({ ...fact, evidence: undefined, tier: undefined, card: undefined, agrees: undefined });
}

/** The statement that says most: a trial's that also speaks of the card. */
function richest<Fact extends PageFact>(facts: readonly Fact[], first: Fact): Fact {
  const cardOf = (fact: Fact) => (fact.kind === 'trial' ? fact.card : undefined) ?? '';
  return onlyOf(distinct(facts, cardOf).filter((fact) => cardOf(fact) !== '')) ?? first;
}

export function agreedTaxes(taxes: readonly FactOf<'tax'>[]): PageFact[] {
  return new Set(taxes.map(({ prices }) => prices)).size === 1 ? distinct(taxes, ({ tax }) => tax) : [];
}

/** One a programme; its percentage only where all that state one state the same. */
export function agreedProgrammes(facts: readonly FactOf<'programme'>[]): PageFact[] {
  return [...Map.groupBy(facts, ({ programme }) => programme).values()].flatMap((stated) => {
    const given = stated.filter(({ percent, isFree }) => percent !== undefined || isFree === true);
    const only = onlyOf(distinct(given, ({ percent, isUpTo, isFree }) => stringify([percent, isUpTo, isFree])));
    const [first] = stated;
    if (only !== undefined) return [only];
    if (first === undefined) return [];
    const { percent, isUpTo, isFree, ...bare } = first;
    return [bare];
  });
}

/** What is charged or counted for one thing of one plan is one figure, or it is not told. */
export function settled<Fact extends PageFact>(facts: readonly Fact[]): Fact[] {
  return [...Map.groupBy(facts, slotOf).values()].flatMap((stated) => onlyOf(distinct(stated, figureOf)) ?? []);
}

/** What the fact says but for its figure and where it stands. */
function slotOf(fact: PageFact): string {
  return stringify({ ...fact, evidence: undefined, amount: undefined, count: undefined, isFloor: undefined });
}

function figureOf(fact: PageFact): string {
  if ('amount' in fact) return fact.amount;
  return 'count' in fact ? String(fact.count) : '';
}

function distinct<Fact>(facts: readonly Fact[], keyOf: (fact: Fact) => string): Fact[] {
  return [...Map.groupBy(facts, keyOf).values()].flatMap(([first]) => first ?? []);
}
