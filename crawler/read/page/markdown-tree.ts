/** Builds the tree of a Markdown document from its blocks and tags, in the order of the source. */
import type { Span, TextRun } from './document.ts';
import type { Markup } from './markup.ts';
import { isCell, PageElement, setHeading } from './page-element.ts';

/** Deeper than any document that people write. */
const MAX_OPEN = 200;
/** Headings from this level on are titles of components, which have tags of their own, and open no section. */
const COMPONENT_LEVEL = 4;
/** In characters: a line that continues in lower case was broken for its length if it is that long, and no longer. */
const [MIN_BROKEN, MAX_BROKEN] = [40, 200];
/** Two lines as long as these are of one paragraph, whatever the second begins with. */
const MIN_WIDE = { broken: 60, next: 40 };
/** White space and marks between two lines of a sentence. */
const MAX_BETWEEN = 60;
const ENDS = /[.!?:;…|。！？：；]["'”’)*_]{0,4}$|\\$/;
const BEGINS = /^(?:#{1,6}\s|[-*+>|_{<]|\d{1,3}[.)]\s)/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])(?=\s)/;

interface Block {
  start: number;
  /** Without the white space around them. */
  words: string;
  /** The words with the marks of Markdown. */
  written: string;
}

export class MarkdownTree {
  readonly #text: string;
  readonly #markup: Markup;
  readonly #root = new PageElement('#page');
  readonly #runs: TextRun[] = [];
  readonly #tables: PageElement[] = [];
  /** Open sections and tags, outermost first; a tag has no level. */
  readonly #open: { level: number | undefined; element: PageElement }[];
  /** Line feeds within a sentence. */
  readonly #breaks: number[] = [];
  /** Index of the first tag that is not open yet, and of the first struck span that may still matter. */
  #nextTag = 0;
  #nextStruck = 0;
  /** The paragraph or list item of the line before, which this one may continue. */
  #last: PageElement | undefined;

  /** @param text as long as the source, without the marks of Markdown */
  constructor(text: string, markup: Markup) {
    this.#text = text;
    this.#markup = markup;
    this.#root.start = 0;
    this.#root.end = text.length;
    this.#open = [{ level: 0, element: this.#root }];
  }

  addHeading(from: number, to: number, level: number): void {
    const [first] = this.#linesIn(from, to);
    if (first !== undefined) this.#addBlock(first, `h${level}`);
  }

  /** @param isItem the first line follows the mark of a list item */
  addParagraph(from: number, to: number, isItem: boolean): void {
    for (const [index, block] of this.#linesIn(from, to).entries()) {
      const level = this.#markup.titles.get(block.start);
      const hasMark = (isItem && index === 0) || ITEM.test(block.written);
      this.#openTags(block.start);
      if (level !== undefined) this.#addBlock(block, `h${level}`);
      else if (hasMark || !this.#isContinued(block)) this.#addBlock(block, hasMark ? 'li' : 'p');
    }
  }

  addTable(from: number, to: number): void {
    this.#openTags(from);
    this.#tables.push(this.#append(this.#innermost(), 'table', { start: from, end: to }));
  }

  /** @param pipes of the row, with those at its ends */
  addRow(span: Span, pipes: readonly number[]): void {
    const table = this.#tables.at(-1) ?? this.#root;
    const row = this.#append(table, 'tr', span);
    const name = table.children.length === 1 ? 'th' : 'td';
    const edges = [span.start - 1, ...pipes, span.end];
    const cells = edges.slice(1).map((end, at) => {
      const start = (edges[at] ?? 0) + 1;
      return this.#blockIn(start, end);
    });
    // Leading and trailing pipes make an empty cell at either end.
    if (cells.length > 1 && cells[0]?.words === '') cells.shift();
    if (cells.length > 1 && cells.at(-1)?.words === '') cells.pop();
    for (const { start, words } of cells) {
      const isEmpty = words === '';
      const cell = this.#append(row, name, isEmpty ? { start: -1, end: -1 } : { start, end: start + words.length });
      if (!isEmpty) this.#addRuns(cell);
    }
  }

  end(): { root: PageElement; runs: TextRun[]; tables: PageElement[]; visible: string } {
    const { length } = this.#text;
    this.#openTags(length + 1);
    for (const { element } of this.#open.splice(1)) element.end = length;
    const starts = [0, ...this.#breaks.map((feed) => feed + 1)];
    const visible = starts.map((start, at) => this.#text.slice(start, this.#breaks[at])).join(' ');
    return { root: this.#root, runs: this.#runs, tables: this.#tables, visible };
  }

  #linesIn(from: number, to: number): Block[] {
    const blocks: Block[] = [];
    for (let at = from; at < to; ) {
      const feed = this.#text.indexOf('\n', at);
      const end = feed < 0 || feed > to ? to : feed;
      const block = this.#blockIn(at, end);
      if (block.words !== '') blocks.push(block);
      at = end + 1;
    }
    return blocks;
  }

  #blockIn(from: number, to: number): Block {
    const line = this.#text.slice(from, to);
    const start = from + line.length - line.trimStart().length;
    return { start, words: line.trim(), written: this.#markup.shown.slice(from, to).trim() };
  }

  #addBlock({ start, words }: Block, name: string): void {
    this.#openTags(start);
    const span = { start, end: start + words.length };
    const level = name.startsWith('h') ? Number(name.slice(1)) : 0;
    const isComponent = this.#markup.titles.get(start) === COMPONENT_LEVEL;
    if (level > 0 && !isComponent) {
      this.#closeSections(level, this.#text.lastIndexOf('\n', start) + 1);
      this.#open.push({ level, element: this.#append(this.#innermost(), 'section', span) });
    }
    const element = this.#append(this.#innermost(), name, span);
    this.#last = level > 0 ? undefined : element;
    this.#addRuns(element);
  }

  /** Whether the line continues the sentence of the line before, and then adds it to that paragraph. */
  #isContinued({ start, words, written }: Block): boolean {
    const last = this.#last;
    const { shown } = this.#markup;
    if (last === undefined || last.parent !== this.#innermost()) return false;
    const between = shown.slice(last.end, start);
    if (between.length > MAX_BETWEEN || between.split('\n').length !== 2) return false;
    const feed = last.end + between.indexOf('\n');
    const line = shown.slice(Math.max(shown.lastIndexOf('\n', feed - 1) + 1, feed - MAX_BROKEN - 1), feed).trim();
    if (!isBroken(line, written)) return false;
    this.#breaks.push(feed);
    last.end = start + words.length;
    this.#addRuns(last, start);
    return true;
  }

  /** The text of an element in runs, with elements of their own for what is struck out. */
  #addRuns(element: PageElement, from = element.start): void {
    const { struck } = this.#markup;
    let start = from;
    for (let span = struck[this.#nextStruck]; span !== undefined; span = struck[++this.#nextStruck]) {
      if (span.start >= element.end) break;
      if (span.start < start) continue;
      if (span.start > start) this.#addRun(element, start, span.start);
      const old = this.#append(element, 's', { start: span.start, end: Math.min(span.end, element.end) });
      old.struck = true;
      this.#addRun(old, old.start, old.end);
      start = old.end;
    }
    if (start < element.end) this.#addRun(element, start, element.end);
  }

  #addRun(element: PageElement, start: number, end: number): void {
    this.#runs.push({ start, end, element, place: element.nodes });
    element.nodes += 1;
  }

  /** Opens and closes what the tags before this place do. */
  #openTags(at: number): void {
    const { tags } = this.#markup;
    for (let tag = tags[this.#nextTag]; tag !== undefined && tag.start < at; tag = tags[++this.#nextTag]) {
      const name = tag.name.toLowerCase();
      if (tag.kind === 'open' && this.#open.length < MAX_OPEN) {
        const element = this.#append(this.#innermost(), name, { start: tag.end, end: tag.end });
        this.#open.push({ level: undefined, element });
        if (name === 'table') this.#tables.push(element);
      } else if (tag.kind === 'close') this.#closeTag(name, tag.start);
    }
  }

  /** Closes the innermost open tag of that name and what is open inside it; a stray end is ignored. */
  #closeTag(name: string, at: number): void {
    const index = this.#open.findLastIndex(({ level, element }) => level === undefined && element.name === name);
    if (index < 0) return;
    for (const { element } of this.#open.splice(index)) {
      element.end = Math.max(element.start, at);
      if (!isCell(element)) continue;
      const { start, words } = this.#blockIn(element.start, element.end);
      element.start = words === '' ? -1 : start;
      element.end = words === '' ? -1 : start + words.length;
    }
  }

  /** Closes the sections that a heading of this level ends; tags around them stay open. */
  #closeSections(level: number, at: number): void {
    for (let last = this.#open.at(-1); last?.level !== undefined && last.level >= level; last = this.#open.at(-1)) {
      last.element.end = Math.max(last.element.start, at - 1);
      this.#open.pop();
    }
  }

  #innermost(): PageElement {
    return this.#open.at(-1)?.element ?? this.#root;
  }

  #append(parent: PageElement, name: string, { start, end }: Span): PageElement {
    const element = new PageElement(name);
    element.start = start;
    element.end = end;
    parent.add(element);
    setHeading(element);
    return element;
  }
}

/** Whether a line continues the one above: one sentence, broken where the file is wide enough. */
function isBroken(above: string, line: string): boolean {
  if (BEGINS.test(line) || ENDS.test(above) || above.length < MIN_BROKEN || above.length > MAX_BROKEN) return false;
  return /^\p{Ll}/u.test(line) || (above.length >= MIN_WIDE.broken && line.length >= MIN_WIDE.next);
}
