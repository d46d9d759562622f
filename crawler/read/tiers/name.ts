/** A line of a page that could name a tier. */
import type { PageElement, Span } from '../page/document.ts';

export interface Name extends Span {
  words: string;
  /** Heading level; 7 where the line is no heading. */
  rank: number;
  line: number;
  element: PageElement;
}
