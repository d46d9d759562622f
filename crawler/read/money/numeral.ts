/**
 * Numbers of a page's text with their separators understood: "1,234.56", "1.234,56", "1 234,56", "1’234", "1,49,999".
 *
 * Undefined wherever two readings make sense, or where digits of two elements touch and nobody says how.
 */
import { type Amount, toAmount } from '../../../data/money.ts';
import { DECIMAL_SIGNS, FIGURE_SPACE, GROUP_SIGNS } from '../../../data/text/number-grammar.ts';
import type { Span } from '../page/document.ts';
import { endsWord } from './number-edges.ts';

export interface Numeral extends Span {
  value: Amount;
  hasDecimals: boolean;
}

/** How the page lays out its digits. */
export interface Layout {
  /** Where digits of two elements touch: `cents` where the second is set as a raised fraction. */
  seam(start: number, end: number): { at: number; kind: 'cents' | 'note' | 'unknown' } | undefined;
  /** What stands there is set as a raised fraction. */
  isRaised(at: number): boolean;
  /** An element's text ends there, or begins. */
  isEnd(at: number): boolean;
  isStart(at: number): boolean;
}

export const PLAIN: Layout = {
  seam: () => undefined,
  isRaised: () => false,
  isEnd: () => false,
  isStart: () => false,
};

export interface Separators {
  /** A dot before three digits groups thousands. */
  dots: boolean;
  /** A space before three digits does. */
  spaces: boolean;
  /** A comma before three digits may be either. */
  isOpen?: boolean;
}

/** How numbers are written: without a layout, in plain text. */
interface Writing extends Separators {
  layout?: Layout;
}

/** With where the amount before ends. */
interface WritingBefore extends Writing {
  floor: number;
}

/**
 * What goes on behind digits in disguise: more of them behind signs that nobody sees, a letter in the place of a digit,
 * digits of another script.
 */
const DISGUISED =
  /^(?:[\p{Cf}\p{Mn}]{1,7}[\d.,]|(?![aàá])[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\d|[OoIlОо](?![\p{L}\p{N}])|(?!\d)\p{Nd})/u;
/** An override of direction farther away than this is not about a number. */
const OVERRIDE_REACH = 40;

/** Behind an override of direction on the same line, what is written is not what is seen (UAX #9 §2.2). */
function isOverridden(text: string, from: number): boolean {
  for (let at = from - 1; at >= 0 && from - at <= OVERRIDE_REACH; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === 0x202d || code === 0x202e) return true;
    if (code === 0x202c || code === 10) return false;
  }
  return false;
}

/** A number at `from`; undefined where its separators make no sense. */
export function numeralAt(
  text: string,
  from: number,
  { dots, spaces, isOpen = false, layout = PLAIN }: Writing,
): Numeral | undefined {
  if (isOverridden(text, from)) return undefined;
  const groups: string[] = [];
  const separators: string[] = [];
  let at = from;
  for (;;) {
    const start = at;
    while (at - start < 13 && isDigit(text.charCodeAt(at))) at += 1;
    if (at === start) break;
    groups.push(text.slice(start, at));
    const next = text[at];
    const behind = behindSeparator(text, at);
    if (next === undefined || !isDigit(text.charCodeAt(behind)) || groups.length > 5) break;
    const separator = separatorOf(next);
    if (separator !== undefined) separators.push(separator);
    else if (spaces && isSpace(next) && isGroupOfThree(text, behind)) separators.push(' ');
    else break;
    at = behind;
  }
  if (groups.length === 0) {
    if (text[from] !== '.' || !isDigit(text.charCodeAt(from + 1))) return undefined;
    // ".50"
    const rest = numeralAt(text, from + 1, { dots: false, spaces: false });
    return rest === undefined || rest.hasDecimals
      ? undefined
      : { start: from, end: rest.end, value: toAmount(`0.${text.slice(from + 1, rest.end)}`), hasDecimals: true };
  }
  if (DISGUISED.test(text.slice(at, at + 8))) return undefined;
  const touch = layout.seam(from, at);
  if (touch !== undefined) {
    const whole = text.slice(from, touch.at);
    if (touch.kind === 'unknown' || !/^\d{1,3}(?:,\d{3})*$|^\d{1,7}$/.test(whole)) return undefined;
    const digits = whole.replaceAll(',', '');
    if (touch.kind === 'note') return { start: from, end: touch.at, value: toAmount(digits), hasDecimals: false };
    return { start: from, end: at, value: toAmount(`${digits}.${text.slice(touch.at, at)}`), hasDecimals: true };
  }
  if (isOpen && groups.length === 2 && separators[0] === ',' && groups[1]?.length === 3 && !groups[0]?.startsWith('0'))
    return undefined;
  const plain = plainOf(groups, separators, dots);
  if (plain === undefined) return undefined;
  if (plain.includes('.')) return { start: from, end: at, value: toAmount(plain), hasDecimals: true };
  const cents = centsAfter(text, at, layout);
  if (cents === 'unclear') return undefined;
  return cents === undefined
    ? { start: from, end: at, value: toAmount(plain), hasDecimals: false }
    : { start: from, end: cents.end, value: toAmount(`${plain}.${cents.digits}`), hasDecimals: true };
}

const PERIOD_NEXT = /^\s{0,2}(?:\/ ?\p{L}|p\/|[€£$%]|(?:per|pro|par|por|al|im|a|monthly|USD|EUR|GBP)\b)/u;

/** "29" and ".99" in elements of their own; "29" and "99" are one price only where the second is raised. */
function centsAfter(text: string, at: number, layout: Layout): { end: number; digits: string } | 'unclear' | undefined {
  const after = text.slice(at, at + 24);
  const marked = /^\s?[.,](\d{2})(?=\s|$|\/)|^\n?\.\n?(\d{2})(?=\s|$|\/)/.exec(after);
  if (marked !== null) return { end: at + marked[0].length, digits: marked[1] ?? marked[2] ?? '' };
  const apart = /^[ \n](\d{2})(?![\d.,%])/.exec(after);
  if (apart?.[1] === undefined) return undefined;
  const end = at + apart[0].length;
  if (layout.isRaised(at + 1)) return { end, digits: apart[1] };
  return PERIOD_NEXT.test(text.slice(end, end + 12)) ? 'unclear' : undefined;
}

/** Before a number, makes it a part of something; in writing without spaces only a number's own characters do. */
const GLUED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}\p{Cf}\p{Mn}#万萬億亿千만억천]/u;

/** "ab" and, in an element of its own, "4,99€". */
export function isBehindWord(text: string, at: number, layout: Layout = PLAIN): boolean {
  return layout.isStart(at) && endsWord(text, at);
}

/** Digits before `end`, read as the number that ends there; undefined where what stands before makes it part of another. */
export function numeralBefore(text: string, end: number, writing: WritingBefore): Numeral | undefined {
  if (!isDigit(text.charCodeAt(end - 1))) return undefined;
  let start = end;
  const from = Math.max(writing.floor, end - 20);
  while (start > from && (isDigit(text.charCodeAt(start - 1)) || isSeparator(text, start - 1))) start -= 1;
  for (; start < end; start += 1) {
    if (!isDigit(text.charCodeAt(start))) continue;
    const numeral = numeralAt(text, start, writing);
    if (numeral !== undefined && numeral.end === end) {
      if (start > 0 && GLUED.test(text[start - 1] ?? '') && !isBehindWord(text, start, writing.layout))
        return undefined;
      return wholeBefore(text, numeral, writing);
    }
    // Not a number from here to the end: what stands after a space may be ("3 20 €").
    while (start + 1 < end && !isSpace(text[start + 1] ?? '')) start += 1;
  }
  return undefined;
}

/** "29" and ",99 €" in blocks of their own; "29" and "99 €" nobody can join. */
function wholeBefore(text: string, numeral: Numeral, { floor, layout }: WritingBefore): Numeral | undefined {
  const { start, end, value } = numeral;
  const before = text.slice(Math.max(floor, start - 10), start);
  const isPair = end - start === 2;
  if (/[.,]$/.test(before)) {
    const whole = isPair ? /(?:^|[^\d.,])(\d{1,6})\n?[.,]$/.exec(before) : null;
    return whole?.[1] === undefined ? undefined : joined(whole[1], whole[0].replace(/^[^\d]/, '').length);
  }
  const whole = isPair ? /(?:^|\n)(\d{1,5})[ \n]$/.exec(before) : null;
  if (whole?.[1] === undefined) return numeral;
  return layout?.isRaised(start) ? joined(whole[1], whole[1].length + 1) : undefined;

  function joined(digits: string, length: number): Numeral {
    const cents = value.split('.')[0]?.padStart(2, '0') ?? '00';
    return { start: start - length, end, value: toAmount(`${strip(digits)}.${cents}`), hasDecimals: true };
  }
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
    if (!earlier.every((separator) => separator === earlier[0]) || mark === ' ' || mark === "'") return undefined;
    const whole = groups.slice(0, -1);
    return (thousands(rest.slice(0, -1)) || isIndian(whole, separators[0] ?? '')) && last.length <= 9
      ? `${strip(whole.join(''))}.${last}`
      : undefined;
  }
  if (mark === ' ' || mark === "'") return thousands(rest) ? strip(groups.join('')) : undefined;
  const groupsThousands = thousands(rest) && !first.startsWith('0') && (mark === ',' || (mark === '.' && dots));
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

/** In characters: "&thinsp;" and no more. */
const MAX_REFERENCE = 10;

/** A reference to a space fills as many places as it is long. */
export function behindSeparator(text: string, from: number): number {
  let at = from + 1;
  if (text[from] === FIGURE_SPACE) while (at - from < MAX_REFERENCE && text[at] === FIGURE_SPACE) at += 1;
  return at;
}

/** Of Markdown too, whose text keeps the spaces that do not break. */
export function isSpace(character: string): boolean {
  if (character === FIGURE_SPACE) return true;
  return character === ' ' || character === '\u00a0' || character === '\u202f' || character === '\u2009';
}

function isSeparator(text: string, at: number): boolean {
  const sign = text[at] ?? '';
  return isSpace(sign) || separatorOf(sign) !== undefined;
}

/** A dot, a comma, "'" for all that only groups, and "٫" for what only parts decimals. */
function separatorOf(sign: string): string | undefined {
  if (sign === '.' || sign === ',') return sign;
  if (GROUP_SIGNS.has(sign)) return "'";
  return DECIMAL_SIGNS.has(sign) ? '٫' : undefined;
}
