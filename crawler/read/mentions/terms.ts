/** What the words around an amount say of it: for how long, how it is billed, for one of what, and what kind of amount it is. */
import type { Billing, Per } from '../../../data/reading.ts';
import type { Span } from '../page/document.ts';
import { anyMeans, lettersBeside, type Matcher, means, type Phrase, termIn } from '../vocabulary/phrases.ts';
import { PERIODS, periodAfterSign } from './after-sign.ts';
import { isFigure } from './figure.ts';
import { meteredBefore } from './metered.ts';
import { isOfferBelow, isTagline } from './offer-below.ts';

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
  /** A line below says so: it may be of another amount. */
  isBilledBelow?: true;
  /** For one of what, or of what is metered where `per` is "usage". */
  unit?: string;
  /** "$2 per 100 GB per month" */
  isEveryMonth?: true;
  /** Paid by the quarter, or for several years: no term of ours. */
  isOtherTerm?: true;
  isFloor?: true;
  /** What is charged at once: "billed as $120 / year". */
  isBilled?: true;
  /** What a year's total comes to by the month. */
  isEquivalent?: true;
  /** Where the words after it end that were read. */
  reach: number;
}

/** What joins two amounts, or two words, that stand for one thing. */
export const JOINT = /^\s{0,3}(?:[/|·•,–-]|or|oder|ou|o|и|или)?\s{0,3}$/iu;
const COUNT = /^[\s(]*(\d[\d.,]*(?: \d{3}){0,3} ?(?:[kKmM]|million|thousand|billion)?)[\s)]*$/;

/** Between two marks of a period or a unit, what no vocabulary knows is what one price buys: "/ apiary / month". */
const NOUN = /^ ?(\p{L}[\p{L} -]{1,20}\p{L}) ?$/u;

/** "$0.00325 per MAU": for one of a thing that no vocabulary knows. */
const THING = /^ ?(\p{L}[\p{L}-]{1,20})/u;

/** A code of a currency among the terms says nothing of them. */
const isBlank = (text: string) => !/[\p{L}\p{N}]/u.test(text.replace(/\([A-Z]{3}\)/, ''));

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
  const [head, tail] = [text.slice(before, amount.start), text.slice(amount.end, after)];
  const period = periodAfterSign(text.slice(amount.start, amount.end), tail, match);
  if (period === undefined) readAfter(terms, tail, { offset: amount.end, match: from(amount.end) });
  else Object.assign(terms, { per: period.per, reach: amount.end + period.length });
  readBefore(terms, head, { match: from(before) });
  const metered = meteredBefore(head, from(before));
  // What a line below says is of more than this amount.
  if (metered !== undefined && (terms.per === undefined || text.slice(amount.end, terms.reach).includes('\n'))) {
    for (const field of ['per', 'unit', 'billing', 'isBilled', 'isBilledBelow'] as const) delete terms[field];
    setUsage(terms, metered);
  }
  if (isFigure(head, tail, match)) setKind(terms, 'figure');
  if (/(?:^|\s)\+\s?$/u.test(head)) setKind(terms, 'extra');
  // "$120 / year ($10 / month)", "(only $10 / month)"
  if (/[(（][^()（）\p{N}]{0,20}$/u.test(head)) terms.isEquivalent = true;
  return terms;
}

/** The terms that words alone say, as a table's heads do: "Price per user / month", "Annual". */
export function termsOfWords(words: string, match: Matcher): Terms {
  const terms: Terms = { kind: 'price', reach: 0 };
  readBefore(terms, words, { match, isLabel: true });
  const phrases = match(words);
  // "Price / month, paid yearly"
  if (terms.per === 'year' && anyMeans(phrases, 'month', 'monthly')) {
    terms.per = 'month';
    terms.billing = 'annual';
  }
  const metered = phrases.find(({ meanings }) => [...meanings].some((meaning) => meaning.startsWith('usage:')));
  if (metered !== undefined && terms.per === undefined) setUsage(terms, termIn(metered, 'usage:') ?? '');
  return terms;
}

interface Cursor {
  at: number;
  /** Nothing but phrases stood between the amount and here. */
  isNear: boolean;
  isPer: boolean;
  /** The last "per" starts a line. */
  isBelow: boolean;
  /** The amount's own line has ended. */
  isOver: boolean;
}

/** A phrase behind an amount. */
interface Behind {
  cursor: Cursor;
  count: string | undefined;
  /** What stands between it and the phrase before. */
  gap: string;
  words: string;
  rest: string;
  match: Matcher;
}

function readAfter(terms: Terms, tail: string, { offset, match }: { offset: number; match: Matcher }): void {
  const cursor: Cursor = { at: 0, isNear: true, isPer: false, isBelow: false, isOver: false };
  for (const phrase of match(tail)) {
    const gap = tail.slice(cursor.at, phrase.start);
    cursor.isOver ||= gap.includes('\n');
    const count = cursor.isPer ? COUNT.exec(gap)?.[1] : undefined;
    const isSign = cursor.at === 0 && tail[phrase.start] === '/';
    const isNext = means(phrase, 'per') || (cursor.isPer && means(phrase, 'monthly', 'yearly'));
    const noun = (cursor.isPer || isSign) && isNext ? NOUN.exec(gap)?.[1] : undefined;
    if (noun !== undefined) terms.unit ??= noun.toLowerCase();
    else if (!isBlank(gap) && count === undefined) cursor.isNear = false;
    if (!cursor.isNear && /[.!?]\s+\p{Lu}|\n[^\n]*\n/u.test(gap)) return;
    if (means(phrase, 'then')) return;
    const [words, rest] = [tail.slice(phrase.start, phrase.end), tail.slice(phrase.end)];
    if (means(phrase, 'billedYearly', 'yearly') && isOfferBelow(tail, phrase, match)) return;
    if (terms.per !== undefined && gap.includes('\n') && isTagline(tail, phrase)) return;
    const { billing } = terms;
    if (!takeAfter(terms, phrase, { cursor, count, gap, words, rest, match })) return;
    if (terms.billing !== billing && gap.includes('\n')) terms.isBilledBelow = true;
    cursor.at = phrase.end;
    if (cursor.isNear && !cursor.isPer) terms.reach = offset + phrase.end;
  }
  const thing = cursor.isPer && cursor.isNear ? THING.exec(tail.slice(cursor.at))?.[1] : undefined;
  if (thing !== undefined && terms.per === undefined) setUsage(terms, thing);
}

/** Takes one phrase behind the amount; false where what follows is of something else. */
function takeAfter(terms: Terms, phrase: Phrase, behind: Behind): boolean {
  const { cursor, count, gap, words } = behind;
  if (takeBilling(terms, phrase, gap)) return true;
  if (!cursor.isNear) {
    if (means(phrase, 'first') && terms.kind === 'price' && !gap.includes('\n')) terms.kind = 'intro';
    return !means(phrase, 'featureStart', 'action', 'from', 'per', 'save');
  }
  if (means(phrase, 'tax')) {
    cursor.isPer = false;
    return true;
  }
  if (means(phrase, 'first')) return takeFirst(terms, behind);
  if (terms.per === 'usage' && means(phrase, 'month', 'monthly')) terms.isEveryMonth = true;
  // French "an" is a year, and English "an" is a "per".
  if (cursor.isPer && (!means(phrase, 'per') || means(phrase, 'month', 'year'))) {
    cursor.isPer = false;
    // "$20 / month" and below it "For every additional seat".
    if (cursor.isBelow && terms.per !== undefined && means(phrase, 'more')) return false;
    // A noun that is no unit we know is still one.
    if (!takePer(terms, phrase, count)) {
      if (means(phrase, 'tier')) terms.unit ??= words.toLowerCase();
      else cursor.isNear = false;
    }
    return true;
  }
  const isNewLine = gap.includes('\n');
  if (means(phrase, 'andUp') && !isNewLine) {
    terms.isFloor = true;
    takeTerm(terms, phrase);
    return true;
  }
  if (means(phrase, 'off') && !isNewLine) return setKind(terms, 'saving');
  if (means(phrase, 'save')) return !isNewLine && terms.per === undefined && setKind(terms, 'saving');
  if (means(phrase, 'more') && !cursor.isOver) return setKind(terms, 'extra');
  // "$15 credit", "$15 monthly credit"; "$99 / month value", but "$19 / month, was $29"
  const isOwn = !isNewLine && (terms.per === undefined || gap.trim() === '');
  const isWorth = means(phrase, 'was') && (terms.per === undefined || !/^[^\n]{0,12}\d/.test(behind.rest));
  if (means(phrase, 'credit') && isOwn) return setKind(terms, 'credit');
  if ((means(phrase, 'limit') || isWorth) && isOwn) return setKind(terms, 'figure');
  if (means(phrase, 'setup') && terms.per === undefined && (!isNewLine || saysOnceBelow(behind)))
    return setKind(terms, 'fee');
  if (means(phrase, 'trial') && terms.per === undefined) return setKind(terms, 'intro');
  if (means(phrase, 'equivalent')) return true;
  if (!means(phrase, 'per')) return (!isNewLine || mayBeginLine(phrase, behind)) && takeTerm(terms, phrase);
  cursor.isPer = true;
  cursor.isBelow = isNewLine;
  return true;
}

/** "$500" and below it "setup, one-time", with no amount of its own. */
function saysOnceBelow({ gap, rest, match }: Behind): boolean {
  const line = /^[^\n]{0,60}(?=\n)/.exec(rest)?.[0];
  return gap.trim() === '' && line !== undefined && anyMeans(match(line), 'once');
}

/** "$29 / first year", "$60 for 6 months": what such an offer is for, besides that it ends. */
function takeFirst(terms: Terms, { words, match }: Pick<Behind, 'words' | 'match'>): boolean {
  const count = words.search(/\p{N}{1,4}\P{N}{0,3}\p{L}/u);
  const said = count < 0 ? words.split(/\s/).flatMap((word) => match(word)) : match(words.slice(count));
  const period = PERIODS.find(([, concepts]) => anyMeans(said, ...concepts))?.[0];
  const isOne = count < 0 || period === 'year' || /^1\P{N}/u.test(words.slice(count));
  if (terms.per === undefined && !isOne) terms.isOtherTerm = true;
  else if (period !== undefined) terms.per ??= period;
  return setKind(terms, 'intro');
}

/** No unit alone but "user / month"; "30 days" or "1 month", which more words make something else, only at the line's end. */
function mayBeginLine(phrase: Phrase, { words, rest }: Behind): boolean {
  if (isUnitAlone(phrase)) return /^ ?\//.test(rest);
  const isLength = /\d/.test(words) || (means(phrase, 'month', 'year') && !means(phrase, 'monthly', 'yearly'));
  return !isLength || !/^[^\n]*[\p{L}\p{N}]/u.test(rest);
}

/** A noun of a unit and no period. */
const isUnitAlone = (phrase: Phrase) => termIn(phrase, 'unit:') !== undefined && !means(phrase, 'month', 'year');

function setKind(terms: Terms, kind: AmountKind): boolean {
  if (terms.kind === 'price') terms.kind = kind;
  return true;
}

/** @param gap what stands between it and the phrase before */
function takeBilling(terms: Terms, phrase: Phrase, gap: string): boolean {
  if (means(phrase, 'billedOtherwise')) terms.isOtherTerm = true;
  else if (means(phrase, 'billedYearly')) setBilling(terms, 'annual', gap);
  else if (means(phrase, 'billedMonthly')) {
    setBilling(terms, 'monthly', gap);
    if (means(phrase, 'monthly')) terms.per ??= 'month';
  } else return false;
  return true;
}

/** "Billed monthly Billed yearly", "monthly or annual billing": either. */
function setBilling(terms: Terms, billing: Billing, gap: string): void {
  if (terms.billing === undefined) terms.billing = billing;
  else if (terms.billing !== billing && JOINT.test(gap)) delete terms.billing;
}

/** What stands behind "per". */
function takePer(terms: Terms, phrase: Phrase, count: string | undefined): boolean {
  const usage = termIn(phrase, 'usage:');
  const unit = termIn(phrase, 'unit:');
  for (const [per, concepts] of PERIODS)
    if (means(phrase, ...concepts)) {
      // "/ 6 months"; and "/ month / year", of which a template shows both.
      if (count !== undefined || (terms.per !== undefined && terms.per !== per)) terms.isOtherTerm = true;
      terms.per ??= per;
      return true;
    }
  if (means(phrase, 'quarter')) terms.isOtherTerm = true;
  else if (means(phrase, 'once')) terms.per ??= 'once';
  else if (means(phrase, 'hour')) setUsage(terms, 'hour');
  else if (means(phrase, 'more')) setKind(terms, 'extra');
  else if (count !== undefined) setUsage(terms, `${count} ${usage ?? unit ?? ''}`);
  else if (unit !== undefined) terms.unit ??= unit;
  else if (usage !== undefined) setUsage(terms, usage);
  else return false;
  return true;
}

function setUsage(terms: Terms, unit: string): void {
  terms.per ??= 'usage';
  const words = unit
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/(\d)[., ](?=\d{3}(?!\d))/g, '$1')
    .trim();
  if (words !== '') terms.unit ??= words;
}

/** "monthly", "annually", "month", "once" without a "per"; false where the phrase is no term. */
function takeTerm(terms: Terms, phrase: Phrase): boolean {
  const unit = termIn(phrase, 'unit:');
  if (means(phrase, 'yearly', 'year')) {
    if (terms.per === undefined) terms.per = 'year';
    else if (!means(phrase, 'yearly')) return false;
    else if (terms.per === 'month') terms.billing ??= 'annual';
  } else if (means(phrase, 'monthly', 'month')) {
    if (terms.per === undefined) terms.per = 'month';
    else if (terms.per === 'month') terms.billing ??= 'monthly';
  } else if (means(phrase, 'once')) terms.per ??= 'once';
  else if (means(phrase, 'quarter')) {
    // "$10 / month for the first 3 months"
    if (terms.per === undefined) terms.isOtherTerm = true;
  } else if (means(phrase, 'week')) terms.per ??= 'week';
  else if (means(phrase, 'day')) terms.per ??= 'day';
  else if (means(phrase, 'hour')) setUsage(terms, 'hour');
  else if (unit !== undefined)
    terms.unit = terms.unit === undefined || terms.unit === unit ? unit : `${terms.unit} ${unit}`;
  else return false;
  return true;
}

/** Phrases before the amount, nearest first, as far as nothing but phrases stands between. */
function readBefore(
  terms: Terms,
  head: string,
  { match, isLabel = false }: { match: Matcher; isLabel?: boolean },
): void {
  const phrases = match(head);
  if (anyMeans(phrases, 'equivalent')) terms.isEquivalent = true;
  let end = head.length;
  for (let index = phrases.length - 1; index >= 0; index -= 1) {
    const phrase = phrases[index] as Phrase;
    const before = phrases[index - 1];
    const gap = head.slice(phrase.end, end);
    if (!isBlank(gap) && !isLabel) break;
    end = phrase.start;
    // "Plus – $29": a name.
    if (means(phrase, 'more', 'upTo') && means(phrase, 'tier') && /\S/.test(gap)) break;
    if (/[.!?]\s/.test(gap) || (!isLabel && means(phrase, 'planWord'))) break;
    if (means(phrase, 'contact') && /^ ?[(（]$/.test(gap)) setKind(terms, 'bound');
    if (means(phrase, 'first')) takeFirst(terms, { words: head.slice(phrase.start, phrase.end), match });
    else if (isLabel && before !== undefined && means(before, 'per') && isBlank(head.slice(before.end, phrase.start)))
      takePer(terms, phrase, undefined);
    else takeBefore(terms, phrase, isLabel);
    if (means(phrase, 'then')) break;
  }
}

function takeBefore(terms: Terms, phrase: Phrase, isLabel: boolean): void {
  if (takeBilling(terms, phrase, '.')) return;
  if (means(phrase, 'from')) terms.isFloor = true;
  else if (means(phrase, 'billed')) terms.isBilled = true;
  else if (means(phrase, 'was')) setKind(terms, 'was');
  else if (means(phrase, 'save')) setKind(terms, 'saving');
  else if (means(phrase, 'upTo')) setKind(terms, 'bound');
  else if (means(phrase, 'setup')) setKind(terms, 'fee');
  else if (means(phrase, 'then')) setKind(terms, 'then');
  else if (means(phrase, 'trial')) setKind(terms, 'intro');
  else if (means(phrase, 'credit')) setKind(terms, 'credit');
  else if (means(phrase, 'limit')) setKind(terms, 'figure');
  else if (means(phrase, 'more')) setKind(terms, 'extra');
  else if (means(phrase, 'equivalent')) return;
  else if (means(phrase, 'yearly', 'year') && terms.per === 'month') terms.billing ??= 'annual';
  else if (means(phrase, 'monthly') && terms.per === 'month') {
    if (terms.isEquivalent !== true) terms.billing ??= 'monthly';
  } else if (terms.per === undefined && (isLabel || !isUnitAlone(phrase))) takeTerm(terms, phrase);
  else if (isLabel) setUnit(terms, termIn(phrase, 'unit:'));
}

function setUnit(terms: Terms, unit: string | undefined): void {
  if (unit !== undefined) terms.unit ??= unit;
}

/** "/ user / month": for how long and for what, and nothing else. */
export function areTerms(words: string, match: Matcher): boolean {
  const [first, ...more] = match(words);
  if (first === undefined || /[\p{L}\p{N}]/u.test(words.slice(0, first.start))) return false;
  // "per month" is one phrase, and not "Monthly".
  const [lead = first] = match(words.split(' ', 1).join());
  return means(lead, 'per') && lettersBeside(words, [first, ...more]) === 0;
}

/** The one billing that phrases name. */
export function billingSaid(phrases: readonly Phrase[]): Billing | undefined {
  const isMonthly = anyMeans(phrases, 'billedMonthly', 'monthly');
  const isYearly = anyMeans(phrases, 'billedYearly', 'yearly');
  if (isMonthly === isYearly) return undefined;
  return isMonthly ? 'monthly' : 'annual';
}
