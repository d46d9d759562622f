/**
 * The amounts that a quote can state in any locale: "1.234,50", "$1,234.50", "29" and ".99" apart, "2k". Pure; linear in the
 * quote; never throws. The locale is unknown here, so "1.234" states both 1234 and 1.234. `joined` marks an amount that
 * appears only when digits are joined or separated without a mark ("29" beside a raised "99"); it is weaker.
 */
import { type Amount, type Currency, fromMinorUnits, timesAmount, toAmount } from '../../data/money.ts';

export type Support = 'stated' | 'joined';

const NUMBER = /[.,]?\d+(?:[.,'’ ]\d+)*/g;
/** Longer runs of digits are serial numbers. */
const MAX_DIGITS = 18;

const FACTORS: [RegExp, number][] = [
  [/^ ?(?:k|thousand)(?![\p{L}\d])/iu, 1_000],
  [/^(?:m|mn)(?![\p{L}\d])|^ ?(?:million|mio)(?!\p{L})/iu, 1_000_000],
  [/^ ?[万萬]/u, 10_000],
];
const CENTS = /^ ?(?:¢|cents?(?!\p{L})|ct(?!\p{L}))/iu;

/** The name of a field of data whose amount is in minor units: `"unit_amount":1200`, `priceInCents: 1200`. */
const MINOR_FIELD = /(?:unit_?amount|(?<!per)cents?|minor(?:_?units?)?|pence)\\{0,3}["']?\s?:\s?\\{0,3}["']?$/i;

/** Every amount that the quote states, with the better of its supports. `currency` tells the number of minor units. */
export function amountsIn(quote: string, currency: Currency = 'USD'): Map<Amount, Support> {
  const found = new Map<Amount, Support>();
  const note = (plain: string, support: Support, factor: number | string) => {
    const amount = factor === 'minor' ? fromMinorUnits(plain, currency) : timesAmount(plain, factor);
    if (support === 'stated' || !found.has(amount)) found.set(amount, support);
  };
  // Full-width digits and raised ones become plain; "29" and ".99" in elements of their own become one number.
  const words = quote
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .replace(/(\d) ([.,]\d{1,2})(?!\d)/g, '$1$2');
  for (const match of words.matchAll(NUMBER)) {
    const token = match[0];
    if (token.length > 2 * MAX_DIGITS) continue;
    const after = words.slice(match.index + token.length, match.index + token.length + 12);
    if (/^ ?%/.test(after)) continue;
    const cents = CENTS.test(after) || words[match.index - 1] === '¢';
    const isMinor = MINOR_FIELD.test(words.slice(Math.max(0, match.index - 40), match.index));
    if (isMinor && /^\d+$/.test(token)) {
      note(token, 'stated', 'minor');
      continue;
    }
    const factor = cents ? '0.01' : (FACTORS.find(([mark]) => mark.test(after))?.[1] ?? 1);
    for (const [plain, support] of valuesOf(token)) note(plain, support, factor);
  }
  return found;
}

/** How the quote supports the amount; undefined where it does not. */
export function supportOf(quote: string, amount: Amount, currency?: Currency): Support | undefined {
  return amountsIn(quote, currency).get(toAmount(amount));
}

const MONEY = /\p{Sc}|\b(?:[A-Z]{3}|fr|kr|zł)\b|\d\s?[元円]/u;

/** The lines and cells of a text that name a currency, cut to a length that no price exceeds. */
export function moneyLines(text: string): string[] {
  return text.split(/[\n\t]/).flatMap((line) => (MONEY.test(line) ? [line.slice(0, 400)] : []));
}

function valuesOf(token: string): [string, Support][] {
  const pieces = token.split(' ');
  const later = pieces.slice(1);
  if (later.length === 0) return valuesOfPiece(token);
  const apart = pieces.flatMap(valuesOfPiece);
  // "12 100": thousands in half of Europe, and an amount with the next word's number elsewhere.
  if (
    /^\d{1,3}$/.test(pieces[0] ?? '') &&
    later.every((piece, i) => (i < later.length - 1 ? /^\d{3}$/ : /^\d{3}(?:[.,]\d+)?$/).test(piece))
  ) {
    return [
      [pieces.join('').replace(',', '.'), 'stated'],
      ...apart.map(([plain]): [string, Support] => [plain, 'joined']),
    ];
  }
  const cents = pieces.flatMap((piece, i): [string, Support][] =>
    /^\d{2}$/.test(pieces[i + 1] ?? '') && /^\d+$/.test(piece) ? [[`${piece}.${pieces[i + 1]}`, 'joined']] : [],
  );
  return [...apart, ...cents];
}

/** Readings of a number without spaces. */
function valuesOfPiece(piece: string): [string, Support][] {
  if (/^[.,]/.test(piece)) {
    const digits = piece.slice(1);
    if (!/^\d+$/.test(digits)) return valuesOfPiece(digits);
    return [
      [`0.${digits}`, piece.startsWith('.') ? 'stated' : 'joined'],
      [digits, piece.startsWith('.') ? 'joined' : 'stated'],
    ];
  }
  const groups = piece.split(/[.,'’]/);
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
  const takesDecimals = lastMark === '.' || lastMark === ',';
  if (new Set(marks).size > 1) {
    return takesDecimals && !marks.slice(0, -1).includes(lastMark) && isGrouped(groups.slice(0, -1)) ? [decimal] : [];
  }
  const thousands: [string, Support][] = isGrouped(groups) && !piece.startsWith('0') ? [[whole, 'stated']] : [];
  if (groups.length === 2) return takesDecimals ? [...thousands, decimal] : thousands;
  return thousands.length > 0 ? thousands : groups.map((group): [string, Support] => [group, 'joined']);
}

/** "1,234,567", and "1,00,000" as India groups. */
function isGrouped([first = '', ...later]: string[]): boolean {
  if (first.length > 3) return false;
  return later.every((group, i) => group.length === 3 || (group.length === 2 && i < later.length - 1));
}
