/** The heading that a place of a page stands under. */
import { type Document, type Line, lastAtOrBefore, type PageElement, parentOf, siblingsOf } from '../page/document.ts';
import { label } from '../page/label.ts';
import { isAlike } from './alike-elements.ts';

/** Farther up, a heading is about something else: in lines, and in characters. */
const MAX_LINES = 400;
const MAX_ABOVE = 3000;
const MAX_WORDS = 120;

/** The nearest heading above, of any rank; empty where none is near. */
export function headingBefore(document: Document, at: number, within = MAX_ABOVE): string {
  return headingAbove(document, at, { rank: 7, within, top: 0 });
}

/** The heading of the section around this place: the nearest above it that outranks `rank`, below the page's own. */
export function sectionHeading(document: Document, at: number, rank: number): string {
  return headingAbove(document, at, { rank, within: Number.POSITIVE_INFINITY, top: 1 });
}

/** @param sought `top` and above are the page's own */
function headingAbove(document: Document, at: number, sought: { rank: number; within: number; top: number }): string {
  const { lines, visible } = document;
  let { rank } = sought;
  const from = lastAtOrBefore(lines, at - 1);
  for (let index = from; index >= 0 && from - index < MAX_LINES; index -= 1) {
    const line = lines[index] as Line;
    if (at - line.start > sought.within) return '';
    if (line.heading === 0 || line.heading >= rank) continue;
    if (line.heading <= sought.top) return '';
    if (!isOver(document, line, at)) return label(visible.slice(line.start, line.end), MAX_WORDS);
    rank = line.heading;
  }
  return '';
}

/** Shorter, a section holds a heading over the next one. */
const MIN_SECTION = 200;
const MAX_CLIMB = 12;
const MAX_BLOCK = 2000;
const STATES_AMOUNT = /[$€£¥₹]\s?\d|\d\s?[$€£¥₹元円]/;

/**
 * What the heading heads has ended before this place: a section with much of its own, or a block that states an amount
 * of its own. The first of several rows goes on in the next, and what a card says first goes on in the card. A document's
 * sections end where the next begins.
 */
export function isOver(
  { format, visible }: Document,
  { element, end }: Pick<Line, 'element' | 'end'>,
  at: number,
): boolean {
  if (format !== 'html') return false;
  let around: PageElement | undefined = element;
  let isRow = isOfSeveral(element);
  for (let up = 0; up < MAX_CLIMB && around !== undefined && around.end <= at; up += 1) {
    if (around.name === 'section' && around.end - end > MIN_SECTION) return true;
    const parent = parentOf(around);
    const isInRow = parent !== undefined && isOfSeveral(parent);
    const isPart = isInRow || (isRow && around.attribs.class !== undefined);
    if (around.end > end && !isPart && STATES_AMOUNT.test(visible.slice(end, Math.min(around.end, end + MAX_BLOCK))))
      return true;
    around = parent;
    isRow = isInRow;
  }
  return false;
}

function isOfSeveral(block: PageElement): boolean {
  return [...siblingsOf(block, 'next', 2), ...siblingsOf(block, 'prev', 2)].some((other) => isAlike(other, block));
}
