/**
 * A page as all readers see it: one tree in which every element knows its span in the page's text.
 *
 * HTML is parsed once, feeding the tree and the text together; Markdown (markdown.ts) makes the same tree. Readers
 * ask by offsets: an element holds a price when the spans nest, so nobody runs selectors over the document.
 */
import { type ChildNode, Element, type ParentNode, Text } from 'domhandler';
import { parseHtml } from '../../../data/html.ts';
import type { Attributes, HtmlHandler } from '../../../data/html-events.ts';
import type { PageFormat } from '../../../data/page.ts';
import { TextBuilder } from '../../../data/page-text.ts';

/** Where something stands in the page's text. */
export interface Span {
  start: number;
  end: number;
}

export class PageElement extends Element {
  /** Span of the text inside; -1 where there is none. */
  start = -1;
  end = -1;
  depth = 0;
  /** Where its tag starts in the source of HTML. */
  sourceStart = 0;
  /** Not shown as the page stands: a toggle's other state, a label for screen readers. */
  hidden = false;
  /** Crossed out, or inside what is. */
  struck = false;
  /** Among the siblings of its name, once somebody asked; 0 before. */
  nth = 0;
  /** What ARIA takes it for; empty where its tag does not say. */
  role = '';
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
}

export interface PageScript extends Span {
  type: string;
  id: string;
}

export interface Document {
  format: PageFormat;
  source: string;
  /** What evidence of scope `text` counts in: `pageText(source, format)`. */
  text: string;
  /** As long as `text`, with markup that a reader of Markdown does not see replaced by spaces. */
  visible: string;
  root: PageElement;
  runs: TextRun[];
  lines: Line[];
  tables: PageElement[];
  /** Elements that a toggle's words may stand on: with a role of tab or switch, inputs, buttons. */
  controls: PageElement[];
  /** Elements by tag, for tags that few elements have, so that nobody walks the page to find them. */
  tagged: ReadonlyMap<string, readonly PageElement[]>;
  /** Spans in the source. */
  scripts: PageScript[];
  title: string;
  lang: string;
  meta: Map<string, string>;
  elements: number;
}

const RARE_TAGS = ['html', 'body', 'link', 'article', 'time', 'select'];

const HEADING = /^h[1-6]$/;
const STRUCK_TAGS = new Set(['s', 'del', 'strike']);
const STRUCK_WORDS = /line-through|strike|crossed|(?:^|[\s_-])(?:old|was|original)-?_?price/i;
const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const HIDING_CLASS = /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|hidden|d-none|hide|is-hidden)(?:\s|$)/;
/** Hidden on small screens only: `hidden md:block`, `d-none d-lg-flex`. */
const SHOWN_WIDER = /(?:sm|md|lg|xl)[:-](?:block|flex|grid|table|inline|contents)/;

class PageHandler implements HtmlHandler {
  readonly page = new PageElement('#page', {});
  readonly runs: TextRun[] = [];
  readonly tables: PageElement[] = [];
  readonly controls: PageElement[] = [];
  readonly tagged = new Map(RARE_TAGS.map((tag): [string, PageElement[]] => [tag, []]));
  readonly scripts: PageScript[] = [];
  readonly meta = new Map<string, string>();
  readonly words = new TextBuilder();
  title = '';
  lang = '';
  elements = 0;
  #element = this.page;
  /** Of the open elements, how many runs there were when each was opened. */
  readonly #runsBefore: number[] = [];

  open(tag: string, attributes: Attributes, start: number): void {
    this.words.open(tag);
    const parent = this.#element;
    const element = new PageElement(tag, attributes);
    element.depth = parent.depth + 1;
    element.sourceStart = start;
    element.hidden = parent.hidden || isHidden(attributes);
    element.struck = parent.struck || isStruck(tag, attributes);
    element.role = attributes.role ?? '';
    append(parent, element);
    this.elements += 1;
    this.#element = element;
    this.#runsBefore.push(this.runs.length);
    this.tagged.get(tag)?.push(element);
    this.#note(tag, attributes, element);
  }

  close(tag: string): void {
    this.words.close(tag);
    const element = this.#element;
    const first = this.#runsBefore.pop();
    const [from, to] = [first === undefined ? undefined : this.runs[first], this.runs.at(-1)];
    if (from !== undefined && to !== undefined) {
      element.start = from.start;
      element.end = to.end;
    }
    this.#element = parentOf(element) ?? this.page;
  }

  text(data: string): void {
    const element = this.#element;
    if (element.name === 'title' && this.title.length < 400) this.title += data;
    const span = this.words.text(data);
    if (span !== undefined) this.runs.push({ start: span.start, end: span.end, element });
    append(element, new Text(data));
  }

  script(start: number, end: number): void {
    const { type = '', id = '' } = this.#element.attribs;
    this.scripts.push({ type, id, start, end });
  }

  #note(tag: string, attributes: Attributes, element: PageElement): void {
    if (tag === 'html') this.lang ||= attributes.lang ?? attributes['xml:lang'] ?? '';
    else if (tag === 'meta') {
      const name = attributes.property ?? attributes.name ?? attributes['http-equiv'];
      if (name !== undefined && attributes.content !== undefined && this.meta.size < 100) {
        this.meta.set(name.toLowerCase(), attributes.content.slice(0, 500));
      }
    } else if (tag === 'link' && attributes.rel === 'canonical')
      this.meta.set('canonical', (attributes.href ?? '').slice(0, 500));
    else if (tag === 'table' || element.role === 'table' || element.role === 'grid') this.tables.push(element);
    else if (tag === 'input' || tag === 'button' || element.role === 'tab' || element.role === 'switch')
      this.controls.push(element);
  }
}

function isHidden(attributes: Attributes): boolean {
  if (attributes.hidden !== undefined || attributes['aria-hidden'] === 'true') return true;
  if (attributes.style !== undefined && HIDING_STYLE.test(attributes.style)) return true;
  return attributes.class !== undefined && HIDING_CLASS.test(attributes.class) && !SHOWN_WIDER.test(attributes.class);
}

function isStruck(tag: string, attributes: Attributes): boolean {
  if (STRUCK_TAGS.has(tag)) return true;
  return (
    (attributes.class !== undefined && STRUCK_WORDS.test(attributes.class)) ||
    (attributes.style !== undefined && STRUCK_WORDS.test(attributes.style))
  );
}

/** @throws {TooDeep} when reading would take time that grows faster than the page */
export function htmlDocument(source: string): Document {
  const handler = parseHtml(source, () => new PageHandler());
  const text = handler.words.toString();
  handler.page.start = 0;
  handler.page.end = text.length;
  return {
    format: 'html',
    source,
    text,
    visible: text,
    root: handler.page,
    runs: handler.runs,
    lines: linesOf(text, handler.runs),
    tables: handler.tables,
    controls: handler.controls,
    tagged: handler.tagged,
    scripts: handler.scripts,
    title: handler.title.trim(),
    lang: handler.lang.toLowerCase(),
    meta: handler.meta,
    elements: handler.elements,
  };
}

function append(parent: PageElement, node: ChildNode): void {
  const last = parent.children.at(-1) ?? null;
  node.parent = parent as ParentNode;
  node.prev = last;
  if (last !== null) last.next = node;
  parent.children.push(node);
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
  let [feed, tab] = [next('\n', 0), next('\t', 0)];
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
          heading: headingOf(element),
          hidden: element.hidden,
          struck: element.struck,
          element,
        });
      }
    }
    start = end + 1;
  }
  return lines;
}

/** Headings hold little but their words: a few levels up is enough, and bounds the climb. */
function headingOf(element: PageElement): number {
  let at: PageElement | undefined = element;
  for (let up = 0; up < 6 && at !== undefined; up += 1) {
    if (at.name.length === 2 && HEADING.test(at.name)) return at.name.charCodeAt(1) - 48;
    if (at.role === 'heading') return Number(at.attribs['aria-level'] ?? 2) || 2;
    at = parentOf(at);
  }
  return 0;
}

export function parentOf(element: PageElement): PageElement | undefined {
  return element.parent instanceof PageElement ? element.parent : undefined;
}

export function childrenOf(element: PageElement): PageElement[] {
  return element.children.filter((child) => child instanceof PageElement);
}

/** Shows every element, in the order of the page. */
export function eachElement(root: PageElement, show: (element: PageElement) => void): void {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    show(element);
    const { children } = element;
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child instanceof PageElement) open.push(child);
    }
  }
}

/**
 * The largest element around, at most `climb` levels up and within the page's body, that reaches neither back to
 * `before` nor beyond `after`.
 */
export function grown(around: PageElement, before: number, after: number, climb: number): PageElement {
  let root = around;
  for (let up = 0; up < climb; up += 1) {
    const parent = parentOf(root);
    if (
      parent === undefined ||
      parent.start <= before ||
      parent.end > after ||
      parent.name === 'body' ||
      parent.name === '#page'
    )
      break;
    root = parent;
  }
  return root;
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

/** A cell of a table, or of what ARIA calls one. */
export function isCell({ name, role }: PageElement): boolean {
  return name === 'td' || name === 'th' || (role !== '' && CELL_ROLES.has(role));
}

const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** A row of ten thousand siblings is counted no further than a person would. */
const MAX_NTH = 1000;

/** Its place among the siblings of its name. */
function nthOf(element: PageElement): number {
  let nth = 1;
  let before = element.prev;
  for (; before !== null && nth < MAX_NTH; before = before.prev) {
    if (!(before instanceof PageElement) || before.name !== element.name) continue;
    if (before.nth > 0) {
      nth = Math.min(nth + before.nth, MAX_NTH);
      break;
    }
    nth += 1;
  }
  element.nth = nth;
  return nth;
}

/** CSS path, innermost eight levels: for people, never for proof. */
export function pathOf(element: PageElement): string {
  const steps: string[] = [];
  let at: PageElement | undefined = element;
  while (at !== undefined && at.name !== '#page' && steps.length < 8) {
    const id = at.attribs.id;
    if (id !== undefined && /^[\w-]{1,40}$/.test(id)) {
      steps.unshift(`#${id}`);
      break;
    }
    const nth = nthOf(at);
    steps.unshift(nth > 1 || at.next !== null ? `${at.name}:nth-of-type(${nth})` : at.name);
    at = parentOf(at);
  }
  return steps.join('>').slice(0, 600);
}
