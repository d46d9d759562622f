/** What of a line is one statement: elements side by side, each with words of its own, are laid out, and no sentence. */
import { type Document, type PageElement, parentOf, type Span } from '../page/document.ts';
import type { AmountSignal } from './amounts.ts';

const MAX_CLIMB = 8;

/** The part of the amount's line that is said with it. */
export function fragmentOf(document: Document, { element, line, end }: AmountSignal): Span {
  let at: PageElement = element;
  for (let up = 0; up < MAX_CLIMB; up += 1) {
    const parent = parentOf(at);
    if (parent === undefined || hasWords(document, line, parent)) break;
    const isApart = at.end >= end && (at.start > line.start || at.end < line.end);
    if (isApart && at.start >= line.start) return { start: at.start, end: Math.min(at.end, line.end) };
    if (parent.start < line.start || parent.end > line.end) break;
    at = parent;
  }
  return line;
}

/** Some of the line's words stand in this element itself. */
function hasWords(
  { runs, visible }: Document,
  { start, end, run }: AmountSignal['line'],
  element: PageElement,
): boolean {
  for (let index = run; index < runs.length; index += 1) {
    const each = runs[index];
    if (each === undefined || each.start >= end) return false;
    if (each.element !== element || each.end <= start) continue;
    if (/[\p{L}\p{N}]/u.test(visible.slice(Math.max(each.start, start), Math.min(each.end, end)))) return true;
  }
  return false;
}
