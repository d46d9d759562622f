/**
 * What the cards of a row are called. All cards have their names in one place of the card, and so they have taglines,
 * ribbons, limits and buttons: each place is scored by what sets names apart from those, whatever the words.
 */
import { type Document, lastAtOrBefore, type PageElement } from '../../page/document.ts';
import { wordsOf } from '../../page/inline.ts';
import { tidyName } from '../../page/label.ts';
import { headingSays } from '../../vocabulary/vocabulary.ts';
import { isAlike, pathIn } from '../alike-elements.ts';
import { isOtherLink } from '../candidates.ts';
import type { Name } from '../name.ts';
import type { Signal } from '../signals.ts';
import { billingNamed } from '../term-names.ts';
import { hasTierWord, isFreeName, nameInPlace } from '../words.ts';
import { isTitle } from './titled.ts';

const MAX_LINES = 14;
/** Between a name and its price, in units of text. */
const MAX_GAP = 400;

/** A line of a card that could be its name, by where it stands there. */
interface Place {
  /** Tags from the card down to its element. */
  path: string;
  name: Name;
  isAbove: boolean;
}

/** The lines at one place, one of each card. */
type Column = readonly Place[];

/** The names of `cards`, of which the first signals are `firsts`; undefined where no place is surely the names'. */
export function namesOfRow(
  document: Document,
  cards: readonly PageElement[],
  firsts: readonly (Signal | undefined)[],
): (Name | undefined)[] | undefined {
  const places = cards.map((card, index) => placesIn(document, firsts[index], card));
  const [fewest = []] = places.toSorted((a, b) => a.length - b.length);
  const columns = fewest.flatMap((place, index) => {
    const nth = fewest.slice(0, index).filter((other) => isSamePlace(other, place)).length;
    const column = places.map((of) => of.filter((other) => isSamePlace(other, place))[nth]);
    const told = column.filter((each) => each !== undefined);
    const isTold = told.length === cards.length && areDistinct(told);
    const isNames = ({ name }: Place) => !isNameBesideOthers(name.words) || (isTitle(name) && !isFreeName(name.words));
    return isTold && told.some(isNames) ? [told] : [];
  });
  const scored = columns.map((column, order) => ({ column, score: scoreOf(document, column) - order * 0.25 }));
  const [best] = scored.sort((a, b) => b.score - a.score);
  return best?.column.map(({ name }) => name);
}

const isSamePlace = (a: Place, b: Place) =>
  a.path === b.path && a.isAbove === b.isAbove && isAlike(a.name.element, b.name.element);

const areDistinct = (column: Column) =>
  new Set(column.map(({ name }) => name.words.toLowerCase())).size === column.length;

/** How sure it is that a place is the names'. */
function scoreOf(document: Document, column: Column): number {
  const share = (holds: (place: Place) => boolean) => column.filter(holds).length / column.length;
  const length = column.reduce((sum, { name }) => sum + name.words.split(' ').length, 0) / column.length;
  return (
    (column.every(({ name }) => name.rank < 7) ? 3 : 0) +
    (column[0]?.isAbove === true ? 1 : -1) +
    2 * share(({ name }) => hasTierWord(name.words)) +
    2 * share(({ name }) => isTitle(name)) +
    2 * share(({ name }) => isMentioned(document, name)) -
    Math.max(0, length - 2)
  );
}

/** The words stand elsewhere on the page too: in "everything in Team", the head of a table, an answer. */
function isMentioned({ visible }: Document, { words, start }: Name): boolean {
  const isWhole = (at: number) => !/\p{L}/u.test(`${visible[at - 1] ?? ''}${visible[at + words.length] ?? ''}`);
  const first = visible.indexOf(words);
  const other = first < start ? first : visible.indexOf(words, start + words.length);
  return words.length >= 3 && other >= 0 && isWhole(other);
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
    const words = nameInPlace(said, isAbove) ?? (isNameBesideOthers(said) ? tidyName(said) : undefined);
    const path = pathIn(card, at.element);
    if (words === undefined || isPrice || /(?:^| )li(?: |$)/.test(path) || isOtherLink(at.element, words, [first]))
      continue;
    const { start, element, heading } = at;
    places.push({ path, isAbove, name: { start, end, words, rank: heading || 7, line, element } });
  }
  return places;
}

/** What names a tier only where other cards have names in its place: "Free", "Start", "Yearly". */
const isNameBesideOthers = (words: string) =>
  isFreeName(words) || headingSays(words).has('menu') || billingNamed(words) !== undefined;
