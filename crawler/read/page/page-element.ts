/** The elements of a page: a compact tree, in which each knows its span in the page's text. */
import type { Attributes } from '../../../data/text/html.ts';

const NONE: readonly PageElement[] = Object.freeze([]);

export class PageElement {
  readonly name: string;
  parent: PageElement | null = null;
  /** The elements beside it. */
  next: PageElement | null = null;
  prev: PageElement | null = null;
  /** Its elements: text stands in the page's runs. */
  children: readonly PageElement[] = NONE;
  /** How many elements and pieces of text it holds, and its own place among those of its parent. */
  nodes = 0;
  place = 0;
  /** Span of the text inside; -1 where there is none. */
  start = -1;
  end = -1;
  depth = 0;
  /** Where its tag starts in the source of HTML. */
  sourceStart = 0;
  /** Not in sight as the page stands: a toggle's other state, a label for screen readers. */
  hidden = false;
  /** Nothing on the page can bring it into sight: dead markup, a bait. */
  unseen = false;
  /** A style sheet puts digits before or after it. */
  isDisguised = false;
  /** Crossed out, or inside what is. */
  struck = false;
  /** 1 to 6 in a heading, else 0; and how many levels up that heading is. */
  heading = 0;
  headingUp = 0;
  /** Among the siblings of its name, once somebody asked; 0 before. */
  nth = 0;
  /** What ARIA takes it for; empty where its tag does not say. */
  role: string;
  /** Of a `title`, how the first piece of its text starts. */
  caption = '';
  readonly attribs: Attributes;

  constructor(name: string, attribs: Attributes = {}) {
    this.name = name;
    this.role = attribs.role ?? '';
    this.attribs = attribs;
  }

  /** Adds an element behind all others. */
  add(child: PageElement): void {
    const last = this.children.at(-1);
    if (last !== undefined) {
      child.prev = last;
      last.next = child;
    }
    child.parent = this;
    child.depth = this.depth + 1;
    child.place = this.nodes;
    this.nodes += 1;
    if (this.children === NONE) this.children = [child];
    else (this.children as PageElement[]).push(child);
  }
}

export function parentOf(element: PageElement): PageElement | undefined {
  return element.parent ?? undefined;
}

/** The element or the nearest one around it of which the test holds; it looks at `most` elements. */
export function nearest(
  element: PageElement,
  most: number,
  holds: (each: PageElement) => boolean,
): PageElement | undefined {
  let at: PageElement | null = element;
  for (let up = 0; up < most && at !== null; up += 1) {
    if (holds(at)) return at;
    at = at.parent;
  }
  return undefined;
}

/** The tags from below `root` down to the element; of more than `most`, the innermost. */
export function tagsBelow(root: PageElement | undefined, element: PageElement, most: number): string[] {
  const tags: string[] = [];
  let at: PageElement | undefined = element;
  while (at !== undefined && at !== root && tags.length < most) {
    tags.unshift(at.name);
    at = parentOf(at);
  }
  return tags;
}

/** In a quotation. */
export function isQuoted(element: PageElement): boolean {
  return nearest(element, 6, ({ name }) => name === 'blockquote' || name === 'q' || name === 'cite') !== undefined;
}

/** Shows every element, in the order of the page. */
export function eachElement(root: PageElement, show: (element: PageElement) => void): void {
  const open = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    show(element);
    const { children } = element;
    for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at] as PageElement);
  }
}

/** The nearest siblings on one side, at most so many, nearest first. */
export function siblingsOf(element: PageElement, way: 'next' | 'prev', most: number): PageElement[] {
  const found: PageElement[] = [];
  for (let at = element[way]; at !== null && found.length < most; at = at[way]) found.push(at);
  return found;
}

/**
 * The largest element around, at most `climb` levels up and within the page's body, that starts behind `start` and does
 * not reach beyond `end`.
 */
export function grown(
  around: PageElement,
  { start, end }: Pick<PageElement, 'start' | 'end'>,
  climb: number,
): PageElement {
  let root = around;
  for (let up = 0; up < climb; up += 1) {
    const parent = parentOf(root);
    if (
      parent === undefined ||
      parent.start <= start ||
      parent.end > end ||
      parent.name === 'body' ||
      parent.name === '#page'
    )
      break;
    root = parent;
  }
  return root;
}

/** Headings hold little but their words: a few levels up is far enough. */
const MAX_UP = 6;

/** Of an element that has its parent: the level of the nearest heading around. */
export function setHeading(element: PageElement): void {
  const { name, role, parent } = element;
  if (/^h[1-6]$/.test(name)) element.heading = Number(name.slice(1));
  else if (role === 'heading') element.heading = Number(element.attribs['aria-level'] ?? 2) || 2;
  else if (parent !== null && parent.headingUp < MAX_UP - 1) {
    element.heading = parent.heading;
    element.headingUp = parent.headingUp + 1;
  }
}

/** A cell of a table, or of what ARIA calls one. */
export function isCell({ name, role }: PageElement): boolean {
  return name === 'td' || name === 'th' || (role !== '' && CELL_ROLES.has(role));
}

const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** A row of ten thousand siblings is counted no further than a person would. */
const MAX_NTH = 1000;

/** Its place among the siblings of its name. */
function nthOf(element: PageElement): number {
  let nth = 1;
  let before = element.prev;
  for (; before !== null && nth < MAX_NTH; before = before.prev) {
    if (before.name !== element.name) continue;
    if (before.nth > 0) {
      nth = Math.min(nth + before.nth, MAX_NTH);
      break;
    }
    nth += 1;
  }
  element.nth = nth;
  return nth;
}

/** CSS path, innermost eight levels: for people, never for proof. */
export function pathOf(element: PageElement): string {
  const steps: string[] = [];
  let at: PageElement | undefined = element;
  while (at !== undefined && at.name !== '#page' && steps.length < 8) {
    const { id } = at.attribs;
    if (id !== undefined && /^[\w-]{1,40}$/.test(id)) {
      steps.unshift(`#${id}`);
      break;
    }
    const nth = nthOf(at);
    const isLast = at.parent === null || at.place === at.parent.nodes - 1;
    steps.unshift(nth > 1 || !isLast ? `${at.name}:nth-of-type(${nth})` : at.name);
    at = parentOf(at);
  }
  return steps.join('>').slice(0, 600);
}
