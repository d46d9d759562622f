/**
 * What a mark of a currency means on a page, and how that currency's numbers are written there.
 *
 * Of a mark that several currencies share, what the page says of its prices decides, then where the page is from.
 */
import { minorDigits } from '../../../data/money.ts';
import { memoized } from '../../../data/text/memoized.ts';
import currencies from './currencies.json' with { type: 'json' };

/** Where a page says it is read from, and whatever it says about its currency as a whole. */
export interface Locale {
  /** Lower-case BCP 47 tag; empty where the page has none. */
  lang: string;
  /** Lower-case ISO 3166 code of the host's top-level domain. */
  country?: string;
  /** "All prices in AUD". */
  stated?: string;
  /** The one currency of the page's structured data. */
  hint?: string;
}

export interface Currencied {
  currency: string;
  assumed: boolean;
}

interface Shared {
  of: readonly string[];
  /** By the language of the page. */
  in?: Readonly<Record<string, string>>;
  else?: string;
}

/**
 * The marks of currencies as vendors write them, and where each is at home. A mark means one currency, or one of several:
 * then `in` and `else` are which it is where nothing says, and without them nothing is read.
 *
 * Signs need no word boundary around them; words of letters do. Those of `signsAfter`, `wordsAfter` and `sharedAfter` stand
 * after the number only. `dollars`, `pounds` and `yens` are what stands directly before those signs. `wordy` codes are
 * words or names as well: "TRY 14 days".
 */
const { signs, signsAfter, words, wordsAfter } = currencies;
const ONE: Readonly<Record<string, string>> = { ...signs, ...signsAfter, ...words, ...wordsAfter };
const SHARED: Readonly<Record<string, Shared>> = currencies.shared;
const AFTER = new Set([...Object.keys({ ...signsAfter, ...wordsAfter }), ...currencies.sharedAfter]);
const PREFIXES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  $: currencies.dollars,
  '£': currencies.pounds,
  '¥': currencies.yens,
  '￥': currencies.yens,
};
const COUNTRIES: Readonly<Record<string, string>> = currencies.countries;
const CODES = new Set(Intl.supportedValuesOf('currency'));

const escaped = (word: string) => word.replace(/[$.*/]/g, '\\$&');
const alternatives = (words: readonly string[]) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
/** Of a writing that parts its words. */
const isLettered = (mark: string) =>
  /^(?:\$ ?)?[\p{L} ./]+$/u.test(mark) && !/[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/.test(mark);
const MARKS = Object.keys({ ...ONE, ...SHARED });

/** Finds every mark of a currency, and other groups of three capitals: literals only, so one pass over the page. */
export const MARK = new RegExp(
  [
    `(?<![\\p{L}_])(?:${alternatives(MARKS.filter(isLettered))})(?![\\p{L}_])`,
    alternatives(MARKS.filter((mark) => !isLettered(mark))),
    '[£¥￥]',
    '(?<![A-Za-z_])[A-Z]{3}(?!(?!per )[A-Za-z_])',
  ].join('|'),
  'gu',
);

const sure = (currency: string): Currencied => ({ currency, assumed: false });

interface Sign {
  mark: string;
  /** The letters directly before that belong to it. */
  prefix: string;
}

/** What the mark means with its prefix; undefined where it can't be told. */
export function currencyOf({ mark, prefix }: Sign, locale: Locale, hasDecimals: boolean): Currencied | undefined {
  const prefixed = PREFIXES[mark]?.[prefix.trimEnd()];
  if (prefixed !== undefined) return sure(prefixed);
  if (mark === '£')
    return locale.stated === 'EGP' || regionOf(locale.lang) === 'eg' ? { currency: 'EGP', assumed: true } : sure('GBP');
  if (mark === '¥' || mark === '￥')
    return resolved(['JPY', 'CNY'], locale, hasDecimals || mark === '￥' ? 'CNY' : 'JPY');
  const several = SHARED[mark];
  if (several !== undefined) {
    const found = resolved(several.of, locale, several.in?.[tagOf(locale.lang)?.language ?? ''] ?? several.else);
    // "99 元" on a page in Chinese of the mainland leaves nothing open.
    return mark === '元' && found?.currency === 'CNY' ? sure('CNY') : found;
  }
  const found = ONE[mark];
  if (found !== undefined) return sure(found);
  return CODES.has(mark) ? sure(mark) : undefined;
}

function resolved(of: readonly string[], locale: Locale, last?: string): Currencied | undefined {
  const { lang, country, stated, hint } = locale;
  if (stated !== undefined && of.includes(stated)) return sure(stated);
  const guesses = [
    hint,
    COUNTRIES[regionOf(lang)],
    COUNTRIES[country ?? ''],
    COUNTRIES[tagOf(lang)?.maximize().region?.toLowerCase() ?? ''],
    last,
  ];
  const currency = guesses.find((guess) => guess !== undefined && of.includes(guess));
  return currency === undefined ? undefined : { currency, assumed: true };
}

/** Undefined where a page declares no language, or none that there is. */
const tagOf = memoized((lang): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(lang);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
});

function regionOf(lang: string): string {
  return tagOf(lang)?.region?.toLowerCase() ?? '';
}

/** "$2.10 per user (AUD)": the code in the terms says which of the dollars, where the mark leaves it open. */
export function codeIn(terms: string): string | undefined {
  const code = /\(([A-Z]{3})\)|(?<!\p{L})in ([A-Z]{3})(?!\p{L})/u
    .exec(terms)
    ?.slice(1)
    .find((found) => found !== undefined);
  return code !== undefined && isDollar(code) ? code : undefined;
}

/** "49.900 COP" behind "$": what the digits are counted in tells how they are grouped. */
export function dollarBehind(text: string): string | undefined {
  const code = /^ ?[\d.,]{1,16} ?([A-Z]{3})(?![\p{L}\d])/u.exec(text)?.[1];
  return code !== undefined && code !== 'USD' && isDollar(code) ? code : undefined;
}

/** What "$" may stand for. */
function isDollar(code: string): boolean {
  return SHARED.$?.of.includes(code) === true;
}

export function isCode(mark: string): boolean {
  return CODES.has(mark) || mark === 'RMB';
}

/** "99 cents", "50¢". */
export function isMinor(mark: string): boolean {
  return currencies.minor.includes(mark);
}

/** Its number stands before it, always. */
export function standsAfter(mark: string): boolean {
  return AFTER.has(mark);
}

/** Before a plain number of a few digits it may as well be a word in capitals. */
export function isWordy(mark: string, { lang, stated }: Locale): boolean {
  return currencies.wordy.includes(mark) && stated !== mark && COUNTRIES[regionOf(lang)] !== mark;
}

/** What groups thousands in the numbers of a language, by CLDR. */
const groupOf = memoized((lang): string | undefined => {
  const parts = new Intl.NumberFormat([tagOf(lang) ?? 'en', 'en'], { useGrouping: 'always' }).formatToParts(1e6);
  return parts.find(({ type }) => type === 'group')?.value;
});

/** Swiss and Austrian German have signs of their own beside the dots of the language; Mexican Spanish has commas. */
const hasDots = (lang: string) => groupOf(tagOf(lang)?.language ?? '') === '.' && groupOf(lang) !== ',';

const isWhole = (currency: string) => minorDigits(currency) === 0 || currencies.wholeByUse.includes(currency);

export function groupsByDots(currency: string, lang: string): boolean {
  if (minorDigits(currency) === 3) return false;
  return isWhole(currency) || currencies.dotThousands.includes(currency) || hasDots(lang);
}

/** After a number as this language writes them, "1,299 €" is a slip for 1299 or a rate of three decimals. */
export function isCommaOpen(currency: string, lang: string): boolean {
  return !isWhole(currency) && hasDots(lang);
}

export function groupsBySpaces(currency: string, lang: string): boolean {
  return currencies.spaceThousands.includes(currency) || /^\s$/.test(groupOf(lang) ?? '');
}

/** Letters directly before a mark that belong to it. */
export function prefixOf(text: string, at: number): string {
  const of = PREFIXES[text[at] ?? ''];
  if (of === undefined) return '';
  // "CAD $15"
  const code = text[at] === '$' ? /(?<![A-Za-z])([A-Z]{3}) $/.exec(text.slice(Math.max(0, at - 5), at)) : null;
  if (code?.[1] !== undefined && code[1] in of) return code[0];
  let from = at;
  while (from > 0 && at - from < 4 && isLetter(text.charCodeAt(from - 1))) from -= 1;
  const letters = text.slice(from, at);
  return letters in of ? letters : '';
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
