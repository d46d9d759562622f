/** Elements that stand beside one another and are built alike: a row of cards. */
import { lastAtOrBefore, nearest, type PageElement, type Span, siblingsOf, tagsBelow } from '../page/document.ts';

const MAX_STEPS = 8;
const MAX_CLIMB = 12;

/** The same tag, and a class in common where they have any; "col-5" and "col-7" are widths of one. */
export function isAlike(a: PageElement, b: PageElement): boolean {
  if (a.name !== b.name) return false;
  if (a.attribs.class === b.attribs.class) return true;
  const one = classesOf(a);
  const other = classesOf(b);
  return one.length === 0 ? other.length === 0 : one.some((name) => other.includes(name));
}

const classesOf = ({ attribs }: PageElement) =>
  (attribs.class ?? '').slice(0, 400).replace(/\d+/g, '0').split(/\s+/).filter(Boolean);

/**
 * `element` heads a card in a row of its like of which another holds one of these amounts. What ends at `after` or
 * before is no part of the card.
 */
export function headsPricedCard(element: PageElement, after: number, amounts: readonly Span[]): boolean {
  const found = nearest(element, MAX_CLIMB, (at) => at.start < after || hasPricedSibling(at, amounts));
  return found !== undefined && found.start >= after;
}

const hasPricedSibling = (element: PageElement, amounts: readonly Span[]) =>
  [...siblingsOf(element, 'next', MAX_STEPS), ...siblingsOf(element, 'prev', MAX_STEPS)].some(
    (at) => at.start >= 0 && isAlike(at, element) && amountBetween(amounts, at.start, at.end - 1),
  );

export function amountBetween(amounts: readonly Span[], from: number, to: number): boolean {
  const amount = amounts[lastAtOrBefore(amounts, to)];
  return amount !== undefined && amount.start >= from;
}

const MAX_DEPTH = 20;

/** Tags from the card down to the element. */
export function pathIn(card: PageElement, element: PageElement): string {
  return tagsBelow(card, element, MAX_DEPTH).join(' ');
}
