/** What browsers and the page's own style sheets declare of an element, now and in other states of the page. */
import { compile } from 'css-select';
import { parse, type Selector } from 'css-what';
import { memoized } from '../../../data/text/memoized.ts';
import { BROWSER_SHEET } from './browser-sheet.ts';
import { type Declared, hidingOf } from './hiding.ts';
import { type PageElement, parentOf } from './page-element.ts';
import { type Declaration, declarationsOf, mediaForce, type Rule, rulesOf } from './stylesheet.ts';

/** One selector of a rule's list. */
interface Choice {
  rule: Rule;
  selector: Selector[];
  /** Its last part, which is about the element itself. */
  subject: readonly Selector[];
  specificity: number;
  order: number;
  /** Compiled on first use. */
  test?: (element: PageElement) => boolean;
}

export interface Sheet {
  css: string;
  media: string;
}

const NOTHING: Declared = new Map();
/** Selectors of one page, and steps in the tree that they may cost together. */
const MAX_CHOICES = 20_000;
const MAX_STEPS = 2_000_000;
const MAX_GENERATING = 50;
/** `\201c` names a sign, and no digit of it is seen; what is computed may be digits. */
const ESCAPE = /\\[\da-f]{1,6}\s?/gi;
const MAY_BE_DIGITS = /\d|\b(?:counter|counters|attr|var)\(/;
const COMBINATORS = new Set(['descendant', 'child', 'sibling', 'adjacent', 'parent', 'column-combinator']);

class TooManySteps extends Error {}

export class Cascade {
  /** By a key that an element must have to be selected: `.class`, `#id`, `[attribute]`, a tag, or `*`. */
  readonly #choices = new Map<string, Choice[]>();
  /** Keys of the rules that hide or strike out by themselves. */
  readonly #marking = new Set<string>();
  /** By such a key, what content before or after an element is selected by. */
  readonly #generating = new Map<string, (readonly Selector[])[]>();
  readonly #declared = new Map<PageElement, Declared>();
  #count = 0;
  #steps = 0;

  constructor(sheets: readonly Sheet[]) {
    for (const { css, media } of [{ css: BROWSER_SHEET, media: '' }, ...sheets]) {
      const force = mediaForce(media);
      if (force !== 'never') for (const rule of rulesOf(css)) this.#add(force === 'always' ? rule : { ...rule, force });
    }
  }

  /** Whether a `style` attribute or a rule that hides or strikes out by itself may be about the element. */
  mayMark({ name, attribs }: PageElement): boolean {
    if (attribs.style !== undefined || this.#marking.has('*') || this.#marking.has(name)) return true;
    for (const attribute in attribs) if (this.#marking.has(`[${attribute}]`)) return true;
    return this.#marksClass(attribs.class ?? '') || (attribs.id !== undefined && this.#marking.has(`#${attribs.id}`));
  }

  readonly #marksClass = memoized((classes) => classesOf(classes).some((name) => this.#marking.has(`.${name}`)));

  /** Whether a rule puts digits before or after the element, in some state of the page. */
  addsDigits(element: PageElement): boolean {
    if (this.#generating.size === 0) return false;
    const keys = keysOfElement(element.name, element.attribs);
    return keys.some((key) => this.#generating.get(key)?.some((subject) => maySelect(subject, element)) === true);
  }

  /** The properties in force on every screen, as the page stands. Nothing is inherited. */
  declaredOf(element: PageElement): Declared {
    const known = this.#declared.get(element);
    if (known !== undefined) return known;
    const declared = this.#declare(element);
    this.#declared.set(element, declared);
    return declared;
  }

  #declare(element: PageElement): Declared {
    const { style } = element.attribs;
    const chosen = this.#about(element)
      .filter((choice) => choice.rule.force === 'always' && this.#selects(choice, element))
      .sort((a, b) => a.specificity - b.specificity || a.order - b.order);
    if (chosen.length === 0 && style === undefined) return NOTHING;
    const declarations = chosen.flatMap(({ rule }) => rule.declarations);
    if (style !== undefined) declarations.push(...this.inlineOf(style));
    const declared = new Map<string, string>();
    for (const each of declarations) if (!each.isImportant) declared.set(each.property, each.value);
    for (const each of declarations) if (each.isImportant) declared.set(each.property, each.value);
    return declared;
  }

  /** What a `style` attribute declares. */
  readonly inlineOf = memoized(declarationsOf);

  /** Declarations of rules that select the element on some screens only, or may select it in another state. */
  *declaredElsewhen(element: PageElement): Iterable<Declaration & { isState: boolean }> {
    for (const choice of this.#about(element)) {
      const isState = choice.rule.force === 'always';
      if (!maySelect(choice.subject, element) || (isState && this.#selects(choice, element))) continue;
      for (const declaration of choice.rule.declarations) yield { ...declaration, isState };
    }
  }

  #add(rule: Rule): void {
    const declared = new Map(rule.declarations.map(({ property, value }) => [property, value]));
    // What lifts an element or cuts its overflow may be declared by another rule.
    const isMarking =
      /line-through/.test(declared.get('text-decoration') ?? '') ||
      hidingOf(new Map([['position', 'absolute'], ['overflow', 'hidden'], ...declared])) !== undefined;
    for (const selector of selectorsOf(rule.selector)) {
      this.#count += 1;
      if (this.#count > MAX_CHOICES) return;
      const subject = subjectOf(selector);
      if (subject.some(({ type }) => type === 'pseudo-element')) {
        if (MAY_BE_DIGITS.test((declared.get('content') ?? '').replace(ESCAPE, ''))) this.#addGenerating(subject);
        continue;
      }
      const choice = { rule, selector, subject, specificity: specificityOf(selector), order: this.#count };
      const keys = keysOf(subject);
      for (const key of keys.length === 0 ? ['*'] : keys) {
        if (isMarking) this.#marking.add(key);
        const known = this.#choices.get(key) ?? [];
        known.push(choice);
        this.#choices.set(key, known);
      }
    }
  }

  #addGenerating(subject: readonly Selector[]): void {
    for (const key of keysOf(subject)) {
      const known = this.#generating.get(key) ?? [];
      if (known.length < MAX_GENERATING) this.#generating.set(key, [...known, subject]);
    }
  }

  /** None once the page's rules have cost too much. */
  #about({ name, attribs }: PageElement): Choice[] {
    if (this.#steps > MAX_STEPS) return [];
    const found = new Set<Choice>();
    for (const key of keysOfElement(name, attribs)) for (const each of this.#choices.get(key) ?? []) found.add(each);
    this.#steps += found.size;
    return [...found];
  }

  #selects(choice: Choice, element: PageElement): boolean {
    if (this.#steps > MAX_STEPS) return false;
    choice.test ??= this.#compiled(choice.selector);
    try {
      return choice.test(element);
    } catch (error) {
      if (error instanceof TooManySteps) return false;
      throw error;
    }
  }

  #compiled(selector: Selector[]): (element: PageElement) => boolean {
    try {
      return compile<PageElement, PageElement>([selector], { adapter: this.#adapter });
    } catch {
      // A pseudo-class that css-select does not know: none that holds on a page at rest (`:focus-within`).
      return () => false;
    }
  }

  #step(count: number): void {
    this.#steps += count;
    if (this.#steps > MAX_STEPS) throw new TooManySteps();
  }

  #stepped(elements: readonly PageElement[]): PageElement[] {
    this.#step(elements.length);
    return [...elements];
  }

  readonly #adapter = {
    isTag: (_: PageElement): _ is PageElement => true,
    existsOne: (test: (element: PageElement) => boolean, elements: PageElement[]) => elements.some(test),
    getAttributeValue: (element: PageElement, name: string) => element.attribs[name],
    getChildren: (element: PageElement) => this.#stepped(element.children),
    getName: ({ name }: PageElement) => name,
    getParent: (element: PageElement) => {
      this.#step(1);
      const parent = parentOf(element);
      return parent === undefined || parent.name === '#page' ? null : parent;
    },
    getSiblings: (element: PageElement) => this.#stepped(element.parent?.children ?? [element]),
    prevElementSibling: (element: PageElement) => element.prev,
    getText: () => '',
    hasAttrib: (element: PageElement, name: string) => element.attribs[name] !== undefined,
    removeSubsets: (elements: PageElement[]) => elements,
    findAll: () => [],
    findOne: () => null,
    equals: (a: PageElement, b: PageElement) => a === b,
  };
}

/** Empty where browsers drop the rule. */
function selectorsOf(selector: string): Selector[][] {
  try {
    return parse(selector);
  } catch {
    // css-what throws plain errors at what is no selector.
    return [];
  }
}

function subjectOf(selector: readonly Selector[]): readonly Selector[] {
  return selector.slice(selector.findLastIndex(({ type }) => COMBINATORS.has(type)) + 1);
}

/** The lists in `:is(…)`, which stands for nested rules as well. */
function alternativesOf(part: Selector): (readonly Selector[])[] {
  const isList = part.type === 'pseudo' && Array.isArray(part.data) && (part.name === 'is' || part.name === 'where');
  return isList ? (part.data as Selector[][]).map(subjectOf) : [];
}

function specificityOf(selector: readonly Selector[]): number {
  let sum = 0;
  for (const part of selector) {
    if (part.type === 'attribute') sum += part.name === 'id' && part.action === 'equals' ? 10_000 : 100;
    else if (part.type === 'tag') sum += 1;
    else if (part.type === 'pseudo' && !Array.isArray(part.data)) sum += 100;
    else if (part.type === 'pseudo' && part.name !== 'where')
      sum += Math.max(0, ...(part.data as Selector[][]).map(specificityOf));
  }
  return sum;
}

function keysOf(subject: readonly Selector[]): string[] {
  return subject.flatMap((part) => {
    if (part.type === 'tag') return [part.name];
    if (part.type !== 'attribute') return alternativesOf(part).flatMap(keysOf);
    if (part.name === 'class' && part.action === 'element') return [`.${part.value}`];
    return part.name === 'id' && part.action === 'equals' ? [`#${part.value}`] : [`[${part.name}]`];
  });
}

function keysOfElement(name: string, attribs: PageElement['attribs']): string[] {
  const keys = ['*', name, ...classesOf(attribs.class).map((each) => `.${each}`)];
  if (attribs.id !== undefined) keys.push(`#${attribs.id}`);
  for (const attribute of Object.keys(attribs)) keys.push(`[${attribute}]`);
  return keys;
}

/** Whether the element has what the selector names, and nothing that it names otherwise, as another tag or id. */
function maySelect(subject: readonly Selector[], element: PageElement): boolean {
  const { attribs, name } = element;
  let isNamed = false;
  for (const part of subject) {
    if (part.type === 'tag' && part.name !== name) return false;
    if (part.type === 'pseudo') isNamed ||= alternativesOf(part).some((each) => maySelect(each, element));
    if (part.type !== 'attribute') continue;
    const value = attribs[part.name];
    if (part.name === 'id' && part.action === 'equals' && value !== part.value) return false;
    isNamed ||=
      part.name === 'class' && part.action === 'element' ? classesOf(value).includes(part.value) : value !== undefined;
  }
  return isNamed;
}

export function classesOf(classes: string | undefined): string[] {
  return classes === undefined ? [] : classes.split(/\s+/).filter((name) => name !== '');
}
