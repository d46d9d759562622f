/**
 * What on a page may bring an element into sight that is out of it: a tab, a toggle, a button, a script that names it.
 *
 * Asked only of elements that are out of sight, so the page is walked for it when first somebody asks.
 */
import { type Document, eachElement, type PageElement } from '../page/document.ts';
import { classesOf } from './cascade.ts';

/** Whether what the page refers to stands in an element itself, and so is out of sight with it. */
function isInside(element: PageElement, root: PageElement): boolean {
  let at: PageElement | null = element;
  while (at !== null && at.depth > root.depth) at = at.parent;
  return at === root;
}

const REFERS = new Set(['aria-controls', 'aria-owns', 'popovertarget', 'commandfor', 'for']);
const HANDLES = /^(?:on[a-z]+|@[\w.:-]+|(?:x|v)-on:.*|ng-click|\(click\))$/;
/** A framework shows and hides what has one of these. */
const BINDS =
  /^(?:x-(?:show|if|bind.*|transition.*|cloak|collapse)|v-(?:show|if|bind.*|cloak)|ng-(?:show|hide|if|class|switch-when)|:[a-z]+|\*ng(?:if|switchcase)|\[(?:hidden|class.*|style.*|ngclass|ngstyle)\]|wire:.*|data-bind|data-(?:show|if)|data-state|data-headlessui-state|data-w-(?:id|tab))$/;
const NEVER = new Set(['false', '!true', '0', 'null']);
const EXECUTED = /^$|javascript|ecmascript|module|babel|jsx/i;
/** React's own serialisation of the page, which names whatever is on it. */
const SERIALISED = /^\s{0,9}\(?self\.__next_f/;
/** A control says in a few words what it shows. */
const MAX_CONTROL = 60;
const MAX_REFERENCE = 200;
const MAX_REFERRERS = 10;
const MAX_NAMED = 200_000;
/** More than anybody gives one element. */
const MAX_OWN = 50;

export class Switches {
  readonly #referrers = new Map<string, PageElement[]>();
  /** What its scripts and handlers name. */
  readonly #scripted: ReadonlySet<string>;
  readonly #hasTab: boolean;
  /** Nothing of the page runs, so that it stays as it is. */
  readonly isStill: boolean;

  constructor({ root, scripts, source }: Document) {
    const texts: string[] = [];
    for (const { type, start, end } of scripts) {
      if (!EXECUTED.test(type)) continue;
      const text = source.slice(start, end);
      texts.push(SERIALISED.test(text) ? '' : text);
    }
    let hasTab = false;
    let isBound = false;
    /** A page has the same few attributes over and over. */
    const names = new Map<string, { handles: boolean; binds: boolean }>();
    eachElement(root, (element) => {
      hasTab ||= element.role === 'tab';
      for (const [name, value] of Object.entries(element.attribs)) {
        const known = names.get(name) ?? { handles: HANDLES.test(name), binds: BINDS.test(name) };
        names.set(name, known);
        if (known.handles) texts.push(value);
        isBound ||= known.binds;
        this.#refer(element, name, value);
      }
    });
    this.#scripted = namedIn(texts);
    this.#hasTab = hasTab;
    this.isStill = texts.length === 0 && !isBound;
  }

  #refer(element: PageElement, name: string, value: string): void {
    if (value === '' || value.length > MAX_REFERENCE) return;
    const isLink = name === 'href' && value.includes('#');
    const isData = name.startsWith('data-') && element.end - element.start <= MAX_CONTROL;
    if (!isLink && !isData && !REFERS.has(name)) return;
    for (const each of (isLink ? value.slice(value.indexOf('#')) : value).split(/[\s,]+/)) {
      const key = each.replace(/^[#.]/, '');
      const known = this.#referrers.get(key);
      if (known === undefined) this.#referrers.set(key, [element]);
      else if (known.length < MAX_REFERRERS) known.push(element);
    }
  }

  /** @param beside elements beside it whose prices are in sight: what they are called too is no name of its own */
  reach(element: PageElement, beside: readonly PageElement[]): boolean {
    const { attribs, role } = element;
    if (role === 'tabpanel' && this.#hasTab) return true;
    if (Object.entries(attribs).some(([name, value]) => BINDS.test(name) && !NEVER.has(value.trim()))) return true;
    if (element.name === 'dialog' && this.#scripted.has('showModal')) return true;
    return ownNames(element, beside).some((name) => this.#isReferred(element, name) || this.#scripted.has(name));
  }

  #isReferred(element: PageElement, name: string): boolean {
    return (this.#referrers.get(name) ?? []).some((referrer) => !isInside(referrer, element));
  }
}

/** What scripts name in a string or in a selector. */
function namedIn(texts: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const text of texts)
    for (const [, name] of text.matchAll(/['"`#.]([\w-]{2,60})(?![\w-])/g)) {
      if (name !== undefined) names.add(name);
      if (names.size > MAX_NAMED) return names;
    }
  return names;
}

/** Its id, and the classes and data that none beside it has. */
function ownNames(element: PageElement, beside: readonly PageElement[]): string[] {
  const names = classesOf(element.attribs.class).filter(
    (name) => !beside.some((other) => classesOf(other.attribs.class).includes(name)),
  );
  const { id } = element.attribs;
  if (id !== undefined && id !== '') names.push(id);
  for (const [name, value] of Object.entries(element.attribs)) {
    const isOwn = name.startsWith('data-') && value !== '' && !beside.some((other) => other.attribs[name] === value);
    if (isOwn && value.length <= MAX_CONTROL) names.push(value);
  }
  return names.filter((name) => !HIDES.has(name)).slice(0, MAX_OWN);
}

/** Classes that say how it is hidden, and not what it is. */
const HIDES = new Set(['hidden', 'hide', 'd-none', 'is-hidden', 'invisible', 'collapse', 'none', 'true', 'false']);
