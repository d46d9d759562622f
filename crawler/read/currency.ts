/** How vendors write currencies: symbols, codes and words, and which of them need a page's locale to be understood. */

const SYMBOLS: Record<string, string> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₫': 'VND',
  '₱': 'PHP',
  '฿': 'THB',
  '₴': 'UAH',
  '₪': 'ILS',
  '₦': 'NGN',
  '₸': 'KZT',
  '₵': 'GHS',
  '₡': 'CRC',
  '₲': 'PYG',
  '₾': 'GEL',
  '₼': 'AZN',
  '₭': 'LAK',
  '៛': 'KHR',
};

/** What stands directly before `$` and says whose dollar it is. */
const DOLLARS: Record<string, string> = {
  US: 'USD',
  U: 'USD',
  A: 'AUD',
  AU: 'AUD',
  C: 'CAD',
  CA: 'CAD',
  CAD: 'CAD',
  AUD: 'AUD',
  USD: 'USD',
  NZ: 'NZD',
  HK: 'HKD',
  S: 'SGD',
  SG: 'SGD',
  NT: 'TWD',
  MX: 'MXN',
  MEX: 'MXN',
  R: 'BRL',
  CLP: 'CLP',
  COL: 'COP',
  ARS: 'ARS',
};

const CODES = new Set(
  (
    'USD EUR GBP JPY CNY RMB AUD CAD NZD CHF SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH ILS INR IDR MYR SGD HKD TWD KRW THB ' +
    'VND PHP BRL MXN ARS CLP COP PEN ZAR NGN KES EGP AED SAR QAR PKR BDT LKR ISK KZT GEL'
  ).split(' '),
);

const WORDS: Record<string, string> = {
  元: 'CNY',
  人民币: 'CNY',
  美元: 'USD',
  美金: 'USD',
  円: 'JPY',
  원: 'KRW',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
  руб: 'RUB',
  'руб.': 'RUB',
  рублей: 'RUB',
  грн: 'UAH',
  dollars: 'USD',
  euros: 'EUR',
  Euro: 'EUR',
  euro: 'EUR',
  rupees: 'INR',
  Rs: 'INR',
  'Rs.': 'INR',
  Rp: 'IDR',
  RM: 'MYR',
  Fr: 'CHF',
  'Fr.': 'CHF',
  欧元: 'EUR',
  港元: 'HKD',
  日元: 'JPY',
  新台幣: 'TWD',
};

/** Crowns are several countries'; only the page's language tells. */
const CROWNS: Record<string, string> = { sv: 'SEK', nb: 'NOK', no: 'NOK', nn: 'NOK', da: 'DKK', is: 'ISK' };

const DOLLAR_COUNTRIES: Record<string, string> = {
  au: 'AUD',
  ca: 'CAD',
  nz: 'NZD',
  sg: 'SGD',
  hk: 'HKD',
  tw: 'TWD',
  mx: 'MXN',
  cl: 'CLP',
  co: 'COP',
  ar: 'ARS',
};

/** In these, one dot before three digits groups thousands. */
const DOT_THOUSANDS = new Set(['EUR', 'BRL', 'DKK', 'TRY', 'IDR', 'VND', 'CLP', 'COP', 'ARS', 'RON', 'ISK']);
const DOT_LANGUAGES = new Set(['de', 'es', 'it', 'pt', 'nl', 'da', 'tr', 'id', 'vi', 'ro', 'el']);

/** Where a page says it is read from, and whatever it says about its currency as a whole. */
export interface Locale {
  /** Lower-case BCP 47 tag; empty where the page has none. */
  lang: string;
  /** "All prices in AUD". */
  stated?: string;
}

export interface Currencied {
  currency: string;
  assumed: boolean;
}

const sure = (currency: string): Currencied => ({ currency, assumed: false });

/** Finds every mark of a currency: one alternation, no repetition, so one pass over the page. */
export const MARK = new RegExp(
  `[$¥￥${Object.keys(SYMBOLS).join('')}]|(?<![A-Za-z])(?:${[...CODES].join('|')})(?![A-Za-z])|\\b(?:dollars|euros?|Euro|rupees|Rs\\.?|Rp|RM|Fr\\.?|Ft|kr)(?![\\p{L}])|zł|Kč|人民币|美元|美金|欧元|港元|日元|新台幣|元|円|원|рублей|руб\\.?|грн`,
  'gu',
);

/** What the mark means, with the letters directly before it; undefined where it can't be told. */
export function currencyOf(
  mark: string,
  before: string,
  { lang, stated }: Locale,
  hasDecimals: boolean,
): Currencied | undefined {
  if (mark === '$') {
    const prefix = DOLLARS[before];
    if (prefix !== undefined) return sure(prefix);
    if (stated !== undefined) return sure(stated);
    const country = lang.split('-').at(-1) ?? '';
    return { currency: (lang.includes('-') && DOLLAR_COUNTRIES[country]) || 'USD', assumed: true };
  }
  if (mark === '¥' || mark === '￥') {
    if (before === 'CN' || lang.startsWith('zh')) return { currency: 'CNY', assumed: before !== 'CN' };
    if (before === 'JP' || lang.startsWith('ja')) return { currency: 'JPY', assumed: before !== 'JP' };
    if (stated !== undefined) return sure(stated);
    return { currency: hasDecimals || mark === '￥' ? 'CNY' : 'JPY', assumed: true };
  }
  if (mark === 'kr') {
    const crown = CROWNS[lang.split('-')[0] ?? ''];
    return crown === undefined ? undefined : { currency: crown, assumed: true };
  }
  if (mark === 'RMB') return sure('CNY');
  if (CODES.has(mark)) return sure(mark);
  const found = SYMBOLS[mark] ?? WORDS[mark];
  return found === undefined ? undefined : sure(found);
}

export function isCode(mark: string): boolean {
  return CODES.has(mark);
}

export function groupsByDots(currency: string, lang: string): boolean {
  return DOT_THOUSANDS.has(currency) || DOT_LANGUAGES.has(lang.split('-')[0] ?? '');
}

/** Letters directly before a mark that belong to it. */
export function prefixOf(text: string, at: number): string {
  let from = at;
  while (from > 0 && at - from < 4 && isLetter(text.charCodeAt(from - 1))) from -= 1;
  const letters = text.slice(from, at);
  return letters in DOLLARS || letters === 'CN' || letters === 'JP' ? letters : '';
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

const STATED = /\b(?:prices?|pricing|amounts?|charges?|fees?)\b[^.\n]{0,40}?\b(?:in|are)\b[^.\n]{0,12}?\b([A-Z]{3})\b/;

/** The currency that the page states for all its prices. */
export function statedCurrency(text: string): string | undefined {
  const at = text.search(/\b(?:[Pp]rices?|[Pp]ricing|[Aa]mounts)\b[^.\n]{0,30}\b(?:USD|AUD|CAD|NZD|SGD|HKD|MXN|TWD)\b/);
  if (at < 0) return undefined;
  const code = STATED.exec(text.slice(at, at + 120).replace(/^[A-Z]/, (first) => first.toLowerCase()))?.[1];
  return code !== undefined && CODES.has(code) ? code : undefined;
}
