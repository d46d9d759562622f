/**
 * What a mark of a currency means on a page, and how that currency's numbers are written there.
 *
 * Of a mark that several currencies share, what the page says of its prices decides, then where the page is from.
 */
import {
  CODES,
  COUNTRIES,
  DOLLARS,
  DOT_LANGUAGES,
  DOT_THOUSANDS,
  HOMES,
  MINOR,
  NO_DECIMALS,
  POINT_REGIONS,
  POUNDS,
  SHARED,
  SHARED_AFTER,
  SIGNS,
  SIGNS_AFTER,
  SPACE_LANGUAGES,
  SPACE_THOUSANDS,
  THREE_DECIMALS,
  WORDS,
  WORDS_AFTER,
  WORDY,
  YEN_OR_YUAN,
  YENS,
} from './currency-marks.ts';

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

const escaped = (word: string) => word.replace(/[$.*/]/g, '\\$&');
const alternatives = (words: readonly string[]) =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
/** Of a writing that parts its words. */
const isLettered = (mark: string) =>
  /^[\p{L} ./]+$/u.test(mark) && !/[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/.test(mark);
const MARKS = [SIGNS, SIGNS_AFTER, WORDS, WORDS_AFTER, SHARED].flatMap((table) => Object.keys(table));

/** Finds every mark of a currency, and other groups of three capitals: literals only, so one pass over the page. */
export const MARK = new RegExp(
  [
    alternatives(MARKS.filter((mark) => !isLettered(mark))),
    '[£¥￥]',
    `(?<![\\p{L}_])(?:${alternatives(MARKS.filter(isLettered))})(?![\\p{L}_])`,
    '(?<![A-Za-z_])[A-Z]{3}(?!(?!per )[A-Za-z_])',
  ].join('|'),
  'gu',
);

const sure = (currency: string): Currencied => ({ currency, assumed: false });

/** What the mark means, with the letters directly before it; undefined where it can't be told. */
export function currencyOf(mark: string, before: string, locale: Locale, hasDecimals: boolean): Currencied | undefined {
  const { lang } = locale;
  if (mark === '£') {
    const of = POUNDS[before];
    if (of !== undefined) return sure(of);
    return locale.stated === 'EGP' || regionOf(lang) === 'eg' ? { currency: 'EGP', assumed: true } : sure('GBP');
  }
  if (mark === '¥' || mark === '￥') {
    const of = YENS[before];
    if (of !== undefined) return sure(of);
    return resolved(YEN_OR_YUAN, locale, hasDecimals || mark === '￥' ? 'CNY' : 'JPY');
  }
  const prefix = mark === '$' ? DOLLARS[before.trimEnd()] : undefined;
  if (prefix !== undefined) return sure(prefix);
  const several = SHARED[mark];
  if (several !== undefined) {
    const found = resolved(several.of, locale, several.else);
    // "99 元" on a page in Chinese of the mainland leaves nothing open.
    return mark === '元' && found?.currency === 'CNY' ? sure('CNY') : found;
  }
  const found = SIGNS[mark] ?? SIGNS_AFTER[mark] ?? WORDS[mark] ?? WORDS_AFTER[mark];
  if (found !== undefined) return sure(found);
  return CODES.has(mark) ? sure(mark) : undefined;
}

function resolved(of: ReadonlySet<string>, locale: Locale, last?: string): Currencied | undefined {
  const { lang, country, stated, hint } = locale;
  if (stated !== undefined && of.has(stated)) return sure(stated);
  const guesses = [
    hint,
    COUNTRIES[regionOf(lang)],
    COUNTRIES[country ?? ''],
    COUNTRIES[HOMES[lang.split('-')[0] ?? ''] ?? ''],
    last,
  ];
  const currency = guesses.find((guess) => guess !== undefined && of.has(guess));
  return currency === undefined ? undefined : { currency, assumed: true };
}

function regionOf(lang: string): string {
  return /-([a-z]{2})$/.exec(lang)?.[1] ?? '';
}

/** "$2.10 per user (AUD)": the code in the terms says which of the dollars, where the mark leaves it open. */
export function codeIn(terms: string): string | undefined {
  const code = /\(([A-Z]{3})\)|(?<!\p{L})in ([A-Z]{3})(?!\p{L})/u
    .exec(terms)
    ?.slice(1)
    .find((found) => found !== undefined);
  return code !== undefined && isDollar(code) ? code : undefined;
}

/** What "$" may stand for. */
export function isDollar(code: string): boolean {
  return SHARED.$?.of.has(code) === true;
}

/** The one dollar that a class or an attribute names by its code. Letters between digits are part of a hash: "css-0cad00". */
export function dollarNamed(words: string): string | undefined {
  const codes = new Set(
    words
      .toUpperCase()
      .split(/[^A-Z0-9]+/)
      .filter((word) => SHARED.$?.of.has(word)),
  );
  const [code, ...more] = codes;
  return more.length > 0 ? undefined : code;
}

export function isCode(mark: string): boolean {
  return CODES.has(mark) || mark === 'RMB';
}

/** "99 cents", "50¢". */
export function isMinor(mark: string): boolean {
  return MINOR.has(mark);
}

/** Its number stands before it, always. */
export function standsAfter(mark: string): boolean {
  return mark in SIGNS_AFTER || mark in WORDS_AFTER || SHARED_AFTER.includes(mark);
}

/** Before a plain number of a few digits it may as well be a word in capitals. */
export function isWordy(mark: string, { lang, stated }: Locale): boolean {
  return WORDY.has(mark) && stated !== mark && COUNTRIES[regionOf(lang)] !== mark;
}

export function groupsByDots(currency: string, lang: string): boolean {
  if (THREE_DECIMALS.has(currency)) return false;
  if (NO_DECIMALS.has(currency) || DOT_THOUSANDS.has(currency)) return true;
  return DOT_LANGUAGES.has(lang.split('-')[0] ?? '') && !POINT_REGIONS.has(regionOf(lang));
}

/** After a number as this language writes them, "1,299 €" is a slip for 1299 or a rate of three decimals. */
export function isCommaOpen(currency: string, lang: string): boolean {
  return (
    !NO_DECIMALS.has(currency) && DOT_LANGUAGES.has(lang.split('-')[0] ?? '') && !POINT_REGIONS.has(regionOf(lang))
  );
}

export function groupsBySpaces(currency: string, lang: string): boolean {
  return SPACE_THOUSANDS.has(currency) || SPACE_LANGUAGES.has(lang.split('-')[0] ?? '') || regionOf(lang) === 'za';
}

/** Letters directly before a mark that belong to it. */
export function prefixOf(text: string, at: number): string {
  const of = text[at] === '$' ? DOLLARS : text[at] === '£' ? POUNDS : /[¥￥]/.test(text[at] ?? '') ? YENS : undefined;
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
