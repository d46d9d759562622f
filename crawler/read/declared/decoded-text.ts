/** Text that a page holds in escapes (a string of a script, an attribute's value), with the place of each character. */
import type { Span } from '../page/document.ts';

const STRING_PART = /[^\\]+|\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|([^ux]))/g;
const SINGLE: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' };
/** The entities that serialisers write. */
const ATTRIBUTE_PART = /[^&]+|&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|(quot|amp|lt|gt|apos|nbsp));|&/g;
const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: '\u00a0' };

export class DecodedText {
  text = '';
  /** For each character, where in the source it begins and ends. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** Where in the source a span of the text stands. */
  place({ start, end }: Span): Span {
    return { start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0 };
  }

  /** Adds a string of a script without its quotes. */
  addString(source: string, span: Span): this {
    for (const match of source.slice(span.start, span.end).matchAll(STRING_PART)) {
      const [whole, four, braced, two, single] = match;
      const code = Number.parseInt(four ?? braced ?? two ?? '', 16);
      const char = single === undefined ? character(code) : (SINGLE[single] ?? single);
      this.#add(whole.startsWith('\\') ? char : undefined, whole, span.start + match.index);
    }
    return this;
  }

  /** Adds an attribute's value without its quotes. */
  addAttribute(source: string, span: Span): this {
    for (const match of source.slice(span.start, span.end).matchAll(ATTRIBUTE_PART)) {
      const [whole, hex, decimal, name] = match;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const char = name === undefined ? character(code) : ENTITIES[name];
      this.#add(whole.startsWith('&') && whole !== '&' ? char : undefined, whole, span.start + match.index);
    }
    return this;
  }

  /** Adds what an escape stands for, or what stands in the source as it is. */
  #add(char: string | undefined, whole: string, start: number): void {
    const isEscape = char !== undefined;
    const text = char ?? whole;
    for (let at = 0; at < text.length; at += 1) {
      this.#starts.push(isEscape ? start : start + at);
      this.#ends.push(isEscape ? start + whole.length : start + at + 1);
    }
    this.text += text;
  }
}

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');
