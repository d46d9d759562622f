/** The tags of strict HTML, character by character. */
import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { type Kind, kindByHash, kindOf, nextHash } from './html-elements.ts';

/** The page needs the Standard's parser. */
export class NotStrict extends Error {
  override name = 'NotStrict';
}

/** By name, in lower case. */
export type Attributes = Record<string, string>;

/** Reads tags where it is told that they start. */
export class TagScanner {
  readonly #source: string;
  /** Behind what was read last. */
  at: number;
  /** Of the tag read last: whether it ends in "/>". */
  isSelfClosing = false;
  /** Of the attribute read last: where its name and its value stand, and whether its name has no capitals. */
  nameStart = 0;
  nameEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  isLower = true;

  constructor(source: string, at = 0) {
    this.#source = source;
    this.at = at;
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
  tagName(start: number): Kind {
    const source = this.#source;
    let at = start;
    let isLower = true;
    let hash = 0;
    for (; ; at += 1) {
      const code = source.charCodeAt(at);
      if ((code >= 97 && code <= 122) || (code >= 48 && code <= 58) || code === DASH || code === UNDERSCORE)
        hash = nextHash(hash, code);
      else if (code >= 65 && code <= 90) isLower = false;
      else if (isSpace(code) || code === SLASH || code === GREATER) break;
      else throw new NotStrict('a tag of another name or without its end');
    }
    this.at = at;
    const known = isLower ? kindByHash(hash) : undefined;
    if (known !== undefined && known.name.length === at - start && source.startsWith(known.name, start)) return known;
    const name = source.slice(start, at);
    return kindOf(isLower ? name : name.toLowerCase());
  }

  /** The attributes from `at` to the end of the tag, which it leaves behind it. */
  attributes(): TagAttributes {
    const from = this.at;
    if (!this.nextAttribute()) return NO_ATTRIBUTES;
    const attributes = new TagAttributes(this.#source, from);
    do attributes.note(this);
    while (this.nextAttribute());
    return attributes;
  }

  /** Reads the attribute at `at`; false at the end of the tag, which it then leaves behind it. */
  nextAttribute(): boolean {
    const source = this.#source;
    let { at } = this;
    let code = source.charCodeAt(at);
    let last = 0;
    while (isSpace(code) || code === SLASH) {
      last = code;
      at += 1;
      code = source.charCodeAt(at);
    }
    if (code === GREATER) {
      this.isSelfClosing = last === SLASH;
      this.at = at + 1;
      return false;
    }
    this.nameStart = at;
    this.isLower = true;
    for (; ; code = source.charCodeAt(at)) {
      if ((code >= 97 && code <= 122) || code === DASH) at += 1;
      else if (code === EQUALS || isSpace(code) || code === SLASH || code === GREATER) break;
      else {
        if (code >= 65 && code <= 90) this.isLower = false;
        else if (code === QUOTE || code === APOSTROPHE || code === LESS || Number.isNaN(code))
          throw new NotStrict('an attribute of another name or a tag without its end');
        at += 1;
      }
    }
    if (at === this.nameStart) throw new NotStrict('an attribute without a name');
    this.nameEnd = at;
    this.#value(at);
    return true;
  }

  #value(nameEnd: number): void {
    const source = this.#source;
    const at = this.#afterSpace(nameEnd);
    if (source.charCodeAt(at) !== EQUALS) {
      this.valueStart = nameEnd;
      this.valueEnd = nameEnd;
      this.at = nameEnd;
      return;
    }
    const start = this.#afterSpace(at + 1);
    const first = source.charCodeAt(start);
    if (first === QUOTE || first === APOSTROPHE) {
      const end = source.indexOf(first === QUOTE ? '"' : "'", start + 1);
      if (end < 0) throw new NotStrict('a value without its end');
      this.valueStart = start + 1;
      this.valueEnd = end;
      this.at = end + 1;
      return;
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
    this.valueStart = start;
    this.valueEnd = end;
    this.at = end;
  }

  /** Whether the attribute read last has this name, in lower case. */
  isNamed(name: string): boolean {
    return this.isLower ? this.#source.startsWith(name, this.nameStart) : this.attributeName === name;
  }

  /** The name of the attribute read last, in lower case. */
  get attributeName(): string {
    const name = this.#source.slice(this.nameStart, this.nameEnd);
    return this.isLower ? name : name.toLowerCase();
  }

  /** The value of the attribute read last. */
  get attributeValue(): string {
    const value = this.#source.slice(this.valueStart, this.valueEnd);
    return value.includes('&') ? decodeHTMLAttribute(value) : value;
  }

  #afterSpace(from: number): number {
    let at = from;
    while (isSpace(this.#source.charCodeAt(at))) at += 1;
    return at;
  }

  /** Reads an end tag whose name starts at `nameStart`. */
  endTag(nameStart: number): Kind {
    const kind = this.tagName(nameStart);
    this.endOfEndTag(this.at);
    return kind;
  }

  /** Goes behind an end tag of which the name ends at `from`. */
  endOfEndTag(from: number): void {
    const at = this.#afterSpace(from);
    if (this.#source.charCodeAt(at) !== GREATER) throw new NotStrict('an end tag with attributes or without its end');
    this.at = at + 1;
  }
}

/** The attributes of one tag: those that every element is asked for, and all of them once somebody wants to know. */
export class TagAttributes {
  id: string | undefined = undefined;
  class: string | undefined = undefined;
  style: string | undefined = undefined;
  role: string | undefined = undefined;
  hidden: string | undefined = undefined;
  ariaHidden: string | undefined = undefined;
  /** Has `colspan` or `rowspan`. */
  hasSpan = false;
  hasItemType = false;
  /** The value of one starts as an object or a list of JSON does, or with what may stand for that. */
  hasData = false;
  readonly #source: string;
  /** Where they start in the source. */
  readonly #from: number;
  #all: Attributes | undefined = undefined;

  constructor(source: string, from: number) {
    this.#source = source;
    this.#from = from;
  }

  static of(all: Attributes): TagAttributes {
    const attributes = new TagAttributes('', 0);
    attributes.id = all.id;
    attributes.class = all.class;
    attributes.style = all.style;
    attributes.role = all.role;
    attributes.hidden = all.hidden;
    attributes.ariaHidden = all['aria-hidden'];
    attributes.hasSpan = all.colspan !== undefined || all.rowspan !== undefined;
    attributes.hasItemType = all.itemtype !== undefined;
    attributes.hasData = Object.values(all).some((value) => startsData(value, 0));
    attributes.#all = all;
    return attributes;
  }

  /** Takes note of the attribute that was read last: of two of one name, the first counts. */
  note(scanner: TagScanner): void {
    if (scanner.valueEnd > scanner.valueStart) this.hasData ||= startsData(this.#source, scanner.valueStart);
    switch (scanner.nameEnd - scanner.nameStart) {
      case 2:
        if (this.id === undefined && scanner.isNamed('id')) this.id = scanner.attributeValue;
        break;
      case 4:
        if (this.role === undefined && scanner.isNamed('role')) this.role = scanner.attributeValue;
        break;
      case 5:
        if (this.class === undefined && scanner.isNamed('class')) this.class = scanner.attributeValue;
        else if (this.style === undefined && scanner.isNamed('style')) this.style = scanner.attributeValue;
        break;
      case 6:
        if (this.hidden === undefined && scanner.isNamed('hidden')) this.hidden = scanner.attributeValue;
        break;
      case 7:
        if (scanner.isNamed('colspan') || scanner.isNamed('rowspan')) this.hasSpan = true;
        break;
      case 8:
        if (scanner.isNamed('itemtype')) this.hasItemType = true;
        break;
      case 11:
        if (this.ariaHidden === undefined && scanner.isNamed('aria-hidden')) this.ariaHidden = scanner.attributeValue;
    }
  }

  /** Every attribute by its name in lower case. */
  get all(): Attributes {
    this.#all ??= this.#read();
    return this.#all;
  }

  #read(): Attributes {
    const all: Attributes = {};
    const scanner = new TagScanner(this.#source, this.#from);
    while (scanner.nextAttribute()) {
      const name = scanner.attributeName;
      if (all[name] === undefined) all[name] = scanner.attributeValue;
    }
    return all;
  }
}

export const NO_ATTRIBUTES = TagAttributes.of(Object.freeze({}));

const [BRACE, BRACKET, AMPERSAND] = [123, 91, 38] as const;
const [BANG, QUESTION, QUOTE, APOSTROPHE, DASH, SLASH, LESS, EQUALS, GREATER, UNDERSCORE, BACKTICK] = [
  33, 63, 34, 39, 45, 47, 60, 61, 62, 95, 96,
] as const;

/** Whether a value may be data, by its first character: a bracket, white space before one, or a reference to one. */
function startsData(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === BRACE || code === BRACKET || code === AMPERSAND || code <= 32 || code >= 128;
}

/** Code points of the Standard's ASCII white space, which is less than a regular expression's. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

/** Characters of the source with their character references read. */
export function decoded(data: string): string {
  return data.includes('&') ? decodeHTML(data) : data;
}

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
