/**
 * Amounts of money in a page's text: symbol before or after, code or word, any locale's separators, ranges, "10k".
 *
 * One scan for currency marks, then a few characters around each: linear in the text. Offsets are the text's own.
 * What an amount is for is another question (term.ts, card-price.ts).
 */
import { type Amount, timesAmount, toAmount } from '../../data/money.ts';
import { currencyOf, groupsByDots, isCode, type Locale, MARK, prefixOf } from './currency.ts';
import type { Span } from './document.ts';

export interface Money extends Span {
  amount: Amount;
  currency: string;
  currencyAssumed: boolean;
  /** "$10+", the lower end of a range. */
  isFloor: boolean;
}

interface Numeral extends Span {
  value: Amount;
  hasDecimals: boolean;
}

/** Tells where digits of two elements touch: `cents` where the second is set as a raised fraction. */
export type Seam = (start: number, end: number) => { at: number; kind: 'cents' | 'note' | 'unknown' } | undefined;

const NO_SEAM: Seam = () => undefined;
const MAX_AMOUNTS = 4000;

export function findMoney(text: string, locale: Locale, seam: Seam = NO_SEAM): Money[] {
  const found: Money[] = [];
  MARK.lastIndex = 0;
  for (let match = MARK.exec(text); match !== null && found.length < MAX_AMOUNTS; match = MARK.exec(text)) {
    const at = match.index;
    const mark = match[0];
    const last = found.at(-1);
    if (last !== undefined && at < last.end) continue;
    if (last !== undefined && isCode(mark) && at - last.end <= 2 && /^[ \n]?\(?$/.test(text.slice(last.end, at))) {
      // "$25 USD": the code says what the symbol left open.
      if (last.currencyAssumed || last.currency === mark)
        Object.assign(last, { currency: mark, currencyAssumed: false, end: at + mark.length });
      continue;
    }
    const money = amountAt(text, at, mark, last?.end ?? 0, locale, seam);
    if (money !== undefined) {
      found.push(money);
      MARK.lastIndex = Math.max(MARK.lastIndex, money.end);
    }
  }
  return found;
}

function amountAt(
  text: string,
  at: number,
  mark: string,
  floor: number,
  locale: Locale,
  seam: Seam,
): Money | undefined {
  const prefix = prefixOf(text, at);
  const currencyFor = (hasDecimals: boolean) => currencyOf(mark, prefix, locale, hasDecimals);
  const guess = currencyFor(true);
  if (guess === undefined) return undefined;
  const dots = groupsByDots(guess.currency, locale.lang);
  const after = numeralAfter(
    text,
    at + mark.length,
    dots,
    seam,
    isAloneOnLine(text, at - prefix.length, at + mark.length),
  );
  const before = prefix === '' ? numeralBefore(text, at, floor, dots, seam) : undefined;
  // "5 € 10 users": the nearer number is the amount; "€5" wins where both touch.
  const numeral = pick(after, before, at, at + mark.length);
  if (numeral === undefined) return undefined;
  const currency = currencyFor(numeral.hasDecimals);
  if (currency === undefined) return undefined;
  const start = Math.min(numeral.start, at - prefix.length);
  let end = Math.max(numeral.end, at + mark.length);
  const scale = scaleAt(text, numeral.end);
  if (scale === undefined) return undefined;
  end = Math.max(end, numeral.end + scale.length);
  const range = rangeAt(text, end, dots);
  const plus = text[end] === '+';
  const value = scale.factor === 1 ? numeral.value : timesAmount(numeral.value, scale.factor);
  if (value.length > 16) return undefined;
  return {
    start,
    end: plus ? end + 1 : (range ?? end),
    amount: value,
    currency: currency.currency,
    currencyAssumed: currency.assumed,
    isFloor: plus || range !== undefined,
  };
}

function pick(
  after: Numeral | undefined,
  before: Numeral | undefined,
  start: number,
  end: number,
): Numeral | undefined {
  if (after === undefined || before === undefined) return after ?? before;
  return before.end === start && after.start > end ? before : after;
}

function isAloneOnLine(text: string, start: number, end: number): boolean {
  return (start === 0 || isBreak(text.charCodeAt(start - 1))) && (end >= text.length || isBreak(text.charCodeAt(end)));
}

function numeralAfter(text: string, from: number, dots: boolean, seam: Seam, alone: boolean): Numeral | undefined {
  let at = from;
  // "$" and "1.20" in blocks of their own are one price only where the sign stands by itself.
  while (at - from < 3 && (text[at] === ' ' || (alone && isBreak(text.charCodeAt(at))))) at += 1;
  // A thousands space after a symbol can't be told from the start of the next words.
  return numeralAt(text, at, dots, false, seam);
}

function numeralBefore(text: string, to: number, floor: number, dots: boolean, seam: Seam): Numeral | undefined {
  let end = to;
  if (end > floor && text[end - 1] === ' ') end -= 1;
  if (!isDigit(text.charCodeAt(end - 1))) {
    // "29,- €" and "29.– €"
    if (/[.,][-–—]$/.test(text.slice(Math.max(floor, end - 2), end))) end -= 2;
    else return undefined;
  }
  let start = end;
  const from = Math.max(floor, end - 20);
  while (start > from && (isDigit(text.charCodeAt(start - 1)) || isSeparator(text, start - 1))) start -= 1;
  for (; start < end; start += 1) {
    if (!isDigit(text.charCodeAt(start))) continue;
    const numeral = numeralAt(text, start, dots, true, seam);
    if (numeral !== undefined && numeral.end === end) {
      const glued = start > 0 && /[\p{L}\d#.]/u.test(text[start - 1] ?? '');
      return glued ? undefined : { ...numeral, end: to };
    }
    // Not a number from here to the mark: what stands after a space may be ("3 20 €").
    while (start + 1 < end && text[start + 1] !== ' ') start += 1;
  }
  return undefined;
}

/** A number at `from`, its separators understood; undefined where they make no sense or digits of two elements touch. */
export function numeralAt(
  text: string,
  from: number,
  dots: boolean,
  spaces: boolean,
  seam: Seam = NO_SEAM,
): Numeral | undefined {
  const groups: string[] = [];
  const separators: string[] = [];
  let at = from;
  for (;;) {
    const start = at;
    while (at - start < 13 && isDigit(text.charCodeAt(at))) at += 1;
    if (at === start) break;
    groups.push(text.slice(start, at));
    const next = text[at];
    const digitFollows = isDigit(text.charCodeAt(at + 1));
    if (next === undefined || !digitFollows || groups.length > 5) break;
    if (next === '.' || next === ',' || next === "'" || next === '’') separators.push(next);
    else if (spaces && next === ' ' && isGroupOfThree(text, at + 1)) separators.push(' ');
    else break;
    at += 1;
  }
  if (groups.length === 0) {
    if (text[from] !== '.' || !isDigit(text.charCodeAt(from + 1))) return undefined;
    // ".50"
    const rest = numeralAt(text, from + 1, false, false);
    return rest === undefined || rest.hasDecimals
      ? undefined
      : { start: from, end: rest.end, value: toAmount(`0.${text.slice(from + 1, rest.end)}`), hasDecimals: true };
  }
  const touch = seam(from, at);
  if (touch !== undefined) {
    const whole = text.slice(from, touch.at);
    if (touch.kind === 'unknown' || !/^\d{1,3}(?:,\d{3})*$|^\d{1,7}$/.test(whole)) return undefined;
    const digits = whole.replaceAll(',', '');
    if (touch.kind === 'note') return { start: from, end: touch.at, value: toAmount(digits), hasDecimals: false };
    return { start: from, end: at, value: toAmount(`${digits}.${text.slice(touch.at, at)}`), hasDecimals: true };
  }
  const plain = plainOf(groups, separators, dots);
  if (plain === undefined) return undefined;
  if (!plain.includes('.')) {
    const cents = centsAfter(text, at);
    if (cents !== undefined)
      return { start: from, end: at + cents.length, value: toAmount(`${plain}.${cents.digits}`), hasDecimals: true };
  }
  return { start: from, end: at, value: toAmount(plain), hasDecimals: plain.includes('.') };
}

/** "29" and ".99" in blocks of their own. */
function centsAfter(text: string, at: number): { length: number; digits: string } | undefined {
  const match = /^\s?[.,](\d{2})(?=\s|$|\/)/.exec(text.slice(at, at + 6));
  return match?.[1] === undefined ? undefined : { length: match[0].length, digits: match[1] };
}

function plainOf(groups: string[], separators: string[], dots: boolean): string | undefined {
  const [first = '', ...rest] = groups;
  if (rest.length === 0) return first.length <= 12 ? strip(first) : undefined;
  const last = rest.at(-1) ?? '';
  const mark = separators.at(-1) ?? '';
  const uniform = separators.every((separator) => separator === mark);
  const thousands = (parts: string[]) => first.length <= 3 && parts.every((part) => part.length === 3);
  if (uniform && rest.length > 1) return thousands(rest) || isIndian(groups, mark) ? strip(groups.join('')) : undefined;
  if (!uniform) {
    const earlier = separators.slice(0, -1);
    if (!earlier.every((separator) => separator === earlier[0]) || (mark !== '.' && mark !== ',')) return undefined;
    const whole = groups.slice(0, -1);
    return (thousands(rest.slice(0, -1)) || isIndian(whole, separators[0] ?? '')) && last.length <= 9
      ? `${strip(whole.join(''))}.${last}`
      : undefined;
  }
  if (mark === ' ' || mark === "'" || mark === '’') return thousands(rest) ? strip(groups.join('')) : undefined;
  const groupsThousands = thousands(rest) && !first.startsWith('0') && (mark === ',' || dots);
  if (groupsThousands) return strip(groups.join(''));
  return last.length <= 9 ? `${strip(first)}.${last}` : undefined;
}

/** "1,49,999": lakhs and crores, by twos above the last three. */
function isIndian([first = '', ...rest]: readonly string[], mark: string): boolean {
  return (
    mark === ',' &&
    first.length <= 2 &&
    rest.every((part, index) => part.length === (index === rest.length - 1 ? 3 : 2))
  );
}

function strip(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/** "10k" is ten thousand; millions and percentages are no prices. */
function scaleAt(text: string, at: number): { factor: number; length: number } | undefined {
  const next = text[at];
  if (next === '%') return undefined;
  const follows = text[at + 1] ?? ' ';
  if ((next === 'k' || next === 'K') && !/[\p{L}\d]/u.test(follows)) return { factor: 1000, length: 1 };
  if ((next === 'M' || next === 'B' || next === 'm') && !/[\p{L}\d]/u.test(follows))
    return next === 'm' ? { factor: 1, length: 0 } : undefined;
  if (/^\s?(?:million|billion|mn|bn|trillion|万|亿)(?!\p{L})/u.test(text.slice(at, at + 10))) return undefined;
  return { factor: 1, length: 0 };
}

/** The end of "–$20" or "to $20" after an amount. */
function rangeAt(text: string, end: number, dots: boolean): number | undefined {
  const match = /^ ?(?:[-–—~]|to|bis) ?(?:US|A|C)?[$€£¥₹]? ?(?=\d)/u.exec(text.slice(end, end + 12));
  if (match === null) return undefined;
  const upper = numeralAt(text, end + match[0].length, dots, false);
  return upper?.end;
}

function isGroupOfThree(text: string, at: number): boolean {
  return (
    isDigit(text.charCodeAt(at)) &&
    isDigit(text.charCodeAt(at + 1)) &&
    isDigit(text.charCodeAt(at + 2)) &&
    !isDigit(text.charCodeAt(at + 3))
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isBreak(code: number): boolean {
  return code === 10 || code === 9;
}

function isSeparator(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 44 || code === 46 || code === 39 || code === 8217 || code === 32;
}
