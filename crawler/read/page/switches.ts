/** What on a page may bring a hidden element into sight: a tab, a toggle, a button, a framework, a script that names it. */
import { classesOf } from './cascade.ts';
import frameworks from './frameworks.json' with { type: 'json' };
import { eachElement, type PageElement } from './page-element.ts';

/** Whether a name is in a list, in which `*` at the end stands for any more characters. */
function isIn(listed: readonly string[]): (name: string) => boolean {
  const whole = new Set(listed);
  const begun = listed.filter((name) => /.\*$/.test(name)).map((name) => name.slice(0, -1));
  return (name) => whole.has(name) || begun.some((each) => name.startsWith(each));
}

const refers = isIn(frameworks.references);
const handles = isIn(frameworks.handlers);
const binds = isIn(frameworks.bindings);

const NEVER = new Set(['false', '!true', '0', 'null']);
const EXECUTED = /^$|javascript|ecmascript|module|babel|jsx/i;
/** React's own serialisation of the page, which names everything on it. */
const SERIALISED = /^\s{0,9}\(?self\.__next_f/;
const MAX_REFERENCE = 200;
const MAX_REFERRERS = 10;
const MAX_NAMED = 200_000;
/** In characters: a control says in a few words what it shows. */
const MAX_CONTROL = 60;
const MAX_OWN = 50;
/** Classes that say how an element is hidden, and not what it is. */
const HIDING_CLASSES = new Set(frameworks.hidingClasses);

export class Switches {
  /** Nothing of the page runs: it stays as it is. */
  readonly isStill: boolean;
  readonly #referrers = new Map<string, PageElement[]>();
  /** What scripts and handlers name in a string or a selector. */
  readonly #scripted = new Set<string>();
  #hasTab = false;

  constructor(root: PageElement, scripts: readonly { type: string; code: string }[]) {
    const texts = scripts
      .filter(({ type, code }) => EXECUTED.test(type) && !SERIALISED.test(code))
      .map(({ code }) => code);
    let isStill = !scripts.some(({ type }) => EXECUTED.test(type));
    eachElement(root, (element) => {
      this.#hasTab ||= element.role === 'tab';
      for (const [name, value] of Object.entries(element.attribs)) {
        if (handles(name)) texts.push(value);
        isStill &&= !handles(name) && !binds(name);
        this.#refer(element, name, value);
      }
    });
    for (const text of texts) this.#name(text);
    this.isStill = isStill;
  }

  /** @param twins elements in sight that are like it: a name that they share does not single it out */
  canShow(element: PageElement, twins: readonly PageElement[]): boolean {
    const { attribs, role, name } = element;
    if (role === 'tabpanel' && this.#hasTab) return true;
    if (Object.entries(attribs).some(([each, value]) => binds(each) && !NEVER.has(value.trim()))) return true;
    if (name === 'dialog' && this.#scripted.has('showModal')) return true;
    return ownNames(element, twins).some((each) => this.#scripted.has(each) || this.#isReferred(element, each));
  }

  #isReferred(element: PageElement, name: string): boolean {
    return (this.#referrers.get(name) ?? []).some((referrer) => !isInside(referrer, element));
  }

  #refer(element: PageElement, name: string, value: string): void {
    if (value === '' || value.length > MAX_REFERENCE) return;
    const isLink = name === 'href' && value.includes('#');
    const isData = name.startsWith('data-') && element.end - element.start <= MAX_CONTROL;
    if (!isLink && !isData && !refers(name)) return;
    for (const each of (isLink ? value.slice(value.indexOf('#')) : value).split(/[\s,]+/)) {
      const key = each.replace(/^[#.]/, '');
      const known = this.#referrers.get(key);
      if (known === undefined) this.#referrers.set(key, [element]);
      else if (known.length < MAX_REFERRERS) known.push(element);
    }
  }

  #name(text: string): void {
    for (const [, name = ''] of text.matchAll(/['"`#.]([\w-]{2,60})(?![\w-])/g)) {
      if (this.#scripted.size > MAX_NAMED) return;
      this.#scripted.add(name);
    }
  }
}

function isInside(element: PageElement, root: PageElement): boolean {
  let at: PageElement | null = element;
  while (at !== null && at.depth > root.depth) at = at.parent;
  return at === root;
}

/** Its id, and the classes and data that no twin has. */
function ownNames(element: PageElement, twins: readonly PageElement[]): string[] {
  const shared = new Set(twins.flatMap(({ attribs }) => [...classesOf(attribs.class), ...Object.values(attribs)]));
  const names = classesOf(element.attribs.class).filter((name) => !shared.has(name));
  for (const [name, value] of Object.entries(element.attribs)) {
    const isData = name.startsWith('data-') && value.length <= MAX_CONTROL && !shared.has(value);
    if (value !== '' && (name === 'id' || isData)) names.push(value);
  }
  return names.filter((name) => !HIDING_CLASSES.has(name)).slice(0, MAX_OWN);
}
