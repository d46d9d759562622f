/** The tags of strict HTML, character by character. */
import { decodeHTMLAttribute } from 'entities';
import { type Attributes, isSpace } from './html-events.ts';

/** The page needs the Standard's parser. */
export class NotStrict extends Error {
  override name = 'NotStrict';
}

export const NO_ATTRIBUTES: Attributes = Object.freeze({});

/** Reads tags where it is told that they start. */
export class TagScanner {
  readonly #source: string;
  /** Behind what was read last. */
  at = 0;
  /** Of the tag read last: whether it ends in "/>". */
  isSelfClosing = false;

  constructor(source: string) {
    this.#source = source;
  }

  /** Skips a comment, the doctype, or what browsers take for a comment. */
  declaration(start: number): void {
    const source = this.#source;
    if (source.startsWith('<!--', start)) {
      if (source[start + 4] === '>' || source.startsWith('->', start + 4)) throw new NotStrict('a comment of nothing');
      this.skipTo('-->', start + 4);
      if (source.slice(start, this.at).includes('--!>')) throw new NotStrict('a comment that may end in two ways');
    } else {
      if (source.startsWith('<![CDATA[', start)) throw new NotStrict('CDATA');
      this.skipTo('>', start);
    }
  }

  /** Goes behind the next `part` from `from` on. */
  skipTo(part: string, from: number): void {
    const at = this.#source.indexOf(part, from);
    if (at < 0) throw new NotStrict(`no ${part} until the end`);
    this.at = at + part.length;
  }

  /** Reads a tag's name from `start` on and leaves `at` behind it. */
  tagName(start: number): string {
    const source = this.#source;
    let at = start;
    let isLower = true;
    for (; ; at += 1) {
      const code = source.charCodeAt(at);
      if ((code >= 97 && code <= 122) || (code >= 48 && code <= 58) || code === DASH || code === UNDERSCORE) continue;
      if (code >= 65 && code <= 90) isLower = false;
      else if (isSpace(code) || code === SLASH || code === GREATER) break;
      else throw new NotStrict('a tag of another name or without its end');
    }
    this.at = at;
    const name = source.slice(start, at);
    return isLower ? name : name.toLowerCase();
  }

  /** The attributes from `at` to the end of the tag, which it leaves behind it. */
  attributes(): Attributes {
    const source = this.#source;
    let attributes = NO_ATTRIBUTES;
    for (;;) {
      let code = source.charCodeAt(this.at);
      let last = 0;
      for (; isSpace(code) || code === SLASH; code = source.charCodeAt(this.at)) {
        last = code;
        this.at += 1;
      }
      if (code === GREATER) {
        this.isSelfClosing = last === SLASH;
        this.at += 1;
        return attributes;
      }
      if (attributes === NO_ATTRIBUTES) attributes = {};
      const name = this.#attributeName();
      const value = this.#attributeValue();
      if (attributes[name] === undefined) attributes[name] = value.includes('&') ? decodeHTMLAttribute(value) : value;
    }
  }

  #attributeName(): string {
    const source = this.#source;
    const start = this.at;
    let isLower = true;
    for (; ; this.at += 1) {
      const code = source.charCodeAt(this.at);
      if ((code >= 97 && code <= 122) || code === DASH) continue;
      if (isSpace(code) || code === SLASH || code === GREATER || code === EQUALS) break;
      if (code >= 65 && code <= 90) isLower = false;
      else if (code === QUOTE || code === APOSTROPHE || code === LESS || Number.isNaN(code))
        throw new NotStrict('an attribute of another name or a tag without its end');
    }
    if (this.at === start) throw new NotStrict('an attribute without a name');
    const name = source.slice(start, this.at);
    return isLower ? name : name.toLowerCase();
  }

  #attributeValue(): string {
    const source = this.#source;
    const at = this.#afterSpace(this.at);
    if (source.charCodeAt(at) !== EQUALS) return '';
    const start = this.#afterSpace(at + 1);
    const first = source.charCodeAt(start);
    if (first === QUOTE || first === APOSTROPHE) {
      const end = source.indexOf(first === QUOTE ? '"' : "'", start + 1);
      if (end < 0) throw new NotStrict('a value without its end');
      this.at = end + 1;
      return source.slice(start + 1, end);
    }
    let end = start;
    for (; ; end += 1) {
      const code = source.charCodeAt(end);
      if (isSpace(code) || code === GREATER) break;
      if (
        code === QUOTE ||
        code === APOSTROPHE ||
        code === LESS ||
        code === EQUALS ||
        code === BACKTICK ||
        Number.isNaN(code)
      )
        throw new NotStrict('a value that wants quotes');
    }
    if (end === start) throw new NotStrict('an attribute without its value');
    this.at = end;
    return source.slice(start, end);
  }

  #afterSpace(from: number): number {
    let at = from;
    while (isSpace(this.#source.charCodeAt(at))) at += 1;
    return at;
  }

  /** Goes behind an end tag of which the name ends at `from`. */
  endOfEndTag(from: number): void {
    const at = this.#afterSpace(from);
    if (this.#source.charCodeAt(at) !== GREATER) throw new NotStrict('an end tag with attributes or without its end');
    this.at = at + 1;
  }
}

const [BANG, QUESTION, QUOTE, APOSTROPHE, DASH, SLASH, LESS, EQUALS, GREATER, UNDERSCORE, BACKTICK] = [
  33, 63, 34, 39, 45, 47, 60, 61, 62, 95, 96,
] as const;

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** The end tags of elements whose content is characters. */
export const END_TAGS: Record<string, RegExp> = Object.fromEntries(
  ['script', 'style', 'noscript', 'iframe', 'title', 'textarea'].map((name) => [
    name,
    new RegExp(`</${name}(?=[\t\n\f\r />])`, 'gi'),
  ]),
);

/** Whether "<" before this is markup, and no character of the text. */
export function isMarkup(code: number): boolean {
  return isLetter(code) || code === SLASH || code === BANG || code === QUESTION;
}
