/** Compares two readings fact by fact: facts that only one has, and amounts that differ. Pure. */
import { defined } from '../../data/defined.ts';
import { sameAmount } from '../../data/money.ts';
import { type PageReading, RATE_FIELDS, type ReadPrice, type ReadTier } from '../../data/reading.ts';
import { tierKey } from '../read/compose.ts';

export interface Difference {
  kind: 'gained' | 'lost' | 'moved';
  subject: string;
  /** Payment terms: "per month, annual, per user"; empty for a claim. */
  terms: string;
  before?: string;
  after?: string;
  /** The quote that proves it; of a moved amount, the new one's. */
  quote?: string;
}

interface Fact {
  subject: string;
  terms: string;
  amount: string;
  currency: string;
  quote: string | undefined;
}

/** In the order of the later reading; what was lost comes last. */
export function compare(before: PageReading, after: PageReading): Difference[] {
  const was = factsOf(before);
  const is = factsOf(after);
  const differences: Difference[] = [];
  for (const [key, fact] of is) {
    const old = was.get(key);
    if (old === undefined) differences.push({ ...told('gained', fact), after: worth(fact) });
    else if (!isSame(old, fact)) differences.push({ ...told('moved', fact), before: worth(old), after: worth(fact) });
  }
  for (const [key, fact] of was) if (!is.has(key)) differences.push({ ...told('lost', fact), before: worth(fact) });
  return differences;
}

function told(kind: Difference['kind'], { subject, terms, quote }: Fact): Difference {
  return { kind, subject, terms, ...defined({ quote }) };
}

function worth({ amount, currency }: Fact): string {
  return currency === '' ? amount : `${amount} ${currency}`;
}

function isSame(a: Fact, b: Fact): boolean {
  return a.currency === '' || b.currency === '' ? a.amount === b.amount : sameAmount(a.amount, b.amount);
}

/** Facts by key; none of a page that is not a pricing page. */
function factsOf({ verdict, tiers, models }: PageReading): Map<string, Fact> {
  const facts = new Map<string, Fact>();
  if (verdict !== 'pricing') return facts;
  const add = (key: string, fact: Fact) => {
    let unique = key;
    for (let n = 2; facts.has(unique); n += 1) unique = `${key}|${n}`;
    facts.set(unique, fact);
  };
  for (const tier of tiers) {
    const { name: subject } = tier;
    const key = tierKey(subject);
    const claim = claimOf(tier);
    if (claim !== undefined)
      add(`claim|${key}`, { subject, terms: '', amount: claim, currency: '', quote: tier.evidence?.quote });
    for (const price of tier.prices) {
      const { amount, currency, evidence } = price;
      const terms = termsOf(price);
      add(`price|${key}|${currency}|${terms}`, { subject, terms, amount, currency, quote: evidence.quote });
    }
  }
  for (const { model, band, currency, evidence, ...rates } of models)
    for (const [field, side] of RATE_FIELDS) {
      const amount = rates[field];
      if (amount === undefined) continue;
      const terms = [side, band].filter(Boolean).join(', ');
      const fact = { subject: model, terms, amount, currency, quote: evidence[side]?.quote };
      add(`rate|${model.toLowerCase()}|${currency}|${terms}`, fact);
    }
  return facts;
}

function claimOf({ isFree, isCustom }: ReadTier): string | undefined {
  if (isFree) return 'free';
  return isCustom ? 'contact us' : undefined;
}

function termsOf({ per, billing, unit, kind }: ReadPrice): string {
  const by = unit === undefined ? undefined : `per ${unit}`;
  return [`per ${per}`, billing, by, kind === 'list' ? undefined : kind].filter(Boolean).join(', ');
}
