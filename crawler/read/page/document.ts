/**
 * A page as all readers see it: one tree in which every element knows its span in the page's text.
 *
 * HTML (html-document.ts) and Markdown (markdown.ts) make the same tree. Readers ask by offsets: an element holds a price
 * when the spans nest, so no selector runs over the document.
 */
import type { PageFormat } from '../../../data/page.ts';
import type { PageElement } from './page-element.ts';

export {
  eachElement,
  grown,
  isCell,
  isQuoted,
  nearest,
  PageElement,
  parentOf,
  pathOf,
  siblingsOf,
  tagsBelow,
} from './page-element.ts';

/** Where something stands in the page's text. */
export interface Span {
  start: number;
  end: number;
}

/** A run of text, with its place in the page's text. */
export interface TextRun extends Span {
  element: PageElement;
  /** Its place among the elements and runs of its element. */
  place: number;
}

/** A line of the page's text: what stands between two block or cell boundaries. */
export interface Line extends Span {
  /** 1 to 6 inside a heading, else 0. */
  heading: number;
  /** Not in sight as the page stands. */
  hidden: boolean;
  struck: boolean;
  /** Innermost element around the line's first words. */
  element: PageElement;
  /** Index of the first run that reaches beyond the line's start. */
  run: number;
}

/** A script or a style sheet of the page; its span is in the source. */
export interface PageScript extends Span {
  type: string;
  id: string;
}

export interface PageStyle extends Span {
  media: string;
}

export interface Icon {
  element: PageElement;
  at: number;
}

export interface Document {
  format: PageFormat;
  source: string;
  /** What evidence of scope `text` counts in: `pageText(source, format)`. */
  text: string;
  /** As long as `text`, with spaces for what no visitor sees: unseen elements, source code, marks of Markdown. */
  visible: string;
  root: PageElement;
  runs: TextRun[];
  /** Without those that no visitor sees. */
  lines: Line[];
  tables: PageElement[];
  /** Elements that a toggle's words may stand on: with a role of tab or switch, inputs, buttons. */
  controls: PageElement[];
  /** Elements by tag, for a few rare tags. */
  tagged: ReadonlyMap<string, readonly PageElement[]>;
  /** Elements with an `itemtype`, and those of which an attribute may hold an object or a list. */
  typed: readonly PageElement[];
  withData: readonly PageElement[];
  /** Elements without text that style sheets may fill with a picture, each with where the text before it ends. */
  icons: readonly Icon[];
  scripts: PageScript[];
  styles: PageStyle[];
  title: string;
  lang: string;
  meta: Map<string, string>;
}

/** Lines end at line feeds and at tabs (cells); those without words are left out. */
export function linesOf(text: string, runs: readonly TextRun[]): Line[] {
  const lines: Line[] = [];
  const next = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? text.length : at;
  };
  let run = 0;
  let [feed, tab] = [-1, -1];
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    if (feed < start) feed = next('\n', start);
    if (tab < start) tab = next('\t', start);
    end = Math.min(feed, tab);
    while (run < runs.length - 1 && (runs[run]?.end ?? start) <= start) run += 1;
    const element = runs[run]?.element;
    if (element === undefined || isBlank(text, start, end)) continue;
    const { heading, hidden, struck } = element;
    lines.push({ start, end, heading, hidden, struck, element, run });
  }
  return lines;
}

function isBlank(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && text.charCodeAt(at) <= 32) at += 1;
  return at === end;
}

/** Index of the last item that starts at or before `offset`; -1 where none does. Items are in text order. */
export function lastAtOrBefore(items: readonly Span[], offset: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle] as Span).start <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The items, in the order of the page, that start within the span; of more than `most` the last. */
export function within<Item extends Span>(items: readonly Item[], { start, end }: Span, most = items.length): Item[] {
  const to = lastAtOrBefore(items, end - 1) + 1;
  return items.slice(Math.max(lastAtOrBefore(items, start - 1) + 1, to - most), to);
}

export function runAt(document: Document, offset: number): TextRun | undefined {
  return document.runs[lastAtOrBefore(document.runs, offset)];
}

/** The same answer for the same page, found once somebody asks. */
export function oncePerPage<Answer>(answer: (document: Document) => Answer): (document: Document) => Answer {
  const known = new WeakMap<Document, { is: Answer }>();
  return (document) => {
    const found = known.get(document) ?? { is: answer(document) };
    known.set(document, found);
    return found.is;
  };
}

export function lineAt(document: Document, offset: number): Line | undefined {
  return document.lines[lastAtOrBefore(document.lines, offset)];
}
