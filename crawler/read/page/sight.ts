/**
 * What a visitor sees of a page: in sight as the page stands; hidden, and shown in another state of the page (a tab, a
 * toggle, a menu); or unseen, since nothing on the page can show it. Unseen text is as if it were not there.
 */
import { NOT_DRAWN_MARK } from '../../../data/page.ts';
import { Cascade, classesOf, type Sheet } from './cascade.ts';
import frameworks from './frameworks.json' with { type: 'json' };
import { type Declared, type Hiding, hidingOf } from './hiding.ts';
import { eachElement, type PageElement, parentOf } from './page-element.ts';
import { Switches } from './switches.ts';

export interface SightSources {
  root: PageElement;
  text: string;
  sheets: readonly Sheet[];
  hasLinkedSheets: boolean;
  scripts: readonly { type: string; code: string }[];
}

/** Marks the elements of a page that are hidden, unseen or struck. */
export function markSight(sources: SightSources): void {
  const sight = new Sight(sources);
  eachElement(sources.root, (element) => sight.mark(element));
}

const [SHOWN, IN_A_STATE, NEVER] = [0, 1, 2] as const;
type Fate = typeof SHOWN | typeof IN_A_STATE | typeof NEVER;

interface State {
  /** Of the element's box, and with it of all in it. */
  box: Fate;
  /** Passed on to elements inside, unless they declare otherwise. */
  passed?: { hiding: Hiding; fate: Fate };
}

const NOT_DRAWN: Hiding = { way: 'gone', properties: ['display'], isInherited: false };
/** What hides the frame of the page waits for the page to load. */
const FRAME = new Set(['#page', 'html', 'body']);
const STREAMED = /^S:[\da-f]{1,6}$/;
const MAX_SIBLINGS = 50;
const MAX_WRAPPERS = 5;
/** In characters: an amount with its period and unit. */
const MAX_FRAGMENT = 40;
const NAME = /\p{Lu}\p{Ll}{2}/u;

const REMOVING = new Set(frameworks.hidingClasses);
const FOR_SCREEN_READERS = new Set(frameworks.screenReaderClasses);
/** `md:block`, `d-lg-flex`, `peer-checked:grid`: shown on some screens or in some state. */
const SHOWN_ELSEWHEN = new RegExp(`^(?:d-(sm|md|lg|xl|xxl)-|([^:]+):!?)(?:${frameworks.shownDisplays.join('|')})$`);
const STRIKES = /line-through/;

interface Look {
  isRemoved: boolean;
  isForScreenReaders: boolean;
  isShownWider: boolean;
  isShownInState: boolean;
}

class Sight {
  readonly #sources: SightSources;
  readonly #cascade: Cascade;
  /** Of the elements that are or may be hidden; others are shown. */
  readonly #states = new Map<PageElement, State>();
  readonly #looks = new Map<string, Look>();
  #switches: Switches | undefined;

  constructor(sources: SightSources) {
    this.#sources = sources;
    this.#cascade = new Cascade(sources.sheets, sources.hasLinkedSheets);
  }

  /** Parents are marked before their children. */
  mark(element: PageElement): void {
    const { parent } = element;
    if (parent?.struck === true) element.struck = true;
    if (FRAME.has(element.name)) return;
    const around = parent === null ? undefined : this.#states.get(parent);
    const state = around?.box === NEVER ? around : this.#stateOf(element, around);
    if (state === undefined) return;
    this.#states.set(element, state);
    const fate = Math.max(state.box, state.passed?.fate ?? SHOWN);
    element.hidden = fate !== SHOWN;
    element.unseen = fate === NEVER;
  }

  #stateOf(element: PageElement, around: State | undefined): State | undefined {
    const declared =
      around?.passed !== undefined || this.#cascade.mayHide(element) ? this.#cascade.declaredOf(element) : NONE;
    if (STRIKES.test(declared.get('text-decoration') ?? '')) element.struck = true;
    const hiding = this.#hidingOf(element, declared);
    const isForReaders = this.#lookOf(element).isForScreenReaders || element.attribs['aria-hidden'] === 'true';
    if (hiding === undefined && around === undefined && !isForReaders) return undefined;
    const state: State = { box: isForReaders ? worse(around?.box, IN_A_STATE) : (around?.box ?? SHOWN) };
    if (around?.passed !== undefined && !around.passed.hiding.properties.some((each) => declared.has(each)))
      state.passed = around.passed;
    if (hiding === undefined || isForReaders) return state;
    const fate = this.#fateOf(element, hiding, declared);
    if (!hiding.isInherited) state.box = worse(state.box, fate);
    else if (fate !== SHOWN) state.passed = { hiding, fate };
    return state;
  }

  #hidingOf(element: PageElement, declared: Declared): Hiding | undefined {
    if (element.name === 'datalist') return NOT_DRAWN;
    const hiding = hidingOf(declared);
    if (hiding !== undefined) return hiding;
    // What a page declares outweighs what browsers do by themselves.
    if (!isNotDrawn(element) && !this.#lookOf(element).isRemoved) return undefined;
    return this.#cascade.declaredOf(element).has('display') ? undefined : NOT_DRAWN;
  }

  #lookOf({ attribs }: PageElement): Look {
    const { class: classes } = attribs;
    if (classes === undefined) return PLAIN;
    let look = this.#looks.get(classes);
    if (look === undefined) {
      const names = classesOf(classes);
      const shown = names.flatMap((name) => SHOWN_ELSEWHEN.exec(name)?.slice(1).find(Boolean) ?? []);
      look = {
        isRemoved: names.some((name) => REMOVING.has(name)),
        isForScreenReaders: names.some((name) => FOR_SCREEN_READERS.has(name)),
        isShownWider: shown.some((each) => SCREENS.has(each)),
        isShownInState: shown.length > 0,
      };
      this.#looks.set(classes, look);
    }
    return look;
  }

  #fateOf(element: PageElement, hiding: Hiding, declared: Declared): Fate {
    const look = this.#lookOf(element);
    if (this.#isMost(element) || (look.isRemoved && look.isShownWider)) return SHOWN;
    this.#switches ??= new Switches(this.#sources.root, this.#sources.scripts);
    if (hiding.way === 'faint' && (!this.#switches.isStill || this.#cascade.isElsewhere || isAnimated(declared)))
      return SHOWN;
    const undone = this.#undone(element, hiding, declared);
    if (undone !== NEVER) return undone;
    if (look.isRemoved && look.isShownInState) return IN_A_STATE;
    const twins = this.#twinsOf(element);
    if (this.#isStateOf(element, twins)) return IN_A_STATE;
    const switches = this.#switches;
    const isReached = wrappersOf(element).some((each) => switches.canShow(each, each === element ? twins : []));
    return isReached ? IN_A_STATE : NEVER;
  }

  /** A page that hides nearly all of itself shows it once it has loaded. */
  #isMost({ start, end }: PageElement): boolean {
    return end - start > this.#sources.text.length / 2;
  }

  /** Whether a rule of the page's own sheets shows it on other screens or in another state. */
  #undone(element: PageElement, hiding: Hiding, declared: Declared): Fate {
    const { style } = element.attribs;
    const isInline =
      style !== undefined && this.#cascade.inlineOf(style).some(({ property }) => hiding.properties.includes(property));
    let fate: Fate = NEVER;
    for (const { property, value, isImportant, isState } of this.#cascade.declaredElsewhen(element)) {
      if ((isInline && !isImportant) || !hiding.properties.includes(property) || value === declared.get(property))
        continue;
      if (!isState) return SHOWN;
      fate = IN_A_STATE;
    }
    return fate;
  }

  /**
   * A price or a period without a name is of a card in sight, in another state. Of two lists of offers that are alike each
   * is shown in some state; a card beside a card is not, unless by its id.
   */
  #isStateOf({ start, end, attribs }: PageElement, [twin, ...others]: readonly PageElement[]): boolean {
    const words = this.#sources.text.slice(start, end);
    const [first, ...more] = words.matchAll(AMOUNT);
    if (end - start <= MAX_FRAGMENT && !NAME.test(words.slice(0, first?.index ?? 0))) return true;
    if (twin === undefined || others.length > 0) return false;
    return more.length > 0 || (attribs.id !== undefined && twin.attribs.id !== undefined);
  }

  /** Elements in sight beside it that are like it. */
  #twinsOf(element: PageElement): PageElement[] {
    const siblings = (element.parent?.children ?? []).slice(0, MAX_SIBLINGS);
    return siblings.filter(
      (each) =>
        each !== element &&
        each.start >= 0 &&
        areAlike(each, element) &&
        this.#hidingOf(each, this.#cascade.declaredOf(each)) === undefined,
    );
  }
}

const AMOUNT = /\p{Sc} ?\d|\d ?\p{Sc}/gu;
const NONE: Declared = new Map();
const PLAIN: Look = { isRemoved: false, isForScreenReaders: false, isShownWider: false, isShownInState: false };
const SCREENS = new Set(['sm', 'md', 'lg', 'xl', 'xxl', '2xl']);

const worse = (a: Fate = SHOWN, b: Fate): Fate => (a > b ? a : b);
const isAnimated = (declared: Declared) => (declared.get('animation') ?? 'none') !== 'none';

/** By what browsers do with it, or by the mark of the crawler's browser. */
function isNotDrawn({ name, attribs }: PageElement): boolean {
  // React streams content in a hidden element and puts it in its place by script.
  if (STREAMED.test(attribs.id ?? '')) return false;
  return (
    attribs.hidden !== undefined ||
    attribs.popover !== undefined ||
    attribs[NOT_DRAWN_MARK] !== undefined ||
    (name === 'dialog' && attribs.open === undefined)
  );
}

/** The element, and those around it that hold nothing else. */
function wrappersOf(element: PageElement): PageElement[] {
  const wrappers = [element];
  for (let at = parentOf(element); at !== undefined && !FRAME.has(at.name); at = parentOf(at)) {
    if (at.start !== element.start || at.end !== element.end || wrappers.length >= MAX_WRAPPERS) break;
    wrappers.push(at);
  }
  return wrappers;
}

/** The same element with a class in common, or with the same first element in it. */
function areAlike(a: PageElement, b: PageElement): boolean {
  if (a.name !== b.name) return false;
  const classes = new Set(classesOf(a.attribs.class));
  if (classesOf(b.attribs.class).some((name) => classes.has(name))) return true;
  const [first, other] = [a.children[0], b.children[0]];
  return first !== undefined && first.name === other?.name && first.attribs.class === other.attribs.class;
}
