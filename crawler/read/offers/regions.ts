/** The parts of a page that may each hold one offer, in any geometry: as lines, each with its place in the part. */
import { type Document, lastAtOrBefore, type PageElement, type Span, tagsBelow } from '../page/document.ts';

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

/** Tags that tell a line's place: below its region's root, or where it has none. */
const MAX_UP = 14;
const MAX_FREE_UP = 3;

/** The lines between two offsets, with their places below `root`. */
export function regionOf(document: Document, { start, end }: Span, root?: PageElement): Region {
  const lines: RegionLine[] = [];
  const most = root === undefined ? MAX_FREE_UP : MAX_UP;
  const seen = new Map<string, number>();
  const first = Math.max(0, lastAtOrBefore(document.lines, start));
  for (const line of document.lines.slice(first, lastAtOrBefore(document.lines, end - 1) + 1)) {
    if (line.end <= start) continue;
    const { heading, element } = line;
    const path = `${tagsBelow(root, element, most).join('>')}.${(element.attribs.class ?? '').split(/\s/, 1)[0]}`;
    const nth = (seen.get(path) ?? 0) + 1;
    seen.set(path, nth);
    const place = { start: Math.max(line.start, start), end: Math.min(line.end, end) };
    lines.push({ ...place, heading, element, slot: `${path}#${nth}`, label: '' });
  }
  return { start, end, lines, root };
}
