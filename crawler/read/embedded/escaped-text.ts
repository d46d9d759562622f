/**
 * Text that a page holds in escapes (a string of a script, an attribute's value), with the place of each of its
 * characters in the source, so that what is found in it is quoted as the page writes it. Linear.
 */
import type { Span } from '../page/document.ts';

export class EscapedText {
  readonly text: string;
  /** Where stretches begin that stand in the source as they are: in the text, and in the source. */
  readonly #inText: number[];
  readonly #inSource: number[];

  constructor(text: string, inText: number[], inSource: number[]) {
    this.text = text;
    this.#inText = inText;
    this.#inSource = inSource;
  }

  /** Where in the source a span of the text stands. */
  place({ start, end }: Span): Span {
    return { start: this.#at(start), end: this.#at(end - 1, end) };
  }

  /** Source offset of a character; with `until`, of the end of the character before it. */
  #at(offset: number, until = offset): number {
    let low = 0;
    let high = this.#inText.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#inText[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    const from = this.#inText[low - 1] ?? 0;
    const source = (this.#inSource[low - 1] ?? 0) + (offset - from);
    if (until === offset) return source;
    // The last character may be an escape, which ends where the next stretch begins.
    return this.#inText[low] === until ? (this.#inSource[low] as number) : source + 1;
  }
}

/** Stretches of plain text and of escapes, put together. */
export class EscapedTextBuilder {
  readonly #inText: number[] = [];
  readonly #inSource: number[] = [];
  #text = '';

  add(text: string, sourceStart: number): void {
    this.#inText.push(this.#text.length);
    this.#inSource.push(sourceStart);
    this.#text += text;
  }

  /** Ends the building. @param sourceEnd where the last stretch ends in the source */
  finish(sourceEnd: number): EscapedText {
    this.add('', sourceEnd);
    return new EscapedText(this.#text, this.#inText, this.#inSource);
  }
}

const SINGLE: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' };
const CODE = /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2}))/y;

/** The string that a script writes at `start`, in any of its quotes; undefined where it is none or has an expression. */
export function scriptString(source: string, start: number, limit: number): { text: string; end: number } | undefined {
  const end = endOfString(source, start, limit);
  if (end === undefined) return undefined;
  const raw = source.slice(start + 1, end - 1);
  if (!raw.includes('\\')) return { text: raw, end };
  const builder = new EscapedTextBuilder();
  return unescapeInto(builder, source, start + 1, end - 1) ? { text: builder.finish(end - 1).text, end } : undefined;
}

/** Where the string ends, behind its closing quote. */
export function endOfString(source: string, start: number, limit: number): number | undefined {
  const quote = source.charCodeAt(start);
  if (quote !== 34 && quote !== 39 && quote !== 96) return undefined;
  for (let at = start + 1; at < limit; at += 1) {
    const code = source.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === 92) at += 1;
    else if (quote === 96 ? code === 36 && source[at + 1] === '{' : code === 10 || code === 13) return undefined;
  }
  return undefined;
}

/** Adds what stands between the offsets, its escapes of JavaScript undone; false where one is broken. */
export function unescapeInto(builder: EscapedTextBuilder, source: string, start: number, end: number): boolean {
  const raw = source.slice(start, end);
  let from = 0;
  for (let at = raw.indexOf('\\'); at >= 0; at = raw.indexOf('\\', from)) {
    if (at > from) builder.add(raw.slice(from, at), start + from);
    const single = raw.charAt(at + 1);
    if (single === 'u' || single === 'x') {
      CODE.lastIndex = at;
      const [whole, four, braced, two] = CODE.exec(raw) ?? [];
      const code = Number.parseInt(four ?? braced ?? two ?? '', 16);
      if (whole === undefined || code > 0x10ffff) return false;
      builder.add(String.fromCodePoint(code), start + at);
      from = at + whole.length;
    } else if (single === '') return false;
    else {
      builder.add(SINGLE[single] ?? single, start + at);
      from = at + 2;
    }
  }
  if (from < raw.length) builder.add(raw.slice(from), start + from);
  return true;
}

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", nbsp: '\u00a0' };
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/y;

/** An attribute's value with its entities undone; others than the few that serialisers write stay as they are. */
export function unescapedAttribute(source: string, start: number, end: number): EscapedText {
  const raw = source.slice(start, end);
  const builder = new EscapedTextBuilder();
  let from = 0;
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', at + 1)) {
    ENTITY.lastIndex = at;
    const [whole, decimal, hex, name] = ENTITY.exec(raw) ?? [];
    if (whole === undefined) continue;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const character = name === undefined ? (code <= 0x10ffff ? String.fromCodePoint(code) : undefined) : ENTITIES[name];
    if (character === undefined) continue;
    if (at > from) builder.add(raw.slice(from, at), start + from);
    builder.add(character, start + at);
    from = at + whole.length;
  }
  if (from < raw.length) builder.add(raw.slice(from), start + from);
  return builder.finish(end);
}
