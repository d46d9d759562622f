/**
 * The text of a page, in which evidence offsets count. Readers and the verifier share it, since the verifier cuts each quote
 * again from the archived bytes.
 *
 * It has visible and hidden text (a toggle's other state is hidden), but no scripts, styles, comments or templates. White
 * space is collapsed; a block boundary is a line feed, a cell boundary a tab.
 */
import type { PageFormat } from '../page.ts';
import type { Evidence } from '../reading.ts';
import { type HtmlHandler, parseHtml, TooDeep } from './html.ts';

/** What separates two pieces of text, weakest first: of several separators the strongest applies. */
const SEPARATORS = ['', ' ', '\t', '\n'] as const;
type Separator = 0 | 1 | 2 | 3;
const [NOTHING, SPACE, CELL_END, LINE_END] = [0, 1, 2, 3] as const;

/** Elements whose content is never text of the page. */
const SILENT =
  'script style template noscript noembed noframes head svg math iframe object audio video canvas textarea';
const BLOCKS =
  'address article aside blockquote body button caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section select summary table tbody tfoot thead tr ul br';
const CELLS = 'td th';

/** The effect of elements by name: `silent`, or the separator at their start and end. */
const EFFECTS = new Map<string, Separator | 'silent'>([
  ...SILENT.split(' ').map((name) => [name, 'silent'] as const),
  ...BLOCKS.split(' ').map((name) => [name, LINE_END] as const),
  ...CELLS.split(' ').map((name) => [name, CELL_END] as const),
]);

const SPACES = /\s+/g;
/** White space other than one space between words. */
const SPACED = /[^\S ]| {2}/;

/** Builds a page's text from the parser's events and returns the span of each piece. */
export class TextBuilder implements HtmlHandler {
  #parts: string[] = [];
  #length = 0;
  #silent = 0;
  #pending: Separator = NOTHING;

  open(name: string): void {
    this.#boundary(name, 1);
  }

  close(name: string): void {
    this.#boundary(name, -1);
  }

  code(): void {}

  /** The span of `data` in the text, without the white space around it; undefined where nothing is left of it. */
  text(data: string): { start: number; end: number } | undefined {
    if (this.#silent > 0 || data === '') return undefined;
    const trimmed = data.trim();
    if (trimmed === '') {
      this.#separate(SPACE);
      return undefined;
    }
    if (data.charCodeAt(0) !== trimmed.charCodeAt(0)) this.#separate(SPACE);
    this.#write(SEPARATORS[this.#length === 0 ? NOTHING : this.#pending]);
    const start = this.#length;
    this.#write(SPACED.test(trimmed) ? trimmed.replace(SPACES, ' ') : trimmed);
    this.#pending = data.charCodeAt(data.length - 1) === trimmed.charCodeAt(trimmed.length - 1) ? NOTHING : SPACE;
    return { start, end: this.#length };
  }

  toString(): string {
    return this.#parts.join('');
  }

  #boundary(name: string, nesting: 1 | -1): void {
    const effect = EFFECTS.get(name);
    if (effect === undefined) return;
    if (effect === 'silent') this.#silent += nesting;
    else if (this.#silent === 0) this.#separate(effect);
  }

  #write(piece: string): void {
    this.#parts.push(piece);
    this.#length += piece.length;
  }

  #separate(separator: Separator): void {
    if (separator > this.#pending) this.#pending = separator;
  }
}

/** The page's characters; `charset` was decided when the page was fetched and is stored with it. */
export function decodePage(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

/** Markdown, JSON and plain text are their own text. A page nested too deep has the text before that place. */
export function pageText(source: string, format: PageFormat): string {
  if (format !== 'html') return source;
  const builder = new TextBuilder();
  try {
    parseHtml(source, builder);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return builder.toString();
}

/** Both forms of a page in which evidence can be cut, by its scope. */
export interface PageWords {
  source: string;
  text: string;
}

/** The words at the offsets of the evidence; the evidence is sound exactly when they equal its quote. */
export function cut({ scope, textStart, textEnd }: Evidence, words: PageWords): string {
  return (scope === 'text' ? words.text : words.source).slice(textStart, textEnd);
}
