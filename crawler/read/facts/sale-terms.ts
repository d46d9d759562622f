/** Terms of sale that a sentence states: trial, money back, tax, what paying by the year saves, programmes. */
import type { PageFact } from '../../../data/reading.ts';
import { onlyOf } from '../../../data/text/only.ts';
import type { FactConcept } from '../vocabulary/concepts.ts';
import { has, meansAny, placesOf, type Sentence, type Word } from './sentences.ts';
import type { FactOf } from './settle.ts';

type Terms<K extends PageFact['kind']> = Omit<FactOf<K>, 'kind' | 'evidence' | 'tier'>;
type Said = Pick<Sentence, 'words' | 'isQuestion'>;

/** How many words may stand between a length and what it leads to: "14-day Pro trial", "30 days for all your money back". */
const BEFORE_TRIAL = 1;
const BEFORE_REFUND = 5;
const MAX_DAYS = 730;
const MAX_DISCOUNT = 80;

/** "Students try it free for 6 months" is no trial for all. */
const PROGRAMMES = ['startup', 'education', 'nonprofit', 'open_source'] as const;

interface Length {
  days?: number;
  months?: number;
}

export function trialIn({ words, isQuestion }: Said): Length | undefined {
  const trials = placesOf(words, 'trial');
  const tries = has(words, 'try') ? placesOf(words, 'free', 'freeFor') : [];
  if (isQuestion || has(words, 'not', 'others', 'notTrial', 'open', ...PROGRAMMES) || words.some(isPaidOnce))
    return undefined;
  return trials.length + tries.length === 0 ? freeTimeIn(words) : lengthOf(words, [...trials, ...tries], BEFORE_TRIAL);
}

const FREE_TIME: readonly FactConcept[] = ['free', 'freeFor', 'days', 'weeks', 'opening', 'link', 'forAll', 'noCard'];

/** "14 days free", "Free for the first 30 days, no card needed": says nothing else, as "Returns are free for 30 days" does. */
function freeTimeIn(words: readonly Word[]): Length | undefined {
  const end = words.findIndex(({ text, means }) => text === ',' || means.has('then'));
  const clause = end < 0 ? words : words.slice(0, end);
  const isOfIt = (word: Word) => word.count !== undefined || !/\p{L}/u.test(word.text) || meansAny(word, FREE_TIME);
  return clause.every(isOfIt) ? lengthOf(clause, placesOf(clause, 'free', 'freeFor'), BEFORE_TRIAL) : undefined;
}

/** "Trial for $1": none that is free. */
function isPaidOnce({ amount }: Word): boolean {
  if (amount === undefined || Number(amount.money.amount) === 0) return false;
  const { kind, per } = amount.terms;
  return kind === 'intro' || (kind === 'price' && per === undefined);
}

export function moneyBackIn({ words, isQuestion }: Said): Length | undefined {
  const refunds = placesOf(words, 'refund');
  if (isQuestion || refunds.length === 0 || has(words, 'not', 'others', 'notRefund')) return undefined;
  return lengthOf(words, refunds, BEFORE_REFUND);
}

/** Undefined where the words say nothing of a card, or both. */
export function cardIn(words: readonly Word[]): 'required' | 'not_required' | undefined {
  const [isFree, isAsked] = [has(words, 'noCard'), has(words, 'card')];
  if (isFree === isAsked) return undefined;
  return isFree ? 'not_required' : 'required';
}

/** Words that may stand between a length and what it leads to. */
const OF_LENGTH: readonly FactConcept[] = ['link', 'free', 'opening'];

/** The only length that belongs to one of the places; undefined too where there are two, or where it is a bound. */
function lengthOf(words: readonly Word[], places: readonly number[], most: number): Length | undefined {
  const lengths = new Map<string, Length>();
  for (const [at, { means }] of words.entries()) {
    const [count, before] = [words[at - 1]?.count, words[at - 2]];
    if (count === undefined || !Number.isInteger(count) || count < 1) continue;
    const length = counted(count, means);
    // "Trial data is kept for 30 days": what stands behind a trial may tell of something else.
    const isOwn = (place: number) => {
      const [between, allowed] = place > at ? [words.slice(at + 1, place), most] : [words.slice(place + 1, at - 1), 0];
      return between.filter((word) => !meansAny(word, OF_LENGTH)).length <= allowed;
    };
    if (length === undefined || !places.some(isOwn)) continue;
    if (before?.means.has('upTo') === true) return undefined;
    lengths.set(JSON.stringify(length), length);
  }
  return onlyOf(lengths.values());
}

function counted(count: number, means: ReadonlySet<FactConcept>): Length | undefined {
  if (means.has('months')) return count <= 60 ? { months: count } : undefined;
  const days = means.has('weeks') ? count * 7 : count;
  return (means.has('weeks') || means.has('days')) && days <= MAX_DAYS ? { days } : undefined;
}

const TAXES = ['vat', 'gst', 'sales_tax', 'tax'] as const;

/** Undefined where the words say neither, or both. */
export function taxIn({ words, isQuestion }: Said): Terms<'tax'> | undefined {
  if (isQuestion || has(words, 'notTax', 'others', 'open')) return undefined;
  // "Profit before tax", "Receipts with VAT": where it names no price, it speaks of nothing else either.
  const isOfPrices =
    words.some(({ amount, means }) => amount !== undefined || means.has('prices')) ||
    words.every(({ text, means }) => means.size > 0 || !/\p{L}/u.test(text));
  const stated = words.flatMap((word, at): Terms<'tax'>[] => {
    // "verstehen sich netto", "TTC", "税抜"
    const whole = word.means.has('taxOff') ? 'exclude' : word.means.has('taxOn') && 'include';
    if (whole) return [{ prices: whole, tax: /\p{Script=Han}/u.test(word.text) ? 'tax' : 'vat' }];
    const tax = TAXES.find((each) => word.means.has(each));
    const prices = tax === undefined ? undefined : sideOf(words, at);
    return tax === undefined || prices === undefined ? [] : [{ prices, tax }];
  });
  const [first] = stated;
  if (!isOfPrices || first === undefined) return undefined;
  return stated.every(({ prices }) => prices === first.prices) ? first : undefined;
}

/** What stands right before the tax, or behind it, says whether prices are with or without. */
function sideOf(words: readonly Word[], at: number): 'include' | 'exclude' | undefined {
  let before = at - 1;
  const isAttribute = ({ means, count }: Word) => means.has('whoseTax') || count !== undefined || means.has('percent');
  while (before >= 0 && at - before < 5 && isAttribute(words[before] as Word)) before -= 1;
  const lead = words[before]?.means;
  if (lead?.has('excludes') === true) return 'exclude';
  if (lead?.has('includes') === true) return 'include';
  for (const { means } of words.slice(at + 1, at + 4)) {
    if (means.has('excluded')) return 'exclude';
    if (means.has('included')) return 'include';
    if (means.has('not')) return undefined;
  }
  return undefined;
}

export function annualDiscountIn({ words, isQuestion }: Said): Terms<'annual_discount'> | undefined {
  if (isQuestion || !has(words, 'annual') || has(words, 'notDiscount', 'not', 'others', 'maybe', ...PROGRAMMES))
    return undefined;
  const percents = percentsIn(words);
  const months = words.flatMap(({ means }, at) => {
    const count = words[at - 1]?.count;
    const isFree = [words[at + 1], words[at + 2], words[at - 2]].some((word) => word?.means.has('onUs'));
    return means.has('months') && count !== undefined && isFree ? [count] : [];
  });
  const only = onlyOf([...percents, ...months]);
  if (only === undefined) return undefined;
  if (months.length > 0) return Number.isInteger(only) && only < 7 ? { monthsFree: only } : undefined;
  return percentOf(words, { least: 1, most: MAX_DISCOUNT, signs: ['save'] });
}

function percentsIn(words: readonly Word[]): number[] {
  return words.flatMap(({ count }, at) => (count !== undefined && isPercent(words, at) ? [count] : []));
}

/** "20 %", and in Turkish "%20". */
const isPercent = (words: readonly Word[], at: number) =>
  [words[at + 1], words[at - 1]].some((word) => word?.means.has('percent'));

/** The only percentage of a sentence with one of the signs, and whether it is a bound. */
function percentOf(
  words: readonly Word[],
  { least, most, signs }: { least: number; most: number; signs: readonly FactConcept[] },
): { percent: number; isUpTo?: true } | undefined {
  const at = words.findIndex(({ count }, index) => count !== undefined && isPercent(words, index));
  const percent = words[at]?.count;
  if (percent === undefined || percent < least || percent > most || !has(words, ...signs)) return undefined;
  const isUpTo = has(words.slice(Math.max(0, at - 3), at), 'upTo');
  return { percent, ...(isUpTo && { isUpTo }) };
}

const BESIDE = 5;

/** One for each of those that the sentence names and gives something. */
export function programmesIn({ words, isQuestion }: Said): Terms<'programme'>[] {
  if (isQuestion || has(words, 'not', 'others', 'maybe', 'notProgramme', 'notWho')) return [];
  const given = givenIn(words);
  return given === undefined
    ? []
    : PROGRAMMES.filter((each) => has(words, each)).map((programme) => ({ programme, ...given }));
}

/** What is given to those that the sentence names: a percentage, the product, or a discount that it does not put in numbers. */
function givenIn(words: readonly Word[]): Omit<Terms<'programme'>, 'programme'> | undefined {
  const who = placesOf(words, ...PROGRAMMES);
  const isBeside = (at: number) => who.some((place) => Math.abs(place - at) <= BESIDE);
  const percents = percentsIn(words);
  // Who gets which of two is not told.
  if (who.length === 0) return undefined;
  if (percents.length === 1) return percentOf(words, { least: 1, most: 100, signs: ['gives', 'save'] });
  if (percents.length === 0 && placesOf(words, 'freeFor').some(isBeside))
    return isForTime(words) ? undefined : { isFree: true };
  return placesOf(words, 'gives').some(isBeside) ? {} : undefined;
}

/** "Free for students for 1 year" */
function isForTime(words: readonly Word[]): boolean {
  return placesOf(words, 'days', 'weeks', 'months', 'period').some((at) => words[at - 1]?.count !== undefined);
}
