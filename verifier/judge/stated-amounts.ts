/**
 * The amounts that a quote can state in any locale: "1.234,50", "$1,234.50", "29" and ".99" apart, "2k". Pure; linear in the
 * quote; never throws. The locale is unknown here, so "1.234" states both 1234 and 1.234. `joined` marks an amount that
 * appears only when digits are joined or separated without a mark ("29" beside a raised "99"); it is weaker.
 */
import { type Amount, type Currency, fromMinorUnits, timesAmount, toAmount } from '../../data/money.ts';
import { BLANKS, DECIMAL_SIGNS, GROUP_SIGNS, MYRIADS, NUMBER_SCALES } from '../../data/text/number-grammar.ts';
import { CONTEXT, isWhole } from './number-neighbours.ts';

export type Support = 'stated' | 'joined';

const GROUPING = new RegExp(`[${[...GROUP_SIGNS].join('')}]`, 'gu');
const DECIMAL = new RegExp(`[${[...DECIMAL_SIGNS].join('')}]`, 'gu');
/** Of a document's source: "1&nbsp;290". */
const SPACE_REFERENCE = /(?<=\d)&(?:nbsp|thinsp|#160|#8201|#8239|#xa0|#x2009|#x202f);(?=\d)/gi;
const SPACES = new RegExp(`[${BLANKS}]+`, 'gu');
const NUMBER = new RegExp(`[.,]?\\d+(?:(?:[.,\\s]|${GROUPING.source}|${DECIMAL.source})\\d+)*`, 'gu');
/** Longer runs of digits are serial numbers. */
const MAX_DIGITS = 18;

const SCALES: { says: RegExp; factor: number; currency?: string }[] = [
  ...NUMBER_SCALES.map(({ words, ...scale }) => ({
    says: new RegExp(`^ ?(?:${words})(?![\\p{L}\\d])`, 'iu'),
    ...scale,
  })),
  { says: /^(?:m|mn)(?![\p{L}\d])|^ ?(?:million|mio)(?!\p{L})/iu, factor: 1_000_000 },
  { says: new RegExp(`^ ?[${MYRIADS}]`, 'u'), factor: 10_000 },
];
const CENTS = /^ ?(?:¢|cents?(?!\p{L})|ct(?!\p{L}))/iu;

/** The name of a field of data whose amount is in minor units: `"unit_amount":1200`, `priceInCents: 1200`. */
const MINOR_FIELD = /(?:unit_?amount|(?<!per)cents?|minor(?:_?units?)?|pence)\\{0,3}["']?\s?:\s?\\{0,3}["']?$/i;

/** A quote with what stands beside it in its page, by which a number at its edge is known to be whole. */
export interface Quoted {
  quote: string;
  before: string;
  after: string;
}

/** Every amount that the quote states, with the better of its supports. `currency` tells the number of minor units. */
export function amountsIn(quoted: string | Quoted, currency: Currency = 'USD'): Map<Amount, Support> {
  const { quote, before, after } = typeof quoted === 'string' ? { quote: quoted, before: '', after: '' } : quoted;
  const found = new Map<Amount, Support>();
  const note = (plain: string, support: Support, factor: number | string) => {
    const amount = factor === 'minor' ? fromMinorUnits(plain, currency) : timesAmount(plain, factor);
    if (support === 'stated' || !found.has(amount)) found.set(amount, support);
  };
  const head = plainWords(before.slice(-CONTEXT));
  const words = head + plainWords(quote + after.slice(0, CONTEXT));
  const end = head.length + plainWords(quote).length;
  for (const match of words.matchAll(NUMBER)) {
    const token = match[0];
    if (match.index >= end) break;
    for (const { start, stop, plain, support } of valuesOf(token, match.index)) {
      if (start < head.length || stop > end) continue;
      const tail = words.slice(stop, stop + 12);
      if (/^ ?%/.test(tail)) continue;
      const { scaled, factor } = scaleOf(tail, words[start - 1], currency);
      if (!isWhole(words, start, stop + scaled)) continue;
      const digits = words.slice(start, stop);
      const isMinor = /^\d+$/.test(digits) && MINOR_FIELD.test(words.slice(Math.max(0, start - 40), start));
      if (isMinor) note(digits, 'stated', 'minor');
      else note(plain, support, factor);
    }
  }
  return found;
}

/** What the digits before `tail` are counted in, and how many characters say so. */
function scaleOf(
  tail: string,
  before: string | undefined,
  currency: Currency,
): { scaled: number; factor: number | string } {
  const cents = CENTS.exec(tail)?.[0];
  if (cents !== undefined || before === '¢') return { scaled: cents?.length ?? 0, factor: '0.01' };
  const scale = SCALES.find((each) => (each.currency ?? currency) === currency && each.says.test(tail));
  return { scaled: scale?.says.exec(tail)?.[0].length ?? 0, factor: scale?.factor ?? 1 };
}

/** Full-width digits as plain ones, spaces as one, and "29" and ".99" in elements of their own as one number. */
function plainWords(text: string): string {
  return text
    .replace(/[０-９＄]|(?<=[０-９])[，．＇](?=[０-９])/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(SPACE_REFERENCE, ' ')
    .replace(SPACES, ' ')
    .replace(/(\d)\s([.,]\d{1,2})(?!\d)/g, '$1$2');
}

/** How the quote supports the amount; undefined where it does not. */
export function supportOf(quoted: string | Quoted, amount: Amount, currency?: Currency): Support | undefined {
  return amountsIn(quoted, currency).get(toAmount(amount));
}

const MONEY = /\p{Sc}|\b(?:[A-Z]{3}|fr|kr|zł)\b|\d\s?[元円]/u;

/** The lines and cells of a text that name a currency, cut to a length that no price exceeds. */
export function moneyLines(text: string): string[] {
  return text.split(/[\n\t]/).flatMap((line) => (MONEY.test(line) ? [line.slice(0, 400)] : []));
}

interface Value {
  start: number;
  stop: number;
  plain: string;
  support: Support;
}

/** The readings of numbers that only white space separates, each with its place; `at` is that of the first. */
function valuesOf(token: string, at: number): Value[] {
  const pieces = [...token.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, start: at + index }));
  const [first, ...later] = pieces;
  if (first === undefined) return [];
  const apart = pieces.flatMap(({ text, start }) =>
    (text.length > 2 * MAX_DIGITS ? [] : valuesOfPiece(text)).map(([plain, support]) => ({
      start,
      stop: start + text.length,
      plain,
      support,
    })),
  );
  if (later.length === 0) return apart;
  // "12 100": thousands in half of Europe, and an amount with the next word's number elsewhere.
  if (/^\d{1,3}(?: \d{3})+(?:[.,]\d+)?$/.test(token)) {
    const plain = token.replaceAll(' ', '').replace(',', '.');
    return [{ start: at, stop: at + token.length, plain, support: 'stated' }, ...apart.map(asJoined)];
  }
  const cents = later.flatMap(({ text, start }, i): Value[] => {
    const whole = pieces[i];
    if (whole === undefined || !/^\d{2}$/.test(text) || !/^\d+$/.test(whole.text)) return [];
    return [{ start: whole.start, stop: start + 2, plain: `${whole.text}.${text}`, support: 'joined' }];
  });
  return [...apart, ...cents];
}

function asJoined(value: Value): Value {
  return { ...value, support: 'joined' };
}

/** Readings of a number without spaces. */
function valuesOfPiece(written: string): [string, Support][] {
  const piece = written.replace(GROUPING, "'").replace(DECIMAL, '٫');
  if (/^[.,]/.test(piece)) {
    const digits = piece.slice(1);
    if (!/^\d+$/.test(digits)) return valuesOfPiece(digits);
    return [
      [`0.${digits}`, piece.startsWith('.') ? 'stated' : 'joined'],
      [digits, piece.startsWith('.') ? 'joined' : 'stated'],
    ];
  }
  const groups = piece.split(/[.,'٫]/);
  const marks = piece.replace(/\d/g, '');
  const whole = groups.join('');
  if (whole.length > MAX_DIGITS) return [];
  if (groups.length === 1) {
    const withCents: [string, Support] = [`${piece.slice(0, -2)}.${piece.slice(-2)}`, 'joined'];
    return piece.length < 3 ? [[piece, 'stated']] : [[piece, 'stated'], withCents];
  }
  const last = groups.at(-1) ?? '';
  const decimal: [string, Support] = [`${groups.slice(0, -1).join('')}.${last}`, 'stated'];
  const lastMark = marks.at(-1) ?? '';
  const takesDecimals = lastMark !== "'";
  if (new Set(marks).size > 1) {
    return takesDecimals && !marks.slice(0, -1).includes(lastMark) && isGrouped(groups.slice(0, -1)) ? [decimal] : [];
  }
  const isThousands = lastMark !== '٫' && isGrouped(groups) && !piece.startsWith('0');
  const thousands: [string, Support][] = isThousands ? [[whole, 'stated']] : [];
  if (groups.length === 2) return takesDecimals ? [...thousands, decimal] : thousands;
  return thousands.length > 0 ? thousands : groups.map((group): [string, Support] => [group, 'joined']);
}

/** "1,234,567", and "1,00,000" as India groups. */
function isGrouped([first = '', ...later]: string[]): boolean {
  if (first.length > 3) return false;
  return later.every((group, i) => group.length === 3 || (group.length === 2 && i < later.length - 1));
}
