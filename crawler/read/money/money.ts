/**
 * Amounts of money in a page's text: symbol before or after, code or word, any locale's separators, ranges, "10k".
 *
 * One scan for currency marks, then a few characters around each: linear in the text. Offsets are the text's own.
 * What an amount is for is another question (term.ts, tier.ts).
 */
import { Decimal } from 'decimal.js';
import { type Amount, timesAmount } from '../../../data/money.ts';
import type { Span } from '../page/document.ts';
import type { Stated } from '../page/evidence.ts';
import {
  type Currencied,
  currencyOf,
  dollarBehind,
  groupsByDots,
  groupsBySpaces,
  isCode,
  isCommaOpen,
  isMinor,
  isWordy,
  type Locale,
  MARK,
  prefixOf,
  standsAfter,
} from './currency.ts';
import { endsMark, endsNumber, startsMark, startsNumber } from './number-edges.ts';
import {
  behindSeparator,
  isBehindWord,
  isSpace,
  type Layout,
  type Numeral,
  numeralAt,
  numeralBefore,
  PLAIN,
  type Separators,
} from './numeral.ts';
import { LONGEST_SCALE, scaleAt, scaleBefore } from './scale.ts';

export interface Money extends Stated {
  amount: Amount;
  currency: string;
  currencyAssumed: boolean;
  /** "$10+", the lower end of a range. */
  isFloor: boolean;
  /** What the digits come to can't be told; the amount is then zero, and stands for nothing. */
  isUnclear?: true;
}

const MAX_AMOUNTS = 4000;

/** The amounts found so far, and how those to come are read. */
interface Search {
  text: string;
  locale: Locale;
  layout: Layout;
  found: Money[];
}

/** Where a mark stands, and what may be read around it. */
interface Place {
  text: string;
  /** Of the mark with its prefix. */
  start: number;
  end: number;
  /** Where the amount before ends. */
  floor: number;
  layout: Layout;
  separators: Separators;
}

export function findMoney(source: string, locale: Locale, layout: Layout = PLAIN): Money[] {
  return seeMoney(source, locale, layout).filter(({ isUnclear }) => isUnclear !== true);
}

/** With what is money and can't be read, which has its place all the same. */
export function seeMoney(source: string, locale: Locale, layout: Layout = PLAIN): Money[] {
  const text = halfWidth(source);
  const search: Search = { text, locale, layout, found: [] };
  for (const near of aroundDigits(text)) {
    if (search.found.length >= MAX_AMOUNTS) break;
    findAmong(search, near);
  }
  return search.found;
}

/** Farther than this before or after any digit, the mark of a currency is no amount's. */
const [MAX_BEFORE, MAX_AFTER] = [28, 16];
/** Of what stands around a stretch, as much as a mark at its edge is looked at with. */
const CONTEXT = 24;

/** The stretches of the text that have a digit in reach, in order: most of a page has none. */
function aroundDigits(text: string): Span[] {
  const found: Span[] = [];
  let near: Span | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) continue;
    const start = Math.max(0, at - MAX_BEFORE);
    const end = at + MAX_AFTER;
    if (near !== undefined && start <= near.end) near.end = end;
    else {
      near = { start, end };
      found.push(near);
    }
  }
  return found;
}

/** Adds the amounts whose marks stand in this stretch. */
function findAmong(search: Search, near: Span): void {
  const { text, found } = search;
  const from = Math.max(0, near.start - CONTEXT);
  const words = text.slice(from, near.end + CONTEXT);
  MARK.lastIndex = near.start - from;
  for (let match = MARK.exec(words); match !== null && found.length < MAX_AMOUNTS; match = MARK.exec(words)) {
    const at = from + match.index;
    if (at >= near.end) return;
    const mark = match[0];
    const last = found.at(-1);
    if (last !== undefined && at < last.end) continue;
    const again = last === undefined ? undefined : saidAgain(search, last, { mark, at });
    if (last !== undefined && again !== undefined) {
      if (last.currencyAssumed || last.currency === again.currency)
        Object.assign(last, {
          currency: again.currency,
          currencyAssumed: last.currencyAssumed && again.assumed,
          end: at + mark.length,
        });
      continue;
    }
    const money = amountAt(search, at, mark);
    if (money !== undefined) {
      found.push(money);
      MARK.lastIndex = Math.max(MARK.lastIndex, money.end - from);
    }
  }
}

/** Between an amount and another mark of it: spaces in place of markup, and a break of an element. */
const BEFORE_AGAIN = /^ {0,60}[\n\t]? {0,60}\(?$/;

/** "$25 USD", "¥20 元/月": a code or a word behind says what the sign left open, or says it again. */
function saidAgain(
  { text, locale }: Search,
  { end }: Money,
  { mark, at }: { mark: string; at: number },
): Currencied | undefined {
  if (!isCode(mark) && (!standsAfter(mark) || isMinor(mark))) return undefined;
  const between = text.slice(end, at);
  if (between.length > MAX_MARKUP || !BEFORE_AGAIN.test(between)) return undefined;
  // In a table the next cell is of this amount only with the rest of its terms.
  if (between.includes('\t') && !/^ ?\//.test(text.slice(at + mark.length, at + mark.length + 2))) return undefined;
  return currencyOf({ mark, prefix: '' }, locale, true);
}

/** Digits as wide as Chinese characters, and the marks between two of them. */
function halfWidth(text: string): string {
  if (!/[０-９＄￡]/.test(text)) return text;
  return text.replace(/[０-９＄]|￡(?=[\d０-９ ])|(?<=[０-９])[，．](?=[０-９])/g, (character) =>
    character === '￡' ? '£' : String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
}

function amountAt({ text, locale, layout, found }: Search, at: number, mark: string): Money | undefined {
  const floor = found.at(-1)?.end ?? 0;
  const letters = prefixOf(text, at);
  // "$8 USD", crossed out, and "$7": the code is the first one's.
  const prefix = at - letters.length < floor ? '' : letters;
  const code = mark === '$' && prefix === '' ? dollarBehind(text.slice(at + 1, at + CONTEXT)) : undefined;
  const sign = { mark: code ?? mark, prefix };
  const guess = currencyOf(sign, locale, true);
  if (guess === undefined) return undefined;
  const start = at - prefix.length;
  const separators = {
    dots: groupsByDots(guess.currency, locale.lang),
    spaces: groupsBySpaces(guess.currency, locale.lang),
    isOpen: isCommaOpen(guess.currency, locale.lang),
  };
  const place: Place = { text, start, end: at + mark.length, floor, layout, separators };
  const after = standsAfter(mark) ? undefined : readAfter(place, mark);
  const before = prefix === '' ? readBefore(place, guess.currency) : undefined;
  const numeral = pick(after, before, place);
  if (numeral === undefined) return after === undefined ? undefined : unclearAt(place, guess.currency);
  if (numeral === after && isWordy(mark, locale) && numeral.end - numeral.start < 4) return undefined;
  const currency = currencyOf(sign, locale, numeral.hasDecimals);
  if (currency === undefined) return undefined;
  if (isOfSomePesos(text.slice(numeral.start, numeral.end), currency, locale))
    return unclearAround(place, numeral, guess.currency);
  const scale = scaleAt({ text, layout, currency: guess.currency }, numeral.digitsEnd ?? numeral.end);
  if (scale === undefined) return undefined;
  if (isMinor(mark) && numeral.value.length > 5) return undefined;
  if (!hasKnownEdges(place, numeral, numeral === after ? scale.length : 0))
    return unclearAround(place, numeral, guess.currency);
  const factor = isMinor(mark) ? '0.01' : scale.factor;
  const amount = factor === 1 ? numeral.value : timesAmount(numeral.value, factor);
  if (amount.length > 16) return undefined;
  const end = Math.max(numeral.end, place.end, numeral === after ? numeral.end + scale.length : 0);
  const money = { end, amount, currency: currency.currency, currencyAssumed: currency.assumed };
  const lower = numeral === before ? rangeBefore(place, numeral, scale.factor) : undefined;
  if (lower !== undefined) return { ...money, ...lower, isFloor: true };
  const range = rangeAt(place, money, scale.factor);
  // "$8-12k" and "$5k–$25k" are what something comes to, more or less.
  if (range?.isRough === true)
    return { ...money, start, end: range.end, amount: '0.00', isFloor: false, isUnclear: true };
  const plus = text[end] === '+';
  return {
    ...money,
    start: Math.min(numeral.start, start),
    end: plus ? end + 1 : (range?.end ?? end),
    isFloor: plus || range !== undefined,
  };
}

/** "$15.000" on a page of no country that is known: pesos of one country or another, and no US dollars. */
function isOfSomePesos(digits: string, { currency, assumed }: Currencied, { lang, hint }: Locale): boolean {
  return currency === 'USD' && assumed && hint === undefined && /^es(?:$|-419)/.test(lang) && /\.\d{3}$/.test(digits);
}

/** From the mark to the end of the digits after it. */
function unclearAt({ text, start, end }: Place, currency: string): Money {
  const digits = /^\s{0,3}[\d.,]{1,24}/.exec(text.slice(end, end + 28))?.[0].length ?? 0;
  const nothing = { amount: '0.00', currencyAssumed: true, isFloor: false };
  return { start, end: end + digits, currency, ...nothing, isUnclear: true };
}

/** Whether the mark, the digits and what they are counted in stand between characters that end an amount. */
function hasKnownEdges({ text, start, end, layout }: Place, numeral: Found, scaled: number): boolean {
  const { start: from } = numeral;
  const begins = from < start ? startsNumber(text, from) || isBehindWord(text, from, layout) : startsMark(text, start);
  if (!begins) return false;
  if (numeral.end <= end) return endsMark(text, end);
  return endsNumber(text, numeral.end + scaled);
}

function unclearAround(place: Place, numeral: Found, currency: string): Money {
  const span = { start: Math.min(numeral.start, place.start), end: Math.max(numeral.end, place.end) };
  return { ...span, amount: '0.00', currency, currencyAssumed: true, isFloor: false, isUnclear: true };
}

/** What tiers have so many of. */
const COUNTED =
  /^ ?(?:(?:active|monthly|team|private|public|free) )?(?:users?|seats?|members?|projects?|repos|repositor(?:y|ies)|(?:web)?sites?|domains?|devices?|workers?|employees?|boards?|forms?|submissions|requests?|e?mails?|contacts?|customers?|clients?|credits?|accounts?|apps?|days?|hours?|minutes?|gb|tb|mb)(?!\p{L})/iu;

/** A number that stands before its mark, whose digits may end before a word of scale ("5万円"). */
interface Found extends Numeral {
  digitsEnd?: number;
}

/** Markup of Markdown between a sign and its number reads as spaces. */
const MAX_MARKUP = 60;

function readAfter({ text, start, end, separators, layout }: Place, mark: string): Found | 'unclear' | undefined {
  let at = end;
  if (isCode(mark) && text[at] === ':') at += 1;
  const alone = isAloneOnLine(text, start, end);
  // "$" and "1.20" in blocks of their own are one price only where the sign stands by itself.
  const from = at;
  while (
    (at - from < 3 || (at - from < MAX_MARKUP && text[at] === ' ')) &&
    (isBlank(text, at) || (alone && isBreak(text.charCodeAt(at))))
  )
    at += 1;
  const numeral = numeralAt(text, at, { ...separators, spaces: false, isOpen: false, layout });
  if (numeral === undefined) return /\d/.test(text[at] ?? '') ? 'unclear' : undefined;
  // Where a template's price is missing, its sign stands alone above "10 users".
  if (isBreak(text.charCodeAt(at - 1)) && COUNTED.test(text.slice(numeral.end, numeral.end + 16))) return undefined;
  if (numeral.hasDecimals || numeral.end - numeral.start > 3) return numeral;
  // "€ 1 250": a thousands space after a symbol, or the number of the next words ("$5 100 users").
  const behind = behindSeparator(text, numeral.end);
  if (!isBlank(text, numeral.end) || !/^\d{3}(?!\d)/.test(text.slice(behind, behind + 4))) return numeral;
  const grouped = numeralAt(text, at, { ...separators, spaces: true, layout });
  const next = grouped === undefined ? '' : text.slice(grouped.end, grouped.end + 12);
  if (grouped?.hasDecimals || /^ ?\/ ?\p{L}/u.test(next)) return grouped;
  if (!separators.spaces) return next === '' || isBreak(next.charCodeAt(0)) ? 'unclear' : numeral;
  return /^(?:$|[\n\t]| ?(?:per|pro|par|kk|na|i|\/)(?!\p{L})| ?(?:за|в) )/u.test(next) ? grouped : 'unclear';
}

function readBefore({ text, start, floor, layout, separators }: Place, currency: string): Found | undefined {
  let end = start;
  if (end > floor && (isBlank(text, end - 1) || isNumberAboveMark(text, start, floor))) end -= 1;
  while (start - end < MAX_MARKUP && end > floor && text[end] === ' ' && text[end - 1] === ' ') end -= 1;
  // "29,- €" and "29.– €"
  if (end > floor + 2 && /[.,][-–—]$/.test(text.slice(end - 2, end))) end -= 2;
  const digitsEnd = end - scaleBefore(text.slice(Math.max(floor, end - LONGEST_SCALE), end), currency);
  const numeral = numeralBefore(text, digitsEnd, { ...separators, spaces: true, layout, floor });
  return numeral === undefined ? undefined : { ...numeral, end: start, digitsEnd };
}

/** "29" on a line of its own, and on the next "€ / month". */
function isNumberAboveMark(text: string, at: number, floor: number): boolean {
  if (text[at - 1] !== '\n') return false;
  const above = text.slice(Math.max(floor, at - 14), at - 1);
  return /(?:^|[\n\t])[\d.,' ]{1,12}$/.test(above) && !/^[^\n]{0,2}\d/.test(text.slice(at + 1, at + 4));
}

/** "5 € 10 users": the nearer number is the amount; "€5" wins where both touch. "3 990 kr 2 990 kr" is two amounts. */
function pick(
  after: Found | 'unclear' | undefined,
  before: Found | undefined,
  { text, start, end, layout }: Place,
): Found | undefined {
  if (after === 'unclear') return text[end] === ' ' && !/[$£¥₹]/.test(text.slice(start, end)) ? before : undefined;
  if (after === undefined || before === undefined) return after ?? before;
  if (after.start > end) return before;
  const digits = after.end - after.start;
  const isTouching = before.digitsEnd === start;
  // "9$" and "6$" in elements of their own, with nothing between.
  if (isTouching && layout.isEnd(end) && /[$€£¥₹]/.test(text[after.end] ?? '')) return before;
  if (isTouching && digits === 2 && !before.hasDecimals && !/[\p{L}\d$€£]/u.test(text[after.end] ?? '')) {
    // "12€99", as the French write it.
    return {
      ...before,
      value: `${before.value.split('.')[0]}.${text.slice(after.start, after.end)}`,
      end: after.end,
      hasDecimals: true,
    };
  }
  // "12 €99" may be that too, with the cents set apart.
  const isAtLineStart = before.start === 0 || isBreak(text.charCodeAt(before.start - 1));
  return isTouching || (digits === 2 && isAtLineStart) ? undefined : after;
}

function isAloneOnLine(text: string, start: number, end: number): boolean {
  return (start === 0 || isBreak(text.charCodeAt(start - 1))) && (end >= text.length || isBreak(text.charCodeAt(end)));
}

const UPPER = /^( ?)(?:[-–—~〜～]|to|bis|à|do|до|至|から)( ?)((?:US|A|C|R|S|HK|NZ|MX)?[\p{Sc}￥]|[A-Z]{3} ?)? ?(?=\d)/u;

/** The end of "–$20" or "to $20" after the lower amount; rough where it is given in thousands. */
function rangeAt(
  { text, separators }: Place,
  { end, amount }: Pick<Money, 'end' | 'amount'>,
  factor: number,
): { end: number; isRough?: true } | undefined {
  const match = UPPER.exec(text.slice(end, end + 14));
  if (match === null) return undefined;
  const upper = numeralAt(text, end + match[0].length, { ...separators, spaces: false });
  if (upper === undefined) return undefined;
  const isRough = /^ ?k(?![\p{L}\d])/iu.test(text.slice(upper.end, upper.end + 3));
  if (isRough) return { end: upper.end + (text[upper.end] === ' ' ? 2 : 1), isRough };
  if (factor !== 1 || new Decimal(upper.value).lte(amount)) return undefined;
  const tail = text.slice(upper.end, upper.end + 12);
  const mark = /^ ?(?:[\p{Sc}元円]|[A-Z]{3}(?![A-Z]))/u.exec(tail);
  if (mark !== null) return { end: upper.end + mark[0].length };
  // "$10 - 20 users"
  const isOfWords = /^ ?(?!(?:per|pro|par|por|a|an|each|monthly|mo|al)\b)\p{L}/u.test(tail);
  return match[3] === undefined && isOfWords ? undefined : { end: upper.end };
}

const LOWER = /(?<![\p{L}\d#.,'’-])(\d{1,7}(?:[.,]\d{1,3})?)( ?)(?:[-–—~〜～]|to|bis|à|do|до|至|から)( ?)$/u;
const RANGE_WORD = /(?:from|between|von|ab|de|entre|od|от)\s$/iu;

/** The lower end of "10–20 €", whose mark stands after the upper one. */
function rangeBefore(
  { text, floor, separators }: Place,
  upper: Numeral,
  factor: number,
): { start: number; amount: Amount } | undefined {
  const before = text.slice(Math.max(floor, upper.start - 16), upper.start);
  const match = LOWER.exec(before);
  if (match?.[1] === undefined) return undefined;
  const start = upper.start - match[0].length;
  if (!startsNumber(text, start)) return undefined;
  // "Tier 3 - 20 €"
  const head = text.slice(Math.max(0, start - 10), start);
  if (match[2] !== '' && /\p{L}\s$/u.test(head) && !RANGE_WORD.test(head)) return undefined;
  const lower = numeralAt(text, start, separators);
  if (lower === undefined || new Decimal(lower.value).gte(upper.value)) return undefined;
  return { start, amount: timesAmount(lower.value, factor) };
}

function isBreak(code: number): boolean {
  return code === 10 || code === 9;
}

function isBlank(text: string, at: number): boolean {
  return isSpace(text[at] ?? '');
}
