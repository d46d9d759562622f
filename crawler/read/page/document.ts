/**
 * A page as all readers see it: one tree in which every element knows its span in the page's text.
 *
 * HTML is parsed once, feeding the tree and the text together; Markdown (markdown.ts) makes the same tree. Readers
 * ask by offsets: an element holds a price when the spans nest, so nobody runs selectors over the document.
 */
import type { PageFormat } from '../../../data/page.ts';
import { type Attributes, type HtmlHandler, parseHtml } from '../../../data/text/html.ts';
import { TextBuilder } from '../../../data/text/page-text.ts';
import { withoutCode } from './code.ts';
import { PageElement } from './page-element.ts';

export {
  childrenOf,
  eachElement,
  grown,
  isCell,
  PageElement,
  parentOf,
  pathOf,
  siblingsOf,
} from './page-element.ts';

/** Where something stands in the page's text. */
export interface Span {
  start: number;
  end: number;
}

/** A run of text, with its place in the page's text. */
export interface TextRun extends Span {
  element: PageElement;
}

/** A line of the page's text: what stands between two block or cell boundaries. */
export interface Line extends Span {
  /** 1 to 6 inside a heading, else 0. */
  heading: number;
  hidden: boolean;
  struck: boolean;
  /** Innermost element around the line's first words. */
  element: PageElement;
  /** Index of the first run that reaches beyond the line's start. */
  run: number;
}

export interface PageScript extends Span {
  type: string;
  id: string;
}

/** A stylesheet that the page carries. */
export interface PageStyle extends Span {
  media: string;
}

export interface Document {
  format: PageFormat;
  source: string;
  /** What evidence of scope `text` counts in: `pageText(source, format)`. */
  text: string;
  /** As long as `text`, with source code and the markup that a reader of Markdown does not see replaced by spaces. */
  visible: string;
  root: PageElement;
  runs: TextRun[];
  lines: Line[];
  tables: PageElement[];
  /** Elements that a toggle's words may stand on: with a role of tab or switch, inputs, buttons. */
  controls: PageElement[];
  /** Elements by tag, for tags that few elements have, so that nobody walks the page to find them. */
  tagged: ReadonlyMap<string, readonly PageElement[]>;
  /** Elements with an `itemtype`, and those of which an attribute may hold an object or a list. */
  typed: readonly PageElement[];
  withData: readonly PageElement[];
  /** Spans in the source. */
  scripts: PageScript[];
  styles: PageStyle[];
  title: string;
  lang: string;
  meta: Map<string, string>;
  elements: number;
}

/** An attribute's value that may be an object or a list. */
const DATA = /^\s?[[{]/;
const RARE_TAGS = ['html', 'body', 'link', 'article', 'time', 'select'];

const STRUCK_TAGS = new Set(['s', 'del', 'strike']);
const STRUCK_WORDS =
  /line-through|strike|crossed|(?:^|[\s_-])(?:old|was|original)-?_?price|(?:^|[\s_-])price[-_]{1,2}(?:old|was|before|original)(?![a-z])/i;
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const HIDING_CLASS = /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|hidden|d-none|hide|is-hidden)(?:\s|$)/;
/** Of them, those by which frameworks take an element off the page; the others are for screen readers. */
const REMOVING_CLASS = /(?:^|\s)(?:hidden|d-none|is-hidden)(?:\s|$)/;
/** Tailwind shows it in some state or at some width: `hidden peer-checked:block`. */
const SHOWN_IN_STATE = /:!?(?:block|flex|grid|table|inline|contents)/;
/** What React streams behind a loading screen: hidden until the script that follows it puts it in its place. */
const STREAMED = /^S:[\da-f]{1,6}$/;
/** Hidden on small screens only: `hidden md:block`, `d-none d-lg-flex`. */
const SHOWN_WIDER = /(?:sm|md|lg|xl)[:-](?:block|flex|grid|table|inline|contents)/;

export function isStreamed(id: string | undefined): boolean {
  return id !== undefined && STREAMED.test(id);
}

/** By a class that frameworks have for it, and in no state shown by another. */
export function isHiddenByName(classes: string): boolean {
  return REMOVING_CLASS.test(classes) && !SHOWN_WIDER.test(classes) && !SHOWN_IN_STATE.test(classes);
}

/** What a class or a style says of how an element is set. */
interface Look {
  hides: boolean;
  strikes: boolean;
}

const PLAIN_LOOK: Look = { hides: false, strikes: false };

const MAX_CAPTION = 60;

class PageHandler implements HtmlHandler {
  readonly page = new PageElement('#page');
  readonly runs: TextRun[] = [];
  readonly tables: PageElement[] = [];
  readonly controls: PageElement[] = [];
  readonly tagged = new Map(RARE_TAGS.map((tag): [string, PageElement[]] => [tag, []]));
  readonly typed: PageElement[] = [];
  readonly withData: PageElement[] = [];
  readonly scripts: PageScript[] = [];
  readonly styles: PageStyle[] = [];
  readonly meta = new Map<string, string>();
  readonly words = new TextBuilder();
  title = '';
  lang = '';
  elements = 0;
  #element = this.page;
  /** Of the open elements, how many runs there were when each was opened. */
  readonly #runsBefore: number[] = [];
  /** A page has the same few classes over and over. */
  readonly #looks = new Map<string, Look>();

  open(tag: string, attributes: Attributes, start: number): void {
    this.words.open(tag);
    const parent = this.#element;
    const element = new PageElement(tag, attributes);
    element.sourceStart = start;
    element.hidden = parent.hidden;
    element.struck = parent.struck || STRUCK_TAGS.has(tag);
    this.#dress(element, attributes);
    append(parent, element);
    setHeading(element);
    this.elements += 1;
    this.#element = element;
    this.#runsBefore.push(this.runs.length);
    if (SPECIAL.has(tag) || element.role !== '') this.#note(tag, attributes, element);
  }

  close(tag: string): void {
    this.words.close(tag);
    const element = this.#element;
    const { runs } = this;
    const first = this.#runsBefore.pop();
    if (first !== undefined && first < runs.length) {
      element.start = (runs[first] as TextRun).start;
      element.end = (runs[runs.length - 1] as TextRun).end;
    }
    this.#element = element.parent ?? this.page;
  }

  text(data: string): void {
    const element = this.#element;
    if (element.name === 'title') {
      if (this.title.length < 400) this.title += data;
      if (element.nodes === 0) element.caption = data.slice(0, MAX_CAPTION);
    }
    const span = this.words.text(data);
    if (span !== undefined) this.runs.push({ start: span.start, end: span.end, element });
    element.nodes += 1;
  }

  code(start: number, end: number): void {
    const { name, attribs, parent } = this.#element;
    const { type = '', id = '', media = '' } = attribs;
    if (name === 'script') this.scripts.push({ type, id, start, end });
    // What stands in a template is in force where that is used.
    else if (parent?.name !== 'template') this.styles.push({ media, start, end });
  }

  #dress(element: PageElement, attributes: Attributes): void {
    const { class: named, style } = attributes;
    const byClass = named === undefined ? PLAIN_LOOK : this.#lookOf(named);
    const isStruck = byClass.strikes || (style !== undefined && STRUCK_WORDS.test(style));
    const isHidden =
      byClass.hides ||
      (attributes.hidden !== undefined && !isStreamed(attributes.id)) ||
      attributes['aria-hidden'] === 'true' ||
      (style !== undefined && HIDING_STYLE.test(style));
    element.struck ||= isStruck;
    element.hidden ||= isHidden;
    if (attributes.itemtype !== undefined) this.typed.push(element);
    if (Object.values(attributes).some((value) => DATA.test(value))) this.withData.push(element);
  }

  #lookOf(named: string): Look {
    let look = this.#looks.get(named);
    if (look === undefined) {
      look = { hides: HIDING_CLASS.test(named) && !SHOWN_WIDER.test(named), strikes: STRUCK_WORDS.test(named) };
      this.#looks.set(named, look);
    }
    return look;
  }

  #note(tag: string, attributes: Attributes, element: PageElement): void {
    this.tagged.get(tag)?.push(element);
    if (tag === 'html') this.lang ||= attributes.lang ?? attributes['xml:lang'] ?? '';
    else if (tag === 'meta') {
      const { content } = attributes;
      const name = attributes.property ?? attributes.name ?? attributes['http-equiv'];
      if (name !== undefined && content !== undefined && this.meta.size < 100)
        this.meta.set(name.toLowerCase(), content.slice(0, 500));
    } else if (tag === 'link' && attributes.rel === 'canonical')
      this.meta.set('canonical', (attributes.href ?? '').slice(0, 500));
    else if (tag === 'table' || element.role === 'table' || element.role === 'grid') this.tables.push(element);
    else if (tag === 'input' || tag === 'button' || element.role === 'tab' || element.role === 'switch')
      this.controls.push(element);
  }
}

/** Tags that a page is asked about as a whole. */
const SPECIAL = new Set([...RARE_TAGS, 'meta', 'table', 'input', 'button']);

/** @throws {TooDeep} when reading would take time that grows faster than the page */
export function htmlDocument(source: string): Document {
  const handler = new PageHandler();
  parseHtml(source, handler);
  const text = handler.words.toString();
  handler.page.start = 0;
  handler.page.end = text.length;
  return {
    format: 'html',
    source,
    text,
    visible: withoutCode(text),
    root: handler.page,
    runs: handler.runs,
    lines: apartLines(text, linesOf(text, handler.runs), handler.runs),
    tables: handler.tables,
    controls: handler.controls,
    tagged: handler.tagged,
    typed: handler.typed,
    withData: handler.withData,
    scripts: handler.scripts,
    styles: handler.styles,
    title: handler.title.trim(),
    lang: handler.lang.toLowerCase(),
    meta: handler.meta,
    elements: handler.elements,
  };
}

function append(parent: PageElement, element: PageElement): void {
  const last = parent.children[parent.children.length - 1];
  if (last !== undefined) {
    element.prev = last;
    last.next = element;
  }
  parent.add(element);
}

/** Headings hold little but their words: a few levels up is far enough. */
const MAX_UP = 6;

/** Of an element that has its parent: the level of the nearest heading around. */
export function setHeading(element: PageElement): void {
  const { name, role, parent } = element;
  const digit = name.length === 2 && name.charCodeAt(0) === 104 ? name.charCodeAt(1) - 48 : 0;
  if (digit >= 1 && digit <= 6) element.heading = digit;
  else if (role === 'heading') element.heading = Number(element.attribs['aria-level'] ?? 2) || 2;
  else if (parent !== null && parent.headingUp < MAX_UP - 1) {
    element.heading = parent.heading;
    element.headingUp = parent.headingUp + 1;
  }
}

/** Lines end at line feeds and at tabs (cells). */
export function linesOf(text: string, runs: readonly TextRun[]): Line[] {
  const lines: Line[] = [];
  const next = (mark: string, from: number) => {
    const at = text.indexOf(mark, from);
    return at < 0 ? text.length : at;
  };
  let run = 0;
  let start = 0;
  let feed = next('\n', 0);
  let tab = next('\t', 0);
  while (start < text.length) {
    if (feed < start) feed = next('\n', start);
    if (tab < start) tab = next('\t', start);
    const end = Math.min(feed, tab);
    if (end > start) {
      while (run < runs.length - 1 && (runs[run] as TextRun).end <= start) run += 1;
      const element = runs[run]?.element;
      if (element !== undefined) {
        lines.push({
          start,
          end,
          heading: element.heading,
          hidden: element.hidden,
          struck: element.struck,
          element,
          run,
        });
      }
    }
    start = end + 1;
  }
  return lines;
}

/**
 * `<span>Crew</span><span>For two and more</span>`: nobody runs two words into one, so a style sheet sets the spans apart,
 * and each is a line. Headings are left whole.
 */
function apartLines(text: string, lines: readonly Line[], runs: readonly TextRun[]): Line[] {
  const apart: Line[] = [];
  for (const line of lines) {
    let { start, run } = line;
    const first = (runs[run]?.start ?? 0) < start ? run + 1 : run;
    for (let at = first + 1; line.heading === 0 && at < runs.length; at += 1) {
      const [before, next] = [runs[at - 1] as TextRun, runs[at] as TextRun];
      if (next.start >= line.end) break;
      if (before.start < start || !isSeam(text, before, next)) continue;
      apart.push({ ...line, start, end: next.start, element: (runs[run] as TextRun).element, run });
      [start, run] = [next.start, at];
    }
    apart.push(start === line.start ? line : { ...line, start, element: (runs[run] as TextRun).element, run });
  }
  return apart;
}

/** Both stand in spans, side by side; the one ends in a small letter, the other begins with a capital. */
function isSeam(text: string, before: TextRun, next: TextRun): boolean {
  if (before.end !== next.start || next.end - next.start < 2) return false;
  const [one, other] = [before.element, next.element];
  return (
    one.name === 'span' &&
    other.name === 'span' &&
    one.parent === other.parent &&
    other.start === next.start &&
    /^\p{Ll}\p{Lu}$/u.test(text.slice(next.start - 1, next.start + 1))
  );
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

export function runAt(document: Document, offset: number): TextRun | undefined {
  return document.runs[lastAtOrBefore(document.runs, offset)];
}

export function lineAt(document: Document, offset: number): Line | undefined {
  return document.lines[lastAtOrBefore(document.lines, offset)];
}
