/** The parts of a page that may each hold one offer, in any geometry: as lines, each with its place in the part. */
import { type Document, type Line, lastAtOrBefore, type PageElement, parentOf, type Span } from '../page/document.ts';

/** A line of a region. */
export interface RegionLine extends Span {
  heading: number;
  element: PageElement;
  /** Its place in the region: equal for the lines of sibling regions that stand in the same place. */
  slot: string;
  /** What heads its row or column of a table. */
  label: string;
}

/** A part of the page that may hold one offer. */
export interface Region extends Span {
  lines: RegionLine[];
  root: PageElement | undefined;
}

/** Regions beside one another that may hold the offers of one range. */
export interface Group extends Span {
  geometry: 'cards' | 'sections' | 'columns' | 'rows';
  regions: Region[];
}

const MAX_UP = 14;
const MAX_FREE_UP = 3;

/** The lines between two offsets, with their places below `root`. */
export function regionOf(document: Document, { start, end }: Span, root?: PageElement): Region {
  const lines: RegionLine[] = [];
  const seen = new Map<string, number>();
  for (let at = Math.max(0, lastAtOrBefore(document.lines, start)); at < document.lines.length; at += 1) {
    const line = document.lines[at] as Line;
    if (line.start >= end) break;
    if (line.end <= start) continue;
    const path = `${pathBelow(line.element, root)}.${(line.element.attribs.class ?? '').split(/\s/, 1)[0]}`;
    const nth = (seen.get(path) ?? 0) + 1;
    seen.set(path, nth);
    const [from, to] = [Math.max(line.start, start), Math.min(line.end, end)];
    lines.push({
      start: from,
      end: to,
      heading: line.heading,
      element: line.element,
      slot: `${path}#${nth}`,
      label: '',
    });
  }
  return { start, end, lines, root };
}

/** The tags from the root down to the element; of a region without a root, the innermost few. */
function pathBelow(element: PageElement, root: PageElement | undefined): string {
  const tags: string[] = [];
  let at: PageElement | undefined = element;
  const most = root === undefined ? MAX_FREE_UP : MAX_UP;
  while (at !== undefined && at !== root && tags.length < most) {
    tags.unshift(at.name);
    at = parentOf(at);
  }
  return tags.join('>');
}
