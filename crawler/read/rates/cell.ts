/** The rates in one stretch of a page, a cell or a line: one amount or several, each with the words that are its own. */
import { Decimal } from 'decimal.js';
import { defined } from '../../../data/defined.ts';
import { timesAmount, toAmount } from '../../../data/money.ts';
import type { Evidence } from '../../../data/reading.ts';
import { anyOfUse } from '../../../data/text/claim-words.ts';
import type { Locale } from '../money/currency.ts';
import type { Money } from '../money/money.ts';
import { type Document, type PageElement, type Span, within } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import type { Cell, Grid } from '../page/grid.ts';
import {
  bandIn,
  batched,
  isOtherModality,
  isRate,
  isThinking,
  ownRole,
  type RateField,
  type Role,
  withoutBand,
} from './kinds.ts';
import { factorOf, ofMoney, type Unit, unitIn } from './unit.ts';
import { anyWord } from './words.ts';

/** What was found on the page before rates are read. */
export interface Mentions {
  amounts: readonly (Span & { money: Money; element: PageElement })[];
  grids: readonly Grid[];
  locale: Locale;
}

export interface Page extends Mentions {
  document: Document;
  /** What the page says once of all its amounts. */
  unit: Unit;
}

/** A rate per million tokens, before it is known whose. */
export interface Rate {
  field: RateField;
  amount: string;
  currency: string;
  band?: string;
  evidence: Evidence;
}

/** What stands around says of the amounts of a cell. */
interface Setting {
  role: Role;
  /** From the nearest words to the farthest; those of the amounts come first. */
  units: readonly Unit[];
  /** In which several amounts without words of their own come. */
  order?: readonly RateField[] | undefined;
  /** Of bare numbers. */
  currency?: string | undefined;
  /** Of other amounts beside it, for "Free". */
  others?: string | undefined;
  isBatch?: boolean;
}

interface Part extends Span {
  amount: string;
  currency: string | undefined;
  isFloor: boolean;
  /** Where the amount itself stands. */
  at: Span;
  /** All that is said of this amount and of no other. */
  words: string;
}

/** With the blanks that indent its markup. */
const MAX_CELL = 2000;
const MAX_PARTS = 12;
/** Dearer than any rate that was ever asked: something else was read, or its unit was. */
const DEAREST = 5000;
const DEAREST_TOKEN = 0.01;
const FREE = new RegExp(`^(?:${anyOfUse('free', 'rate')})[*†]?$`, 'i');
const NUMBER = '\\d{1,9}(?:[.,]\\d{1,9}){0,2}';
const NUMBERS = new RegExp(
  `^${NUMBER}(?:\\s?[/|\\n]\\s?${NUMBER}){0,3}(?:\\s?(?:\\(\\d{1,2}\\)|\\[?\\^\\d{1,2}\\]?|[*†‡]{1,3}))?$`,
);
const LEAST = new RegExp(`(?:${anyWord('least')})\\s{0,2}$`, 'iu');
/** How much a dollar buys: "(20M / $1)". */
const INVERSE = /[^\p{Sc}\d.,\s]\s?\d[\d.,]{0,8}\s?[km]?\s?\/\s?$/iu;
const LABEL = new RegExp(anyWord('input', 'output', 'cached', 'text', 'otherMode'), 'iu');
const KIND = new RegExp(anyWord('input', 'output', 'cached'), 'iu');
/** "Cached -", "Image input n/a": nothing is asked for that. */
const UNASKED = new RegExp(
  `(?:${anyWord('input', 'output', 'cached', 'otherMode')})\\s?:?\\s{1,2}(?:[-–—]|n\\/a|none)(?=\\s?$|\\s?[/,;|·•]|\\s)`,
  'giu',
);
/** "Input – $0.50": something is asked. */
const LEADER = /\s?[-–—]\s{0,2}$/;

export function ratesIn(page: Page, span: Span, setting: Setting): Rate[] {
  const { document } = page;
  if (span.start < 0 || span.end - span.start > MAX_CELL) return [];
  const words = document.visible.slice(span.start, span.end);
  if (FREE.test(words.trim())) return freeRate(document, span, setting);
  const parts = chosen(partsOf(page, span));
  const own = unitIn(words);
  const order = setting.order?.length === parts.length ? setting.order : undefined;
  const rates = parts.flatMap((part, index): Rate[] => {
    const plain = fieldOf(setting.role, ownRole(withoutBand(part.words)), order?.[index]);
    const field = plain !== undefined && setting.isBatch === true ? batched(plain) : plain;
    const currency = part.currency ?? setting.currency;
    if (field === undefined || currency === undefined || part.isFloor) return [];
    const around = part.currency === undefined ? setting.units : setting.units.map(ofMoney);
    const factor = factorOf([unitIn(part.words), ...(own.isOther ? [] : [own]), ...around]);
    const amount = factor === undefined ? undefined : scaled(part.amount, factor);
    if (amount === undefined) return [];
    const band = bandOf(document, part);
    const end = Math.min(Math.max(part.end, part.at.end), part.start + 160);
    const evidence = exact(document, { start: part.start, end }, 'rate-card');
    return [{ field, amount, currency, ...defined({ band }), evidence }];
  });
  return decided(rates);
}

/** A column is of one kind, which the words of an amount may make a cached one's; else those words or the order decide. */
function fieldOf(role: Role, own: Role, ordered: RateField | undefined): RateField | undefined {
  if (own === 'other') return undefined;
  if (isRate(role)) return own === 'cachedInputPerMTok' && role === 'inputPerMTok' ? own : role;
  return isRate(own) ? own : ordered;
}

function freeRate(document: Document, span: Span, { role, currency, others, isBatch }: Setting): Rate[] {
  const code = currency ?? others;
  const field = isRate(role) && isBatch === true ? batched(role) : role;
  if (field === undefined || !isRate(field) || code === undefined) return [];
  return [{ field, amount: '0.00', currency: code, evidence: exact(document, span, 'rate-card') }];
}

/** Of a text's and a sound's rate the text's, of rates with and without thinking the latter. */
function chosen(parts: Part[]): Part[] {
  const text = parts.filter(({ words }) => !isOtherModality(words));
  const plain = text.filter(({ words }) => !isThinking(words));
  if (plain.length > 0) return plain;
  return text.length > 0 ? text : parts;
}

/** Two amounts for the same thing decide nothing. */
function decided(rates: Rate[]): Rate[] {
  const isSame = (one: Rate, other: Rate) =>
    one.field === other.field && one.band === other.band && one.currency === other.currency;
  return rates.filter((rate) => {
    const same = rates.filter((other) => isSame(other, rate));
    return same[0] === rate && same.every(({ amount }) => amount === rate.amount);
  });
}

/** Per million tokens; undefined where it can't be one. */
function scaled(amount: string, factor: number): string | undefined {
  if (factor === 1e6 && new Decimal(amount).gt(DEAREST_TOKEN)) return undefined;
  const rate = timesAmount(amount, factor);
  return new Decimal(rate).gt(DEAREST) ? undefined : rate;
}

function bandOf({ visible }: Document, { start, end, at }: Part): string | undefined {
  return bandIn(visible.slice(at.end, end)) ?? bandIn(visible.slice(start, at.start));
}

/** Whether a cell of the row may state a rate. */
export function hasPrice(page: Page, row: readonly Cell[]): boolean {
  return row.some((cell) => isPriceLike(page, cell));
}

/** Whether a cell may state a rate: an amount, a bare number, or the word for free. */
export function isPriceLike(page: Page, { start, end, words }: Span & { words: string }): boolean {
  if (start < 0 || words === '') return false;
  return NUMBERS.test(words) || FREE.test(words) || amountsIn(page, { start, end }).length > 0;
}

export function amountsIn({ amounts }: Mentions, span: Span): Mentions['amounts'][number][] {
  return within(amounts, span, MAX_PARTS).filter(({ end }) => end <= span.end);
}

/** The amounts of a span that are asked now, each with the words around it up to its neighbours'. */
function partsOf(page: Page, span: Span): Part[] {
  const { visible, text } = page.document;
  const inside = amountsIn(page, span);
  const [first] = inside;
  if (first === undefined) return numbersIn(visible, span);
  const isLabelFirst = LABEL.test(visible.slice(span.start, first.start));
  const parts: Part[] = [];
  let from = span.start;
  for (const [index, { money, element, start, end }] of inside.entries()) {
    const next = inside[index + 1];
    const to = next === undefined ? span.end : end + seamAt(withoutUnasked(text.slice(end, next.start)), isLabelFirst);
    const before = withoutUnasked(visible.slice(from, start).replace(LEADER, ''));
    const words = `${before} ${withoutUnasked(visible.slice(end, to))}`;
    if (!element.struck && !INVERSE.test(visible.slice(Math.max(span.start, start - 16), start)))
      parts.push({
        start: from,
        end: to,
        at: { start, end },
        words,
        amount: money.amount,
        currency: money.currency,
        isFloor: money.isFloor || LEAST.test(before.slice(-24)),
      });
    from = to;
  }
  return parts;
}

/** "0.14", "0,65", "2.50 / 10.00" */
function numbersIn(visible: string, span: Span): Part[] {
  const cell = visible.slice(span.start, span.end);
  const from = span.start + (cell.length - cell.trimStart().length);
  if (!NUMBERS.test(cell.trim())) return [];
  return [...cell.trim().matchAll(/(?<![(^\d.,])\d[\d.,]*/g)].flatMap(({ 0: digits, index }): Part[] => {
    const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(digits)
      ? digits.replaceAll(',', '')
      : digits.replace(',', '.');
    if (!/^\d+(?:\.\d+)?$/.test(plain)) return [];
    const at = { start: from + index, end: from + index + digits.length };
    return [{ ...at, at, words: '', amount: toAmount(plain), currency: undefined, isFloor: false }];
  });
}

function withoutUnasked(words: string): string {
  return /[-–—]|n\/a|none/i.test(words) ? words.replace(UNASKED, (said) => ' '.repeat(said.length)) : words;
}

/** A slash before a unit parts nothing. */
const SLASH = new RegExp(
  `/(?!\\s{0,2}(?:\\d|每|${anyWord('million', 'thousand', 'myriad', 'millionTokens', 'thousandTokens', 'token', 'otherUnit')}))`,
  'giu',
);
const SEAMS = [
  /\n|<br\s{0,3}\/?>/gi,
  /[;；|•·]/g,
  /,(?!\d)|[，、]/g,
  /(?<!\p{L})(?:and|und|et|y|or)(?!\p{L})|和/giu,
  SLASH,
];

/** Where what is said of one amount ends and what is said of the next begins. */
function seamAt(between: string, isLabelFirst: boolean): number {
  for (const seam of SEAMS) {
    const found = [...between.matchAll(seam)].map(({ index }) => index);
    const at = isLabelFirst ? found[0] : found.at(-1);
    if (at !== undefined) return at;
  }
  if (!isLabelFirst) return between.length;
  const word = between.search(KIND);
  return word >= 0 ? word : between.length;
}
