/**
 * What the cards of a row are called. All cards have their names in one place of the card, and so they have taglines,
 * ribbons, limits and buttons: each place is scored by what sets names apart from those, whatever the words.
 */
import {
  childrenOf,
  type Document,
  type Line,
  lastAtOrBefore,
  type PageElement,
  parentOf,
  runAt,
} from '../page/document.ts';
import { wordsOf } from '../page/inline.ts';
import { label } from '../page/label.ts';
import { isAlike } from './kin.ts';
import type { Name } from './name.ts';
import { ownWords } from './name-place.ts';
import type { Signal } from './signals.ts';
import { styledListOf } from './styled-lists.ts';
import { billingNamed } from './term-names.ts';
import { NAME_CLASS, OTHER_CLASS } from './titled.ts';
import { FREE_WORD, hasTierWord, MENU_WORD, nameIn, nameInPlace } from './words.ts';

const MAX_LINES = 14;
/** Between a name and its price, in units of text. */
const MAX_GAP = 400;
const MAX_CLIMB = 20;
const MIN_BILLING_CARD = 60;

/** A line of a card that could be its name, by where it stands there. */
interface Place {
  /** Tags from the card down to its element. */
  path: string;
  name: Name;
  isAbove: boolean;
  /** In bold, and followed by more in its line. */
  isLead: boolean;
}

/** The lines at one place, one of each card. */
type Column = readonly Place[];

/** "Up to 10 users", "5 seats". */
const LIMIT = /^\p{N}|^(?:up to|unlimited|max|bis(?: zu)?|jusqu|hasta|fino|até|tot|до|à partir) ?/iu;

/** The names of `cards`, of which the first signals are `firsts`; undefined where no place is surely the names'. */
export function namesOfRow(
  document: Document,
  cards: readonly PageElement[],
  firsts: readonly (Signal | undefined)[],
): (Name | undefined)[] | undefined {
  const places = cards.map((card, index) => placesIn(document, firsts[index], card));
  const [fewest = []] = [...places].sort((a, b) => a.length - b.length);
  const columns = fewest.flatMap((place, index) => {
    if (place.isLead) return [];
    const nth = fewest.slice(0, index).filter((other) => isSamePlace(other, place)).length;
    const column = places.map((of) => of.filter((other) => isSamePlace(other, place))[nth]);
    const told = column.filter((each) => each !== undefined);
    const isTold = told.length === cards.length && areDistinct(told);
    if (!isTold || (!told.some(({ name }) => !isNameBesideOthers(name.words)) && !areBillings(told, cards))) return [];
    return [told];
  });
  const scored = columns.map((column, order) => ({ column, score: scoreOf(document, cards, column) - order * 0.25 }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best === undefined ? leadsOf(places, firsts) : withoutBadges(document, best.column);
}

/** In a list of what is sold, the rows of tiers start with their names in bold: "<b>Team 300</b>, up to 300 orders". */
function leadsOf(
  places: readonly Place[][],
  firsts: readonly (Signal | undefined)[],
): (Name | undefined)[] | undefined {
  const leads = places.map((of, index) => (isPeriodic(firsts[index]) ? of.find(({ isLead }) => isLead) : undefined));
  const told = leads.filter((each) => each !== undefined);
  const [first] = told;
  const isColumn = first !== undefined && told.length >= 2 && told.every((lead) => lead.path === first.path);
  return isColumn && areDistinct(told) ? leads.map((lead) => lead?.name) : undefined;
}

/** "Pro <span>recommended</span>" beside bare "Team". */
function withoutBadges({ visible }: Document, column: Column): Name[] {
  const isBare = column.some(({ name }) => childrenOf(name.element).length === 0);
  return column.map(({ name }) => {
    const own = isBare ? ownWords(visible, name.element) : undefined;
    const words = own === undefined ? undefined : nameIn(own, true);
    return words === undefined ? name : { ...name, words };
  });
}

const isPeriodic = (signal: Signal | undefined) =>
  signal?.kind === 'custom' || (signal?.kind === 'money' && /^(?:month|year)$/.test(signal.terms.per ?? ''));

const isSamePlace = (a: Place, b: Place) =>
  a.path === b.path && a.isAbove === b.isAbove && isAlike(a.name.element, b.name.element);

const areDistinct = (column: Column) =>
  new Set(column.map(({ name }) => name.words.toLowerCase())).size === column.length;

/**
 * One product, and a card for each way to pay for it, perhaps after one for nothing: more than "Monthly" and an amount,
 * which any card may hold.
 */
function areBillings(column: Column, cards: readonly PageElement[]): boolean {
  const paid = column.filter(({ name }) => !FREE_WORD.test(name.words));
  return (
    paid.length > 0 &&
    paid.every(({ name }) => billingNamed(name.words) !== undefined) &&
    cards.every(({ start, end }) => end - start >= MIN_BILLING_CARD)
  );
}

/** How sure it is that a place is the names'. */
function scoreOf(document: Document, cards: readonly PageElement[], column: Column): number {
  const share = (holds: (place: Place) => boolean) => column.filter(holds).length / column.length;
  const length = column.reduce((sum, { name }) => sum + name.words.split(' ').length, 0) / column.length;
  const classes = column.map(({ name }, index) => classesOf(name.element, cards[index]));
  const named = classes.some((words) => NAME_CLASS.test(words)) ? 2 : 0;
  const others = classes.some((words) => OTHER_CLASS.test(words)) ? 3 : 0;
  return (
    (column.every(({ name }) => name.rank < 7) ? 3 : 0) +
    (column[0]?.isAbove === true ? 1 : -1) +
    2 * share(({ name }) => hasTierWord(name.words)) +
    2 * share(({ name }) => isMentioned(document, name)) -
    1.5 * share(({ name }) => LIMIT.test(name.words)) -
    Math.max(0, length - 2) +
    named -
    others
  );
}

/** The classes of an element and of what holds nothing but it. */
function classesOf(element: PageElement, card: PageElement | undefined): string {
  let at = element;
  const words = [at.attribs.class ?? ''];
  for (let up = 0; up < 2; up += 1) {
    const parent = parentOf(at);
    if (parent === undefined || parent === card || parent.end > element.end + 1) break;
    at = parent;
    words.push(at.attribs.class ?? '');
  }
  return words.join(' ').slice(0, 400);
}

/** The words stand elsewhere on the page too: in "everything in Team", the head of a table, an answer. */
function isMentioned({ visible }: Document, { words, start, end }: Name): boolean {
  if (words.length < 3) return false;
  let at = visible.indexOf(words);
  for (let seen = 0; at >= 0 && seen < 8; seen += 1) {
    const isApart = at >= end || at + words.length <= start;
    if (isApart && !/\p{L}/u.test(`${visible[at - 1] ?? ''}${visible[at + words.length] ?? ''}`)) return true;
    at = visible.indexOf(words, at + words.length);
  }
  return false;
}

function placesIn(document: Document, first: Signal | undefined, card: PageElement): Place[] {
  const places: Place[] = [];
  const from = lastAtOrBefore(document.lines, card.start);
  for (let line = from; line < from + MAX_LINES; line += 1) {
    const at = document.lines[line];
    if (at === undefined || at.start >= card.end) break;
    if (first === undefined || Math.max(first.start - at.end, at.start - first.end) > MAX_GAP) continue;
    // "Up to 10 users" and, in an element of its own beside it, what that costs.
    const isBeside =
      at.element.start === at.start &&
      at.element.end <= first.start &&
      first.start < at.end &&
      document.visible.slice(at.element.end, first.start).trim() === '';
    const end = isBeside ? at.element.end : at.end;
    const isAbove = end <= first.start;
    const isPrice = at.start < first.end && end > first.start;
    const whole = document.visible.slice(at.start, end).trim();
    const said = isBeside ? whole : wordsOf(document, at, whole);
    const words = nameInPlace(said, isAbove) ?? (isNameBesideOthers(said) ? label(said, 40) : undefined);
    const path = pathIn(card, at.element);
    const lead = words === undefined && at.start < first.start ? leadIn(document, at, first, card) : undefined;
    if (lead !== undefined) places.push(lead);
    if (words === undefined || isPrice || /(?:^| )li(?: |$)/.test(path) || isButton(at.element)) continue;
    if (isListed(at.element, card, first)) continue;
    const { start, element, heading } = at;
    places.push({ path, isAbove, isLead: false, name: { start, end, words, rank: heading || 7, line, element } });
  }
  return places;
}

function leadIn(document: Document, { start, end }: Line, first: Signal, card: PageElement): Place | undefined {
  const bold = runAt(document, start)?.element;
  if (bold === undefined || (bold.name !== 'strong' && bold.name !== 'b') || bold.start < start || bold.end >= end)
    return undefined;
  // "<b>Pro</b> – $9" is a statement, and read as one.
  const isFollowed = /\p{L}/u.test(document.visible.slice(bold.end, Math.min(end, first.start)));
  const words = isFollowed ? nameInPlace(document.visible.slice(bold.start, bold.end).trim(), true) : undefined;
  if (words === undefined) return undefined;
  const line = lastAtOrBefore(document.lines, start);
  const name = { start: bold.start, end: bold.end, words, rank: 7, line, element: bold };
  return { path: pathIn(card, bold), isAbove: true, isLead: true, name };
}

/** An item of a list in the card, above or below the price; what the card begins with is none. */
function isListed(element: PageElement, card: PageElement, price: Signal): boolean {
  const list = styledListOf(element);
  return list !== undefined && isBelowTop(list, card) && (list.end <= price.start || list.start >= price.end);
}

const isBelowTop = (inner: PageElement, outer: PageElement) => inner.start > outer.start && inner.end <= outer.end;

/** What names a tier only where other cards have names in its place: "Free", "Start", "Yearly". */
const isNameBesideOthers = (words: string) =>
  FREE_WORD.test(words) || MENU_WORD.test(words) || billingNamed(words) !== undefined;

/** What is clicked says what to do. */
const isButton = ({ name, role, attribs }: PageElement) =>
  name === 'button' ||
  role === 'button' ||
  (name === 'a' && /(?:^|[-_ ])(?:btn|button|cta)/i.test(attribs.class ?? ''));

function pathIn(card: PageElement, element: PageElement): string {
  const tags: string[] = [];
  let at: PageElement | undefined = element;
  for (let up = 0; up < MAX_CLIMB && at !== undefined && at !== card; up += 1) {
    tags.push(at.name);
    at = parentOf(at);
  }
  return tags.reverse().join(' ');
}
