/** Which state of a switch between monthly and yearly prices an element belongs to, by the names that its ancestors bear. */
import type { Billing } from '../../../data/reading.ts';
import { type PageElement, parentOf } from '../page/document.ts';

const MAX_UP = 12;
const MONTHLY = /(?:^|[^a-z])(?:monthly|month|mensuel|mensual|monatlich|mtl)(?![a-z])/i;
const YEARLY = /(?:^|[^a-z])(?:annual|annually|yearly|year|annuel|anual|jaehrlich|jährlich)(?![a-z])/i;
const ATTRIBUTES = [
  'class',
  'id',
  'data-period',
  'data-billing',
  'data-interval',
  'data-plan',
  'data-tab',
  'x-show',
  'v-if',
  'v-show',
  'ng-show',
  'aria-labelledby',
];
const MAX_VALUE = 200;

/** The state of the nearest ancestor that names exactly one; undefined where none does. */
export function stateOf(element: PageElement, root: PageElement | undefined): Billing | undefined {
  let at: PageElement | undefined = element;
  for (let up = 0; up < MAX_UP && at !== undefined; up += 1) {
    const state = namedState(at);
    if (state !== undefined) return state;
    if (at === root) return undefined;
    at = parentOf(at);
  }
  return undefined;
}

function namedState({ attribs }: PageElement): Billing | undefined {
  const names = ATTRIBUTES.map((name) => attribs[name] ?? '')
    .join(' ')
    .slice(0, MAX_VALUE)
    .replace(/([a-z])([A-Z])/g, '$1-$2');
  const isMonthly = MONTHLY.test(names);
  const isYearly = YEARLY.test(names);
  if (isMonthly === isYearly) return undefined;
  const isNegated = /(?:^|\s)!|not-/.test(names);
  return isMonthly !== isNegated ? 'monthly' : 'annual';
}
