/** What the words around an amount say of it: for how long, how it is billed, for one of what, and what kind of amount it is. */
import type { Billing, Per } from '../../../data/reading.ts';
import type { Span } from '../page/document.ts';
import type { Matcher, Meaning, Phrase } from '../vocabulary/phrases.ts';

/**
 * `price` is what somebody pays for what is sold; all others are amounts beside it: a former price, a saving, the first
 * or the later price of an offer, an upper bound, an extra, a fee, a credit, a figure of somebody's business.
 */
export type AmountKind =
  | 'price'
  | 'was'
  | 'saving'
  | 'intro'
  | 'then'
  | 'bound'
  | 'extra'
  | 'fee'
  | 'credit'
  | 'figure';

export interface Terms {
  kind: AmountKind;
  per?: Per;
  billing?: Billing;
  /** For one of what, or of what is metered where `per` is "usage". */
  unit?: string;
  /** Paid by the quarter, or for several years: no term of ours. */
  isOtherTerm?: true;
  isFloor?: true;
  /** Where the words after it end that were read. */
  reach: number;
}

const PERIODS = { month: 'month', year: 'year', week: 'week', day: 'day' } as const;
const LETTER = /\p{L}/u;
const COUNT = /^[\s(]*([\d.,]+ ?(?:[kKmM]|million|thousand|billion)?)[\s)]*$/;

const means = ({ meanings }: Phrase, ...any: Meaning[]) => any.some((meaning) => meanings.has(meaning));
const isBlank = (text: string) => !/[\p{L}\p{N}]/u.test(text);

export interface Around {
  text: string;
  amount: Span;
  /** Where the words before begin, and those after end. */
  before: number;
  after: number;
  match: Matcher;
  /** Where elements meet without a space between. */
  seams: readonly number[];
}

export function termsAround({ text, amount, before, after, match, seams }: Around): Terms {
  const from =
    (start: number): Matcher =>
    (words) =>
      match(
        words,
        seams.flatMap((seam) => (seam > start && seam < start + words.length ? [seam - start] : [])),
      );
  const terms: Terms = { kind: 'price', reach: amount.end };
  readAfter(terms, text.slice(amount.end, after), { offset: amount.end, match: from(amount.end) });
  readBefore(terms, text.slice(before, amount.start), from(before));
  if (/[≈~∼]\s?$/u.test(text.slice(before, amount.start))) setKind(terms, 'figure');
  return terms;
}

/** The terms that words alone say, as a table's heads do: "Price per user / month", "Annual". */
export function termsOfWords(words: string, match: Matcher): Terms {
  const terms: Terms = { kind: 'price', reach: 0 };
  readBefore(terms, words, match, true);
  const metered = match(words).find(({ meanings }) => [...meanings].some((meaning) => meaning.startsWith('usage:')));
  if (metered !== undefined && terms.per === undefined) setUsage(terms, termIn(metered, 'usage:') ?? '');
  return terms;
}

interface Cursor {
  at: number;
  /** Nothing but phrases stood between the amount and here. */
  isNear: boolean;
  isPer: boolean;
}

function readAfter(terms: Terms, tail: string, { offset, match }: { offset: number; match: Matcher }): void {
  const cursor: Cursor = { at: 0, isNear: true, isPer: false };
  for (const phrase of match(tail)) {
    const gap = tail.slice(cursor.at, phrase.start);
    const count = cursor.isPer ? COUNT.exec(gap)?.[1] : undefined;
    if (!isBlank(gap) && count === undefined) cursor.isNear = false;
    if (!cursor.isNear && /[.!?]\s+\p{Lu}|\n[^\n]*\n/u.test(gap)) return;
    if (means(phrase, 'then')) return;
    if (!takeAfter(terms, phrase, { cursor, count, gap })) return;
    cursor.at = phrase.end;
    if (cursor.isNear) terms.reach = offset + phrase.end;
  }
}

/** Takes one phrase behind the amount; false where what follows is of something else. */
function takeAfter(
  terms: Terms,
  phrase: Phrase,
  { cursor, count, gap }: { cursor: Cursor; count: string | undefined; gap: string },
): boolean {
  if (takeBilling(terms, phrase)) return true;
  if (!cursor.isNear) {
    if (means(phrase, 'first') && terms.kind === 'price' && !gap.includes('\n')) terms.kind = 'intro';
    return !means(phrase, 'featureStart', 'action', 'from', 'per');
  }
  if (cursor.isPer) {
    cursor.isPer = false;
    // A noun that is no unit we know is still one.
    if (!takePer(terms, phrase, count)) cursor.isNear = false;
    return true;
  }
  const isNewLine = gap.includes('\n');
  if (means(phrase, 'tax')) return true;
  if (means(phrase, 'andUp') && !isNewLine) {
    terms.isFloor = true;
    takeTerm(terms, phrase);
    return true;
  }
  if (means(phrase, 'save')) return !isNewLine && terms.per === undefined && setKind(terms, 'saving');
  if (means(phrase, 'more') && !isNewLine) return setKind(terms, 'extra');
  if (means(phrase, 'credit') && terms.per === undefined && !isNewLine) return setKind(terms, 'credit');
  if (means(phrase, 'limit', 'was') && terms.per === undefined && !isNewLine) return setKind(terms, 'figure');
  if (means(phrase, 'setup') && terms.per === undefined && !isNewLine) return setKind(terms, 'fee');
  if (means(phrase, 'first') || (means(phrase, 'trial') && terms.per === undefined)) return setKind(terms, 'intro');
  if (means(phrase, 'equivalent')) return true;
  if (means(phrase, 'per')) cursor.isPer = true;
  else return (!isNewLine || !isUnitAlone(phrase)) && takeTerm(terms, phrase);
  return true;
}

/** A noun of a unit and no period. */
const isUnitAlone = (phrase: Phrase) => termIn(phrase, 'unit:') !== undefined && !means(phrase, 'month', 'year');

function setKind(terms: Terms, kind: AmountKind): boolean {
  if (terms.kind === 'price') terms.kind = kind;
  return true;
}

function takeBilling(terms: Terms, phrase: Phrase): boolean {
  if (means(phrase, 'billedOtherwise')) terms.isOtherTerm = true;
  else if (means(phrase, 'billedYearly')) terms.billing ??= 'annual';
  else if (means(phrase, 'billedMonthly')) terms.billing ??= 'monthly';
  else return false;
  return true;
}

/** What stands behind "per". */
function takePer(terms: Terms, phrase: Phrase, count: string | undefined): boolean {
  const usage = termIn(phrase, 'usage:');
  const unit = termIn(phrase, 'unit:');
  for (const [period, per] of Object.entries(PERIODS))
    if (count === undefined && means(phrase, period as keyof typeof PERIODS)) {
      if (terms.per === undefined) terms.per = per;
      else if (terms.per === 'month' && per === 'year') terms.billing ??= 'annual';
      return true;
    }
  if (means(phrase, 'quarter')) terms.isOtherTerm = true;
  else if (means(phrase, 'hour')) setUsage(terms, 'hour');
  else if (means(phrase, 'more')) setKind(terms, 'extra');
  else if (count !== undefined) setUsage(terms, `${count} ${usage ?? unit ?? ''}`);
  else if (unit !== undefined) terms.unit ??= unit;
  else if (usage !== undefined && terms.per === undefined) setUsage(terms, usage);
  else return false;
  return true;
}

function setUsage(terms: Terms, unit: string): void {
  terms.per ??= 'usage';
  const words = unit.toLowerCase().trim();
  if (words !== '') terms.unit ??= words;
}

/** "monthly", "annually", "month", "once" without a "per"; false where the phrase is no term. */
function takeTerm(terms: Terms, phrase: Phrase): boolean {
  const unit = termIn(phrase, 'unit:');
  if (means(phrase, 'yearly', 'year')) {
    if (terms.per === undefined) terms.per = 'year';
    else if (terms.per === 'month') terms.billing ??= 'annual';
  } else if (means(phrase, 'monthly', 'month')) {
    if (terms.per === undefined) terms.per = 'month';
    else if (terms.per === 'month') terms.billing ??= 'monthly';
  } else if (means(phrase, 'once')) terms.per ??= 'once';
  else if (means(phrase, 'quarter')) terms.isOtherTerm = true;
  else if (means(phrase, 'week')) terms.per ??= 'week';
  else if (means(phrase, 'day')) terms.per ??= 'day';
  else if (means(phrase, 'hour')) setUsage(terms, 'hour');
  else if (unit !== undefined)
    terms.unit = terms.unit === undefined || terms.unit === unit ? unit : `${terms.unit} ${unit}`;
  else return false;
  return true;
}

/** Phrases before the amount, nearest first, as far as nothing but phrases stands between. */
function readBefore(terms: Terms, head: string, match: Matcher, isLabel = false): void {
  const phrases = match(head);
  let end = head.length;
  for (let index = phrases.length - 1; index >= 0; index -= 1) {
    const phrase = phrases[index] as Phrase;
    const before = phrases[index - 1];
    const gap = head.slice(phrase.end, end);
    if (!isBlank(gap) && !isLabel) break;
    end = phrase.start;
    if (isLabel && before !== undefined && means(before, 'per') && isBlank(head.slice(before.end, phrase.start)))
      takePer(terms, phrase, undefined);
    else takeBefore(terms, phrase, isLabel);
  }
}

function takeBefore(terms: Terms, phrase: Phrase, isLabel: boolean): void {
  if (takeBilling(terms, phrase)) return;
  if (means(phrase, 'from')) terms.isFloor = true;
  else if (means(phrase, 'was')) setKind(terms, 'was');
  else if (means(phrase, 'save')) setKind(terms, 'saving');
  else if (means(phrase, 'upTo')) setKind(terms, 'bound');
  else if (means(phrase, 'setup')) setKind(terms, 'fee');
  else if (means(phrase, 'then')) setKind(terms, 'then');
  else if (means(phrase, 'first', 'trial')) setKind(terms, 'intro');
  else if (means(phrase, 'credit')) setKind(terms, 'credit');
  else if (means(phrase, 'limit')) setKind(terms, 'figure');
  else if (means(phrase, 'more')) setKind(terms, 'extra');
  else if (means(phrase, 'equivalent')) return;
  else if (means(phrase, 'yearly', 'year') && terms.per === 'month') terms.billing ??= 'annual';
  else if (means(phrase, 'monthly') && terms.per === 'month') terms.billing ??= 'monthly';
  else if (terms.per === undefined) takeTerm(terms, phrase);
  else if (isLabel && terms.unit === undefined) {
    const unit = termIn(phrase, 'unit:');
    if (unit !== undefined) terms.unit = unit;
  }
}

function termIn({ meanings }: Phrase, kind: 'unit:' | 'usage:'): string | undefined {
  for (const meaning of meanings) if (meaning.startsWith(kind)) return meaning.slice(kind.length).trim();
  return undefined;
}

/** How many letters of a text stand outside the phrases. */
export function lettersBeside(text: string, phrases: readonly Span[]): number {
  let letters = 0;
  let at = 0;
  for (const { start, end } of [...phrases, { start: text.length, end: text.length }]) {
    for (; at < start; at += 1) if (LETTER.test(text[at] ?? '')) letters += 1;
    at = Math.max(at, end);
  }
  return letters;
}
