/**
 * The text of a page, as a function of its bytes: what evidence offsets count in.
 *
 * It is the one piece of reading that two stages share, because the verifier must cut a quote again from the
 * archived bytes and get the same words. So it is a plain rule: visible and hidden text alike (a toggle's other
 * state is hidden text), never scripts, styles, comments or templates; white space collapsed; a block boundary is a
 * line feed, a cell boundary a tab. Which text counts is the readers' business.
 */
import { Parser, type ParserOptions } from 'htmlparser2';
import type { PageFormat } from './page.ts';
import type { Evidence } from './reading.ts';

/** Everyone who parses a page for its text parses with these, or offsets would differ. */
export const HTML_PARSER_OPTIONS = { decodeEntities: true } as const satisfies ParserOptions;

/** Their content is never text of the page. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'svg',
  'math',
  'iframe',
  'object',
  'audio',
  'video',
  'canvas',
  'textarea',
]);
const BLOCK = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'button',
  'caption',
  'dd',
  'details',
  'dialog',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'option',
  'p',
  'pre',
  'section',
  'select',
  'summary',
  'table',
  'tbody',
  'tfoot',
  'thead',
  'tr',
  'ul',
  'br',
]);
const CELL = new Set(['td', 'th']);

type Separator = '' | ' ' | '\t' | '\n';
const STRENGTH: Record<Separator, number> = { '': 0, ' ': 1, '\t': 2, '\n': 3 };

/** Nesting beyond this is an attack on the parser, whose stack costs its depth at every tag. */
const MAX_DEPTH = 12_000;
/**
 * Sum of the depths of all tags, and depth times the closing tags of the source: what the parser's stack can cost. A
 * 10 MB page of a browser's making stays a hundred times below.
 */
const MAX_WORK = 1_000_000_000;

/** The page's nesting would cost quadratic time: its text ends where that shows, and nobody reads prices from it. */
export class TooDeep extends Error {
  override name = 'TooDeep';
}

/**
 * Builds a page's text from a parser's events, telling where each piece of text went. It also bounds the nesting, so
 * that whoever parses a page for its text stops at the same tag.
 */
export class TextBuilder {
  readonly #closes: number;
  #depth = 0;
  #work = 0;
  #parts: string[] = [];
  #length = 0;
  #silent = 0;
  #pending: Separator = '';

  /** @param source the page whose tags will be told to this builder */
  constructor(source: string) {
    this.#closes = countOf(source, '</');
  }

  /** @throws {TooDeep} when parsing on would take time that grows faster than the page */
  open(tag: string): void {
    this.#depth += 1;
    this.#work += this.#depth;
    if (this.#depth > MAX_DEPTH || this.#work > MAX_WORK || this.#depth * this.#closes > MAX_WORK)
      throw new TooDeep(`nested ${this.#depth} deep`);
    if (SILENT.has(tag)) this.#silent += 1;
    this.#boundary(tag);
  }

  close(tag: string): void {
    this.#depth -= 1;
    if (SILENT.has(tag) && this.#silent > 0) this.#silent -= 1;
    this.#boundary(tag);
  }

  /** The span that `data` takes in the text, without the white space around it; undefined where nothing is left of it. */
  text(data: string): { start: number; end: number } | undefined {
    if (this.#silent > 0) return undefined;
    const collapsed = data.replace(/[\s\u00a0]+/g, ' ');
    const body = collapsed.trim();
    if (collapsed.startsWith(' ')) this.#separate(' ');
    if (body === '') return undefined;
    if (this.#length > 0 && this.#pending !== '') this.#write(this.#pending);
    this.#pending = '';
    const start = this.#length;
    this.#write(body);
    if (collapsed.endsWith(' ')) this.#separate(' ');
    return { start, end: this.#length };
  }

  toString(): string {
    return this.#parts.join('');
  }

  #write(piece: string): void {
    this.#parts.push(piece);
    this.#length += piece.length;
  }

  #boundary(tag: string): void {
    if (BLOCK.has(tag)) this.#separate('\n');
    else if (CELL.has(tag)) this.#separate('\t');
  }

  #separate(separator: Separator): void {
    if (STRENGTH[separator] > STRENGTH[this.#pending]) this.#pending = separator;
  }
}

function countOf(source: string, part: string): number {
  let count = 0;
  for (let at = source.indexOf(part); at >= 0; at = source.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** The page's characters as they were read; `charset` was decided at fetching and is kept with the page. */
export function decodePage(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

/** Markdown, JSON and plain text are their own text. That of a page nested too deep is what stands before it is. */
export function pageText(source: string, format: PageFormat): string {
  if (format !== 'html') return source;
  const builder = new TextBuilder(source);
  const parser = new Parser(
    {
      onopentagname: (tag) => builder.open(tag),
      ontext: (data) => void builder.text(data),
      onclosetag: (tag) => builder.close(tag),
    },
    HTML_PARSER_OPTIONS,
  );
  try {
    parser.end(source);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return builder.toString();
}

/** A page's two readings of itself, in which evidence of either scope can be cut. */
export interface PageWords {
  source: string;
  text: string;
}

/** The words that stand where the evidence says; the evidence is sound exactly when they equal its quote. */
export function cut({ scope, textStart, textEnd }: Evidence, words: PageWords): string {
  return (scope === 'text' ? words.text : words.source).slice(textStart, textEnd);
}
