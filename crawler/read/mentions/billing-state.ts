/**
 * Which state of a page's billing switch an element belongs to, by what it and the elements around it are called.
 *
 * Class names, data attributes, and the conditions of Alpine, Vue and Angular with their negations. "price-per-month" says what the amount is for, and nothing of how one is billed.
 */
import type { Billing } from '../../../data/reading.ts';
import { type PageElement, parentOf } from '../page/document.ts';

const PLAIN = new Set([
  ...['class', 'id', 'aria-label', 'data-period', 'data-billing', 'data-billing-period', 'data-billing-cycle'],
  ...['data-plan-period', 'data-pricing-period', 'data-interval', 'data-frequency', 'data-term', 'data-cycle'],
  ...['data-tab', 'data-tab-content', 'data-pane', 'data-w-tab', 'data-state', 'data-toggle-state', 'data-show-for'],
]);
const CONDITIONS = new Set(['x-show', 'x-if', 'v-if', 'v-show', 'ng-if', 'ng-show', '*ngif', 'data-show', 'data-if']);

const YEARLY = /(?<!per[-_ ]?)(?:annual|yearly|year(?![a-z])|jähr|jaehr|annuel|anual)/i;
/** Not "12 months". */
const MONTHLY = /(?<!per[-_ ]?|\d[- ]?)(?:month|monat|mensu|mensal|mensile)/i;
const MAX_VALUE = 400;
const MAX_CLIMB = 8;

/** Undefined where nothing says, or both are said at once. */
export function billingState(element: PageElement, root?: PageElement): Billing | undefined {
  let at: PageElement | undefined = element;
  for (let up = 0; up < MAX_CLIMB && at !== undefined && at !== root; up += 1) {
    const said = saidBy(at);
    if (said === 'both') return undefined;
    if (said !== undefined) return said;
    at = parentOf(at);
  }
  return undefined;
}

type Said = Billing | 'both' | undefined;

function saidBy(element: PageElement): Said {
  const condition = conditionOf(element);
  if (condition !== undefined) return condition;
  return billingIn(valuesOf(element, PLAIN).join(' '));
}

/** Of the attributes of these names, but for long ones. */
function valuesOf({ attribs }: PageElement, names: ReadonlySet<string>): string[] {
  const own = Object.keys(attribs).filter((name) => names.has(name));
  return own.map((name) => attribs[name] ?? '').filter((value) => value.length <= MAX_VALUE);
}

function billingIn(words: string): Said {
  const isMonthly = MONTHLY.test(words);
  if (YEARLY.test(words)) return isMonthly ? 'both' : 'annual';
  return isMonthly ? 'monthly' : undefined;
}

/** `x-show="!annual"` is shown by the month. */
function conditionOf(element: PageElement): Said {
  for (const value of valuesOf(element, CONDITIONS)) {
    const said = billingIn(value);
    if (said === undefined) continue;
    if (said === 'both') return said;
    const negations = value.match(/!==?|!(?!=)|[=]==? ?false\b/g)?.length ?? 0;
    const opposite = said === 'annual' ? 'monthly' : 'annual';
    return negations % 2 === 0 ? said : opposite;
  }
  return undefined;
}
