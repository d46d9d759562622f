/**
 * A fast parser of strict HTML: markup of which the Standard's algorithm makes the tree that anybody would.
 *
 * It follows the Standard where tags may be left out (`</li>`, `<tbody>`, `<head>`), and gives up at the first thing
 * that needs repair: a misnested or unknown end tag, text straight inside a table, a block in an open paragraph's
 * span. That costs nothing but time, so a rule is in doubt left out. One pass, linear in the source.
 */
import {
  BODY,
  endsInside,
  foreignKind,
  HEAD,
  HOLDS_HTML,
  HTML,
  IS_EMPTY,
  isTablePart,
  type Kind,
  LEAVES_FOREIGN,
  type Rank,
  Scope,
  STANDS_IN_TABLE,
  TBODY,
  TR,
} from './html-elements.ts';
import { type HtmlHandler, MAX_DEPTH, TooDeep } from './html-events.ts';
import {
  decoded,
  END_TAGS,
  isLetter,
  isMarkup,
  isSpace,
  NO_ATTRIBUTES,
  NotStrict,
  type TagAttributes,
  TagScanner,
} from './html-tags.ts';

/** Steps that the search for what stray end tags may mean can cost in all. */
const MAX_SEARCH = 5_000_000;

/**
 * @throws {NotStrict} what `handler` was told may not be what the page says
 * @throws {TooDeep}
 */
export function parseStrict(source: string, handler: HtmlHandler): void {
  // The Standard has rules of its own for it, and hardly a page has it.
  if (source.includes('\0')) throw new NotStrict('the source has what only repair removes');
  new StrictParser(source, handler).parse();
}

class StrictParser {
  readonly #source: string;
  readonly #handler: HtmlHandler;
  readonly #scanner: TagScanner;
  /** Open elements, outermost first, and what holds inside each. */
  readonly #stack: Kind[] = [];
  readonly #scopes: number[] = [];
  #head: 'due' | 'open' | 'done' = 'due';
  #searched = 0;

  constructor(source: string, handler: HtmlHandler) {
    this.#source = source;
    this.#scanner = new TagScanner(source);
    this.#handler = handler;
  }

  parse(): void {
    const source = this.#source;
    while (this.#scanner.at < source.length) {
      const from = this.#scanner.at;
      let first = from;
      while (isSpace(source.charCodeAt(first))) first += 1;
      // Between most tags there is white space or nothing.
      let next = source.charCodeAt(first) === LESS ? first : source.indexOf('<', first);
      while (next >= 0 && !isMarkup(source.charCodeAt(next + 1))) next = source.indexOf('<', next + 1);
      const end = next < 0 ? source.length : next;
      if (end > from) this.#text(from, first, end);
      this.#scanner.at = end;
      if (next < 0) break;
      const code = source.charCodeAt(next + 1);
      if (code === SLASH) this.#endTag(next);
      else if (code === BANG || code === QUESTION) this.#scanner.declaration(next);
      else this.#startTag(next);
    }
    this.#implyBody(source.length);
    while (this.#stack.length > 0) this.#close();
  }

  get #current(): Kind {
    return this.#stack[this.#stack.length - 1] as Kind; // Asked only where one is open.
  }

  get #scope(): number {
    return this.#scopes[this.#scopes.length - 1] ?? 0;
  }

  #open(kind: Kind, attributes: TagAttributes, start: number): void {
    if (this.#stack.length >= MAX_DEPTH) throw new TooDeep(`nested more than ${MAX_DEPTH} deep`);
    this.#scopes.push((this.#scope & ~kind.hides) | kind.opens);
    this.#stack.push(kind);
    this.#handler.open(kind.name, attributes, start);
  }

  #close(): void {
    const kind = this.#stack.pop() as Kind; // Asked only where one is open.
    this.#scopes.pop();
    this.#handler.close(kind.name);
  }

  #empty({ name }: Kind, attributes: TagAttributes, start: number): void {
    this.#handler.open(name, attributes, start);
    this.#handler.close(name);
  }

  /** Where the page is still above its body: nothing, `html` or `head` is open. */
  get #isAboveBody(): boolean {
    return this.#stack.length === 0 || this.#current === HTML || this.#current === HEAD;
  }

  #implyHead(start: number): void {
    if (this.#stack.length === 0) this.#open(HTML, NO_ATTRIBUTES, start);
    if (this.#head !== 'due') return;
    this.#open(HEAD, NO_ATTRIBUTES, start);
    this.#head = 'open';
  }

  #leaveHead(start: number): void {
    this.#implyHead(start);
    if (this.#current === HEAD) this.#close();
    this.#head = 'done';
  }

  #implyBody(start: number): void {
    if (!this.#isAboveBody) return;
    this.#leaveHead(start);
    this.#open(BODY, NO_ATTRIBUTES, start);
  }

  /** @param first where the first character stands that is no white space */
  #text(from: number, first: number, to: number): void {
    if (this.#isAboveBody) {
      if (first === to) return;
      this.#implyBody(from);
    } else if (first < to && isTablePart(this.#current)) throw new NotStrict('text straight inside a table');
    // To nobody is white space between tags more than a space, but in a title of a drawing.
    if (first === to && this.#current.name !== 'title') this.#handler.text(' ');
    else this.#handler.text(decoded(this.#source.slice(from, to)));
  }

  #startTag(start: number): void {
    const kind = this.#scanner.tagName(start + 1);
    const attributes = this.#scanner.attributes();
    const isForeign = this.#stack.length > 0 && this.#current.role === 'foreign';
    if (isForeign) this.#foreign(kind.name, attributes, start);
    else this.#element(kind, attributes, start);
  }

  #foreign(name: string, attributes: TagAttributes, start: number): void {
    if (LEAVES_FOREIGN.has(name) || HOLDS_HTML.has(this.#current.name))
      throw new NotStrict('HTML inside SVG or MathML');
    if (this.#scanner.isSelfClosing) this.#empty(foreignKind(name), attributes, start);
    else this.#open(foreignKind(name), attributes, start);
  }

  /** Opens an element of HTML, after closing what it ends and opening what it implies. */
  #element(kind: Kind, attributes: TagAttributes, start: number): void {
    const { role } = kind;
    if (role === 'html' || role === 'head' || role === 'body') {
      this.#frame(kind, attributes, start);
      return;
    }
    if (this.#isAboveBody) this.#place(kind, start);
    const isInSelect = (this.#scope & Scope.select) !== 0;
    if (isInSelect && role !== 'option' && role !== 'options') throw new NotStrict('markup inside a select');
    if (this.#current.role === 'columns' && role !== 'column' && role !== 'template') this.#close();
    if (isTablePart(this.#current) && !STANDS_IN_TABLE.has(kind.name))
      throw new NotStrict('markup straight inside a table');
    switch (role) {
      case 'raw':
      case 'rcdata':
        this.#characters(kind, attributes, start);
        return;
      case 'metadata':
      case 'void':
        this.#empty(kind, attributes, start);
        return;
      case 'rule':
        this.#endParagraph();
        this.#empty(kind, attributes, start);
        return;
      case 'column':
        if (this.#current.role !== 'columns') throw new NotStrict('a column outside of its group');
        this.#empty(kind, attributes, start);
        return;
      case 'foreign':
        if (this.#scanner.isSelfClosing) this.#empty(kind, attributes, start);
        else this.#open(kind, attributes, start);
        return;
      case 'rare':
        throw new NotStrict(`a ${kind.name}`);
    }
    this.#makeRoom(kind, start);
    this.#open(kind, attributes, start);
  }

  #frame(kind: Kind, attributes: TagAttributes, start: number): void {
    if (kind === HTML) {
      if (this.#stack.length > 0) throw new NotStrict('a second html');
    } else if (kind === HEAD) {
      if (this.#head !== 'due' || !this.#isAboveBody) throw new NotStrict('a second head');
      if (this.#stack.length === 0) this.#open(HTML, NO_ATTRIBUTES, start);
      this.#head = 'open';
    } else {
      if (!this.#isAboveBody) throw new NotStrict('a second body');
      this.#leaveHead(start);
    }
    this.#open(kind, attributes, start);
  }

  /** Whether an element that comes before the body belongs there. */
  #place({ isMetadata, name }: Kind, start: number): void {
    if (this.#head !== 'done' && (isMetadata || name === 'noscript')) this.#implyHead(start);
    else if (!isMetadata) this.#implyBody(start);
    // The Standard puts it back into the head, where a title is no text of the page.
    else if (name === 'title') throw new NotStrict('a title between head and body');
  }

  /** Closes what `kind` ends without an end tag, and opens what tables leave out. */
  #makeRoom({ role, name }: Kind, start: number): void {
    switch (role) {
      case 'block':
      case 'paragraph':
        this.#endParagraph();
        break;
      case 'heading':
        this.#endParagraph();
        if (this.#current.role === 'heading') throw new NotStrict('a heading inside a heading');
        break;
      case 'form':
        if (this.#scope & Scope.form) throw new NotStrict('a form inside a form');
        this.#endParagraph();
        break;
      case 'item':
      case 'term':
        this.#endItem(role);
        this.#endParagraph();
        break;
      case 'button':
        if (this.#scope & Scope.button) throw new NotStrict('a button inside a button');
        break;
      case 'link':
        if (this.#scope & Scope.link) throw new NotStrict('a link inside a link');
        break;
      case 'option':
        if (this.#current.role === 'option') this.#close();
        break;
      case 'options':
        if (this.#current.role === 'option') this.#close();
        if (this.#current.role === 'options') {
          if ((this.#scope & Scope.select) === 0) throw new NotStrict('a group of options inside another');
          this.#close();
        }
        break;
      case 'table':
        // Whether it ends the paragraph depends on the doctype.
        if (this.#scope & Scope.paragraph) throw new NotStrict('a table inside a paragraph');
        break;
      case 'caption':
      case 'columns':
        if (this.#current.role !== 'table') throw new NotStrict(`a ${name} outside of a table`);
        break;
      case 'rows':
        this.#imply(5);
        if (this.#current.role !== 'table') throw new NotStrict('rows outside of a table');
        break;
      case 'row':
        this.#imply(4);
        this.#implyRows(start);
        break;
      case 'cell':
        this.#imply(3);
        if (this.#current.role !== 'row') {
          this.#implyRows(start);
          this.#open(TR, NO_ATTRIBUTES, start);
        }
        break;
    }
  }

  #implyRows(start: number): void {
    if (this.#current.role === 'table') this.#open(TBODY, NO_ATTRIBUTES, start);
    if (this.#current.role !== 'rows') throw new NotStrict('a part of a table outside of it');
  }

  #endParagraph(): void {
    if ((this.#scope & Scope.paragraph) === 0) return;
    if (this.#current.name !== 'p') throw new NotStrict('a block inside what stands in a paragraph');
    this.#close();
  }

  #endItem(role: 'item' | 'term'): void {
    const scope = role === 'item' ? Scope.item : Scope.term;
    if ((this.#scope & scope) === 0) return;
    if (this.#current.name === 'p') this.#close();
    if (this.#current.role !== role) throw new NotStrict('an item inside what stands in another');
    this.#close();
  }

  #imply(rank: Rank): void {
    while (this.#current.rank > 0 && this.#current.rank <= rank) this.#close();
  }

  #characters(kind: Kind, attributes: TagAttributes, start: number): void {
    const source = this.#source;
    const from = this.#scanner.at;
    const endTag = END_TAGS[kind.name] as RegExp; // There is one for each of these roles.
    endTag.lastIndex = from;
    const end = endTag.exec(source)?.index;
    if (end === undefined) throw new NotStrict(`a ${kind.name} without its end`);
    const content = source.slice(from, end);
    this.#handler.open(kind.name, attributes, start);
    if (kind.name === 'script' && content.includes('<!--') && /<script/i.test(content))
      throw new NotStrict('a script that hides its end');
    if (kind.name === 'script' || kind.name === 'style') this.#handler.code(from, end);
    else if (kind.role === 'rcdata') this.#handler.text(decoded(content));
    this.#scanner.endOfEndTag(end + 2 + kind.name.length);
    this.#handler.close(kind.name);
  }

  #endTag(start: number): void {
    const source = this.#source;
    if (!isLetter(source.charCodeAt(start + 2))) {
      // "</>" is nothing, and "</3" a comment up to the next ">".
      this.#scanner.skipTo('>', start + 2);
      return;
    }
    if (this.#endsCurrent(start + 2)) return;
    const outer = this.#scanner.endTag(start + 2);
    const { name } = outer;
    if (name === 'html' || name === 'body') {
      // They end nothing: what stands behind them goes where it went before.
      if (this.#isAboveBody) this.#implyBody(start);
      else this.#expectNoWall();
      return;
    }
    if (name === 'head') {
      if (this.#stack.length === 0 || this.#current !== HEAD) throw new NotStrict('an end of no head');
      this.#leaveHead(start);
      return;
    }
    if (this.#stack.length === 0) {
      if (name === 'br') throw new NotStrict('an end tag that is an element');
      return;
    }
    let [at, inner] = [this.#stack.length - 1, this.#current];
    // `html` is the outermost, and ends inside nothing.
    while (inner.name !== name && endsInside(outer, inner)) inner = this.#stack[--at] as Kind;
    this.#searched += this.#stack.length - at;
    if (inner.name !== name) this.#strayEnd(outer, start);
    else while (this.#stack.length > at) this.#close();
  }

  /** Most end tags are of the innermost element, as plain as can be. */
  #endsCurrent(nameStart: number): boolean {
    if (this.#isAboveBody || this.#current === BODY) return false;
    const { name } = this.#current;
    const end = nameStart + name.length;
    if (this.#source.charCodeAt(end) !== GREATER || !this.#source.startsWith(name, nameStart)) return false;
    this.#scanner.at = end + 1;
    this.#searched += 1;
    this.#close();
    return true;
  }

  /** An end tag of nothing that is open means nothing. */
  #strayEnd(kind: Kind, start: number): void {
    this.#expectNoWall();
    const { name, role } = kind;
    if (name === 'br') throw new NotStrict('an end tag that is an element');
    if (role === 'paragraph' && !this.#isAboveBody) {
      if (this.#scope & Scope.paragraph) throw new NotStrict('a paragraph that ends inside what stands in it');
      // Browsers make an empty paragraph of it.
      this.#element(kind, NO_ATTRIBUTES, start);
      this.#close();
      return;
    }
    if (IS_EMPTY.has(name)) return;
    if (role === 'heading' && this.#scope & Scope.heading) throw new NotStrict('a heading ended by another');
    this.#searched += this.#stack.length;
    if (this.#searched > MAX_SEARCH || this.#stack.some((open) => open.name === name))
      throw new NotStrict(`an end tag out of place: ${name}`);
  }

  /** Where even a stray end tag ends something. */
  #expectNoWall(): void {
    if (this.#current.role === 'foreign' || this.#current.role === 'columns') throw new NotStrict('a stray end tag');
  }
}

const [BANG, SLASH, LESS, GREATER, QUESTION] = [33, 47, 60, 62, 63] as const;
