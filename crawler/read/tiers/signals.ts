/**
 * What a page's text offers to the readers that look for tiers: amounts with their terms, words for "free" and for
 * "contact us", and the lines that could be names. Gathered once for all of them.
 */
import { isZero } from '../../../data/money.ts';
import { type Document, type Line, lastAtOrBefore, type PageElement, runAt, type Span } from '../document/document.ts';
import { type Grid, gridsOf } from '../document/grid.ts';
import { termsAt, withCents, wordsOf } from '../document/inline.ts';
import { label, tidyName } from '../document/label.ts';
import type { Locale } from '../money/currency.ts';
import { codeIn } from '../money/currency.ts';
import { localeOf } from '../money/locale.ts';
import { type Money, seeMoney } from '../money/money.ts';
import type { Layout } from '../money/numeral.ts';
import { type Terms, termsReader } from '../money/term.ts';
import { withFormerPrices } from './former-price.ts';
import { amountBetween, headsOwnCard, headsPricedCard } from './kin.ts';
import { isHeadedNext } from './section.ts';
import { withoutTax } from './taxed.ts';
import {
  exclaimedName,
  FREE_NAME,
  FREE_WORD,
  isCustomLine,
  isFreeLine,
  MENU_WORD,
  namedPrice,
  nameIn,
  TERM_NAME,
  withoutLead,
} from './words.ts';

export interface AmountSignal extends Span {
  kind: 'money';
  money: Money;
  terms: Terms;
  line: Line;
  /** What of its line is not another amount's. */
  room: Span;
  element: PageElement;
}

export interface WordSignal extends Span {
  kind: 'free' | 'custom';
  line: Line;
  element: PageElement;
}

export type Signal = AmountSignal | WordSignal;

export interface Name extends Span {
  words: string;
  /** Heading level; 7 where the line is no heading. */
  rank: number;
  line: number;
  element: PageElement;
}

export interface Signals {
  amounts: AmountSignal[];
  /** With those that can't be read: each has its place under a name, and no other amount stands there. */
  seen: AmountSignal[];
  words: WordSignal[];
  /** Every line that could be a name, headings and others. */
  names: Name[];
  grids: Grid[];
  /** Where the page is read from and in what money it counts. */
  locale: Locale;
}

/** Why an amount that is there is no price. */
export const UNCLEAR = 'digits that can be joined in more than one way';
const LOOK_AHEAD = 170;
/** No price list has more; a page that does is made to be slow. */
const MAX_NAMES = 20_000;
const MAX_WORDS = 4000;

export function gatherSignals(document: Document, url: string): Signals {
  const locale = localeOf(document, url);
  const seen = amountsIn(document, locale);
  const { words, names } = linesIn(document, seen);
  const amounts = seen.filter(({ money }) => money.isUnclear !== true);
  return { amounts, seen, words, names, grids: gridsOf(document), locale };
}

function amountsIn(document: Document, locale: Locale): AmountSignal[] {
  const { visible, lines } = document;
  const found = seeMoney(visible, locale, layoutOf(document)).map((money) => withCents(document, money));
  const signals: AmountSignal[] = [];
  const readTerms = termsReader();
  const asides = asidesAmong(visible, found);
  for (const [index, money] of found.entries()) {
    if (asides.has(money)) continue;
    const lineIndex = lastAtOrBefore(lines, money.start);
    const line = lines[lineIndex];
    const element = runAt(document, money.start)?.element;
    if (line === undefined || element === undefined) continue;
    const previous = found[index - 1]?.end ?? 0;
    const said = signals.at(-1);
    const spoken = said === undefined ? 0 : said.end + said.terms.reach;
    const after = found[index + 1];
    const aside = after !== undefined && asides.has(after) ? after : undefined;
    const next = (aside === undefined ? after : found[index + 2])?.start ?? visible.length;
    const end = aside === undefined ? money.end : aside.end + 1;
    const terms = termsAt(document, readTerms, {
      head: headOf(visible, money, line, lines[lineIndex - 1], previous),
      start: end,
      tail: tailOf(visible, end, Math.min(next, sectionAfter(lines, lineIndex, lastAtOrBefore(lines, money.end - 1)))),
    });
    signals.push({
      kind: 'money',
      start: money.start,
      end: money.end,
      money: coded(money, visible.slice(money.start, end), visible.slice(end, end + terms.reach)),
      line,
      element,
      room: { start: Math.min(money.start, Math.max(line.start, spoken)), end: Math.min(line.end, next) },
      terms: money.isUnclear === true ? { ...terms, refusal: UNCLEAR } : terms,
    });
  }
  return withFormerPrices(withoutTax(visible, signals));
}

function coded(money: Money, words: string, terms: string): Money {
  const code = money.currencyAssumed && words.includes('$') ? codeIn(terms) : undefined;
  return code === undefined ? money : { ...money, currency: code, currencyAssumed: false };
}

/** "$2.50 (¥17.50) / M tokens": the amount in brackets is the one before it in other money. */
function asidesAmong(text: string, found: readonly Money[]): Set<Money> {
  const asides = new Set<Money>();
  for (const [index, money] of found.entries()) {
    const before = found[index - 1];
    if (before === undefined || asides.has(before) || before.currency === money.currency) continue;
    if (
      /^ ?[(（] ?[≈~]? ?$/.test(text.slice(before.end, money.start)) &&
      /^ ?[)）]/.test(text.slice(money.end, money.end + 2))
    )
      asides.add(money);
  }
  return asides;
}

/** Words before the amount in its line; where there are none, the short line before ("Starting at"). */
function headOf(text: string, money: Money, line: Line, before: Line | undefined, previous: number): string {
  const head = text.slice(Math.max(line.start, previous, money.start - 80), money.start);
  if (head.trim() !== '' || before === undefined || before.start < previous || before.end - before.start > 40)
    return head;
  const words = text.slice(before.start, before.end).trim();
  if (before.heading > 0 && nameIn(words, true) !== undefined) return head;
  return text.slice(before.start, money.start);
}

/** Where the next section's heading or a list of options starts: what they say is not about the amounts above. */
function sectionAfter(lines: readonly Line[], index: number, last: number): number {
  let level = 0;
  for (let at = index; at >= 0 && index - at < 12 && level === 0; at -= 1) level = lines[at]?.heading ?? 0;
  const isOption = isOfSelect(lines[index]);
  for (let at = last + 1; at <= last + 5; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    if ((line.heading > 0 && line.heading < level) || (!isOption && isOfSelect(line))) return line.start;
  }
  return Number.POSITIVE_INFINITY;
}

const isOfSelect = (line: Line | undefined) => line?.element.name === 'option' || line?.element.name === 'select';

const OF_NEXT =
  /場合|の際|^(?:or|oder|ou|o|yearly|annually|monthly|jährlich|monatlich|anual|mensual|annuel|mensuel)(?!\p{L})(?! ?(?:billed|abgerechnet))/iu;

function tailOf(text: string, from: number, next: number): string {
  const tail = text.slice(from, Math.min(next, from + LOOK_AHEAD));
  // "Monthly: $10, yearly: $100": what ends in a colon introduces the next amount.
  if (from + tail.length === next && /[:：]\s?$/.test(tail))
    return tail.slice(0, Math.max(0, ...[...tail.matchAll(/[,;|·\n]|\bor\b/g)].map(({ index }) => index)));
  // A line of its own before the next amount is about that one: "by the year $100".
  const line = tail.lastIndexOf('\n');
  return from + tail.length === next && line > 0 && OF_NEXT.test(tail.slice(line + 1)) ? tail.slice(0, line) : tail;
}

/** Where the runs of two elements meet inside a number, and which of them are raised. */
function layoutOf(document: Document): Layout {
  const seam: Layout['seam'] = (start, end) => {
    const run = runAt(document, start);
    if (run === undefined || run.end >= end) return undefined;
    const at = run.end;
    const next = runAt(document, at);
    if (
      next === undefined ||
      next.start !== at ||
      !isDigitAt(document.visible, at - 1) ||
      !isDigitAt(document.visible, at)
    )
      return undefined;
    const raised = isRaised(next.element);
    const length = next.end - next.start;
    if (raised && length === 2 && end === next.end) return { at, kind: 'cents' };
    return { at, kind: raised && length === 1 ? 'note' : 'unknown' };
  };
  const isRaisedAt = (at: number) => {
    const run = runAt(document, at);
    return run !== undefined && run.start === at && isRaised(run.element);
  };
  return { seam, isRaised: isRaisedAt, isEnd: (at) => runAt(document, at - 1)?.end === at };
}

function isRaised(element: PageElement): boolean {
  return element.name === 'sup' || /\b(?:cents?|decimals?|fraction|superscript)\b/i.test(element.attribs.class ?? '');
}

function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function linesIn(document: Document, amounts: readonly AmountSignal[]): Pick<Signals, 'words' | 'names'> {
  const words: WordSignal[] = [];
  const names: Name[] = [];
  const once = termsSaidOnce(document);
  for (const [index, line] of document.lines.entries()) {
    const length = line.end - line.start;
    // Long lines are prose; a page may have a hundred thousand of them.
    if (length > 120 || line.struck) continue;
    if (names.length >= MAX_NAMES || words.length >= MAX_WORDS) break;
    const { text: whole, start, end } = trimmed(document.visible, line);
    if (whole === '') continue;
    const text = wordsOf(document, line, whole);
    const amount = amountIn(line, amounts);
    const joined = line.heading > 0 ? namedPrice(text) : undefined;
    if (joined !== undefined && (amount !== undefined || joined.kind !== undefined)) {
      const at = { line: index, element: line.element };
      names.push({ start, end: start + joined.length, words: joined.name, rank: line.heading, ...at });
      if (amount === undefined && joined.kind !== undefined)
        words.push({ kind: joined.kind, start: end - joined.price.length, end, line, element: line.element });
      continue;
    }
    if (amount !== undefined) {
      const inline = nameBeside(document, line, amount);
      if (inline !== undefined) {
        names.push({ ...inline, line: index });
        continue;
      }
      // Beside a free card, a card headed by nothing but its price is named by it.
      const last = names.at(-1);
      const word = words.at(-1);
      const isNext =
        line.heading > 0 &&
        !isHeadedNext(document, index) &&
        last !== undefined &&
        word !== undefined &&
        word.start >= last.start &&
        !amountBetween(amounts, last.end, line.start - 1);
      if (isNext && amount.terms.per === 'month' && amount.money.amount !== '0.00' && text.length < 40) {
        names.push({ start, end, words: label(text, 40), rank: line.heading, line: index, element: line.element });
      }
      continue;
    }
    const unled = withoutLead(text);
    const said = unled.includes('  ') ? unled.replace(/ {2,}/g, ' ') : unled;
    const isFree = isFreeLine(said);
    const isCustom = text.length === 6 && /^custom$/i.test(text);
    const last = isFree || isCustom ? ownerOf(names, line, index) : undefined;
    // After a name, "Free" is its price; where it is set below that name and has a price of its own, it is one.
    const isOwed =
      last !== undefined &&
      (last.element.name !== 'li' || line.element.name === 'li') &&
      (words.at(-1)?.start ?? -1) <= last.start &&
      !amountBetween(amounts, last.end, line.start) &&
      !(line.heading > 0 && headsOwnCard(last.element, line, amounts));
    // Below the name "Free", "Free" is no second tier.
    const isLower = last !== undefined && line.heading > last.rank && !(FREE_WORD.test(text) && last.words === text);
    const follows = isFree && isOwed && !isLower && !isPricedBelow(document, amounts, index);
    const isHead = !follows && line.heading > 0;
    const isNamed =
      FREE_WORD.test(text) || (isHead && FREE_NAME.test(text) && headsCard(document, names, line, amounts));
    if (isFree && (follows || nameIn(text, line.heading > 0) === undefined || !isNamed)) {
      words.push({ kind: 'free', start, end, line, element: line.element });
      continue;
    }
    const name =
      (unled === text ? nameIn(text, line.heading > 0) : undefined) ??
      (line.heading > 0 && text.endsWith('!') && headsCard(document, names, line, amounts)
        ? exclaimedName(text)
        : undefined) ??
      (isCustom && !isOwed && (line.heading > 0 || isCustomNext(document, index)) ? 'Custom' : undefined) ??
      ((MENU_WORD.test(text) || (line.heading > 0 && TERM_NAME.test(text) && once.has(text.toLowerCase()))) &&
      isPricedBelow(document, amounts, index, line.heading)
        ? tidyName(text)
        : undefined);
    if (name !== undefined) {
      names.push({
        start: line.start,
        end: line.end,
        words: name,
        rank: line.heading || 7,
        line: index,
        element: line.element,
      });
      if (isFree) words.push({ kind: 'free', start, end, line, element: line.element });
    } else if (isCustomLine(said)) words.push({ kind: 'custom', start, end, line, element: line.element });
  }
  return { words, names };
}

/** The name that what stands in this line may be the price of: to a heading, what is no heading is a remark between. */
function ownerOf(names: readonly Name[], line: Line, index: number): Name | undefined {
  for (let back = 1; back <= 4; back += 1) {
    const name = names.at(-back);
    if (name === undefined || index - name.line > 4) return undefined;
    if (name.rank < 7 || line.heading === 0) return name;
  }
  return undefined;
}

/** The line is the first name of a card beside one with a price. */
function headsCard(
  { runs }: Document,
  names: readonly Name[],
  { start, element }: Line,
  amounts: readonly AmountSignal[],
): boolean {
  const before = names.at(-1);
  return headsPricedCard(element, before?.end ?? runs[0]?.start ?? start, amounts);
}

/** What ends so leads up to an amount, and names nothing. */
const LEADS_UP =
  /(?:^|\s)(?:from|at|for|only|just|to|is|are|of|with|than|as|by|costs?|pay|save|up|over|under|about|around|or|and|plus|\+|:|=)$/i;

/** "Pro $20 / month" in one line: in a heading, or where the words before the amount are an element of their own. */
function nameBeside(document: Document, line: Line, amount: AmountSignal): Omit<Name, 'line'> | undefined {
  const own = runAt(document, amount.start);
  const before = line.heading > 0 ? line : document.runs[lastAtOrBefore(document.runs, amount.start) - 1];
  if (before === undefined || own === undefined) return undefined;
  const from = Math.max(line.start, before.start);
  const head = document.visible.slice(from, line.heading > 0 ? amount.start : own.start);
  const text = head.trim();
  if (text === '' || LEADS_UP.test(text)) return undefined;
  const start = from + head.length - head.trimStart().length;
  const { element } = before;
  if (line.heading === 0) {
    const { per } = amount.terms;
    const isApart = !(element.start <= amount.start && element.end >= amount.end) && own.start === amount.start;
    if (!isApart || text.length < 3 || (per !== 'month' && per !== 'year' && !isZero(amount.money.amount)))
      return undefined;
  }
  const words = nameIn(text, line.heading > 0);
  return words === undefined ? undefined : { start, end: start + text.length, words, rank: line.heading || 7, element };
}

function trimmed(visible: string, line: Span): Span & { text: string } {
  const whole = visible.slice(line.start, line.end);
  const text = whole.trim();
  const start = line.start + whole.length - whole.trimStart().length;
  return { text, start, end: start + text.length };
}

function amountIn(line: Line, amounts: readonly AmountSignal[]): AmountSignal | undefined {
  const amount = amounts[lastAtOrBefore(amounts, line.end)];
  return amount !== undefined && amount.end > line.start ? amount : undefined;
}

function holdsAmount(line: Line, amounts: readonly AmountSignal[]): boolean {
  return amountIn(line, amounts) !== undefined;
}

/** "Custom" twice in a row is a tier of that name whose price is custom. */
function isCustomNext(document: Document, index: number): boolean {
  return document.lines
    .slice(index + 1, index + 4)
    .some(({ start, end }) => isCustomLine(document.visible.slice(start, end).trim()));
}

/** Billings that one line of the page alone says, and so no switch, and not every card that has both prices. */
function termsSaidOnce({ lines, visible }: Document): Set<string> {
  const once = new Set<string>();
  const said = new Set<string>();
  for (const { start, end } of lines) {
    if (end - start > 16 || end - start < 6) continue;
    const text = visible.slice(start, end).trim().toLowerCase();
    if (text.length < 6 || !TERM_NAME.test(text)) continue;
    if (said.has(text)) once.delete(text);
    else once.add(text);
    said.add(text);
  }
  return once;
}

/** An amount stands within three lines below, before any other name; lesser headings than `rank` are remarks. */
function isPricedBelow(document: Document, amounts: readonly AmountSignal[], index: number, rank = 0): boolean {
  for (const line of document.lines.slice(index + 1, index + 4)) {
    const text = document.visible.slice(line.start, line.end).trim();
    if (holdsAmount(line, amounts) || isFreeLine(text)) return true;
    if (nameIn(text, line.heading > 0) !== undefined && !(rank > 0 && line.heading > rank)) return false;
  }
  return false;
}
