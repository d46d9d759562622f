/** A product as the rules look at it: its record, with what several of them ask for worked out once. Pure. */

import type { AuthoredResearch } from '../../data/authored-research.ts';
import { compareAmounts } from '../../data/money.ts';
import { type AnnualSaving, annualSaving } from '../../data/prices/annual-saving.ts';
import { type MonthlyPrice, monthlyPrice } from '../../data/prices/starting-price.ts';
import type { ImportedFact } from '../../data/product.ts';
import type { EvidenceId, Fact, PricingRecord, Tier } from '../../data/record.ts';
import type { Grounds, Sentence } from '../../data/research.ts';
import type { RuleId } from '../../data/research-rules.ts';

/** A tier with its price by the month. */
export interface Priced {
  tier: Tier;
  monthly: MonthlyPrice;
}

export interface Subject {
  record: PricingRecord;
  authored: AuthoredResearch | undefined;
  /** Of public datasets. */
  imported: readonly ImportedFact[];
  /** Paid tiers with a price by the month, the cheapest first, as the page has them where they cost the same. */
  priced: readonly Priced[];
  /** Tiers sold by quote. */
  quoted: readonly Tier[];
  savings: readonly { tier: Tier; saving: AnnualSaving }[];
  /** A page of the vendor's was read and supports the record. */
  isConfirmed: boolean;
}

export function subjectOf(
  record: PricingRecord,
  { authored, imported = [] }: { authored?: AuthoredResearch | undefined; imported?: readonly ImportedFact[] } = {},
): Subject {
  const { tiers, currency } = record;
  const priced = tiers
    .flatMap((tier): Priced[] => {
      const monthly = currency === undefined ? undefined : monthlyPrice(tier, currency);
      return monthly === undefined ? [] : [{ tier, monthly }];
    })
    .sort((a, b) => compareAmounts(a.monthly.amount, b.monthly.amount));
  const savings = tiers.flatMap((tier) => {
    const saving = currency === undefined ? undefined : annualSaving(tier, currency);
    return saving === undefined ? [] : [{ tier, saving }];
  });
  const quoted = tiers.filter(({ isCustom, prices }) => isCustom && prices.length === 0);
  const isConfirmed = record.verification.confirmedAt !== undefined;
  return { record, authored, imported, priced, quoted, savings, isConfirmed };
}

export function factsOf<Kind extends Fact['kind']>(
  { record }: Pick<Subject, 'record'>,
  kind: Kind,
): Extract<Fact, { kind: Kind }>[] {
  return (record.facts ?? []).filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind);
}

export function tierOf({ record }: Pick<Subject, 'record'>, id: string | undefined): Tier | undefined {
  return record.tiers.find((tier) => tier.id === id);
}

/** Whether their prices can be set against one another: one unit, and one billing. */
export function areAlike(priced: readonly Priced[]): boolean {
  return new Set(priced.map(({ monthly: { billing, price } }) => `${billing} ${price.unit ?? ''}`)).size <= 1;
}

/** The evidence of what a tier costs or is. */
export function proofOf({ tier, monthly }: { tier: Tier; monthly?: MonthlyPrice }): EvidenceId[] {
  return [monthly?.price.evidence ?? tier.evidence ?? []].flat();
}

interface From {
  evidence?: readonly EvidenceId[];
  /** Ids of the tiers that it follows from. */
  tiers?: readonly string[];
  /** Other fields of the record. */
  basis?: readonly string[];
}

/** What follows by a rule, from these. */
export function derived(rule: RuleId, { evidence = [], tiers = [], basis = [] }: From): Grounds {
  const fields = [...tiers.map((id) => `tiers.${id}`), ...basis];
  return {
    origin: 'derived',
    rule,
    ...(evidence.length > 0 && { evidence: [...new Set(evidence)].slice(0, 40) }),
    ...(fields.length > 0 && { basis: [...new Set(fields)].slice(0, 40) }),
  };
}

export function sentence(rule: RuleId, text: string, from: From): Sentence {
  return { text, ...derived(rule, from) };
}

/** In order, without those that do not hold. */
export function held<T>(...found: readonly (T | undefined)[]): T[] {
  return found.flatMap((each) => (each === undefined ? [] : [each]));
}
