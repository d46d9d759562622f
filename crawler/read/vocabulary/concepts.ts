/** What the words on a pricing page can mean to a reader. Each language's file lists its words for these. */
import * as z from 'zod';
import en from './languages/en.json' with { type: 'json' };

export const CONCEPTS = [
  // Of an amount: for how long, how it is billed, for what.
  'per',
  'month',
  'year',
  'week',
  'day',
  'hour',
  'quarter',
  'once',
  'monthly',
  'yearly',
  'billedMonthly',
  'billedYearly',
  'billedOtherwise',
  'billed',
  'cancellable',
  'shown',
  // Of an amount: what kind of amount it is.
  'equivalent',
  'first',
  'or',
  'then',
  'from',
  'andUp',
  'upTo',
  'save',
  'off',
  'was',
  'more',
  'setup',
  'credit',
  'limit',
  'trial',
  'tax',
  // In place of an amount.
  'free',
  'notFree',
  'contact',
  // Of a short line: what it is when it is no plan's name, and what speaks for one.
  'action',
  'ribbon',
  'tier',
  'size',
  'planWord',
  'notName',
  'featureStart',
  'lead',
  // Of a heading: what stands below it.
  'sectionPlan',
  'sectionAddOn',
  'sectionQuestions',
  'sectionRival',
  'sectionExample',
  'sectionSupport',
  'sectionService',
  'sectionSaid',
  'sectionUsage',
  'sectionPast',
  // Of a table's head or first column.
  'labelPrice',
] as const;
export type Concept = (typeof CONCEPTS)[number];

/** What words can mean beside prices: a trial, a tax, a fee, a capability. English has words for each. */
export type FactConcept = keyof typeof en.facts;

/** What a title, a heading or a line says of the page it stands on: a challenge, a login, an article. */
export type PageConcept = keyof typeof en.pages;

/** What a heading, or the label of a row or a column, says of what stands below or beside it. */
export type HeadingConcept = keyof typeof en.headings;

function keysOf<T extends object>(phrases: T): (keyof T & string)[] {
  return Object.keys(phrases) as (keyof T & string)[];
}

const Phrases = z.array(z.string().min(1).max(600));

/**
 * One language. A phrase is words in small letters; `#` stands for a number, `word*` for every word that starts so,
 * `(a|b|)` for one of several or nothing. Hyphens, apostrophes and capitals make no difference. Among `headings`, `^` stands
 * for an edge of the heading.
 */
export const Vocabulary = z.strictObject({
  name: z.string(),
  concepts: z.partialRecord(z.enum(CONCEPTS), Phrases),
  /** What a price is for one of, under its English singular. */
  units: z.record(z.string(), Phrases),
  /** What is metered, under its English singular. */
  usage: z.record(z.string(), Phrases),
  pages: z.partialRecord(z.enum(keysOf(en.pages)), Phrases).optional(),
  facts: z.partialRecord(z.enum(keysOf(en.facts)), Phrases).optional(),
  headings: z.partialRecord(z.enum(keysOf(en.headings)), Phrases).optional(),
});
export type Vocabulary = z.infer<typeof Vocabulary>;
