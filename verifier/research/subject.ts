/** A product as the rules see it: its record, with what several rules need computed once. Pure. */
import { defined } from '../../data/defined.ts';
import { compareAmounts } from '../../data/money.ts';
import { type AnnualSaving, annualSaving } from '../../data/prices/annual-saving.ts';
import { type MonthlyPrice, monthlyPrice } from '../../data/prices/starting-price.ts';
import type { ImportedFact } from '../../data/product.ts';
import type { EvidenceId, Fact, Price, PricingRecord, Tier } from '../../data/record.ts';
import type { Grounds, Sentence } from '../../data/research.ts';
import type { RuleId } from '../../data/research-rules.ts';
import { termsOf } from '../record/statement.ts';

export type Priced = { tier: Tier; monthly: MonthlyPrice };

/** A price that does not last, with the list price of the same terms that follows it. */
export interface Temporary {
  tier: Tier;
  price: Price;
  list: Price;
  word: 'introductory' | 'promotional';
}

export interface Subject {
  record: PricingRecord;
  imported: readonly ImportedFact[];
  /** Paid tiers with a monthly price, the cheapest first, then in the page's order. */
  priced: readonly Priced[];
  quoted: readonly Tier[];
  savings: readonly { tier: Tier; saving: AnnualSaving }[];
  temporary: readonly Temporary[];
  /** A page of the vendor's supports the record. */
  isConfirmed: boolean;
}

export function subjectOf(record: PricingRecord, imported: readonly ImportedFact[] = []): Subject {
  const { tiers, currency } = record;
  const each = <Found>(find: (tier: Tier, currency: string) => Found | undefined) =>
    tiers.flatMap((tier) => {
      const found = currency === undefined ? undefined : find(tier, currency);
      return found === undefined ? [] : [{ tier, found }];
    });
  return {
    record,
    imported,
    priced: each(monthlyPrice)
      .map(({ tier, found }) => ({ tier, monthly: found }))
      .sort((a, b) => compareAmounts(a.monthly.amount, b.monthly.amount)),
    quoted: tiers.filter(({ isCustom, prices }) => isCustom && prices.length === 0),
    savings: each(annualSaving).map(({ tier, found }) => ({ tier, saving: found })),
    temporary: tiers.flatMap(temporaryPrices),
    isConfirmed: record.verification.confirmedAt !== undefined,
  };
}

function temporaryPrices(tier: Tier): Temporary[] {
  return tier.prices.flatMap((price) => {
    if (price.kind !== 'intro' && price.kind !== 'promo') return [];
    const list = tier.prices.find((each) => each.kind === 'list' && termsOf(each) === termsOf(price));
    const word = price.kind === 'intro' ? 'introductory' : 'promotional';
    return list === undefined ? [] : [{ tier, price, list, word }];
  });
}

type FactOf<Kind> = Extract<Fact, { kind: Kind }>;

export function factsOf<Kind extends Fact['kind']>({ record }: Pick<Subject, 'record'>, kind: Kind): FactOf<Kind>[] {
  return (record.facts ?? []).filter((fact): fact is FactOf<Kind> => fact.kind === kind);
}

export function tierOf({ record }: Pick<Subject, 'record'>, id: string | undefined): Tier | undefined {
  return record.tiers.find((tier) => tier.id === id);
}

/** Whether the prices are comparable: one unit and one billing, which is known. */
export function areAlike(priced: readonly Priced[]): boolean {
  if (priced.length > 1 && priced.some(({ monthly }) => monthly.billing === undefined)) return false;
  return new Set(priced.map(({ monthly: { billing, price } }) => `${billing} ${price.unit ?? ''}`)).size <= 1;
}

interface From {
  evidence?: readonly (EvidenceId | undefined)[];
  /** Ids of tiers. */
  tiers?: readonly string[];
  /** Other fields of the record. */
  basis?: readonly string[];
}

/** Tiers, with the evidence of their prices or of what they are. */
export function fromTiers(...priced: readonly { tier: Tier; monthly?: MonthlyPrice | undefined }[]): From {
  return {
    evidence: priced.map(({ tier, monthly }) => monthly?.price.evidence ?? tier.evidence),
    tiers: priced.map(({ tier }) => tier.id),
  };
}

export function fromPrices(tier: Tier, ...prices: readonly Price[]): From {
  return { evidence: prices.map(({ evidence }) => evidence), tiers: [tier.id] };
}

export function derived(rule: RuleId, { evidence = [], tiers = [], basis = [] }: From): Grounds {
  const fields = [...tiers.map((id) => `tiers.${id}`), ...basis];
  const cited = evidence.filter((id) => id !== undefined);
  const listed = <Id>(ids: Id[]) => (ids.length > 0 ? [...new Set(ids)].slice(0, 40) : undefined);
  return { origin: 'derived', rule, ...defined({ evidence: listed(cited), basis: listed(fields) }) };
}

export function sentence(rule: RuleId, text: string, from: From): Sentence {
  return { text, ...derived(rule, from) };
}

/** In order, without those that do not hold. */
export function held<T>(...found: readonly (T | undefined)[]): T[] {
  return found.filter((each) => each !== undefined);
}
