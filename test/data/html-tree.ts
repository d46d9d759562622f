/** What a page says as parse5's own tree has it: the text, and what each piece of it stands in. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { HtmlHandler } from '../../data/html-events.ts';
import { TextBuilder } from '../../data/text/page-text.ts';

export interface Told {
  text: string;
  /** Each piece of text behind the names of the elements around it: "html body p: $5". */
  pieces: string[];
}

export class Teller implements HtmlHandler {
  readonly #builder = new TextBuilder();
  readonly #open: string[] = [];
  readonly #pieces: { path: string; start: number; end: number }[] = [];

  open(name: string): void {
    this.#builder.open(name);
    this.#open.push(name);
  }

  text(data: string): void {
    const span = this.#builder.text(data);
    if (span === undefined) return;
    const path = this.#open.join(' ');
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.path === path && last.end >= span.start - 1) last.end = span.end;
    else this.#pieces.push({ path, ...span });
  }

  code(): void {}

  close(name: string): void {
    this.#builder.close(name);
    if (this.#open.pop() !== name) throw new Error(`Told of the end of ${name}, which is not the innermost`);
  }

  told(): Told {
    const text = this.#builder.toString();
    return { text, pieces: this.#pieces.map(({ path, start, end }) => `${path}: ${text.slice(start, end)}`) };
  }
}

const NO_TEXT = new Set(['script', 'style', 'noscript', 'iframe', 'noembed', 'noframes']);

export function toldByStandard(source: string): Told {
  const teller = new Teller();
  tell(parse(source), teller);
  return teller.told();
}

function tell({ childNodes }: DefaultTreeAdapterTypes.ParentNode, teller: Teller): void {
  for (const node of childNodes) {
    if ('value' in node) teller.text(node.value);
    else if ('tagName' in node) {
      const name = node.tagName.toLowerCase();
      teller.open(name);
      const isRaw = NO_TEXT.has(name) && node.namespaceURI.endsWith('xhtml');
      // A template's content is none of the page's text, wherever it is kept.
      if (!isRaw) tell(node, teller);
      teller.close(name);
    }
  }
}
