/**
 * Which elements a rule chooses: now, as the page stands, and in another state of it.
 *
 * What changes between states are classes, attributes and what pseudo-classes ask for. So a rule may choose an element
 * in another state where the last part of its selector names something that the element has, and nothing that it can't
 * come to have (another tag, another id).
 */
import { compile } from 'css-select';
import { type PseudoSelector, parse, type Selector } from 'css-what';
import { type PageElement, parentOf } from '../page/document.ts';

/** One selector of a rule's list. */
export interface Choice {
  selector: readonly Selector[];
  /** The part that speaks of the element itself. */
  subject: readonly Selector[];
  /** How much it outweighs others: ids, then classes and the like, then tags. */
  weight: number;
}

/** Steps in the tree that all rules of a page may cost together. */
const MAX_STEPS = 2_000_000;
const COMBINATORS = new Set(['descendant', 'child', 'sibling', 'adjacent', 'parent', 'column-combinator']);

/** Empty where browsers would drop the rule, or where it speaks of no element (`::before`). */
export function choicesOf(selector: string): Choice[] {
  let lists: Selector[][];
  try {
    lists = parse(selector);
  } catch {
    // css-what throws plain errors at what is no selector: browsers drop the rule as well.
    return [];
  }
  return lists
    .filter((each) => each.every(({ type }) => type !== 'pseudo-element'))
    .map((each) => ({
      selector: each,
      subject: subjectOf(each),
      weight: weightOf(each),
    }));
}

function subjectOf(selector: readonly Selector[]): Selector[] {
  return selector.slice(selector.findLastIndex(({ type }) => COMBINATORS.has(type)) + 1);
}

/** Of `:is(…)`, what it stands for: rules inside of rules are written so. */
function alternativesOf({ name, data }: PseudoSelector): Pick<Choice, 'subject'>[] {
  return Array.isArray(data) && (name === 'is' || name === 'where')
    ? data.map((each) => ({ subject: subjectOf(each) }))
    : [];
}

function weightOf(selector: readonly Selector[]): number {
  let weight = 0;
  for (const part of selector) {
    if (part.type === 'attribute') weight += part.name === 'id' && part.action === 'equals' ? 10_000 : 100;
    else if (part.type === 'tag') weight += 1;
    else if (part.type === 'pseudo')
      weight += Array.isArray(part.data)
        ? part.name === 'where'
          ? 0
          : Math.max(0, ...part.data.map((each) => weightOf(each)))
        : 100;
  }
  return weight;
}

/** Each of what a selector names of the element: to be chosen in any state, it must have one of them. */
export function keysOf({ subject }: Pick<Choice, 'subject'>): string[] {
  return subject.flatMap((part) => {
    if (part.type === 'tag') return [part.name];
    if (part.type === 'pseudo') return alternativesOf(part).flatMap(keysOf);
    if (part.type !== 'attribute') return [];
    if (part.name === 'class' && part.action === 'element') return [`.${part.value}`];
    return part.name === 'id' && part.action === 'equals' ? [`#${part.value}`] : [`[${part.name}]`];
  });
}

class TooManySteps extends Error {}

/** Asks rules about elements; false from when the page's rules have cost too much. */
export class Chooser {
  #steps = 0;
  readonly #tests = new Map<Choice, (element: PageElement) => boolean>();
  readonly #adapter = {
    isTag: (_: PageElement): _ is PageElement => true,
    existsOne: (test: (element: PageElement) => boolean, elements: PageElement[]) => elements.some(test),
    getAttributeValue: (element: PageElement, name: string) => element.attribs[name],
    getChildren: (element: PageElement) => this.#counted([...element.children]),
    getName: ({ name }: PageElement) => name,
    getParent: (element: PageElement) => {
      this.#count(1);
      const parent = parentOf(element);
      return parent === undefined || parent.name === '#page' ? null : parent;
    },
    getSiblings: (element: PageElement) => this.#counted([...(element.parent?.children ?? [element])]),
    prevElementSibling: (element: PageElement) => element.prev,
    getText: () => '',
    hasAttrib: (element: PageElement, name: string) => element.attribs[name] !== undefined,
    removeSubsets: (elements: PageElement[]) => elements,
    findAll: () => [],
    findOne: () => null,
    equals: (a: PageElement, b: PageElement) => a === b,
  };

  choosesNow(element: PageElement, choice: Choice): boolean {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) return false;
    let test = this.#tests.get(choice);
    if (test === undefined) {
      test = this.#testOf(choice);
      this.#tests.set(choice, test);
    }
    try {
      return test(element);
    } catch (error) {
      if (error instanceof TooManySteps) return false;
      throw error;
    }
  }

  #testOf({ selector }: Choice): (element: PageElement) => boolean {
    try {
      // It sorts the parts that it is given.
      return compile<PageElement, PageElement>([[...selector]], { adapter: this.#adapter });
    } catch {
      // Its error for a pseudo-class that it does not know: none that a page at rest satisfies (`:focus-within`).
      return () => false;
    }
  }

  #count(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_STEPS) throw new TooManySteps();
  }

  #counted(elements: PageElement[]): PageElement[] {
    this.#count(elements.length);
    return elements;
  }
}

/** Whether it may come to choose the element by a class, an attribute or a condition that it does not satisfy now. */
export function mayChoose(element: PageElement, { subject }: Pick<Choice, 'subject'>): boolean {
  const { attribs, name } = element;
  let isNamed = false;
  for (const part of subject) {
    if (part.type === 'tag' && part.name !== name) return false;
    if (part.type === 'pseudo') isNamed ||= alternativesOf(part).some((each) => mayChoose(element, each));
    if (part.type !== 'attribute') continue;
    const value = attribs[part.name];
    if (part.name === 'id' && part.action === 'equals' && value !== part.value) return false;
    isNamed ||= part.name === 'class' && part.action === 'element' ? hasClass(value, part.value) : value !== undefined;
  }
  return isNamed;
}

function hasClass(classes: string | undefined, name: string): boolean {
  return classes !== undefined && ` ${classes.replace(/\s/g, ' ')} `.includes(` ${name} `);
}
