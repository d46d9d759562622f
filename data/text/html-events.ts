/** What parsing HTML tells, and where it stops. */
import type { TagAttributes } from './html-tags.ts';

/** Told of a page's elements and text in the order of the tree. Every `open` has its `close`. */
export interface HtmlHandler {
  /** @param start where its tag stands in the source; for an implied element, what implies it */
  open(name: string, attributes: TagAttributes, start: number): void;
  /** Characters of the page, with character references decoded; one space for white space between tags. */
  text(data: string): void;
  /** Where in the source the content of a script or a stylesheet stands; nothing else tells of it. */
  code(start: number, end: number): void;
  close(name: string): void;
}

/** Parsing on would cost time or memory out of proportion to the page: it was made for that, and states no prices. */
export class TooDeep extends Error {
  override name = 'TooDeep';
}

/** Nesting beyond this is an attack on whoever climbs the tree. */
export const MAX_DEPTH = 12_000;
