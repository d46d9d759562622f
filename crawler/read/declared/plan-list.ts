/**
 * Finds lists of plans in a page's data: arrays, or objects by key, that hold objects with a name and prices, whatever
 * their shape. Says what the data says and no more; which list is believed is for state.ts. Linear and bounded.
 */
import { termsBeside, termsOfHolder, wordsOf } from './field.ts';
import { type DataValue, partsOf } from './literal.ts';
import { type Plan, planOf, settled } from './plan.ts';
import type { Terms } from './terms.ts';

export interface PlanList {
  /** Keys and places from the root to the list. */
  path: string[];
  plans: Plan[];
}

const MAX_LISTS = 60;
const MAX_PLANS = 40;
const MAX_ITEMS = 400;
const LIKELY = /pric|cost|amount|month|annual|year|free|contact|custom|billing/i;

interface Place {
  node: DataValue;
  terms: Terms;
  path: string[];
}

/** Lists of plans, in the order of the data; what is split by billing or currency is one list. */
export function plansIn(root: DataValue, lang: string): PlanList[] {
  const lists: PlanList[] = [];
  // Flattened data is a graph: what is reached in two ways is read once.
  const seen = new Set<DataValue>();
  const open: Place[] = [{ node: root, terms: {}, path: [] }];
  for (let place = open.pop(); place !== undefined && lists.length < MAX_LISTS; place = open.pop()) {
    if (seen.has(place.node)) continue;
    seen.add(place.node);
    const plans = plansAt(place, lang);
    if (plans === undefined) open.push(...within(place).reverse());
    else lists.push({ path: place.path, plans });
  }
  const byNames = Map.groupBy(lists, ({ plans }) => plans.map(({ names }) => names[0]).join('\n'));
  return [...byNames.values()].flatMap((alike) => joined(alike) ?? alike);
}

/** Parts of a list or an object that may hold a list, with what their keys say of the prices in them. */
function within({ node, terms, path }: Place): Place[] {
  if (path.length > 40) return [];
  const beside = node.kind === 'object' ? { ...terms, ...termsBeside(node) } : terms;
  return partsOf(node)
    .filter(({ value: { kind } }) => kind === 'array' || kind === 'object')
    .map(({ key, value }) => ({ node: value, terms: { ...beside, ...termsOfHolder(key) }, path: [...path, key] }));
}

function plansAt({ node, terms }: Place, lang: string): Plan[] | undefined {
  const beside = node.kind === 'object' ? { ...terms, ...termsBeside(node) } : terms;
  const items = partsOf(node);
  const plans: Plan[] = [];
  let objects = 0;
  if (items.length > MAX_ITEMS) return undefined;
  for (const { key, value } of items) {
    if (value.kind !== 'object') continue;
    objects += 1;
    const isOfTerms = Object.keys(termsOfHolder(key)).length > 0;
    if (isOfTerms || !value.entries.some((entry) => LIKELY.test(entry.key))) continue;
    const plan = planOf(value, { terms: beside, lang, fallback: titled(key) });
    if (plan !== undefined) plans.push(plan);
    if (plans.length > MAX_PLANS) return undefined;
  }
  const isList = node.kind === 'object' ? plans.length >= 2 : plans.length > 0 && plans.length * 2 >= objects;
  return isList && plans.some(({ prices }) => prices.length > 0) ? mergedByName(plans) : undefined;
}

/** `teamPlus` is called "Team Plus". */
const titled = (key: string) =>
  wordsOf(key)
    .join(' ')
    .replace(/(?<![^ ])[a-z]/g, (first) => first.toUpperCase());

/** Lists of the same plans are one where each says another billing or currency. */
function joined(lists: readonly PlanList[]): PlanList[] | undefined {
  const [first] = lists;
  const slotsOf = ({ prices }: Plan) => prices.map(({ billing, currency, per }) => `${billing} ${currency} ${per}`);
  const slots = lists.map(({ plans }) => new Set(plans.flatMap(slotsOf)));
  const isApart = slots.every((one, at) => slots.slice(at + 1).every((other) => one.isDisjointFrom(other)));
  if (first === undefined || !isApart) return undefined;
  return [{ path: first.path, plans: mergedByName(lists.flatMap(({ plans }) => plans)) }];
}

/** A plan that is listed once for each of its prices is one plan. */
export function mergedByName(plans: readonly Plan[]): Plan[] {
  const merged = new Map<string, Plan>();
  for (const plan of plans) {
    const [name = ''] = plan.names;
    const twin = merged.get(name);
    const prices = twin === undefined ? plan.prices : settled([...twin.prices, ...plan.prices]);
    merged.set(name, { ...plan, ...twin, prices });
  }
  return [...merged.values()];
}
