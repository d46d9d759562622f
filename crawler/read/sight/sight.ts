/**
 * Whether anybody who visits the page can see an element: as the page stands, or in another state that the page can be
 * brought to. A tab's panel and a toggle's other state are read on; what nothing can show is as if it were not there.
 */
import { NOT_DRAWN_MARK } from '../../../data/page.ts';
import { type Document, isHiddenByName, isStreamed, type PageElement, parentOf } from '../page/document.ts';
import { Cascade, classesOf, type Declared } from './cascade.ts';
import { type Hiding, hidingOf, isUndoneBy } from './hiding.ts';
import { declarationsOf } from './stylesheet.ts';
import { Switches } from './switches.ts';

/** Deeper than pages nest what they show. */
const MAX_CLIMB = 400;
/** Of a row of siblings, as many as a page has states. */
const MAX_STATES = 50;

const NOT_DRAWN: Hiding = { way: 'away', properties: ['display'], inherited: false };
/** The frame of the page: what hides it waits for the page to load. */
const FRAME = new Set(['#page', 'html', 'body']);

export class Sight {
  readonly #document: Document;
  readonly #cascade: Cascade;
  readonly #tiers: readonly (readonly PageElement[])[];
  readonly #hidings = new Map<PageElement, Hiding | undefined>();
  readonly #shown = new Map<PageElement, boolean>();
  #switches: Switches | undefined;

  /** @param tiers of each, the elements that its proofs stand in */
  constructor(document: Document, tiers: readonly (readonly PageElement[])[]) {
    this.#document = document;
    this.#cascade = new Cascade(document, around(tiers.flat()));
    this.#tiers = tiers;
  }

  /** Whether nobody gets to see it. */
  isUnseen(element: PageElement): boolean {
    /** What is declared anew further in. */
    const declared = new Set<string>();
    let at: PageElement | undefined = element;
    for (let up = 0; up < MAX_CLIMB && at !== undefined && !FRAME.has(at.name); up += 1) {
      const hiding = this.#hidingOf(at);
      if (hiding !== undefined && !(hiding.inherited && hiding.properties.some((each) => declared.has(each)))) {
        if (!this.#mayBeShown(at, hiding)) return true;
      }
      for (const property of this.#cascade.declaredOf(at).keys()) declared.add(property);
      at = parentOf(at);
    }
    return false;
  }

  #hidingOf(element: PageElement): Hiding | undefined {
    if (this.#hidings.has(element)) return this.#hidings.get(element);
    const hiding = this.#judge(element);
    this.#hidings.set(element, hiding);
    return hiding;
  }

  #judge(element: PageElement): Hiding | undefined {
    if (element.name === 'datalist') return NOT_DRAWN;
    const declared = this.#cascade.declaredOf(element);
    const hiding = hidingOf(declared);
    if (hiding !== undefined) return hiding;
    // What a page declares outweighs what browsers do by themselves.
    return isNotDrawn(element) && !declared.has('display') ? NOT_DRAWN : undefined;
  }

  #mayBeShown(element: PageElement, hiding: Hiding): boolean {
    let may = this.#shown.get(element);
    if (may === undefined) {
      may = this.#isMost(element) || this.#mayCome(element, hiding);
      this.#shown.set(element, may);
    }
    return may;
  }

  /** A page that hides nearly all of itself shows it once it has loaded. */
  #isMost({ start, end }: PageElement): boolean {
    return end - start > this.#document.text.length / 2;
  }

  #mayCome(element: PageElement, hiding: Hiding): boolean {
    this.#switches ??= new Switches(this.#document);
    if (hiding.way === 'still' && (!this.#switches.isStill || this.#cascade.isElsewhere)) return true;
    if (this.#isStyledElsewhen(element, hiding)) return true;
    const beside = this.#shownBeside(element);
    if (this.#isState(element, beside)) return true;
    const switches = this.#switches;
    return wrappersOf(element).some((each) => switches.reach(each, each === element ? beside : []));
  }

  /** A rule of the page's own sheets undoes it in another state, or on some screens, or moves it. */
  #isStyledElsewhen(element: PageElement, hiding: Hiding): boolean {
    const now: Declared = this.#cascade.declaredOf(element);
    if (hiding.way === 'still' && (now.get('animation') ?? 'none') !== 'none') return true;
    const { style } = element.attribs;
    const isInline =
      style !== undefined && declarationsOf(style).some(({ property }) => hiding.properties.includes(property));
    for (const { property, value, isImportant } of this.#cascade.declaredElsewhen(element))
      if ((!isInline || isImportant) && isUndoneBy(hiding, property, value, now)) return true;
    return false;
  }

  #tiersIn({ start, end }: PageElement): number {
    const isInside = (each: PageElement) => each.start >= start && each.end <= end;
    return this.#tiers.filter((elements) => elements.some(isInside)).length;
  }

  /** Elements beside it that show prices. */
  #shownBeside(element: PageElement): PageElement[] {
    const siblings = (element.parent?.children ?? []).slice(0, MAX_STATES);
    return siblings.filter((each) => each !== element && this.#hidingOf(each) === undefined && this.#tiersIn(each) > 0);
  }

  /**
   * Of several lists of tiers, of which one alone is shown, each is shown at some time: states of a toggle. So is one that
   * adds a single tier, where a script can tell the two apart by their ids.
   */
  #isState(element: PageElement, shown: readonly PageElement[]): boolean {
    const [state, ...others] = shown.filter((each) => areAlike(each, element));
    if (state === undefined || others.length > 0) return false;
    return this.#tiersIn(element) > 1 || (state.attribs.id !== undefined && element.attribs.id !== undefined);
  }
}

/** By what browsers do with it unless the page says otherwise, or by a class that only says so. */
function isNotDrawn({ name, attribs }: PageElement): boolean {
  return (
    (attribs.hidden !== undefined && !isStreamed(attribs.id)) ||
    (name === 'dialog' && attribs.open === undefined) ||
    attribs.popover !== undefined ||
    (attribs[NOT_DRAWN_MARK] !== undefined && !isStreamed(attribs.id)) ||
    (attribs.class !== undefined && isHiddenByName(attribs.class))
  );
}

/** It, and what is around it and holds nothing else. */
function wrappersOf(element: PageElement): PageElement[] {
  const wrappers = [element];
  for (let at = parentOf(element); at !== undefined && !FRAME.has(at.name); at = parentOf(at)) {
    if (at.start !== element.start || at.end !== element.end || wrappers.length > 4) break;
    wrappers.push(at);
  }
  return wrappers;
}

/** The same element with a class in common, or with the same elements in it. */
function areAlike(a: PageElement, b: PageElement): boolean {
  if (a.name !== b.name) return false;
  const classes = new Set(classesOf(a.attribs.class));
  if (classesOf(b.attribs.class).some((name) => classes.has(name))) return true;
  const [first, other] = [a.children[0], b.children[0]];
  return (
    first !== undefined &&
    other !== undefined &&
    first.name === other.name &&
    first.attribs.class === other.attribs.class
  );
}

/** With all elements around them, and those beside these. */
function around(asked: readonly PageElement[]): Set<PageElement> {
  const found = new Set<PageElement>();
  for (const element of asked) {
    let at: PageElement | undefined = element;
    for (let up = 0; up < MAX_CLIMB && at !== undefined && !found.has(at); up += 1) {
      found.add(at);
      at = parentOf(at);
    }
  }
  for (const { parent } of [...found])
    for (const sibling of parent?.children.slice(0, MAX_STATES) ?? []) found.add(sibling);
  return found;
}
