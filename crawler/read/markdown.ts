/**
 * Markdown and plain text as the same document that HTML makes: sections by heading, paragraphs, list items, tables.
 *
 * The text is the raw source, so evidence offsets are the file's own; `visible` is the same length with markup
 * blanked out. Understands what documentation uses (CommonMark with pipe tables and a little HTML or MDX), line by
 * line, in one pass.
 */
import type { PageFormat } from '../../data/page.ts';
import { type Document, linesOf, PageElement, type TextRun } from './document.ts';

interface Builder {
  root: PageElement;
  runs: TextRun[];
  tables: PageElement[];
  /** Open sections, outermost first; the level of the page is 0. */
  sections: { level: number; element: PageElement }[];
  visible: string[];
  elements: number;
}

export function markdownDocument(source: string, format: PageFormat): Document {
  const root = new PageElement('#page', {});
  root.start = 0;
  root.end = source.length;
  const builder: Builder = {
    root,
    runs: [],
    tables: [],
    sections: [{ level: 0, element: root }],
    visible: [],
    elements: 0,
  };
  const meta = new Map<string, string>();
  let at = 0;
  let title = '';
  if (format === 'markdown' && /^---\r?\n/.test(source)) {
    const end = source.indexOf('\n---', 4);
    if (end > 0 && end < 5000) {
      title = /^title:\s*["']?(.{1,200}?)["']?\s*$/m.exec(source.slice(0, end))?.[1] ?? '';
      at = lineEnd(source, end + 1);
      builder.visible.push(blank(source, 0, at));
    }
  }
  let fence = '';
  let table: PageElement | undefined;
  while (at < source.length) {
    const end = lineEnd(source, at);
    const line = source.slice(at, end);
    const trimmed = line.trim();
    const mark = /^(?:`{3,}|~{3,})/.exec(trimmed)?.[0];
    const isRow = fence === '' && format === 'markdown' && isTableRow(trimmed, table !== undefined, source, end);
    if (!isRow) table = undefined;
    if (mark !== undefined && (fence === '' || trimmed.startsWith(fence))) {
      fence = fence === '' ? mark : '';
      builder.visible.push(blank(source, at, end));
    } else if (fence !== '') builder.visible.push(blank(source, at, end));
    else if (trimmed === '') builder.visible.push(line);
    else if (isRow) {
      table ??= openTable(builder, at);
      tableRow(builder, table, source, at, end);
    } else block(builder, source, at, end);
    if (end < source.length) builder.visible.push('\n');
    at = end + 1;
  }
  closeSections(builder, 0, source.length + 1);
  const visible = builder.visible.join('').padEnd(source.length, ' ');
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
    scripts: [],
    title,
    lang: '',
    meta,
    elements: builder.elements,
  };
}

function lineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from);
  return end < 0 ? source.length : end;
}

function blank(source: string, from: number, to: number): string {
  return source.slice(from, to).replace(/[^\n]/g, ' ');
}

/** A row has pipes; the first of a table is known by the rule below it. */
function isTableRow(line: string, inTable: boolean, source: string, end: number): boolean {
  if (!line.includes('|')) return false;
  if (inTable) return true;
  const next = source.slice(end + 1, lineEnd(source, end + 1)).trim();
  return next.length < 5000 && next.includes('-') && /^[\s|:-]+$/.test(next) && next.includes('|');
}

function openTable(builder: Builder, at: number): PageElement {
  const table = append(builder, section(builder), 'table', at, at);
  builder.tables.push(table);
  return table;
}

function tableRow(builder: Builder, table: PageElement, source: string, from: number, to: number): void {
  const line = source.slice(from, to);
  table.end = to;
  if (/^[\s|:-]+$/.test(line)) {
    builder.visible.push(blank(source, from, to));
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
    } else builder.runs.push({ start: element.start, end: element.end, element });
  }
  builder.visible.push(text);
}

function block(builder: Builder, source: string, from: number, to: number): void {
  const line = source.slice(from, to);
  const heading = /^ {0,3}(#{1,6})\s+\S/.exec(line);
  const shown = unmarked(line);
  const words = shown.trim();
  builder.visible.push(shown);
  if (words === '') return;
  const start = from + (shown.length - shown.trimStart().length);
  const end = start + words.length;
  let name = 'p';
  if (heading?.[1] !== undefined) {
    name = `h${heading[1].length}`;
    closeSections(builder, heading[1].length, from);
    const opened = append(builder, section(builder), 'section', start, end);
    builder.sections.push({ level: heading[1].length, element: opened });
  } else if (/^\s*(?:[-*+]|\d{1,3}[.)])\s/.test(line)) name = 'li';
  const element = append(builder, section(builder), name, start, end);
  builder.runs.push({ start, end, element });
}

function section(builder: Builder): PageElement {
  return builder.sections.at(-1)?.element ?? builder.root;
}

function closeSections(builder: Builder, level: number, at: number): void {
  for (
    let last = builder.sections.at(-1);
    last !== undefined && last.level >= level && last.level > 0;
    last = builder.sections.at(-1)
  ) {
    last.element.end = Math.max(last.element.start, at - 1);
    builder.sections.pop();
  }
}

function append(builder: Builder, parent: PageElement, name: string, start: number, end: number): PageElement {
  const element = new PageElement(name, {});
  element.start = start;
  element.end = end;
  element.depth = parent.depth + 1;
  element.parent = parent;
  parent.children.push(element);
  builder.elements += 1;
  return element;
}

/** An address or a tag is at most a few hundred characters; an unclosed one is text, and looking for its end is bounded. */
function within(line: string, close: string, from: number): number {
  const found = line.slice(from, from + 600).indexOf(close);
  return found < 0 ? -1 : from + found;
}

/** The line as read on paper, every unit of markup replaced by a space so that offsets hold. */
function unmarked(line: string): string {
  const out = line.split('');
  const wipe = (from: number, to: number) => {
    for (let index = from; index < to; index += 1) out[index] = ' ';
  };
  for (let index = 0; index < out.length; index += 1)
    if (/[\u00a0\u2009\u202f]/.test(out[index] ?? '')) out[index] = ' ';
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
    else if (char === '[') wipe(index, index + 1);
    else if (char === ']') {
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
