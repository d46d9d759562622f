/**
 * Which state of a page's billing switch an element belongs to, by what it and the elements around it are called.
 *
 * Class names, data attributes, the conditions of Alpine, Vue and Angular with their negations, and tab panels by the
 * words of their tab. "price-per-month" says what the amount is for, and nothing of how one is billed.
 */
import type { Billing } from '../../../data/reading.ts';
import { type Document, type PageElement, parentOf } from '../page/document.ts';

const PLAIN = new Set([
  ...['class', 'id', 'aria-label', 'data-period', 'data-billing', 'data-billing-period', 'data-billing-cycle'],
  ...['data-plan-period', 'data-pricing-period', 'data-interval', 'data-frequency', 'data-term', 'data-cycle'],
  ...['data-tab', 'data-tab-content', 'data-pane', 'data-w-tab', 'data-state', 'data-toggle-state', 'data-show-for'],
]);
const CONDITIONS = new Set(['x-show', 'x-if', 'v-if', 'v-show', 'ng-if', 'ng-show', '*ngif', 'data-show', 'data-if']);
const HIDING = new Set(['ng-hide', 'x-hide', ':hidden', ':class', 'x-bind:class', 'v-bind:class', 'data-hide']);

const YEARLY = /(?<!per[-_ ]?)(?:annual|yearly|year(?![a-z])|jähr|jaehr|annuel|anual)/i;
const MONTHLY = /(?<!per[-_ ]?)(?:month|monat|mensu|mensal|mensile)/i;
const MAX_VALUE = 400;
const MAX_CLIMB = 8;
/** Above a card, as far as what switches all of them. */
const MAX_CLIMB_ABOVE = 6;

/** Undefined where nothing says, or both are said at once. */
export function billingState(document: Document, element: PageElement, root?: PageElement): Billing | undefined {
  let at: PageElement | undefined = element;
  for (let up = 0; up < MAX_CLIMB && at !== undefined && at !== root; up += 1) {
    const said = saidBy(document, at);
    if (said === 'both') return undefined;
    if (said !== undefined) return said;
    at = parentOf(at);
  }
  // A panel around all the cards counts where a tab or a condition makes it one: other names may be anything's.
  for (let up = 0; up < MAX_CLIMB_ABOVE && at !== undefined; up += 1) {
    const said = tabOf(document, at) ?? conditionOf(at);
    if (said === 'both') return undefined;
    if (said !== undefined) return said;
    at = parentOf(at);
  }
  return undefined;
}

type Said = Billing | 'both' | undefined;

function saidBy(document: Document, element: PageElement): Said {
  const condition = conditionOf(element);
  if (condition !== undefined) return condition;
  const { attribs } = element;
  let words = '';
  for (const name of Object.keys(attribs)) {
    const value = attribs[name] ?? '';
    if (PLAIN.has(name) && value.length <= MAX_VALUE) words += `${value} `;
  }
  return billingIn(words) ?? tabOf(document, element);
}

function billingIn(words: string): Said {
  const yearly = YEARLY.test(words);
  const monthly = MONTHLY.test(words);
  return yearly && monthly ? 'both' : yearly ? 'annual' : monthly ? 'monthly' : undefined;
}

/** `x-show="!annual"` is shown by the month; `:class="{ hidden: annual }"` too. */
function conditionOf({ attribs }: PageElement): Said {
  for (const name of Object.keys(attribs)) {
    const value = attribs[name] ?? '';
    const isHiding = HIDING.has(name);
    if ((!isHiding && !CONDITIONS.has(name)) || value.length > MAX_VALUE) continue;
    const condition = isHiding ? hiddenWhen(name, value) : value;
    const said = condition === undefined ? undefined : billingIn(condition);
    if (condition === undefined || said === undefined) continue;
    if (said === 'both') return 'both';
    const negations = condition.match(/!==?|!(?!=)|[=]==? ?false\b/g)?.length ?? 0;
    return (negations + (isHiding ? 1 : 0)) % 2 === 0 ? said : said === 'annual' ? 'monthly' : 'annual';
  }
  return undefined;
}

/** The condition under which a binding of classes hides. */
function hiddenWhen(name: string, value: string): string | undefined {
  if (!name.endsWith('class')) return value;
  return (
    /^\s?([^?]{1,80})\?\s?['"](?:hidden|d-none|is-hidden)['"]/.exec(value)?.[1] ??
    /['"]?(?:hidden|d-none|is-hidden)['"]?\s?:\s?([^,}]{1,80})/.exec(value)?.[1]
  );
}

const TABS = new WeakMap<Document, ReadonlyMap<string, string>>();
const MAX_TAB = 60;

/** What the tab of a panel is called. */
function tabOf(document: Document, { attribs }: PageElement): Said {
  const { id } = attribs;
  if (id === undefined && attribs['aria-labelledby'] === undefined) return undefined;
  const tabs = TABS.get(document) ?? tabsOf(document);
  TABS.set(document, tabs);
  const words =
    tabs.get(`#${id}`) ?? (attribs.role === 'tabpanel' ? tabs.get(attribs['aria-labelledby'] ?? '') : undefined);
  return words === undefined ? undefined : billingIn(words.replace(/\bsave\b.{0,20}$/i, ''));
}

/** The words of every control, by its own id and by `#` and the id of what it shows. */
function tabsOf({ controls, visible }: Document): ReadonlyMap<string, string> {
  const tabs = new Map<string, string>();
  for (const { attribs, start, end } of controls.slice(0, 500)) {
    if (start < 0 || end - start > MAX_TAB) continue;
    const words = visible.slice(start, end);
    if (attribs.id !== undefined) tabs.set(attribs.id, words);
    const shown = attribs['aria-controls'] ?? attribs['data-bs-target'] ?? attribs['data-target'] ?? attribs.href;
    if (shown !== undefined) tabs.set(`#${shown.replace(/^#/, '')}`, words);
  }
  return tabs;
}
