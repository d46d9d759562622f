/**
 * A vendor's page made again out of nothing but its words and plain structure, with marks around quotes.
 *
 * Safe by construction: every element and attribute of the result is of the short lists below, none of which can load,
 * run, submit or lead anywhere, and all text is escaped by the serialiser. Nothing is copied as markup.
 */
import { type ChildNode, Element, type ParentNode, Text } from 'domhandler';
import type { Evidence } from '../../../data/reading.ts';
import { type Document, lastAtOrBefore, PageElement, type Span, type TextRun } from '../page/document.ts';
import type { Mark } from './marks.ts';

const KEPT = new Set(
  'address article aside b blockquote br caption code dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main nav ol p pre s section small span strong sub summary sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  ),
);
/** Set within a line; what else is not kept becomes a block. */
const INLINE = new Set(
  'a abbr bdi bdo big cite data dfn font label mark nobr output q samp strike time tt var'.split(' '),
);
/** They mean something without words in them. */
const BARE = new Set(['br', 'hr', 'td', 'th']);
/** Browsers nest no deeper than about this either; what lies deeper is set flat. */
const MAX_DEPTH = 200;
/** Longest quote that evidence may have. */
const MAX_QUOTE = 400;
const COLOURS = 8;

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: readonly (ChildNode | string)[] = [],
): Element {
  const made = new Element(name, attributes);
  for (const child of children) append(made, typeof child === 'string' ? new Text(child) : child);
  return made;
}

export function append(parent: ParentNode, child: ChildNode): void {
  child.parent = parent;
  parent.children.push(child);
}

/** Marks in text order, and the anchors of their first words once these are set. */
export class Marker {
  readonly #marks: readonly (Mark & Span)[];
  readonly #anchors = new Map<Evidence, string>();

  constructor(marks: readonly Mark[]) {
    this.#marks = marks
      .filter(({ evidence }) => evidence.scope === 'text')
      .map((mark) => ({ ...mark, start: mark.evidence.textStart, end: mark.evidence.textEnd }))
      .sort((a, b) => a.start - b.start);
  }

  /** The id of the mark's first words; undefined where they were not set. */
  anchorOf({ evidence }: Mark): string | undefined {
    return this.#anchors.get(evidence);
  }

  /** Sets words that stand at this span of the text. */
  set(data: string, { start, end }: Span, into: Element): void {
    const last = lastAtOrBefore(this.#marks, end - 1);
    const first = lastAtOrBefore(this.#marks, start - MAX_QUOTE - 1) + 1;
    const near = this.#marks.slice(first, last + 1).filter((mark) => mark.end > start);
    const edges = edgesIn(near, { start, end });
    let open: { of: string; element: Element } | undefined;
    for (const [at, from] of edges.slice(0, -1).entries()) {
      const to = edges[at + 1] ?? end;
      const piece = new Text(data.slice(from - start, to - start));
      const around = near.filter((mark) => mark.start <= from && mark.end >= to);
      const of = around.map(({ start: since, says }) => `${since} ${says}`).join('\n');
      if (around.length === 0) open = undefined;
      else if (open?.of !== of) {
        open = { of, element: this.#opened(around, from) };
        append(into, open.element);
      }
      const isAmount = around.some(({ amount }) => amount !== undefined && amount.start <= from && amount.end >= to);
      append(open?.element ?? into, isAmount ? element('strong', {}, [piece]) : piece);
    }
  }

  #opened(around: readonly (Mark & Span)[], at: number): Element {
    const id = `mark-${at}`;
    for (const { evidence } of around) if (!this.#anchors.has(evidence)) this.#anchors.set(evidence, id);
    const said = around.map(({ name, says, foundBy }) => `${name}: ${says} (${foundBy.join(', ')})`);
    const title = [...new Set(said)].slice(0, 12).join('\n');
    return element('mark', { id, class: colourOf(around[0]?.of ?? 0), title });
  }
}

/** Where marks or their amounts begin or end within a span, and its own ends. */
function edgesIn(marks: readonly (Mark & Span)[], { start, end }: Span): number[] {
  const edges = marks.flatMap(({ amount, ...mark }) => [mark, ...(amount === undefined ? [] : [amount])]);
  const inside = edges.flatMap((edge) => [edge.start, edge.end]).filter((edge) => edge > start && edge < end);
  return [...new Set([start, ...inside, end])].sort((a, b) => a - b);
}

export function colourOf(group: number): string {
  return `colour-${group % COLOURS}`;
}

/** Markdown, JSON and plain text, as they are. */
export function markedText(source: string, marker: Marker): Element {
  const shown = element('pre');
  marker.set(source, { start: 0, end: source.length }, shown);
  return shown;
}

/** What a copy makes of the parts of a page. */
interface CopyShape {
  set(words: string, at: TextRun, into: Element): void;
  /** The element that takes its place, `into` itself where its parts are set flat; undefined where it is left out. */
  made(element: PageElement, into: Element, depth: number): Element | undefined;
}

/** Copies the tree, in which each word is known by its place in the page's text, into an element. */
export function copyOf({ root, runs, text }: Document, page: Element, { set, made }: CopyShape): Element {
  const words = Map.groupBy(runs, ({ element }) => element);
  const enter = (element: PageElement, into: Element, depth: number) =>
    [...element.children, ...(words.get(element) ?? [])]
      .sort((a, b) => b.place - a.place)
      .map((part) => ({ part, into, depth }));
  const steps = enter(root, page, 0);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { part, into, depth } = step;
    if (!(part instanceof PageElement)) {
      set(text.slice(part.start, part.end), part, into);
      continue;
    }
    const inside = made(part, into, depth);
    if (inside === undefined) continue;
    if (inside !== into) append(into, inside);
    steps.push(...enter(part, inside, depth + 1));
  }
  return page;
}

/** The space that parts a run of words from those before it. */
export function appendSpace({ text }: Document, { start }: Span, into: Element): void {
  if (text[start - 1] === ' ') append(into, new Text(' '));
}

export function markedHtml(document: Document, marker: Marker): Element {
  return copyOf(document, element('div', { class: 'page' }), {
    set(words, at, into) {
      appendSpace(document, at, into);
      marker.set(words, at, into);
    },
    made(part, into, depth) {
      if (part.start < 0 && !BARE.has(part.name)) return undefined;
      const isFrame = depth >= MAX_DEPTH || part.name === 'html' || part.name === 'body';
      return isFrame ? into : remade(part);
    },
  });
}

function remade(node: PageElement): Element {
  const { name, attribs, parent } = node;
  const attributes: Record<string, string> = {};
  for (const span of ['colspan', 'rowspan']) {
    const count = attribs[span];
    if (count !== undefined && /^\d{1,3}$/.test(count)) attributes[span] = count;
  }
  if (attribs.dir === 'rtl' || attribs.dir === 'ltr') attributes.dir = attribs.dir;
  const isUnseen = node.hidden && parent?.hidden !== true;
  const classes = [...(isUnseen ? ['unseen'] : []), ...(name === 'button' ? ['button'] : [])];
  if (classes.length > 0) attributes.class = classes.join(' ');
  if (name === 'details') attributes.open = '';
  const plain = INLINE.has(name) || name === 'button' ? 'span' : 'div';
  return element(KEPT.has(name) ? name : plain, attributes);
}
