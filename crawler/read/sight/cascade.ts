/** What the page's own rules and `style` attributes declare of an element, now and in another state of the page. */
import type { Document, PageElement } from '../page/document.ts';
import { type Choice, Chooser, choicesOf, keysOf, mayChoose } from './choice.ts';
import { mediaForce } from './condition.ts';
import type { Declaration } from './declaration.ts';
import { declarationsOf, type Rule, rulesOf } from './stylesheet.ts';

export type Declared = ReadonlyMap<string, string>;

interface Ranked {
  rule: Rule;
  choice: Choice;
  order: number;
}

const NOTHING: Declared = new Map();
/** Of all rules of a page; those behind are as if they were not there. */
const MAX_CHOICES = 10_000;

export class Cascade {
  /** Rules are in files that are not here. */
  readonly isElsewhere: boolean;
  /** By something that the element must have for them to choose it. */
  readonly #rules = new Map<string, Ranked[]>();
  #choices = 0;
  readonly #chooser = new Chooser();
  readonly #declared = new Map<PageElement, Declared>();

  /** @param asked elements that are asked about, with all that are around them */
  constructor(document: Document, asked: Iterable<PageElement>) {
    let isElsewhere = (document.tagged.get('link') ?? []).some(({ attribs }) => /stylesheet/i.test(attribs.rel ?? ''));
    const names = namesOf(asked);
    let order = 0;
    for (const { media, start, end } of document.styles) {
      const force = mediaForce(media);
      if (force === 'never') continue;
      const { rules, imports } = rulesOf(document.source.slice(start, end), names);
      isElsewhere ||= imports;
      for (const rule of rules) this.#add(force === 'sometimes' ? { ...rule, when: force } : rule, order++);
    }
    this.isElsewhere = isElsewhere;
  }

  #add(rule: Rule, order: number): void {
    if (this.#choices > MAX_CHOICES) return;
    for (const choice of choicesOf(rule.selector)) {
      this.#choices += 1;
      const keys = keysOf(choice);
      for (const key of keys.length === 0 ? ['*'] : keys) {
        const bucket = this.#rules.get(key);
        if (bucket === undefined) this.#rules.set(key, [{ rule, choice, order }]);
        else bucket.push({ rule, choice, order });
      }
    }
  }

  /** The value of each property that is in force on every screen, as the page stands. Nothing is inherited. */
  declaredOf(element: PageElement): Declared {
    const known = this.#declared.get(element);
    if (known !== undefined) return known;
    const declared = this.#declare(element);
    this.#declared.set(element, declared);
    return declared;
  }

  #declare(element: PageElement): Declared {
    const { style } = element.attribs;
    const chosen = [...this.#candidates(element)]
      .filter(({ rule, choice }) => rule.when === 'always' && this.#chooser.choosesNow(element, choice))
      .sort(
        (a, b) =>
          Number(b.rule.isLayered) - Number(a.rule.isLayered) || a.choice.weight - b.choice.weight || a.order - b.order,
      );
    if (chosen.length === 0 && style === undefined) return NOTHING;
    const declarations = chosen.flatMap(({ rule }) => rule.declarations);
    if (style !== undefined) declarations.push(...declarationsOf(style));
    const declared = new Map<string, string>();
    for (const each of declarations) if (!each.isImportant) declared.set(each.property, each.value);
    for (const each of declarations) if (each.isImportant) declared.set(each.property, each.value);
    return declared;
  }

  /** Declarations of rules that choose the element on some screens only, or may choose it in another state. */
  *declaredElsewhen(element: PageElement): Iterable<Declaration> {
    for (const { rule, choice } of this.#candidates(element)) {
      if (!mayChoose(element, choice)) continue;
      if (rule.when === 'always' && this.#chooser.choosesNow(element, choice)) continue;
      yield* rule.declarations;
    }
  }

  #candidates(element: PageElement): Set<Ranked> {
    const found = new Set<Ranked>();
    if (this.#rules.size === 0) return found;
    const { name, attribs } = element;
    const take = (key: string) => {
      for (const each of this.#rules.get(key) ?? []) found.add(each);
    };
    take('*');
    take(name);
    for (const attribute of Object.keys(attribs)) take(`[${attribute}]`);
    if (attribs.id !== undefined) take(`#${attribs.id}`);
    for (const each of classesOf(attribs.class)) take(`.${each}`);
    return found;
  }
}

export function classesOf(classes: string | undefined): string[] {
  return classes === undefined ? [] : classes.split(/\s+/).filter((name) => name !== '');
}

function namesOf(asked: Iterable<PageElement>): Set<string> {
  const names = new Set<string>();
  const classes = new Set<string>();
  for (const { attribs } of asked) {
    if (attribs.id !== undefined) names.add(attribs.id);
    if (attribs.class !== undefined) classes.add(attribs.class);
  }
  for (const each of classes) for (const name of classesOf(each)) names.add(name);
  return names;
}
