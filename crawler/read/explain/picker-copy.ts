/**
 * A page's words in plain blocks, with a button on everything that a person may point at. Made to stand inside a page of the
 * console: no element or attribute of the vendor's is in it, and no element that means something there, such as a heading.
 */
import { Element, Text } from 'domhandler';
import { DomUtils } from 'htmlparser2';
import type { Place } from '../../../data/recipe.ts';
import { type Document, lastAtOrBefore, type PageElement, type Span } from '../page/document.ts';
import { label } from '../page/label.ts';
import { type Candidate, MAX_CANDIDATES } from '../recipe/candidates.ts';
import { append, appendSpace, copyOf, element } from './marked-page.ts';

export interface PickerCopy {
  html: string;
  marked: number;
  /** There may be more candidates than are marked. */
  isMore: boolean;
  /** Characters left out where nothing can be pointed at; 0 for most pages. */
  leftOut: number;
}

/** What a button sends. */
interface PointedAt extends Candidate {
  words: string;
  /** The part of the page around it, as what may be ignored. */
  block: Place;
}

/** Pages up to this long are shown whole. */
const SHOWN_WHOLE = 60_000;
/** Of a longer one, parts without candidates are left out where they are long, or far from every candidate. */
const LONG = 400;
const FAR = 1_500;
const MAX_ELEMENTS = 30_000;
const MAX_DEPTH = 120;
const MAX_WORDS = 80;
const BLOCK = { least: 40, most: 4_000 };

const CLASSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'caption', 'legend'].map((name) => [name, 'heading'])),
  ...Object.fromEntries(['li', 'dd', 'option'].map((name) => [name, 'item'])),
  ...Object.fromEntries(['td', 'th'].map((name) => [name, 'cell'])),
  ...Object.fromEntries(['s', 'del', 'strike'].map((name) => [name, 'struck'])),
  ...{ table: 'table', tr: 'line', pre: 'pre', button: 'apart', a: 'apart' },
};
const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q s samp small span strike strong sub sup time tt u var button'.split(
    ' ',
  ),
);

/** What was pointed at, or read, already. */
export interface Chosen {
  places: readonly Place[];
  names: readonly string[];
}

export function pickerCopy(document: Document, candidates: readonly Candidate[], chosen: Chosen): PickerCopy {
  const copy = new Copy(document, candidates, chosen);
  const made = document.format === 'html' ? copy.ofTree() : copy.ofText();
  const { length: marked } = candidates;
  const text = DomUtils.getOuterHTML(made, { encodeEntities: 'utf8' });
  return { html: text, marked, isMore: marked >= MAX_CANDIDATES, leftOut: copy.leftOut };
}

class Copy {
  leftOut = 0;
  readonly #document: Document;
  readonly #candidates: readonly Candidate[];
  readonly #chosen: Chosen;
  readonly #isLong: boolean;
  readonly #partsOf = new Map<PageElement, number>();
  #elements = 0;

  constructor(document: Document, candidates: readonly Candidate[], chosen: Chosen) {
    this.#document = document;
    this.#candidates = candidates;
    this.#chosen = chosen;
    this.#isLong = document.text.length > SHOWN_WHOLE;
  }

  ofText(): Element {
    const { text, root } = this.#document;
    const made = element('div', { class: 'copy pre' });
    this.#set(text, { start: 0, end: text.length, element: root }, made);
    return made;
  }

  ofTree(): Element {
    return copyOf(this.#document, element('div', { class: 'copy' }), {
      set: (words, at, into) => {
        if (this.#isLeftOut(at, into)) return;
        appendSpace(this.#document, at, into);
        this.#set(words, at, into);
      },
      made: (part, into, depth) => {
        const { name, start } = part;
        if (name === 'br') return element('br');
        if (start < 0 || this.#isLeftOut(part, into)) return undefined;
        const isFlat = depth >= MAX_DEPTH || this.#elements >= MAX_ELEMENTS || /^(?:html|body|tbody|thead)$/.test(name);
        return isFlat ? into : this.#made(part);
      },
    });
  }

  #made(of: PageElement): Element {
    const { name, hidden, parent } = of;
    this.#elements += 1;
    const isSwitched = hidden && parent?.hidden !== true;
    const classes = [CLASSES[name], isSwitched && 'switched', this.#isPart(of) && 'part'].filter(Boolean).join(' ');
    return element(INLINE.has(name) ? 'span' : 'div', classes === '' ? {} : { class: classes });
  }

  /** One of several parts of the page beside one another that may each be a plan. */
  #isPart({ name, start, end, parent }: PageElement): boolean {
    if (parent === null || INLINE.has(name) || CLASSES[name] !== undefined || end - start > BLOCK.most) return false;
    let parts = this.#partsOf.get(parent);
    if (parts === undefined) {
      const isLikely = (child: PageElement) =>
        child.end - child.start >= BLOCK.least && this.#firstIn(child) !== undefined;
      parts = parent.children.filter(isLikely).length;
      this.#partsOf.set(parent, parts);
    }
    return parts > 1 && end - start >= BLOCK.least;
  }

  #isLeftOut({ start, end }: Span, into: Element): boolean {
    if (!this.#isLong || this.#firstIn({ start, end }) !== undefined) return false;
    if (end - start < LONG && !this.#isFar({ start, end })) return false;
    this.leftOut += end - start;
    const last = into.children.at(-1);
    if (!(last instanceof Element && last.attribs.class === 'left-out'))
      append(into, element('div', { class: 'left-out' }, ['…']));
    return true;
  }

  #isFar({ start, end }: Span): boolean {
    const at = lastAtOrBefore(this.#candidates, start);
    const [before, after] = [this.#candidates[at], this.#candidates[at + 1]];
    return (before === undefined || start - before.end > FAR) && (after === undefined || after.start - end > FAR);
  }

  #firstIn({ start, end }: Span): Candidate | undefined {
    const at = lastAtOrBefore(this.#candidates, start);
    const found = [this.#candidates[at], this.#candidates[at + 1]];
    return found.find((each) => each !== undefined && each.end > start && each.start < end);
  }

  /** Sets words that stand at this span of the text. */
  #set(data: string, run: Span & { element: PageElement }, into: Element): void {
    let done = run.start;
    const words = (from: number, to: number) => data.slice(from - run.start, to - run.start);
    for (let at = Math.max(0, lastAtOrBefore(this.#candidates, run.start)); at < this.#candidates.length; at += 1) {
      const candidate = this.#candidates[at];
      if (candidate === undefined || candidate.start >= run.end) break;
      if (candidate.end <= run.start) continue;
      const [from, to] = [Math.max(candidate.start, done), Math.min(candidate.end, run.end)];
      if (from >= to) continue;
      append(into, this.#between(words(done, from)));
      append(into, this.#button(candidate, run.element, { words: words(from, to), isFirst: from === candidate.start }));
      done = to;
    }
    append(into, this.#between(words(done, run.end)));
  }

  /** Words between two candidates: of many, those near them. */
  #between(words: string): Text {
    if (!this.#isLong || words.length <= 2 * FAR) return new Text(words);
    this.leftOut += words.length - 2 * FAR;
    return new Text(`${words.slice(0, FAR)} … ${words.slice(-FAR)}`);
  }

  /** A candidate of several runs has a button on each, of which keyboard and screen reader meet the first. */
  #button(candidate: Candidate, around: PageElement, { words, isFirst }: { words: string; isFirst: boolean }): Element {
    const whole = label(this.#document.visible.slice(candidate.start, candidate.end), MAX_WORDS);
    const sent: PointedAt = { ...candidate, words: whole, block: this.#blockAround(around, candidate) };
    return element(
      'button',
      {
        name: 'at',
        value: JSON.stringify(sent),
        class: candidate.kind,
        title: titleOf(candidate),
        'data-at': `${candidate.start}-${candidate.end}`,
        'aria-pressed': String(isChosen(this.#chosen, candidate, whole)),
        ...(isFirst ? label(words) !== whole && { 'aria-label': whole } : { tabindex: '-1', 'aria-hidden': 'true' }),
      },
      [words],
    );
  }

  /** The smallest element around it that holds more than its own line. */
  #blockAround(around: PageElement, { start, end }: Span): Place {
    let block: Span = { start, end };
    for (let at: PageElement | null = around; at !== null && at.parent !== null; at = at.parent) {
      if (at.end - at.start > BLOCK.most) break;
      block = { start: Math.min(at.start, start), end: Math.max(at.end, end) };
      if (block.end - block.start >= Math.max(BLOCK.least, 2 * (end - start))) break;
    }
    return block;
  }
}

/** The script of the console repeats it (console/browser/teach.ts). */
function isChosen({ places, names }: Chosen, { kind, start, end }: Candidate, words: string): boolean {
  if (kind === 'name') return names.includes(words);
  return kind !== 'term' && places.some((place) => place.start < end && place.end > start);
}

/** "price: 12.00 USD per month, billed annually". */
function titleOf({ kind, amount, currency, per, billing, unit }: Candidate): string {
  if (kind === 'name') return 'name of a plan';
  if (kind === 'free') return 'free';
  if (kind === 'contact') return 'contact sales';
  const time = per === 'once' || per === 'usage' ? per : per && `per ${per}`;
  const billed = billing && `billed ${billing === 'annual' ? 'annually' : 'monthly'}`;
  const money = [amount, currency].filter(Boolean).join(' ');
  const head = `${kind === 'term' ? 'term' : 'price'}${money === '' ? '' : `: ${money}`}`;
  return [head, time, unit && `per ${unit}`, billed].filter(Boolean).join(', ');
}
