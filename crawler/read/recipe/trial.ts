/** What a recipe reads from one archived page, and how that differs from the known facts. Pure. */
import { defined } from '../../../data/defined.ts';
import { sameAmount } from '../../../data/money.ts';
import type { ReadPrice, ReadTier } from '../../../data/reading.ts';
import { tierKey } from '../offers/merge.ts';

/** A tier as it was read, or as a record has it. */
export type KnownTier = Pick<ReadTier, 'name' | 'isFree' | 'isCustom'> & {
  prices: readonly Pick<ReadPrice, 'amount' | 'currency' | 'per' | 'billing' | 'unit' | 'kind'>[];
};

/** A fact that only one side has, or that they state differently. */
export interface TrialDifference {
  plan: string;
  /** "per month, annual, per user"; empty for a claim. */
  terms: string;
  known?: string;
  read?: string;
}

interface Fact {
  plan: string;
  terms: string;
  value: string;
  amount?: string;
}

/** In the order of what is known; what only the recipe reads comes last. */
export function trialDifferences(known: readonly KnownTier[], read: readonly KnownTier[]): TrialDifference[] {
  const [was, is] = [factsOf(known), factsOf(read)];
  return [...was.keys(), ...[...is.keys()].filter((key) => !was.has(key))].flatMap((key) => {
    const [a, b] = [was.get(key), is.get(key)];
    const fact = a ?? b;
    if (fact === undefined || (a !== undefined && b !== undefined && isSame(a, b))) return [];
    return [{ plan: fact.plan, terms: fact.terms, ...defined({ known: a?.value, read: b?.value }) }];
  });
}

/** Each fact of the tiers: "Team 12.00 USD per month, monthly". */
export function factWords(tiers: readonly KnownTier[]): string[] {
  return [...factsOf(tiers).values()].map(({ plan, terms, value }) => [plan, value, terms].filter(Boolean).join(' '));
}

function factsOf(tiers: readonly KnownTier[]): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  for (const { name: plan, isFree, isCustom, prices } of tiers) {
    const claim = isFree ? 'free' : 'contact sales';
    if ((isFree || isCustom) && prices.length === 0) facts.set(`${tierKey(plan)}|`, { plan, terms: '', value: claim });
    for (const price of prices) {
      const { amount, currency } = price;
      const terms = termsOf(price);
      facts.set(`${tierKey(plan)}|${currency}|${terms}`, { plan, terms, value: `${amount} ${currency}`, amount });
    }
  }
  return facts;
}

function isSame(a: Fact, b: Fact): boolean {
  return a.amount === undefined || b.amount === undefined ? a.value === b.value : sameAmount(a.amount, b.amount);
}

/** "per month, annual, per user, promo". */
export function termsOf({ per, billing, unit, kind }: KnownTier['prices'][number]): string {
  const by = unit === undefined ? undefined : `per ${unit}`;
  return [`per ${per}`, billing, by, kind === 'list' ? undefined : kind].filter(Boolean).join(', ');
}
