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
import { type Document, isCell, linesOf, PageElement, type Span, setHeading, type TextRun } from './document.ts';
import { frontMatter, isBare, shownAbove } from './front-matter.ts';
import { blank, type Markup, markupIn } from './markup.ts';

/** Of a line, and with it a paragraph: longer, what stands below is no more of it. */
const MAX_BROKEN = 400;

/** Deeper than any document of a person's. */
const MAX_OPEN = 200;

/** Of what titles an entry of a list there. */
const TITLE_RANK = 3;

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
  visible: string[];
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
    visible: [],
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
  builder.visible.push(blank(source, 0, at));
  const { shown } = builder.markup;
  let fence = '';
  let table: PageElement | undefined;
  while (at < source.length) {
    openTags(builder, at);
    const end = lineEnd(shown, at);
    const line = shown.slice(at, end);
    const trimmed = line.trim();
    const mark = /^(?:`{3,}|~{3,})/.exec(trimmed)?.[0];
    const isRow = fence === '' && format === 'markdown' && isTableRow(trimmed, table !== undefined, shown, end);
    if (!isRow) table = undefined;
    const level = data?.titles.has(at)
      ? TITLE_RANK
      : fence === '' && !isRow && format === 'markdown'
        ? underlined(shown, trimmed, end)
        : 0;
    if (mark !== undefined && (fence === '' || trimmed.startsWith(fence))) {
      fence = fence === '' ? mark : '';
      builder.visible.push(blank(source, at, end));
    } else if (fence !== '') builder.visible.push(blank(source, at, end));
    else if (trimmed === '') builder.visible.push(line);
    else if (isRow) {
      table ??= openTable(builder, at);
      tableRow(builder, table, at, end);
    } else if (/^[=-]{3,}$/.test(trimmed)) builder.visible.push(blank(shown, at, end));
    else if (level > 0 || !goesOn(builder, at, end)) block(builder, at, end, level);
    if (end < source.length) builder.visible.push('\n');
    at = end + 1;
  }
  openTags(builder, source.length + 1);
  closeSections(builder, 0, source.length + 1);
  for (const { element } of builder.open.splice(1)) element.end = source.length;
  const visible = withoutCode(builder.visible.join('').padEnd(source.length, ' '));
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

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

/** The level of a heading that is underlined, or 0. */
function underlined(shown: string, line: string, end: number): number {
  if (line === '' || line.length > 120 || /^[-*+>#|=]/.test(line)) return 0;
  const rule = shown.slice(end + 1, Math.min(lineEnd(shown, end + 1), end + 200)).trimEnd();
  return /^={3,}$/.test(rule) ? 1 : /^-{3,}$/.test(rule) ? 2 : 0;
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

/** A row has pipes; the first of a table is known by the rule below it. */
function isTableRow(line: string, inTable: boolean, shown: string, end: number): boolean {
  if (!line.includes('|')) return false;
  if (inTable) return true;
  const next = shown.slice(end + 1, lineEnd(shown, end + 1)).trim();
  return next.length < 5000 && next.includes('-') && /^[\s|:-]+$/.test(next) && next.includes('|');
}

function openTable(builder: Builder, at: number): PageElement {
  const table = append(builder, innermost(builder), 'table', at, at);
  builder.tables.push(table);
  return table;
}

/** The rule below the header; a row of dashes farther down says of every column that it has none. */
function isRule(line: string, { children }: PageElement): boolean {
  return line.includes('-') && /^[\s|:-]+$/.test(line) && (children.length <= 1 || line.includes('--'));
}

function tableRow(builder: Builder, table: PageElement, from: number, to: number): void {
  const line = builder.markup.shown.slice(from, to);
  table.end = to;
  if (isRule(line, table)) {
    builder.visible.push(blank(line, 0, line.length));
    return;
  }
  const row = append(builder, table, 'tr', from, to);
  const isHead = table.children.length === 1;
  const shown = unmarked(line).split('');
  let start = 0;
  const cells: { start: number; end: number }[] = [];
  for (let index = 0; index <= line.length; index += 1) {
    if (index < line.length && (line[index] !== '|' || line[index - 1] === '\\')) continue;
    cells.push({ start, end: index });
    if (index < line.length) shown[index] = '\t';
    start = index + 1;
  }
  const text = shown.join('');
  // Leading and trailing pipes make an empty cell at either end.
  if (
    cells[0] !== undefined &&
    text.slice(cells[0].start, cells[0].end).trim() === '' &&
    line.trimStart().startsWith('|')
  )
    cells.shift();
  const last = cells.at(-1);
  if (last !== undefined && cells.length > 1 && text.slice(last.start, last.end).trim() === '') cells.pop();
  for (const cell of cells) {
    const words = text.slice(cell.start, cell.end);
    const lead = words.length - words.trimStart().length;
    const body = words.trim();
    const element = append(
      builder,
      row,
      isHead ? 'th' : 'td',
      from + cell.start + lead,
      from + cell.start + lead + body.length,
    );
    if (body === '') {
      element.start = -1;
      element.end = -1;
    } else addRuns(builder, element);
  }
  builder.visible.push(text);
}

/**
 * A sentence that the source breaks over two lines is one line of the page: the words go to the paragraph or list item
 * of the line before. Whether this line is such.
 */
function goesOn(builder: Builder, from: number, to: number): boolean {
  const { last, visible, markup } = builder;
  if (last === undefined || last.parent !== innermost(builder)) return false;
  const { shown } = markup;
  if (from - last.end > MAX_BROKEN || shown.slice(last.end, from) !== '\n') return false;
  const before = shown.slice(Math.max(last.start, last.end - MAX_BROKEN), last.end);
  const line = shown.slice(from, to);
  const words = line.trim();
  const start = from + line.indexOf(words);
  if (markup.titles.has(start) || !isBroken(before.slice(before.lastIndexOf('\n') + 1).trim(), words)) return false;
  visible[visible.length - 1] = ' ';
  visible.push(unmarked(line));
  last.end = start + words.length;
  addRuns(builder, last, start);
  return true;
}

/** `level` of a heading that the next line underlines, or 0. */
function block(builder: Builder, from: number, to: number, level: number): void {
  const line = builder.markup.shown.slice(from, to);
  const rank = /^ {0,3}(#{1,6})\s+\S/.exec(line)?.[1]?.length ?? level;
  const shown = unmarked(line);
  const words = shown.trim();
  builder.visible.push(shown);
  if (words === '') return;
  const start = from + (shown.length - shown.trimStart().length);
  const end = start + words.length;
  let name = 'p';
  if (builder.markup.titles.has(start)) name = 'h4';
  else if (rank > 0) {
    name = `h${rank}`;
    closeSections(builder, rank, from);
    const opened = append(builder, innermost(builder), 'section', start, end);
    builder.open.push({ level: rank, element: opened });
  } else if (/^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line)) name = 'li';
  const element = append(builder, innermost(builder), name, start, end);
  builder.last = name === 'p' || name === 'li' ? element : undefined;
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

/** An address or a tag is at most a few hundred characters; an unclosed one is text, and looking for its end is bounded. */
function within(line: string, close: string, from: number): number {
  const found = line.slice(from, from + 600).indexOf(close);
  return found < 0 ? -1 : from + found;
}

/** Where the brackets around a link's words stand; those of "(32, 128]" are none. */
function pairedBrackets(line: string): Set<number> {
  const pairs = new Set<number>();
  const open: number[] = [];
  let pipe = -1;
  for (let index = 0; index < line.length; index += 1) {
    const char = line[index];
    if (char === '\\') index += 1;
    else if (char === '[') open.push(index);
    else if (char === '|') pipe = index;
    else if (char === ']') {
      const from = open.pop();
      // "[0, 32)" and "(32, 64]" in two cells of a row are no pair; a link's words may hold a pipe.
      const isPair = from !== undefined && (from > pipe || /[([]/.test(line[index + 1] ?? ''));
      if (isPair) pairs.add(from).add(index);
    }
  }
  return pairs;
}

/** What stands in lines that hold any markup, or a space of another kind. */
const MARKED = /[\u00a0\u2009\u202f\\*`_~![\]<]|^\s*(?:#|[-+]\s|\d{1,3}[.)]\s|>)/;

/** The line as read on paper, every unit of markup replaced by a space so that offsets hold. */
function unmarked(line: string): string {
  if (!MARKED.test(line)) return line;
  const out = line.split('');
  const wipe = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) out[index] = ' ';
  };
  for (let index = 0; index < out.length; index += 1)
    if (/[\u00a0\u2009\u202f]/.test(out[index] ?? '')) out[index] = ' ';
  const pairs = pairedBrackets(line);
  const lead = /^\s*(?:#{1,6}\s|[-*+]\s|\d{1,3}[.)]\s|>\s?)/.exec(line);
  if (lead !== null) wipe(0, lead[0].length);
  for (let index = lead === null ? 0 : lead[0].length; index < line.length; index += 1) {
    const char = line[index];
    if (char === '\\' && index + 1 < line.length && /[\\$*_[\]()#|`~<>!{}+.-]/.test(line[index + 1] ?? '')) {
      wipe(index, index + 1);
      index += 1;
    } else if (
      char === '*' ||
      char === '`' ||
      (char === '_' && !/\w/.test(line[index - 1] ?? '') !== !/\w/.test(line[index + 1] ?? ''))
    )
      wipe(index, index + 1);
    else if (char === '~' && line[index + 1] === '~') wipe(index, index + 2);
    else if (char === '!' && line[index + 1] === '[') wipe(index, index + 1);
    else if (char === '[' && pairs.has(index)) wipe(index, index + 1);
    else if (char === ']' && pairs.has(index)) {
      const close =
        line[index + 1] === '('
          ? within(line, ')', index)
          : line[index + 1] === '['
            ? within(line, ']', index + 1)
            : -1;
      const to = close > 0 ? close + 1 : index + 1;
      wipe(index, to);
      index = to - 1;
    } else if (char === '<' && /[a-zA-Z/!]/.test(line[index + 1] ?? '')) {
      const close = within(line, '>', index);
      if (close > 0) {
        wipe(index, close + 1);
        index = close;
      }
    }
  }
  return out.join('');
}
