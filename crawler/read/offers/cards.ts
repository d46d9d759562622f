/** Regions by repeated structure: sibling elements of which each holds an amount, and sibling sections under headings. */
import { type Document, isCell, type Line, type PageElement, parentOf, type Span, within } from '../page/document.ts';
import { type Group, regionOf } from './regions.ts';

const TABLE_TAGS = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'select', 'nav']);
const MAX_REGIONS = 40;
const MAX_GROUPS = 400;

/** Where amounts, and words in place of them, stand. */
export interface Anchor extends Span {
  element: PageElement;
}

/** Every element of which at least two children hold an anchor: those children and their like. */
export function siblingGroups(document: Document, anchors: readonly Anchor[]): Group[] {
  const groups: Group[] = [];
  for (const [parent, children] of branches(anchors)) {
    if (groups.length >= MAX_GROUPS || children.size < 2 || TABLE_TAGS.has(parent.name)) continue;
    const looks = [...children].map(lookOf);
    const elements = parent.children.filter(
      (child) => child.start >= 0 && (children.has(child) || isLike(lookOf(child), looks)),
    );
    if (elements.length > MAX_REGIONS) continue;
    const regions = elements.map((element) => regionOf(document, element, element));
    groups.push({ geometry: 'cards', regions, start: parent.start, end: parent.end });
  }
  return groups;
}

const MAX_DEPTH = 60;

/** The elements above the anchors, each with those of its children that hold one. */
function branches(anchors: readonly Anchor[]): Map<PageElement, Set<PageElement>> {
  const found = new Map<PageElement, Set<PageElement>>();
  for (const { element } of anchors) {
    let child = element;
    for (let up = 0; up < MAX_DEPTH; up += 1) {
      const parent = parentOf(child);
      if (parent === undefined) break;
      const children = found.get(parent) ?? new Set();
      if (children.has(child)) break;
      found.set(parent, children.add(child));
      child = parent;
    }
  }
  return found;
}

interface Look {
  tag: string;
  classes: ReadonlySet<string>;
}

function lookOf({ name, attribs }: PageElement): Look {
  return { tag: name, classes: new Set((attribs.class ?? '').split(/\s+/).filter(Boolean)) };
}

/** Of the same tag and, but for what marks one of them out, of the same classes. */
function isLike({ tag, classes }: Look, others: readonly Look[]): boolean {
  return others.some((other) => other.tag === tag && likeness(other.classes, classes) >= 0.5);
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = a.union(b).size;
  return all === 0 ? 0 : a.intersection(b).size / all;
}

/** Runs of sections under headings of one level that follow one another below the same higher heading. */
export function sectionGroups(document: Document, anchors: readonly Anchor[]): Group[] {
  const heads = document.lines.flatMap((line): Head[] => {
    const level = levelOf(document, line);
    const anchor = within(anchors, line).at(-1);
    // A heading that is an amount heads nothing.
    const isAmount = anchor !== undefined && !/\p{L}/u.test(document.visible.slice(line.start, anchor.start));
    return level > 0 && line.end - line.start < 100 && !isAmount ? [{ level, start: line.start }] : [];
  });
  const groups: Group[] = [];
  for (let level = 1; level <= DEFINED; level += 1) {
    let run: Head[] = [];
    const close = (end: number) => {
      const [first] = run;
      if (first !== undefined && run.length <= MAX_REGIONS && groups.length < MAX_GROUPS) {
        const regions = run.map((head, at) =>
          regionOf(document, { start: head.start, end: run[at + 1]?.start ?? end }),
        );
        groups.push({ geometry: 'sections', regions, start: first.start, end });
      }
      run = [];
    };
    for (const head of heads) {
      if (head.level < level) close(head.start);
      else if (head.level === level) run.push(head);
    }
    close(document.visible.length);
  }
  return groups;
}

interface Head {
  level: number;
  start: number;
}

/** Terms of a definition list and summaries head what follows them, below all headings. */
const DEFINED = 7;

function levelOf(document: Document, line: Line): number {
  if (isCell(line.element) || (line.element.parent !== null && isCell(line.element.parent))) return 0;
  if (line.heading > 0) return line.heading;
  const { name } = line.element;
  return name === 'dt' || name === 'summary' || isBold(document, line) ? DEFINED : 0;
}

const MARKED = /^\s{0,9}(?:\*\*|__)[^*_]{1,60}(?:\*\*|__)\s{0,9}$/;

/** A paragraph of nothing but bold words heads what follows it. */
function isBold({ text, format }: Document, { element, start, end }: Line): boolean {
  if (format !== 'html') return element.name === 'p' && MARKED.test(text.slice(start, end));
  if (element.name !== 'strong' && element.name !== 'b') return false;
  return element.start <= start && element.end >= end && element.parent?.name === 'p';
}
