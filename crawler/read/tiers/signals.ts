/**
 * What a page's text offers to the readers that look for tiers: amounts with their terms, words for "free" and for
 * "contact us", and the lines that could be names. Gathered once for all of them.
 */
import { isZero } from '../../../data/money.ts';
import { leadsWithPer } from '../mentions/between-amounts.ts';
import type { Mentions } from '../mentions/mentions.ts';
import type { Locale } from '../money/currency.ts';
import { hasBadgeClass, hasNameClass } from '../page/classes.ts';
import { type Document, type Line, lastAtOrBefore, type PageElement, runAt, type Span } from '../page/document.ts';
import { type Grid, gridsOf } from '../page/grid.ts';
import { wordsOf } from '../page/inline.ts';
import { label, tidyName } from '../page/label.ts';
import { headingSays, matchAny, saysOnly } from '../vocabulary/vocabulary.ts';
import { amountBetween, headsPricedCard } from './alike-elements.ts';
import { type AmountSignal, amountsIn } from './amounts.ts';
import { isCalledName } from './called.ts';
import { isInTable, isOtherLink } from './candidates.ts';
import { withoutItems } from './headed-lists.ts';
import type { Name } from './name.ts';
import { billingNamed } from './term-names.ts';
import {
  exclaimedName,
  hasTierWord,
  isCalledCustom,
  isContact,
  isCustomLine,
  isFreeLine,
  isFreeName,
  namedPrice,
  nameIn,
  withoutLead,
} from './words.ts';

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
/** Lines between two headings of a row of cards. */
const MAX_REMARKS = 20;

export function gatherSignals(document: Document, mentions: Mentions): Signals {
  const grids = gridsOf(document);
  const seen = amountsIn(document, mentions.amounts);
  const { words, names } = linesIn(document, seen);
  const amounts = seen.filter(({ money }) => money.isUnclear !== true);
  const own = withoutItems(document, names, { amounts: seen, words });
  return { amounts, seen, words, names: own, grids, locale: mentions.locale };
}

/** What the lines so far say. */
interface Gathered {
  document: Document;
  amounts: readonly AmountSignal[];
  words: WordSignal[];
  names: Name[];
  /** Billings that one heading alone says. */
  once: ReadonlySet<string>;
}

/** The words of a line, without white space around them. */
interface Said extends Span {
  text: string;
  line: Line;
  /** Of the line. */
  index: number;
}

function linesIn(document: Document, amounts: readonly AmountSignal[]): Pick<Gathered, 'words' | 'names'> {
  const gathered: Gathered = { document, amounts, words: [], names: [], once: termsSaidOnce(document) };
  for (const [index, line] of document.lines.entries()) {
    // Long lines are prose; a page may have a hundred thousand of them.
    if (line.end - line.start > 120 || line.struck) continue;
    if (gathered.names.length >= MAX_NAMES || gathered.words.length >= MAX_WORDS) break;
    const { text: whole, start, end } = trimmed(document.visible, line);
    if (whole === '') continue;
    const said = { start, end, text: wordsOf(document, line, whole), line, index };
    const amount = amountIn(line, amounts);
    if (addJoined(gathered, said, amount)) continue;
    if (amount === undefined) addUnpriced(gathered, said);
    else addPriced(gathered, said, amount);
  }
  return gathered;
}

/** "Pro – $20 / month" in a heading is a name and a price; "Basic - free" in a line of text is a statement, and neither. */
function addJoined({ names, words }: Gathered, said: Said, amount: AmountSignal | undefined): boolean {
  const { start, end, text, line, index } = said;
  if (line.heading === 0) return / [-–—] ?\p{L}{4,}$/u.test(text) && namedPrice(text)?.kind !== undefined;
  const joined = namedPrice(text);
  if (joined === undefined || (amount === undefined && joined.kind === undefined)) return false;
  const at = { line: index, element: line.element };
  names.push({ start, end: start + joined.length, words: joined.name, rank: line.heading, ...at });
  if (amount === undefined && joined.kind !== undefined)
    words.push({ kind: joined.kind, start: end - joined.price.length, end, line, element: line.element });
  return true;
}

function addPriced({ document, amounts, names, words }: Gathered, said: Said, amount: AmountSignal): void {
  const { start, end, text, line, index } = said;
  const inline = nameBeside(document, line, amount);
  if (inline !== undefined) {
    names.push({ ...inline, line: index });
    return;
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
  if (isNext && amount.terms.per === 'month' && amount.money.amount !== '0.00' && text.length < 40)
    names.push({ start, end, words: label(text, 40), rank: line.heading, line: index, element: line.element });
}

function addUnpriced(gathered: Gathered, said: Said): void {
  const { document, amounts, names, words } = gathered;
  const { start, end, text, line, index } = said;
  const unled = withoutLead(text);
  const spaced = unled.includes('  ') ? unled.replace(/ {2,}/g, ' ') : unled;
  const isFree = isFreeLine(spaced);
  const next = document.lines[index + 1];
  // "Free" on a badge above a name: the price below it says the same.
  if (isFree && next !== undefined && hasBadgeClass(line.element) && hasNameClass(next.element)) return;
  const isCustom = isCalledCustom(text);
  const isEither = isFree || isCustom;
  const isCalled = isEither && isCalledName({ element: line.element, words: text });
  const last = isEither && !isCalled ? ownerOf(names, line, index) : undefined;
  // After a name, "Free" is its price; where it is set below that name and has a price of its own, it is one.
  const isOwed =
    last !== undefined &&
    (last.element.name !== 'li' || line.element.name === 'li') &&
    (words.at(-1)?.start ?? -1) <= last.start &&
    !isPricedBetween(amounts, last.end, line.start);
  const free = { kind: 'free' as const, start, end, line, element: line.element };
  if (isFree) {
    // Below the name "Free", "Free" is no second tier.
    const isLower = last !== undefined && line.heading > last.rank && !(isFreeName(text) && last.words === text);
    const follows = isOwed && !isLower && !isPricedBelow(document, amounts, { index });
    if (follows || nameIn(text, line.heading > 0) === undefined || !(isCalled || isFreeTier(gathered, said))) {
      words.push(free);
      return;
    }
  }
  const isAsked = isInPlace(gathered, said) && isContact(spaced);
  const isPrice = unled !== text || (isAsked && (!isCustom || isOwed));
  const isLink = line.heading === 0 && isOtherLink(line.element, text, amounts);
  const name =
    (isPrice || isLink || isSlogan(text, line) ? undefined : nameIn(text, line.heading > 0)) ??
    (line.heading > 0 && text.endsWith('!') && headsCard(gathered, line) ? exclaimedName(text) : undefined) ??
    (isCustom && !isOwed && (isCalled || line.heading > 0 || isCustomNext(document, index))
      ? tidyName(text)
      : undefined) ??
    (isTermOrMenu(gathered, said) ? tidyName(text) : undefined);
  if (name !== undefined) {
    const { start: from, end: to, element } = line;
    names.push({ start: from, end: to, words: name, rank: line.heading || 7, line: index, element });
    if (isFree) words.push(free);
  } else if (isCustomLine(spaced) || isAsked) words.push({ ...free, kind: 'custom' });
}

/** "$0" between a name and "forever free" says the same. */
function isPricedBetween(amounts: readonly AmountSignal[], from: number, to: number): boolean {
  const amount = amounts[lastAtOrBefore(amounts, to)];
  return amount !== undefined && amount.start >= from && !isZero(amount.money.amount);
}

/** In a table, or right below a heading that is called as tiers are. */
function isInPlace({ names }: Gathered, { line, index }: Said): boolean {
  const name = names.at(-1);
  const isHeaded = name !== undefined && name.rank < 7 && name.line === index - 1 && hasTierWord(name.words);
  return isHeaded || isInTable(line.element);
}

/** "Free", of which no name above is the owner, is a tier's name: as such names are written, or over a card or a price. */
function isFreeTier(gathered: Gathered, { text, line, index }: Said): boolean {
  if (isFreeName(tidyName(text))) return true;
  const { document, amounts } = gathered;
  // "Free API" over "$0" is called so. That sections of a document are built alike says nothing.
  const below = document.format === 'html' ? document.lines[index + 1] : undefined;
  const amount = below && amountIn(below, amounts);
  if (amount !== undefined && isZero(amount.money.amount) && headsCard(gathered, line)) return true;
  if (line.heading === 0 || !isFreeName(text)) return false;
  return headsCard(gathered, line) || isPricedBelow(document, amounts, { index, rank: line.heading });
}

/**
 * "Start", or a billing, over a price: one that a single heading says, or that stands first in one of several cards.
 * There, "Early access" in a heading is a name as well.
 */
function isTermOrMenu(gathered: Gathered, { text, line, index }: Said): boolean {
  const { document, amounts, once } = gathered;
  // "Monthly", and not "per month".
  const isAlone = billingNamed(text) !== undefined && !leadsWithPer(text, matchAny);
  const isTerm = once.has(text.toLowerCase()) || (isAlone && headsCard(gathered, line));
  const isCall = saysOnly(text, 'ribbon') || (!text.includes(' ') && saysOnly(text, 'action'));
  const isRibbon = line.heading > 0 && isCall && headsCard(gathered, line);
  const isEither = isTerm || isRibbon || headingSays(text).has('menu');
  return isEither && isPricedBelow(document, amounts, { index, rank: line.heading });
}

/** Lines between a name and what stands in place of its price. */
const MAX_ABOVE = 4;

/** The name that what stands in this line may be the price of: to a heading, what is no heading is a remark between. */
function ownerOf(names: readonly Name[], line: Line, index: number): Name | undefined {
  const name = names.slice(-MAX_ABOVE).findLast(({ rank }) => rank < 7 || line.heading === 0);
  return name !== undefined && index - name.line <= MAX_ABOVE ? name : undefined;
}

/** The line is the first name of a card beside one with a price; to a heading, what is no heading is a remark. */
function headsCard({ document, names, amounts }: Gathered, { start, element, heading }: Line): boolean {
  const above = heading > 0 ? names.slice(-MAX_REMARKS).findLast(({ rank }) => rank < 7) : undefined;
  const before = above ?? names.at(-1);
  return headsPricedCard(element, before?.end ?? document.runs[0]?.start ?? start, amounts);
}

/** What ends so leads up to an amount, and names nothing. */
const LEADS_UP =
  /(?:^|\s)(?:from|at|for|only|just|to|is|are|of|with|than|as|by|costs?|pay|save|up|over|under|about|around|or|and|plus|\+|:|=)$/i;

/** By its last word, in any language: "bereits ab". */
function leadsUp(text: string): boolean {
  if (LEADS_UP.test(text)) return true;
  const last = matchAny(text).at(-1);
  return last?.end === text.length && last.meanings.has('from');
}

/** "Pro $20 / month" in one line: in a heading, or where the words before the amount are an element of their own. */
function nameBeside(document: Document, line: Line, amount: AmountSignal): Omit<Name, 'line'> | undefined {
  const own = runAt(document, amount.start);
  const before = line.heading > 0 ? line : document.runs[lastAtOrBefore(document.runs, amount.start) - 1];
  if (before === undefined || own === undefined) return undefined;
  const from = Math.max(line.start, before.start);
  const head = document.visible.slice(from, line.heading > 0 ? amount.start : own.start);
  const text = head.trim();
  if (text === '' || leadsUp(text)) return undefined;
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

/** "One plan. All of it." over a section; the page's own heading bounds what is below it, whatever it says. */
function isSlogan(text: string, { heading }: Line): boolean {
  return heading > 1 && /\p{L}[.!] \p{L}.{0,60}\.$/u.test(text);
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

/** An amount stands within three lines below, before any other name; what is less of a heading than `rank` is a remark. */
function isPricedBelow(
  document: Document,
  amounts: readonly AmountSignal[],
  { index, rank = 0 }: { index: number; rank?: number },
): boolean {
  for (const line of document.lines.slice(index + 1, index + 4)) {
    const text = wordsOf(document, line, document.visible.slice(line.start, line.end).trim());
    if (amountIn(line, amounts) !== undefined || isFreeLine(text)) return true;
    if (nameIn(text, line.heading > 0) !== undefined && !(rank > 0 && (line.heading || 7) > rank)) return false;
  }
  return false;
}
