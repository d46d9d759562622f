/** The figures of re-reading the pages of a product. A page is `other` where an amount moved, or it gains and loses. */
import { defined } from '../../data/defined.ts';
import { sameAmount } from '../../data/money.ts';
import { type PageReading, RATE_FIELDS, type ReadTier } from '../../data/reading.ts';
import { tierKey } from '../read/offers/merge.ts';
import { termsOf } from '../read/recipe/trial.ts';

const FIGURES = [
  'pages',
  'same',
  'better',
  'worse',
  'other',
  /** Missing in the archive, or damaged there. */
  'unread',
  /** Times that the next page of a source, of other bytes, states other prices. */
  'vendorChanges',
  'vendorChangesAsRead',
  /** With `--apply`: corrections, agreeing with the record, waiting for review, refused with the reason in the ledger. */
  'taken',
  'agreeing',
  'waiting',
  'refused',
] as const;
export type Figures = Record<(typeof FIGURES)[number], number>;

export type Applied = 'taken' | 'agreeing' | 'waiting' | 'refused';

export interface PageDifference extends Difference {
  source: string;
  observedAt: string;
}

export interface Tally {
  slug: string;
  figures: Figures;
  /** The first of them; `figures` counts all. */
  differences: PageDifference[];
}

const MOST_DIFFERENCES = 50;

const figuresOf = (count: (name: keyof Figures) => number) =>
  Object.fromEntries(FIGURES.map((name) => [name, count(name)])) as Figures;

export function emptyFigures(): Figures {
  return figuresOf(() => 0);
}

export function added(sum: Figures, figures: Figures): Figures {
  return figuresOf((name) => sum[name] + figures[name]);
}

export interface ReadTwice {
  source: string;
  observedAt: string;
  sha256: string;
  before: PageReading;
  after: PageReading;
}

/** Counts a product's pages; those of a source must come in order of time. */
export function tally(slug: string) {
  const figures = emptyFigures();
  const differences: PageDifference[] = [];
  let last: ReadTwice | undefined;
  return {
    result: { slug, figures, differences } satisfies Tally,
    unread(): void {
      figures.pages += 1;
      figures.unread += 1;
    },
    /** Returns the differences on this page. */
    page(read: ReadTwice): Difference[] {
      figures.pages += 1;
      const found = compare(read.before, read.after);
      figures[kindOf(found)] += 1;
      const { source, observedAt } = read;
      for (const each of found)
        if (differences.length < MOST_DIFFERENCES) differences.push({ source, observedAt, ...each });
      if (last?.source === source && last.sha256 !== read.sha256) {
        if (compare(last.after, read.after).length > 0) figures.vendorChanges += 1;
        if (compare(last.before, read.before).length > 0) figures.vendorChangesAsRead += 1;
      }
      last = read;
      return found;
    },
    applied(as: Applied): void {
      figures[as] += 1;
    },
  };
}

function kindOf(differences: Difference[]): 'same' | 'better' | 'worse' | 'other' {
  if (differences.length === 0) return 'same';
  const kinds = new Set(differences.map(({ kind }) => kind));
  if (kinds.size > 1 || kinds.has('moved')) return 'other';
  return kinds.has('gained') ? 'better' : 'worse';
}

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
