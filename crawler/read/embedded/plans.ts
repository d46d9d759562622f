/**
 * Finds lists of plans in data that was made for scripts: objects with a name and prices, whatever their shape.
 *
 * Says what the data says and no more: which list is the page's, and whether it is to be believed, is for the caller
 * (state.ts). Linear in the data, and bounded.
 */
import { isZero } from '../../../data/money.ts';
import { label } from '../page/label.ts';
import { nameIn } from '../tiers/words.ts';
import type { JsonEntry, JsonNode, JsonObject } from './json-positions.ts';
import { besideIn, type PlanPrice, pricesOf, settled } from './plan-prices.ts';
import { type FieldTerms, priceField, wordsOf } from './price-field.ts';

export interface Plan {
  /** Everything that it is called, the likeliest first. */
  names: string[];
  prices: PlanPrice[];
  free?: JsonEntry;
  custom?: JsonEntry;
  features: string[];
  minimumUnits?: number;
  /** Of its prices, old and new, nobody can tell which is asked. */
  isOnSale?: true;
}

export interface PlanList {
  /** Keys and places from the root to the list. */
  path: string[];
  plans: Plan[];
  /** Lists of one family differ by billing or currency only. */
  family: string;
  /** The plans' names are keys, not words for people. */
  isNamedByKeys: boolean;
}

const NAMES = [
  'displayName',
  'display_name',
  'name',
  'title',
  'label',
  'planName',
  'plan_name',
  'tierName',
  'plan',
  'tier',
  'heading',
];
const FEATURES = /^(?:features?|featureList|feature_list|bullets|highlights|benefits|includes|perks)$/;
const MINIMUM = /^min(?:imum)?_?(?:seats?|users?|units?|members?|quantity|licenses?)$/i;
const INACTIVE =
  /^(?:archived|isArchived|deprecated|isDeprecated|hidden|isHidden|legacy|isLegacy|disabled|deleted|isAddon|is_addon|addon|isAddOn)$/;
const ACTIVE = /^(?:active|isActive|is_active|enabled|isEnabled|visible|isVisible|public|isPublic|livemode)$/;
const CONTACT = /^(?:is)?_?(?:custom|contact|contact_?sales|contact_?us|custom_?pric(?:e|ing)|talk_?to_?sales)$/i;
/** Free for a while: no tier that is free. */
const IS_TRIAL = /^(?:free )?trial\b/i;
const IS_FREE = /^(?:is_?)?free$/i;
const LIKELY = /pric|cost|amount|month|annual|year|free|contact|custom|billing/i;
const MAX_LISTS = 60;
const MAX_PLANS = 40;

interface Place {
  node: JsonNode;
  terms: FieldTerms;
  path: string[];
  family: string[];
}

/** What else is known of the data: the page's language, and what its template writes around the places of fields. */
export interface Said {
  lang: string;
  shown?: ReadonlyMap<string, FieldTerms>;
}

/** Lists of at least two plans, or of one where the list has no more; in the order of the data. */
export function plansIn(root: JsonNode, said: Said): PlanList[] {
  const lists: PlanList[] = [];
  // Flattened data is a graph: what is reached in two ways is read once.
  const seen = new Set<JsonNode>();
  const open: Place[] = [{ node: root, terms: {}, path: [], family: [] }];
  for (let place = open.pop(); place !== undefined && lists.length < MAX_LISTS; place = open.pop()) {
    const { node } = place;
    if (!isContainer(node) || seen.has(node)) continue;
    seen.add(node);
    const list = listOf(place, said);
    if (list === undefined) open.push(...within(place).reverse());
    else lists.push(list);
  }
  return families(lists);
}

function within({ node, terms, path, family }: Place): Place[] {
  const isDeep = path.length > 40;
  if (node.kind === 'array')
    return node.items.flatMap((item, at): Place[] => {
      if (!isContainer(item)) return [];
      const isOfTerms = item.kind === 'object' && Object.keys(besideIn(item)).length > 0;
      const segment = isOfTerms ? '' : String(at);
      return [
        {
          node: item,
          terms,
          path: isDeep ? path : [...path, String(at)],
          family: isDeep ? family : [...family, segment],
        },
      ];
    });
  if (node.kind !== 'object') return [];
  const beside = { ...terms, ...besideIn(node) };
  return node.entries.flatMap(({ key, value }): Place[] => {
    if (!isContainer(value)) return [];
    const segment = wordsOf(key.slice(0, 40)).filter((word) => contextOf(word) === undefined);
    return [
      {
        node: value,
        terms: { ...beside, ...contextOf(key) },
        path: isDeep ? path : [...path, key],
        family: isDeep ? family : [...family, segment.join(' ')],
      },
    ];
  });
}

function isContainer({ kind }: JsonNode): boolean {
  return kind === 'object' || kind === 'array';
}

/** What a key that holds plans says of all of them: `monthly`, `annualPlans`, `usd`. */
function contextOf(key: string): FieldTerms | undefined {
  const words = wordsOf(key.slice(0, 40));
  const field = priceField(words.filter((word) => !/^(?:plans?|tiers?|packages?|options?)$/.test(word)).join('_'));
  const { isMonthly, isAnnual, currency } = field ?? {};
  if (!isMonthly && !isAnnual && currency === undefined) return undefined;
  return {
    ...(isMonthly && { isMonthly }),
    ...(isAnnual && { isAnnual }),
    ...(currency !== undefined && { currency }),
  };
}

function listOf({ node, terms, path, family }: Place, said: Said): PlanList | undefined {
  const isKeyed = node.kind === 'object';
  const items: [JsonNode, string | undefined][] = isKeyed
    ? node.entries.map(({ key, value }) => [value, key])
    : node.kind === 'array'
      ? node.items.map((item) => [item, undefined])
      : [];
  if (items.length === 0 || items.length > 400) return undefined;
  const beside = isKeyed ? { ...terms, ...besideIn(node) } : terms;
  let isNamedByKeys = false;
  const plans: Plan[] = [];
  for (const [item, key] of items) {
    if (item.kind !== 'object' || (key !== undefined && contextOf(key) !== undefined)) continue;
    const plan = planOf(item, beside, said, key);
    if (plan === undefined) continue;
    isNamedByKeys ||= plan.isNamedByKey;
    plans.push(plan);
    if (plans.length > MAX_PLANS) return undefined;
  }
  const objects = items.filter(([item]) => item.kind === 'object').length;
  const isList = isKeyed ? plans.length >= 2 : plans.length > 0 && plans.length * 2 >= objects;
  if (!isList || !plans.some(({ prices }) => prices.length > 0)) return undefined;
  return { path, plans: mergedByName(plans), family: family.join('/'), isNamedByKeys };
}

function planOf(
  node: JsonObject,
  terms: FieldTerms,
  said: Said,
  key: string | undefined,
): (Plan & { isNamedByKey: boolean }) | undefined {
  const { entries } = node;
  if (entries.length > 200 || !entries.some((entry) => LIKELY.test(entry.key))) return undefined;
  if (entries.some(isInactive)) return undefined;
  const own = namesOf(entries);
  const byKey = key === undefined || own.length > 0 ? undefined : nameIn(keyName(key), true);
  const names = byKey === undefined ? own : [byKey];
  if (names.length === 0) return undefined;
  const found = pricesOf(node, terms, said);
  const paid = found.prices.filter(({ amount }) => !isZero(amount));
  const zero = found.free ?? found.prices.find(({ amount }) => isZero(amount))?.entry;
  const custom = paid.length === 0 ? (found.custom ?? entries.find((entry) => isTrue(entry, CONTACT))) : undefined;
  const isForTheAsking = custom !== undefined || names.some((name) => /enterprise|custom/i.test(name));
  const free = entries.find((entry) => isTrue(entry, IS_FREE)) ?? (isForTheAsking ? undefined : zero);
  const isFree =
    paid.length === 0 && free !== undefined && !found.isOnSale && !names.some((each) => IS_TRIAL.test(each));
  if (paid.length === 0 && !isFree && custom === undefined) return undefined;
  return {
    names,
    prices: found.isOnSale ? [] : settled(paid),
    ...(found.isOnSale && { isOnSale: true as const }),
    ...(isFree && { free }),
    ...(custom !== undefined && !isFree && { custom }),
    features: featuresOf(entries),
    ...minimumOf(entries),
    isNamedByKey: byKey !== undefined,
  };
}

function isInactive({ key, value }: JsonEntry): boolean {
  if (value.kind === 'word')
    return (value.value === 'true' && INACTIVE.test(key)) || (value.value === 'false' && ACTIVE.test(key));
  return (
    /^(?:type|kind|status|state)$/.test(key) &&
    value.kind === 'string' &&
    /add-?_?on|archiv|deprecat|legacy|inactive|draft/i.test(value.value)
  );
}

function isTrue({ key, value }: JsonEntry, pattern: RegExp): boolean {
  return value.kind === 'word' && value.value === 'true' && pattern.test(key);
}

function namesOf(entries: readonly JsonEntry[]): string[] {
  const names = NAMES.flatMap((field) => {
    const value = entries.find(({ key }) => key === field)?.value;
    const name = value?.kind === 'string' ? nameIn(label(value.value, 80), true) : undefined;
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)];
}

/** `teamPlus` is called "Team Plus". */
function keyName(key: string): string {
  return wordsOf(key.slice(0, 40))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function minimumOf(entries: readonly JsonEntry[]): Pick<Plan, 'minimumUnits'> {
  const value = entries.find(({ key }) => MINIMUM.test(key))?.value;
  if (value?.kind !== 'number' || !/^\d{1,5}$/.test(value.value) || Number(value.value) < 2) return {};
  return { minimumUnits: Number(value.value) };
}

function featuresOf(entries: readonly JsonEntry[]): string[] {
  const list = entries.find(({ key, value }) => FEATURES.test(key) && value.kind === 'array')?.value;
  if (list?.kind !== 'array') return [];
  const words = list.items.slice(0, 60).flatMap((item) => {
    const said =
      item.kind === 'object' ? item.entries.find(({ key }) => /^(?:text|name|title|label)$/.test(key))?.value : item;
    return said?.kind === 'string' ? [label(said.value, 120)] : [];
  });
  return [...new Set(words.filter((each) => each.length >= 3))];
}

/** Lists that differ by billing or currency only are one list. */
function families(lists: readonly PlanList[]): PlanList[] {
  return [...Map.groupBy(lists, ({ family }) => family).values()].flatMap((kin) => {
    const [first] = kin;
    const isSplit = kin.length > 1 && new Set(kin.map(({ path }) => path.join('/'))).size === kin.length;
    if (first === undefined || !isSplit) return kin;
    const plans = mergedByName(kin.flatMap((list) => list.plans));
    return [{ ...first, plans, isNamedByKeys: kin.some((list) => list.isNamedByKeys) }];
  });
}

/** A plan that is listed once for each of its prices is one plan. */
function mergedByName(plans: readonly Plan[]): Plan[] {
  const merged = new Map<string, Plan>();
  for (const plan of plans) {
    const [name = ''] = plan.names;
    const twin = merged.get(name);
    merged.set(name, twin === undefined ? plan : { ...twin, prices: settled([...twin.prices, ...plan.prices]) });
  }
  return [...merged.values()];
}
