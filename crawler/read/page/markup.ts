/**
 * What in Markdown is markup of another language: tags of HTML and MDX, comments, template expressions, entities.
 *
 * One pass over the source. The result is as long as the source: a tag of a block is a line feed, what a reader does not
 * see is spaces, and the words of a component's visible attributes stay where they are (`<Card title="Pro">` shows "Pro").
 * Code is left alone.
 */
import { FIGURE_SPACE } from '../../../data/text/number-grammar.ts';
import type { Span } from './document.ts';
import words from './markdown-words.json' with { type: 'json' };

export interface Tag extends Span {
  /** As written: components have a capital. */
  name: string;
  kind: 'open' | 'close' | 'empty';
}

export interface Markup {
  shown: string;
  /** Tags of blocks in source order, without those in rows of a pipe table. */
  tags: Tag[];
  /** Heading levels of the words that start at an offset: titles of components. */
  titles: Map<number, number>;
  struck: Span[];
}

interface Attribute extends Span {
  name: string;
}

interface ParsedTag extends Tag {
  attributes: Attribute[];
}

const [BLOCKS, EMPTY, STRUCK, TITLES, SHOWN, PERIODS] = [
  new Set(words.blockTags),
  new Set(words.emptyTags),
  new Set(words.struckTags),
  new Set(words.titleProps),
  new Set(words.shownProps),
  new Set(words.periodProps),
];
const ENTITIES: ReadonlyMap<string, string> = new Map(Object.entries(words.entities));

const SPECIAL =
  /^[ \t]{0,12}(?:`{3,20}|~{3,20})|`{1,20}|<!--|\{\{|\{%|\{#|\{\/\*|(?:&#?\w{1,8};){1,3}[€$£]?|<\/?[A-Za-z]/gm;
const CLOSERS = new Map([
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '}'],
  ['{/*', '*/}'],
]);

const TITLE_LEVEL = 4;
/** In characters: what is not closed within so many is text. */
const MAX_TAG = 4000;
const MAX_CODE = 400;
const MAX_SHOWN = 300;
/** After so many that are no tags, no further ends are searched. */
const MAX_UNCLOSED = 20_000;

export function markupIn(source: string, from: number): Markup {
  const scan = new Scan(source, from);
  SPECIAL.lastIndex = from;
  for (let match = SPECIAL.exec(source); match !== null; match = SPECIAL.exec(source))
    SPECIAL.lastIndex = scan.take(match[0], match.index);
  return scan.end();
}

class Scan {
  readonly #source: string;
  readonly #pieces: string[];
  readonly #tags: Tag[] = [];
  readonly #titles = new Map<number, number>();
  readonly #struck: Span[] = [];
  /** Where the words of open struck tags start. */
  readonly #crossed: number[] = [];
  #done: number;
  #patience = MAX_UNCLOSED;
  #hasComments = true;
  #line = { start: 0, end: -1, isRow: false };

  constructor(source: string, from: number) {
    this.#source = source;
    this.#pieces = [source.slice(0, from)];
    this.#done = from;
  }

  /** Takes what begins with a mark at `at`, and tells where to go on. */
  take(mark: string, at: number): number {
    const source = this.#source;
    if (mark.startsWith('&')) return this.#replace(at, at + mark.length, this.#decoded(mark, at));
    if (mark.startsWith('<') && mark !== '<!--') return this.#takeTag(at) ?? at + 1;
    const from = at + mark.length;
    if (mark === '<!--') {
      const end = this.#hasComments ? source.indexOf('-->', from) : -1;
      this.#hasComments = end >= 0;
      return end < 0 ? from : this.#replace(at, end + 3, blank(source.slice(at, end + 3)));
    }
    const closer = CLOSERS.get(mark);
    if (closer !== undefined) {
      const end = within(source, closer, { from, max: MAX_TAG }) + closer.length;
      return end < from ? from : this.#replace(at, end, blank(source.slice(at, end)));
    }
    const fence = mark.trimStart();
    if (fence.length >= 3) return fenceEnd(source, fence, from);
    const end = within(source, mark, { from, max: MAX_CODE });
    return end < 0 ? from : end + mark.length;
  }

  end(): Markup {
    this.#pieces.push(this.#source.slice(this.#done));
    this.#struck.sort((a, b) => a.start - b.start);
    return { shown: this.#pieces.join(''), tags: this.#tags, titles: this.#titles, struck: this.#struck };
  }

  #replace(start: number, end: number, by: string): number {
    this.#pieces.push(this.#source.slice(this.#done, start), by);
    this.#done = end;
    return end;
  }

  /** A sign of money stays next to what follows: its amount in "&euro;97", and the end of bold words in "**97&euro;**". */
  #decoded(references: string, at: number): string {
    const decoded = references.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      if (name.startsWith('#')) return code > 8 && code < 0xd800 ? String.fromCharCode(code).replace(/\s/, ' ') : whole;
      return ENTITIES.get(name.toLowerCase()) ?? whole;
    });
    const end = at + references.length;
    const [before, after] = [this.#source.slice(at - 1, at), this.#source.slice(end, end + 4)];
    const isOfThousands = /\d/.test(before) && /^\d{3}(?!\d)/.test(after) && /^\s$/.test(decoded);
    if (isOfThousands) return FIGURE_SPACE.repeat(references.length);
    return decoded.padStart(references.length);
  }

  #takeTag(at: number): number | undefined {
    const tag = this.#patience > 0 ? tagAt(this.#source, at) : undefined;
    if (tag === undefined) {
      this.#patience -= 1;
      return undefined;
    }
    const { start, end, name, kind } = tag;
    if (STRUCK.has(name.toLowerCase())) {
      if (kind === 'open') this.#crossed.push(end);
      else this.#struck.push({ start: this.#crossed.pop() ?? start, end: start });
    }
    const isBlock = BLOCKS.has(name) || /^[A-Z]/.test(name);
    // In a row of a pipe table a line feed would end the row: a tab ends the line.
    if (this.#isRow(at)) return this.#replace(start, end, (isBlock ? '\t' : ' ').padEnd(end - start));
    if (isBlock) this.#tags.push({ start, end, name, kind });
    return this.#replace(start, end, isBlock ? this.#shown(tag) : ' '.repeat(end - start));
  }

  /** A new line, and what a component shows of its attributes. */
  #shown({ start, end, name, attributes }: ParsedTag): string {
    const shown = '\n'.padEnd(end - start).split('');
    let hasTitle = false;
    for (const attribute of /^[A-Z]/.test(name) ? attributes : []) {
      const value = this.#source.slice(attribute.start, attribute.end);
      const isTitle: boolean = TITLES.has(attribute.name) && !hasTitle;
      const isPeriod = PERIODS.has(attribute.name) && /^(?:\/ ?)?\p{L}+$/u.test(value);
      if ((!isTitle && !isPeriod && !SHOWN.has(attribute.name)) || value.length > MAX_SHOWN || value.includes('\n'))
        continue;
      hasTitle ||= isTitle;
      if (isTitle) this.#titles.set(attribute.start, TITLE_LEVEL);
      // In place of the quotation marks: "$20" and "month" are read as "$20 /month".
      const lead = value.startsWith('/') ? ' ' : '/';
      shown.splice(
        attribute.start - start - 1,
        value.length + 2,
        isPeriod ? lead : '\n',
        ...value.split(''),
        isTitle ? '\n' : ' ',
      );
    }
    return shown.join('');
  }

  /** Inside a row of a pipe table no tag begins a line. */
  #isRow(at: number): boolean {
    const source = this.#source;
    if (at > this.#line.end) {
      let { start, end } = this.#line;
      while (end < at) {
        start = end + 1;
        end = source.indexOf('\n', start);
        if (end < 0) end = source.length;
      }
      const line = source.slice(start, Math.min(end, start + MAX_TAG));
      this.#line = { start, end, isRow: /^\s*\|/.test(line) || (line.includes(' | ') && !/^\s*</.test(line)) };
    }
    return this.#line.isRow;
  }
}

export function blank(words: string): string {
  return words.replace(/[^\n]/g, ' ');
}

/** Past the line that closes a fenced block. */
function fenceEnd(source: string, fence: string, from: number): number {
  for (let at = source.indexOf('\n', from); at >= 0; at = source.indexOf('\n', at + 1)) {
    const next = source.slice(at + 1, at + 60);
    if (next.trimStart().startsWith(fence)) return at + 1 + next.indexOf(fence) + fence.length;
  }
  return source.length;
}

/** Attributes may hold quotes and, in MDX, expressions in braces; no end is searched in either. */
function tagAt(source: string, start: number): ParsedTag | undefined {
  const [head, slash, name] = /^<(\/?)([A-Za-z][\w.:-]{0,60})(?=[\s/>])/.exec(source.slice(start, start + 70)) ?? [];
  if (head === undefined || name === undefined) return undefined;
  const attributes: Attribute[] = [];
  const stop = Math.min(source.length, start + MAX_TAG);
  let word = '';
  let depth = 0;
  for (let at = start + head.length; at < stop; at += 1) {
    const char = source.charAt(at);
    if (char === '"' || char === "'" || char === '`') {
      const end = within(source, char, { from: at + 1, max: stop - at });
      if (end < 0) return undefined;
      if (depth <= 1 && word !== '') attributes.push({ name: word, start: at + 1, end });
      at = end;
    } else if (char === '<' && depth === 0) return undefined;
    else if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if (char === '>' && depth <= 0) {
      const opening = source[at - 1] === '/' || EMPTY.has(name.toLowerCase()) ? 'empty' : 'open';
      return { start, end: at + 1, name, kind: slash === '/' ? 'close' : opening, attributes };
    } else if (char !== '=' && depth === 0) word = /[\w-]/.test(char) ? word + char : '';
  }
  return undefined;
}

function within(source: string, close: string, { from, max }: { from: number; max: number }): number {
  const found = source.slice(from, from + max).indexOf(close);
  return found < 0 ? -1 : from + found;
}
