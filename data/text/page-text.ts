/**
 * The text of a page, as a function of its bytes: what evidence offsets count in.
 *
 * It is the one piece of reading that two stages share, because the verifier must cut a quote again from the
 * archived bytes and get the same words. So it is a plain rule: visible and hidden text alike (a toggle's other
 * state is hidden text), never scripts, styles, comments or templates; white space collapsed; a block boundary is a
 * line feed, a cell boundary a tab. Which text counts is the readers' business.
 */

import type { PageFormat } from '../page.ts';
import type { Evidence } from '../reading.ts';
import { parseHtml } from './html.ts';
import { type HtmlHandler, TooDeep } from './html-events.ts';

export { TooDeep } from './html-events.ts';

/** Raised, and READER_VERSION with it, whenever the same page may have another text. */
export const TEXT_RULE = '1';

/** Their content is never text of the page. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'noembed',
  'noframes',
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

const SPACES = /\s+/g;
/** White space that is not one space between words. */
const SPACED = /[^\S ]| {2}/;

/** What stands between two pieces of text, by its strength: the strongest of several does. */
const SEPARATORS = ['', ' ', '\t', '\n'] as const;
type Separator = 0 | 1 | 2 | 3;
const [NOTHING, SPACE, CELL_END, LINE_END] = [0, 1, 2, 3] as const;

/** What an element of that name does to the text around and in it. */
interface Effect {
  isSilent: boolean;
  separator: Separator;
}

const EFFECTS = new Map(
  [...SILENT, ...BLOCK, ...CELL].map((name): [string, Effect] => [
    name,
    { isSilent: SILENT.has(name), separator: BLOCK.has(name) ? LINE_END : CELL.has(name) ? CELL_END : NOTHING },
  ]),
);

/** Builds a page's text from what its parser tells, telling where each piece of it went. */
export class TextBuilder {
  #parts: string[] = [];
  #length = 0;
  #silent = 0;
  #pending: Separator = NOTHING;

  open(tag: string): void {
    const effect = EFFECTS.get(tag);
    if (effect === undefined) return;
    if (effect.isSilent) this.#silent += 1;
    if (this.#silent === 0) this.#separate(effect.separator);
  }

  close(tag: string): void {
    const effect = EFFECTS.get(tag);
    if (effect === undefined) return;
    if (effect.isSilent) this.#silent -= 1;
    if (this.#silent === 0) this.#separate(effect.separator);
  }

  /** The span that `data` takes in the text, without the white space around it; undefined where nothing is left of it. */
  text(data: string): { start: number; end: number } | undefined {
    if (this.#silent > 0 || data === '') return undefined;
    const trimmed = data === ' ' ? '' : data.trim();
    if (trimmed === '') {
      this.#separate(SPACE);
      return undefined;
    }
    if (data.charCodeAt(0) !== trimmed.charCodeAt(0)) this.#separate(SPACE);
    const span = this.#add(SPACED.test(trimmed) ? trimmed.replace(SPACES, ' ') : trimmed);
    if (data.charCodeAt(data.length - 1) !== trimmed.charCodeAt(trimmed.length - 1)) this.#pending = SPACE;
    return span;
  }

  #add(body: string): { start: number; end: number } {
    if (this.#length > 0 && this.#pending !== NOTHING) this.#write(SEPARATORS[this.#pending]);
    this.#pending = NOTHING;
    const start = this.#length;
    this.#write(body);
    return { start, end: this.#length };
  }

  toString(): string {
    return this.#parts.join('');
  }

  #write(piece: string): void {
    this.#parts.push(piece);
    this.#length += piece.length;
  }

  #separate(separator: Separator): void {
    if (separator > this.#pending) this.#pending = separator;
  }
}

/** The page's characters as they were read; `charset` was decided at fetching and is kept with the page. */
export function decodePage(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

/** Markdown, JSON and plain text are their own text. That of a page nested too deep is what stands before it is. */
export function pageText(source: string, format: PageFormat): string {
  if (format !== 'html') return source;
  // Of a page that grows out of bounds, the handler that was last told of it has what stood before.
  let told = new TextHandler();
  try {
    parseHtml(source, () => {
      told = new TextHandler();
      return told;
    });
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return told.builder.toString();
}

class TextHandler implements HtmlHandler {
  readonly builder = new TextBuilder();

  open(name: string): void {
    this.builder.open(name);
  }

  text(data: string): void {
    this.builder.text(data);
  }

  code(): void {}

  close(name: string): void {
    this.builder.close(name);
  }
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
