/**
 * Markdown and plain text as the same document that HTML makes: sections by heading, paragraphs, list items, tables.
 *
 * The text is the raw source, so evidence offsets are the file's own; `visible` is the same length with markup
 * blanked out. Understands what documentation uses: CommonMark with pipe tables, and HTML or MDX among it, whose tags
 * (markup.ts) nest sections, tables and cells as they do in a page.
 */
import type { PageFormat } from '../../../data/page.ts';
import { isBroken } from './broken-line.ts';
import { withoutCode } from './code.ts';
import { type Document, linesOf, type Span, type TextRun } from './document.ts';
import { frontMatter, isBare, shownAbove } from './front-matter.ts';
import { layoutOf, type MarkdownLayout } from './markdown-layout.ts';
import { blank, type Markup, markupIn } from './markup.ts';
import { isCell, PageElement, setHeading } from './page-element.ts';

/** Of a line, and with it a paragraph: longer, what stands below is no more of it. */
const MAX_BROKEN = 400;

/** Deeper than any document of a person's. */
const MAX_OPEN = 200;

/** Heading level of the title of an entry of a list in the data above a document, and of a component's title. */
const ENTRY_LEVEL = 3;
const TITLE_LEVEL = 4;

interface Builder {
  root: PageElement;
  runs: TextRun[];
  tables: PageElement[];
  /** Open sections and tags, outermost first; the level of the page is 0, that of a tag undefined. */
  open: { level: number | undefined; element: PageElement }[];
  markup: Markup;
  /** Index of the first tag that is not yet open, and of the first crossed-out span that may still matter. */
  nextTag: number;
  nextStruck: number;
  /** Line feeds within a sentence. */
  breaks: number[];
  elements: number;
  /** The paragraph or list item of the line before, which this one may go on with. */
  last: PageElement | undefined;
}

export function markdownDocument(source: string, format: PageFormat): Document {
  const root = new PageElement('#page');
  root.start = 0;
  root.end = source.length;
  const builder: Builder = {
    root,
    runs: [],
    tables: [],
    open: [{ level: 0, element: root }],
    markup: { shown: source, tags: [], titles: new Set(), struck: [] },
    nextTag: 0,
    nextStruck: 0,
    breaks: [],
    elements: 0,
    last: undefined,
  };
  const above = format === 'markdown' ? frontMatter(source) : undefined;
  const meta = new Map(above?.description === undefined ? [] : [['description', above.description]]);
  let at = above?.end ?? 0;
  if (format === 'markdown') builder.markup = markupIn(source, at);
  const data = above && isBare(builder.markup.shown.slice(at)) ? shownAbove(source, above) : undefined;
  if (above !== undefined && data !== undefined) {
    at = above.start;
    builder.markup = markupIn(data.shown, at);
  }
  const { shown } = builder.markup;
  const layout = layoutOf(withoutCode(blank(shown, 0, at) + shown.slice(at)), format !== 'markdown');
  addLines(builder, layout, { from: at, titles: data?.titles });
  openTags(builder, source.length + 1);
  closeSections(builder, 0, source.length + 1);
  for (const { element } of builder.open.splice(1)) element.end = source.length;
  const visible = joinedAt(builder.breaks, layout.text);
  return {
    format,
    source,
    text: source,
    visible,
    root,
    runs: builder.runs,
    lines: linesOf(visible, builder.runs),
    tables: builder.tables,
    controls: [],
    tagged: new Map(),
    typed: [],
    withData: [],
    scripts: [],
    styles: [],
    title: above?.title ?? '',
    lang: '',
    meta,
    elements: builder.elements,
  };
}

/** @param titles where lines start that title the entries of a list in the data above a document */
function addLines(
  builder: Builder,
  { text, headings, rows, items }: MarkdownLayout,
  { from, titles }: { from: number; titles: ReadonlySet<number> | undefined },
): void {
  const { shown } = builder.markup;
  let table: PageElement | undefined;
  for (let at = from, end = 0; at < text.length; at = end + 1) {
    openTags(builder, at);
    end = shown.indexOf('\n', at);
    if (end < 0) end = text.length;
    const line = text.slice(at, end);
    const pipes = rows.get(at) ?? [];
    const level = titles?.has(at) ? ENTRY_LEVEL : (headings.get(at) ?? 0);
    if (pipes.length > 0) {
      table ??= openTable(builder, at);
      tableRow(builder, table, { line, from: at, pipes });
    } else if (table !== undefined && isRule(shown.slice(at, end))) table.end = end;
    else {
      table = undefined;
      if (line.trim() !== '' && (level > 0 || !goesOn(builder, line, at)))
        block(builder, line, { from: at, level, name: items.has(at) ? 'li' : 'p' });
    }
  }
}

/** The text with spaces for these line feeds. */
function joinedAt(feeds: readonly number[], text: string): string {
  const starts = [0, ...feeds.map((feed) => feed + 1)];
  return starts.map((start, at) => text.slice(start, feeds[at])).join(' ');
}

/** Opens and closes what the tags before this place do. */
function openTags(builder: Builder, at: number): void {
  for (; ; builder.nextTag += 1) {
    const tag = builder.markup.tags[builder.nextTag];
    if (tag === undefined || tag.start >= at) return;
    const name = tag.name.toLowerCase();
    if (tag.kind === 'open' && builder.open.length < MAX_OPEN) {
      const element = append(builder, innermost(builder), name, tag.end, tag.end);
      builder.open.push({ level: undefined, element });
      if (name === 'table') builder.tables.push(element);
    } else if (tag.kind === 'close') closeTag(builder, name, tag.start);
  }
}

/** Closes the innermost open tag of that name and what is open inside it; a stray end is nothing. */
function closeTag(builder: Builder, name: string, at: number): void {
  const index = builder.open.findLastIndex(({ level, element }) => level === undefined && element.name === name);
  if (index < 0) return;
  for (const { element } of builder.open.splice(index)) {
    element.end = Math.max(element.start, at);
    if (isCell(element)) trimCell(builder, element);
  }
}

/** A cell's span is that of its words, and an empty one has none. */
function trimCell(builder: Builder, cell: PageElement): void {
  const words = builder.markup.shown.slice(cell.start, cell.end);
  const body = words.trim();
  const start = cell.start + words.length - words.trimStart().length;
  cell.start = body === '' ? -1 : start;
  cell.end = body === '' ? -1 : start + body.length;
}

function openTable(builder: Builder, at: number): PageElement {
  const table = append(builder, innermost(builder), 'table', at, at);
  builder.tables.push(table);
  return table;
}

/** The rule below the header. */
const isRule = (line: string) => line.includes('-') && /^[\s|:-]+$/.test(line);

function tableRow(
  builder: Builder,
  table: PageElement,
  { line, from, pipes }: { line: string; from: number; pipes: readonly number[] },
): void {
  const to = from + line.length;
  table.end = to;
  const row = append(builder, table, 'tr', from, to);
  const name = table.children.length === 1 ? 'th' : 'td';
  const edges = [from - 1, ...pipes, to];
  const cells = edges.slice(1).map((end, at) => ({ start: (edges[at] as number) + 1, end }));
  const isEmpty = ({ start, end }: Span) => line.slice(start - from, end - from).trim() === '';
  // Leading and trailing pipes make an empty cell at either end.
  if (cells[0] !== undefined && isEmpty(cells[0]) && cells.length > 1) cells.shift();
  const last = cells.at(-1);
  if (last !== undefined && cells.length > 1 && isEmpty(last)) cells.pop();
  for (const { start, end } of cells) {
    const words = line.slice(start - from, end - from);
    const lead = words.length - words.trimStart().length;
    const body = words.trim();
    const element = append(builder, row, name, start + lead, start + lead + body.length);
    if (body === '') element.start = element.end = -1;
    else addRuns(builder, element);
  }
}

/**
 * A sentence that the source breaks over two lines is one line of the page: the words go to the paragraph or list item
 * of the line before. Whether this line is such.
 */
function goesOn(builder: Builder, line: string, from: number): boolean {
  const { last, breaks, markup } = builder;
  if (last === undefined || last.parent !== innermost(builder)) return false;
  const { shown } = markup;
  if (from - last.end > MAX_BROKEN || shown.slice(last.end, from) !== '\n') return false;
  const before = shown.slice(Math.max(last.start, last.end - MAX_BROKEN), last.end);
  const words = shown.slice(from, from + line.length).trim();
  const start = from + shown.slice(from).search(/\S/);
  if (markup.titles.has(start) || !isBroken(before.slice(before.lastIndexOf('\n') + 1).trim(), words)) return false;
  breaks.push(from - 1);
  last.end = start + words.length;
  addRuns(builder, last, start);
  return true;
}

function block(
  builder: Builder,
  line: string,
  { from, level, name }: { from: number; level: number; name: 'p' | 'li' },
): void {
  const words = line.trim();
  const start = from + (line.length - line.trimStart().length);
  const end = start + words.length;
  const isTitle = builder.markup.titles.has(start);
  if (level > 0 && !isTitle) {
    closeSections(builder, level, from);
    const opened = append(builder, innermost(builder), 'section', start, end);
    builder.open.push({ level, element: opened });
  }
  const rank = isTitle ? TITLE_LEVEL : level;
  const element = append(builder, innermost(builder), rank > 0 ? `h${rank}` : name, start, end);
  builder.last = rank > 0 ? undefined : element;
  addRuns(builder, element);
}

/** The text of an element in runs, what is crossed out in elements of its own. */
function addRuns(builder: Builder, element: PageElement, from = element.start): void {
  const { struck } = builder.markup;
  let start = from;
  for (; builder.nextStruck < struck.length; builder.nextStruck += 1) {
    const span = struck[builder.nextStruck] as Span;
    if (span.start >= element.end) break;
    if (span.start < start) continue;
    if (span.start > start) builder.runs.push({ start, end: span.start, element });
    const old = append(builder, element, 's', span.start, Math.min(span.end, element.end));
    old.struck = true;
    builder.runs.push({ start: old.start, end: old.end, element: old });
    start = old.end;
  }
  if (start < element.end) builder.runs.push({ start, end: element.end, element });
}

function innermost(builder: Builder): PageElement {
  return builder.open.at(-1)?.element ?? builder.root;
}

/** Closes the sections that a heading of this level ends; tags around it stay open. */
function closeSections(builder: Builder, level: number, at: number): void {
  for (
    let last = builder.open.at(-1);
    last?.level !== undefined && last.level >= level && last.level > 0;
    last = builder.open.at(-1)
  ) {
    last.element.end = Math.max(last.element.start, at - 1);
    builder.open.pop();
  }
}

function append(builder: Builder, parent: PageElement, name: string, start: number, end: number): PageElement {
  const element = new PageElement(name);
  element.start = start;
  element.end = end;
  parent.add(element);
  setHeading(element);
  builder.elements += 1;
  return element;
}
