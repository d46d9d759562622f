/**
 * What a visitor sees of a page: in sight as the page stands; hidden, and shown in another state of the page (a tab, a
 * toggle, a menu); or unseen, since nothing on the page can show it. Unseen text is as if it were not there.
 */
import { Cascade, classesOf, type Sheet } from './cascade.ts';
import { type Declared, type Hiding, hidingOf } from './hiding.ts';
import { eachElement, type PageElement } from './page-element.ts';
import { Switches } from './switches.ts';

export interface SightSources {
  root: PageElement;
  text: string;
  /** As the page declares it; empty where it declares none. */
  lang: string;
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

/** The icons of a font that draws the words in it as pictures: `<i class="material-icons">rocket_launch</i>`. */
const PICTURE_WORDS = /(?:^|\s)material-(?:icons|symbols)/;

/** What hides the frame of the page waits for the page to load. */
const FRAME = new Set(['#page', 'html', 'body']);
const MAX_SIBLINGS = 20;
/** In characters: an amount with its period, and with all that is said of it. */
const [MAX_FRAGMENT, MAX_PRICE] = [40, 200];
const NAME = /\p{Lu}\p{Ll}{2}/u;

/** `md:block`, `d-lg-flex`: shown on wide screens. `peer-checked:grid`: shown in a state. */
const SHOWN_WIDER =
  /(?:^|[\s:])(?:(?:sm|md|lg|xl|2xl):!?|d-(?:sm|md|lg|xl|xxl)-)(?:block|inline|flex|grid|table|contents)/;
const SHOWN_IN_A_STATE = /:!?(?:block|inline|flex|grid|table|contents)/;

class Sight {
  readonly #sources: SightSources;
  readonly #cascade: Cascade;
  /** Of the elements that are or may be hidden; others are shown. */
  readonly #states = new Map<PageElement, State>();
  #switches: Switches | undefined;

  constructor(sources: SightSources) {
    this.#sources = sources;
    this.#cascade = new Cascade(sources.sheets);
  }

  /** Parents are marked before their children. */
  mark(element: PageElement): void {
    const { parent } = element;
    if (parent?.struck === true) element.struck = true;
    if (FRAME.has(element.name)) return;
    element.isDisguised = this.#cascade.addsDigits(element);
    const around = parent === null ? undefined : this.#states.get(parent);
    const state = around?.box === NEVER ? around : this.#stateOf(element, around);
    if (state === undefined) return;
    this.#states.set(element, state);
    const fate = Math.max(state.box, state.passed?.fate ?? SHOWN);
    element.hidden = fate !== SHOWN;
    element.unseen = fate === NEVER;
  }

  #stateOf(element: PageElement, around: State | undefined): State | undefined {
    if (PICTURE_WORDS.test(element.attribs.class ?? '') || this.#isTranslation(element)) return { box: NEVER };
    const mayDiffer = around?.passed !== undefined || this.#cascade.mayMark(element);
    const declared = mayDiffer ? this.#cascade.declaredOf(element) : NONE;
    if (/line-through/.test(declared.get('text-decoration') ?? '')) element.struck = true;
    const hiding = hidingOf(declared);
    if (hiding === undefined && around === undefined) return undefined;
    const state: State = { box: around?.box ?? SHOWN };
    if (around?.passed !== undefined && !around.passed.hiding.properties.some((each) => declared.has(each)))
      state.passed = around.passed;
    const fate = hiding === undefined ? SHOWN : this.#fateOf(element, hiding, declared);
    if (hiding?.isInherited === true && fate !== SHOWN) state.passed = { hiding, fate };
    else if (fate > state.box) state.box = fate;
    return state;
  }

  /** Says in another language what an element beside it says in the page's own. Links to other languages are seen. */
  #isTranslation(element: PageElement): boolean {
    if (element.name === 'a' || element.name === 'button') return false;
    const [own, language] = [codeOf(this.#sources.lang), languageOf(element)];
    if (own === '' || language === undefined || language === own) return false;
    const beside = element.parent?.children.slice(0, MAX_SIBLINGS) ?? [];
    return beside.some((each) => each.name === element.name && languageOf(each) === own);
  }

  #fateOf(element: PageElement, hiding: Hiding, declared: Declared): Fate {
    const { class: classes = '' } = element.attribs;
    if (hiding.way === 'aside') return this.#isReadOut(element, declared) ? NEVER : IN_A_STATE;
    if (this.#isMost(element) || SHOWN_WIDER.test(classes)) return SHOWN;
    this.#switches ??= new Switches(this.#sources.root, this.#sources.scripts);
    const isStill = this.#switches.isStill && !this.#sources.hasLinkedSheets && !declared.has('animation');
    if (hiding.way === 'faint' && !isStill) return SHOWN;
    const undone = this.#undone(element, hiding, declared);
    if (undone !== NEVER) return undone;
    if (SHOWN_IN_A_STATE.test(classes)) return IN_A_STATE;
    const twins = this.#twinsOf(element);
    if (this.#isStateOf(element, twins)) return IN_A_STATE;
    return this.#switches.canShow(element, twins) ? IN_A_STATE : NEVER;
  }

  /** Hidden from screen readers, to which an element beside it says the same: `$9` and "$9 per month". */
  #isReadOut({ start, end, parent }: PageElement, declared: Declared): boolean {
    if (start < 0 || end - start > MAX_PRICE || declared.get('-for-readers') !== 'never') return false;
    const { text } = this.#sources;
    const words = unspaced(text.slice(start, end));
    return (parent?.children.slice(0, MAX_SIBLINGS) ?? []).some(
      (each) =>
        each.end - each.start <= MAX_PRICE &&
        this.#cascade.declaredOf(each).get('-for-readers') === 'always' &&
        unspaced(text.slice(each.start, each.end)).includes(words),
    );
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
  #isStateOf(element: PageElement, [twin, ...others]: readonly PageElement[]): boolean {
    const { start, end, attribs } = element;
    const words = this.#sources.text.slice(start, end);
    const [first, ...more] = words.matchAll(AMOUNT);
    if (words.length <= MAX_FRAGMENT && !NAME.test(words.slice(0, first?.index ?? 0))) return true;
    if (twin === undefined || others.length > 0) return false;
    const isNamed = words.length > MAX_PRICE || hasHeading(element);
    return !isNamed || more.length > 0 || (attribs.id !== undefined && twin.attribs.id !== undefined);
  }

  /** Elements in sight beside it that are like it. */
  #twinsOf(element: PageElement): PageElement[] {
    const twins: PageElement[] = [];
    for (const each of element.parent?.children.slice(0, MAX_SIBLINGS) ?? []) {
      if (each === element || each.start < 0 || !areAlike(each, element)) continue;
      if (hidingOf(this.#cascade.declaredOf(each)) === undefined) twins.push(each);
      if (twins.length > 1) break;
    }
    return twins;
  }
}

function unspaced(words: string): string {
  return words.replace(/\s+/g, '');
}

const codeOf = (lang: string) => lang.slice(0, 2).toLowerCase();

function languageOf({ attribs }: PageElement): string | undefined {
  const lang = attribs.lang ?? attribs['data-lang'];
  return lang && codeOf(lang);
}

const AMOUNT = /\p{Sc} ?\d|\d ?\p{Sc}/gu;
const NONE: Declared = new Map();

function hasHeading(element: PageElement): boolean {
  let isFound = false;
  eachElement(element, ({ heading }) => {
    isFound ||= heading > 0;
  });
  return isFound;
}

/** The same element with a class in common, or with the same first element in it. */
function areAlike(a: PageElement, b: PageElement): boolean {
  if (a.name !== b.name) return false;
  const classes = new Set(classesOf(a.attribs.class));
  if (classesOf(b.attribs.class).some((name) => classes.has(name))) return true;
  const [first, other] = [a.children[0], b.children[0]];
  return first !== undefined && first.name === other?.name && first.attribs.class === other.attribs.class;
}
