/**
 * What a page's text offers to the readers that look for tiers: amounts with their terms, words for "free" and for
 * "contact us", and the lines that could be names. Gathered once for all of them.
 */
import { isZero } from '../../../data/money.ts';
import type { Mentions } from '../mentions/mentions.ts';
import type { Locale } from '../money/currency.ts';
import { type Document, type Line, lastAtOrBefore, type PageElement, runAt, type Span } from '../page/document.ts';
import { type Grid, gridsOf } from '../page/grid.ts';
import { wordsOf } from '../page/inline.ts';
import { label, tidyName } from '../page/label.ts';
import { headingSays } from '../vocabulary/vocabulary.ts';
import { amountBetween, headsPricedCard } from './alike-elements.ts';
import { type AmountSignal, amountsIn } from './amounts.ts';
import { withoutItems } from './headed-lists.ts';
import type { Name } from './name.ts';
import { billingNamed } from './term-names.ts';
import { exclaimedName, isCustomLine, isFreeLine, isFreeName, namedPrice, nameIn, withoutLead } from './words.ts';

export interface WordSignal extends Span {
  kind: 'free' | 'custom';
  line: Line;
  element: PageElement;
}

export type Signal = AmountSignal | WordSignal;

export interface Signals {
  amounts: AmountSignal[];
  /** With those that can't be read: each has its place under a name, and no other amount stands there. */
  seen: AmountSignal[];
  words: readonly WordSignal[];
  /** Every line that could be a name, headings and others. */
  names: readonly Name[];
  grids: Grid[];
  /** Where the page is read from and in what money it counts. */
  locale: Locale;
}

/** No price list has more; a page that does is made to be slow. */
const MAX_NAMES = 20_000;
const MAX_WORDS = 4000;
const MAX_BESIDE = 70;

export function gatherSignals(document: Document, mentions: Mentions): Signals {
  const grids = gridsOf(document);
  const seen = amountsIn(document, mentions.amounts);
  const { words, names } = linesIn(document, seen);
  const amounts = seen.filter(({ money }) => money.isUnclear !== true);
  const own = withoutItems(document, names, seen, words);
  return { amounts, seen, words, names: own, grids, locale: mentions.locale };
}

function linesIn(document: Document, amounts: readonly AmountSignal[]): { words: WordSignal[]; names: Name[] } {
  const words: WordSignal[] = [];
  const names: Name[] = [];
  const once = termsSaidOnce(document);
  for (let index = 0; index < document.lines.length; index += 1) {
    const line = document.lines[index] as Line;
    const length = line.end - line.start;
    // Long lines are prose; a page may have a hundred thousand of them.
    if (length > 120 || line.struck) continue;
    if (names.length >= MAX_NAMES || words.length >= MAX_WORDS) break;
    const { text: whole, start, end } = trimmed(document.visible, line);
    if (whole === '') continue;
    const text = wordsOf(document, line, whole);
    const amount = amountIn(line, amounts);
    const joined = line.heading > 0 ? namedPrice(text) : undefined;
    // "Basic - free" in a line of text is a statement, and no name.
    if (line.heading === 0 && / [-–—] ?\p{L}{4,}$/u.test(text) && namedPrice(text)?.kind !== undefined) continue;
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
      !amountBetween(amounts, last.end, line.start);
    // Below the name "Free", "Free" is no second tier.
    const isLower = last !== undefined && line.heading > last.rank && !(isFreeName(text) && last.words === text);
    const follows = isFree && isOwed && !isLower && !isPricedBelow(document, amounts, index);
    const isHead = !follows && line.heading > 0;
    const isNamed =
      isFree &&
      (isFreeName(tidyName(text)) ||
        (isHead &&
          isFreeName(text) &&
          (headsCard(document, names, line, amounts) || isPricedBelow(document, amounts, index, line.heading))));
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
      ((headingSays(text).has('menu') || (line.heading > 0 && once.has(text.toLowerCase()))) &&
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

/** Billings that one heading of the page alone says, and so not every card that has both prices. */
function termsSaidOnce({ lines, visible }: Document): Set<string> {
  const said = lines
    .filter(({ start, end, heading }) => heading > 0 && end - start <= MAX_BESIDE)
    .map(({ start, end }) => visible.slice(start, end).trim().toLowerCase())
    .filter((text) => billingNamed(text) !== undefined);
  return new Set(said.filter((text) => said.indexOf(text) === said.lastIndexOf(text)));
}

/** An amount stands within three lines below, before any other name; lesser headings than `rank` are remarks. */
function isPricedBelow(document: Document, amounts: readonly AmountSignal[], index: number, rank = 0): boolean {
  for (const line of document.lines.slice(index + 1, index + 4)) {
    const text = wordsOf(document, line, document.visible.slice(line.start, line.end).trim());
    if (holdsAmount(line, amounts) || isFreeLine(text)) return true;
    if (nameIn(text, line.heading > 0) !== undefined && !(rank > 0 && line.heading > rank)) return false;
  }
  return false;
}
