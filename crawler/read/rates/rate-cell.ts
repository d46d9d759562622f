/** What one cell of a rate table, or one stretch of text, says of rates: one amount or several, each with its words. */
import { Decimal } from 'decimal.js';
import { timesAmount, toAmount } from '../../../data/money.ts';
import type { Evidence } from '../../../data/reading.ts';
import { anyOfUse } from '../../../data/text/claim-words.ts';
import { type Document, lastAtOrBefore, type Span } from '../page/document.ts';
import { exact } from '../page/evidence.ts';
import type { AmountSignal } from '../tiers/amounts.ts';
import type { Signals } from '../tiers/signals.ts';
import {
  bandIn,
  isOtherMode,
  isRate,
  isThinking,
  ownRole,
  perMillion,
  type RateField,
  type Role,
  roleOf,
  type Scale,
} from './token-rate.ts';

/** A rate per million tokens, before it is known whose. */
export interface Rate {
  field: RateField;
  amount: string;
  currency: string;
  band?: string;
  evidence: Evidence;
}

/** What is believed where a cell does not say it. */
export interface CellSetting {
  role: Role;
  /** In which several amounts without words of their own come. */
  order: readonly RateField[] | undefined;
  scale: Scale | undefined;
  /** For bare numbers, where header, unit or words above say it. */
  currency: string | undefined;
  /** Of the table's other amounts, for cells that say "Free". */
  tableCurrency: string | undefined;
}

const MAX_CELL = 400;
/** With the blanks that indent its markup. */
const MAX_INDENTED = 2000;
/** Dearer than any rate that was ever asked: something else was read, or its scale was. */
const DEAREST = 5000;
const BREAK = /\n|<br\s{0,3}\/?>/i;
const OTHER_UNIT =
  /(?:\/|\bper\b|[*×])\s?(?:[\d,.]+\s?[km]?\s?)?(?:generated |input |output |standard |audio )?(?:images?|pictures?|minutes?|mins?|hours?|hrs?|seconds?|secs?|days?|months?|characters?|chars|search(?:es)?|quer(?:y|ies)|requests?|calls?|pages?|songs?|steps?|tiles?|videos?|megapixels?|documents?|units?)\b|每?(?:小时|次|张|秒|分钟|字符|页)|[*×/]\s?小时/i;
/** A mark that leads to a footnote. */
const NOTE = /\s?(?:\(\d{1,2}\)|\[?\^\d{1,2}\]?|[*†‡]{1,3})$/;
const FREE_WORDS = anyOfUse('free', 'rate');
const FREE = new RegExp(`^(?:${FREE_WORDS})[*†]?$`, 'i');
/** "(text / image / video)" */
const TEXT_TOO = /\([^()]{0,40}\btext\b[^()]{0,40}\)/i;
const OTHER_SOUND = /\((?:audio|images?|video|speech)[^)]{0,20}\)|\b(?:audio|speech) (?:input|output)/i;

interface Part extends Span {
  signal: AmountSignal;
  /** All that is said of this amount and of no other. */
  words: string;
}

export function ratesIn(document: Document, signals: Signals, span: Span, setting: CellSetting): Rate[] {
  if (span.start < 0 || isLong(document, span)) return [];
  const words = document.visible.slice(span.start, span.end);
  const parts = chosen(partsOf(document, signals, span));
  if (parts.length === 0) return bareRates(document, words, span, setting);
  const rates: Rate[] = [];
  const cellScale = perMillion(words);
  const order = setting.order?.length === parts.length ? setting.order : undefined;
  for (const [index, part] of parts.entries()) {
    const own = ownRole(part.words);
    const field = isRate(setting.role) ? setting.role : isRate(own) ? own : order?.[index];
    const scale = perMillion(part.words) ?? cellScale ?? setting.scale;
    if (field === undefined || scale === undefined || !isPlausible(part)) continue;
    const amount = scaled(part.signal.money.amount, scale);
    if (amount === undefined) continue;
    const band = parts.length > 1 ? bandOf(document, part) : undefined;
    rates.push({
      field,
      amount,
      currency: part.signal.money.currency,
      ...(band !== undefined && { band }),
      evidence: exact(document, part.start, Math.min(part.end, part.start + 160), 'rate-card'),
    });
  }
  return decided(rates);
}

function isLong({ visible }: Document, { start, end }: Span): boolean {
  if (end - start <= MAX_CELL) return false;
  return end - start > MAX_INDENTED || visible.slice(start, end).replace(/\s+/g, ' ').length > MAX_CELL;
}

/** Of a text's and a sound's rate the text's, of rates with and without thinking the latter. */
function chosen(parts: Part[]): Part[] {
  const text = parts.filter(({ words }) => !isOtherMode(words));
  const plain = text.filter(({ words }) => !isThinking(words));
  return plain.length > 0 ? plain : text.length > 0 ? text : parts;
}

/** Two amounts for the same thing decide nothing. */
function decided(rates: Rate[]): Rate[] {
  return rates.filter((rate, index) => {
    const same = rates.filter((other) => isSame(other, rate));
    return (
      same.every(({ amount }) => amount === rate.amount) && rates.findIndex((other) => isSame(other, rate)) === index
    );
  });
}

function isSame(one: Rate, other: Rate): boolean {
  return one.field === other.field && one.band === other.band && one.currency === other.currency;
}

function isPlausible({ words, signal: { money, terms } }: Part): boolean {
  if (money.isFloor || terms.isFloor) return false;
  const said = words.replace(TEXT_TOO, '');
  return !OTHER_UNIT.test(said) && !OTHER_SOUND.test(said);
}

/** Per million tokens; undefined where it can't be one. */
export function scaled(amount: string, scale: Scale): string | undefined {
  // Nobody asks a thousandth of a dollar for each token.
  if (scale === 1_000_000 && new Decimal(amount).gt(0.01)) return undefined;
  const rate = timesAmount(amount, scale);
  return new Decimal(rate).gt(DEAREST) ? undefined : rate;
}

function bandOf({ visible }: Document, { start, end, signal }: Part): string | undefined {
  return bandIn(visible.slice(signal.end, end)) ?? bandIn(visible.slice(start, signal.start));
}

/** A number alone, or the word for free, where header or neighbours say the currency. */
function bareRates(document: Document, words: string, span: Span, setting: CellSetting): Rate[] {
  if (!isRate(setting.role)) return [];
  const said = words.trim();
  const { scale, currency, tableCurrency } = setting;
  const field = setting.role;
  const evidence = exact(document, span.start, span.end, 'rate-card');
  if (FREE.test(said)) {
    const code = currency ?? tableCurrency;
    return code === undefined ? [] : [{ field, amount: '0.00', currency: code, evidence }];
  }
  if (scale === undefined) return [];
  const numeral = bareNumeral(said.replace(NOTE, ''));
  const amount = numeral === undefined ? undefined : scaled(numeral, scale);
  return amount === undefined || currency === undefined ? [] : [{ field, amount, currency, evidence }];
}

/** Whether a cell in which no amount stands may state a rate. */
export function mayBeBare(words: string): boolean {
  return BARE.test(words);
}

/** A number that a note may follow, or the word for free. */
const BARE = new RegExp(`^(?:\\d{1,9}(?:[.,]\\d{1,9}){0,2}(?:\\s?[([^*†‡]|$)|(?:${FREE_WORDS})(?:[*†]|$))`, 'i');

/** "0.0003", "1,200", "0,65". */
function bareNumeral(words: string): string | undefined {
  if (!/^\d{1,9}(?:[.,]\d{1,9}){0,2}$/.test(words)) return undefined;
  const plain = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(words) ? words.replaceAll(',', '') : words.replace(',', '.');
  return /^\d+(?:\.\d+)?$/.test(plain) ? toAmount(plain) : undefined;
}

/** The amounts of a span that are asked now, each with the words around it up to its neighbours'. */
export function partsOf(document: Document, { amounts }: Signals, { start, end }: Span): Part[] {
  if (isLong(document, { start, end })) return [];
  const inside: AmountSignal[] = [];
  for (let index = lastAtOrBefore(amounts, end - 1); index >= 0 && inside.length < 12; index -= 1) {
    const signal = amounts[index] as AmountSignal;
    if (signal.start < start) break;
    if (signal.end <= end) inside.unshift(signal);
  }
  const [first] = inside;
  if (first === undefined) return [];
  const isLabelFirst = isRate(roleOf(document.visible.slice(start, first.start)));
  const parts: Part[] = [];
  let from = start;
  for (const [index, signal] of inside.entries()) {
    const next = inside[index + 1];
    const between = document.text.slice(signal.end, next?.start ?? end);
    const to = next === undefined ? end : seamAt(withoutUnasked(between), isLabelFirst) + signal.end;
    const before = withoutUnasked(document.visible.slice(from, signal.start));
    const words = `${before} ${withoutUnasked(document.visible.slice(signal.end, to))}`;
    if (!isStruck(document, signal) && !isInverse(document, from, signal))
      parts.push({ start: from, end: to, signal, words });
    from = to;
  }
  return parts;
}

function isStruck({ text }: Document, { element, terms, start, end }: AmountSignal): boolean {
  if (element.struck || terms.isStruck) return true;
  return (
    /~~\s?$/.test(text.slice(Math.max(0, start - 3), start)) && /^\s?[^~\n|]{0,20}~~/.test(text.slice(end, end + 24))
  );
}

/** "(20M / $1)": how much a dollar buys. */
function isInverse({ visible }: Document, from: number, { start }: AmountSignal): boolean {
  return /\d\s?[km]?\s?\/\s?$/i.test(visible.slice(Math.max(from, start - 10), start));
}

/** "Cached -", "Image input n/a" among labels that stand before their amounts: nothing is asked for that. */
const UNASKED =
  /(?<!\p{L})(?:(?:text|image|audio|video|cached?) )?(?:input|output|cached?|cache (?:hit|read|write)s?|completion|prompt|image|audio|video)\s?:?\s{1,2}(?:[-–—]|n\/a|none)(?=\s?$|\s?[/,;|·•]|\s+(?:text |image |audio |cached? |cache )?(?:input|output|completion|prompt|cached?)(?!\p{L}))/giu;

function withoutUnasked(words: string): string {
  return /[-–—]|n\/a|none/i.test(words) ? words.replace(UNASKED, (said) => ' '.repeat(said.length)) : words;
}

const SEAMS = [/[;；|•·]/g, /,(?!\d)|[，、]/g, /\b(?:and|und|et|y|or)\b|和/gi, /\//g];

/** Where what is said of one amount ends and what is said of the next begins. */
function seamAt(between: string, isLabelFirst: boolean): number {
  const broken = BREAK.exec(between);
  if (broken !== null) {
    const last = lastMatch(between, /\n|<br\s{0,3}\/?>/gi);
    return isLabelFirst ? broken.index : (last ?? broken.index);
  }
  for (const seam of SEAMS) {
    const found = isLabelFirst && seam.source !== '\\/' ? between.search(seam) : (lastMatch(between, seam) ?? -1);
    if (found >= 0) return found;
  }
  if (!isLabelFirst) return between.length;
  const word = between.search(/\b(?:cached|input|output|prompt|completion)|[缓输]/i);
  return word >= 0 ? word : between.length;
}

function lastMatch(words: string, pattern: RegExp): number | undefined {
  let last: number | undefined;
  for (const match of words.matchAll(pattern)) last = match.index;
  return last;
}
