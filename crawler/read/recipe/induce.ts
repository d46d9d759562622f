/** Induces a recipe from what a person confirmed on a page: the part of the page that explains the facts, and how it is recognised. */
import { defined } from '../../../data/defined.ts';
import { sameAmount } from '../../../data/money.ts';
import type { ReadTier } from '../../../data/reading.ts';
import type { PlanList, PriceSlot, Recipe, TaughtFacts, TaughtPlan, TaughtPrice } from '../../../data/recipe.ts';
import { onlyOf } from '../../../data/text/only.ts';
import { chosenBilling } from '../mentions/billing-switch.ts';
import { tierKey } from '../offers/merge.ts';
import type { Page } from '../offers/page.ts';
import type { Span } from '../page/document.ts';
import { label } from '../page/label.ts';
import { commonAnchors, similarity } from './anchors.ts';
import type { Block, Cluster, Item, Title } from './blocks.ts';
import { clustersOf, firstWords } from './clusters.ts';
import { isFormer, isShown } from './fill.ts';
import { readByRecipe } from './read-recipe.ts';

const MAX_TRIED = 12;
const MAX_LISTS = 4;

/** A plan as one cluster explains it. */
interface Explained {
  plan: TaughtPlan;
  block: Block;
  title: Title;
  /** Items that may be each of its prices. */
  prices: { price: TaughtPrice; items: Item[] }[];
  state: { kind: 'free' | 'contact'; words: string } | undefined;
}

interface Hypothesis {
  cluster: Cluster;
  plans: Explained[];
  /** Facts that it explains. */
  facts: number;
}

export function induceRecipe(
  page: Page,
  facts: TaughtFacts,
  taught: Recipe['taught'],
): { recipe: Recipe } | { faults: string[] } {
  const { plans, others, ignored } = toldIn(page, facts);
  const shows = chosenBilling(page);
  const base = {
    taught,
    ...(others.length > 0 && { others }),
    ...(ignored.length > 0 && { ignored }),
    ...defined({ shows }),
  };
  const lists = explaining(page, { plans, ignored });
  if ('faults' in lists) return lists;
  let faults: string[] = [];
  for (const chosen of lists.ways) {
    const recipe: Recipe = { ...base, lists: chosen.map(listOf) };
    const tried = tested(page, recipe, plans);
    if ('recipe' in tried) return tried;
    if (faults.length === 0) faults = tried.faults;
  }
  return { faults };
}

/** A recipe must read its own page as it was confirmed; what it reads beside the plans is none from then on. */
function tested(page: Page, recipe: Recipe, plans: readonly TaughtPlan[]): { recipe: Recipe } | { faults: string[] } {
  const first = readByRecipe(page, recipe);
  const keys = new Set(plans.map(({ name }) => tierKey(name)));
  const extra = [...first.strangers, ...first.reading.tiers.map(({ name }) => name)].filter(
    (name) => !keys.has(tierKey(name)),
  );
  const others = [...new Set([...(recipe.others ?? []), ...extra])].slice(0, 60);
  const whole = others.length === 0 ? recipe : { ...recipe, others };
  const { outcome, reading, faults } = extra.length === 0 ? first : readByRecipe(page, whole);
  if (outcome === 'abstained')
    return { faults: faults.length > 0 ? faults : ['the plans are not told from other parts of the page'] };
  const beside = reading.tiers
    .filter(({ name }) => !keys.has(tierKey(name)))
    .map(({ name }) => `${name}: read as a plan`);
  const wrong = [...beside, ...plans.flatMap((plan) => difference(plan, reading.tiers) ?? [])];
  return wrong.length > 0 ? { faults: wrong } : { recipe: whole };
}

function difference(plan: TaughtPlan, tiers: readonly ReadTier[]): string | undefined {
  const tier = tiers.find(({ name }) => tierKey(name) === tierKey(plan.name));
  if (tier === undefined) return `${plan.name}: not read again`;
  if (tier.isFree !== (plan.isFree === true) || tier.isCustom !== (plan.isCustom === true))
    return `${plan.name}: free or contact sales, read otherwise`;
  const isSame = plan.prices.every((price) => tier.prices.some((other) => isPrice(price, other)));
  return isSame && tier.prices.length === plan.prices.length ? undefined : `${plan.name}: other prices are read`;
}

const isPrice = (a: TaughtPrice, b: ReadTier['prices'][number]) =>
  sameAmount(a.amount, b.amount) &&
  a.per === b.per &&
  a.billing === b.billing &&
  a.currency === b.currency &&
  a.unit === b.unit;

interface Told {
  plans: readonly TaughtPlan[];
  /** First words of the parts of the page that are ignored. */
  ignored: readonly string[];
}

/** The facts with the names of add-ons apart from the plans. */
export function toldIn({ document }: Page, { plans, ignored }: TaughtFacts) {
  return {
    plans: plans.filter(({ isAddOn }) => isAddOn !== true),
    others: plans.filter(({ isAddOn }) => isAddOn === true).map(({ name }) => name),
    ignored: ignored.map((at) => firstWords(document.visible, at)).filter((words) => words !== ''),
  };
}

/** The ways to explain all facts: by one cluster, else by several; the likeliest first. */
function explaining(page: Page, told: Told): { ways: Hypothesis[][] } | { faults: string[] } {
  const all = hypotheses(page, told);
  const wanted = factsIn(told.plans);
  const whole = all.filter(({ facts, plans }) => facts === wanted && plans.length === told.plans.length);
  if (whole.length > 0) return { ways: whole.slice(0, MAX_TRIED).map((one) => [one]) };
  const chosen: Hypothesis[] = [];
  let left = [...told.plans];
  while (left.some(isOpen) && chosen.length < MAX_LISTS) {
    const best = hypotheses(page, { ...told, plans: left }).find(({ plans }) => plans.some(explainsMore));
    if (best === undefined) break;
    chosen.push(best);
    left = left.map((plan) => withoutExplained(plan, best));
  }
  const open = left.filter(isOpen);
  return open.length === 0 ? { ways: [chosen] } : { faults: open.map(missing) };
}

/** What of a plan no list explains yet. A plan that is free or on request may be in other lists too. */
type OpenPlan = TaughtPlan & { isExplained?: true };

const isOpen = ({ isExplained }: OpenPlan) => isExplained !== true;

function explainsMore({ plan, prices, state }: Explained): boolean {
  return isOpen(plan) && (state !== undefined || prices.some(({ items }) => items.length > 0));
}

function withoutExplained(plan: OpenPlan, { plans }: Hypothesis): OpenPlan {
  const done = plans.find((each) => each.plan === plan);
  if (done === undefined) return plan;
  const prices = done.prices.filter(({ items }) => items.length === 0).map(({ price }) => price);
  return { ...plan, prices, ...(prices.length === 0 && { isExplained: true as const }) };
}

function missing({ name, prices }: TaughtPlan): string {
  const amounts = prices.map(({ amount, currency }) => `${currency} ${amount}`).join(', ');
  return `${name}: ${amounts === '' ? 'the plan' : amounts} can't be found beside its name`;
}

function factsIn(plans: readonly TaughtPlan[]): number {
  return plans.reduce(
    (sum, { prices, isFree, isCustom }) => sum + prices.length + Number(isFree ?? false) + Number(isCustom ?? false),
    0,
  );
}

/** Clusters by what they explain: most facts, fewest other blocks, the smallest, text before data. */
export function hypotheses(page: Page, { plans, ignored }: Told): Hypothesis[] {
  const names = plans.map(({ name }) => name);
  const isPriced = plans.some(({ prices }) => prices.length > 0);
  return clustersOf(page, names, ignored)
    .map((cluster) => explain(cluster, plans))
    .filter((each) => each.facts > 0 && (!isPriced || each.plans.some(hasPrice)))
    .sort(
      (a, b) =>
        b.facts - a.facts ||
        strangersIn(a) - strangersIn(b) ||
        rank(a.cluster) - rank(b.cluster) ||
        a.cluster.blocks.length - b.cluster.blocks.length ||
        a.cluster.end - a.cluster.start - (b.cluster.end - b.cluster.start),
    );
}

/** Other blocks that show something like a price. */
function strangersIn({ cluster, plans }: Hypothesis): number {
  const own = new Set(plans.map(({ block }) => block));
  return cluster.blocks.filter((block) => !own.has(block) && block.items.some(isShown)).length;
}

const RANKS: Record<PlanList['layout'], number> = { cards: 0, columns: 0, rows: 0, sections: 1, named: 2, data: 3 };
const rank = ({ layout }: Cluster) => RANKS[layout];

function explain(cluster: Cluster, plans: readonly TaughtPlan[]): Hypothesis {
  const taken = new Set<Block>();
  const explained = plans.flatMap((plan): Explained[] => {
    const ways = cluster.blocks
      .filter((block) => !taken.has(block))
      .flatMap((block) => explainedBy(block, plan, cluster) ?? [])
      .sort((a, b) => weightOf(b) - weightOf(a) || a.block.end - a.block.start - (b.block.end - b.block.start));
    const [best] = ways;
    if (best === undefined || weightOf(best) === 0) return [];
    taken.add(best.block);
    return [best];
  });
  return { cluster, plans: explained, facts: explained.reduce((sum, each) => sum + weightOf(each), 0) };
}

const hasPrice = ({ prices }: Explained) => prices.some(({ items }) => items.length > 0);

function weightOf({ prices, state }: Explained): number {
  return prices.filter(({ items }) => items.length > 0).length + Number(state !== undefined);
}

function explainedBy(block: Block, plan: TaughtPlan, cluster: Cluster): Explained | undefined {
  const key = tierKey(plan.name);
  const title = block.titles.find(
    (each) => each.key === key && (plan.nameAt === undefined || touches(each, plan.nameAt)),
  );
  if (title === undefined) return undefined;
  const prices = plan.prices.map((price) => ({ price, items: block.items.filter((item) => isAmountOf(item, price)) }));
  return { plan, block, title, prices, state: stateIn(cluster, block, { plan, title }) };
}

const touches = (a: Span, b: Span) => a.start < b.end && b.start < a.end;

function isAmountOf({ kind, amount, currency, isCurrencyAssumed, start, end }: Item, price: TaughtPrice): boolean {
  if (kind !== 'amount' || !sameAmount(amount, price.amount)) return false;
  if (currency !== undefined && currency !== price.currency && !isCurrencyAssumed) return false;
  return price.at === undefined || touches({ start, end }, price.at);
}

/** The words that say that the plan is free or sold on request: those that were pointed at, else those in place of a price. */
function stateIn(
  cluster: Cluster,
  { items, phrases }: Block,
  { plan, title }: Pick<Explained, 'plan' | 'title'>,
): Explained['state'] {
  if (plan.isFree !== true && plan.isCustom !== true) return undefined;
  const kind = plan.isFree === true ? 'free' : 'contact';
  const { stateAt } = plan;
  const said = stateAt === undefined ? undefined : phrases.find((phrase) => touches(phrase, stateAt));
  if (said !== undefined) return { kind, words: said.words };
  const item = items.find((each) => each.kind === kind);
  if (item !== undefined) return { kind, words: phrases.find((phrase) => touches(phrase, item))?.words ?? '' };
  const places = new Set(
    cluster.blocks.flatMap((each) =>
      each.items.flatMap(({ kind: is, anchors }) => (is === 'amount' ? (anchors.path ?? []) : [])),
    ),
  );
  const inPlace = phrases.find(
    ({ path, words }) => places.has(path) && tierKey(words) !== tierKey(plan.name) && words !== '',
  );
  if (inPlace !== undefined) return { kind, words: inPlace.words };
  return kind === 'free' && title.isFree() && !items.some(isShown) ? { kind, words: '' } : undefined;
}

/** A hypothesis as a list of the recipe. */
export function listOf({ cluster, plans }: Hypothesis): PlanList {
  const unitOf = unitsOf(plans);
  const slots = Map.groupBy(
    plans.flatMap(({ prices }) => prices.filter(({ items }) => items.length > 0)),
    ({ price: { currency, per, billing, unit } }) => [currency, per, billing, unitOf === undefined && unit].join(' '),
  );
  const priced = plans.filter(hasPrice).length;
  const words = (kind: 'free' | 'contact') => {
    const said = plans.flatMap(({ state }) => (state?.kind === kind && state.words !== '' ? [state.words] : []));
    return said.length === 0 ? undefined : [...new Set(said)];
  };
  return {
    layout: cluster.layout,
    plans: plans.map((explained) => ({
      name: label(explained.title.words, 80),
      ...defined({ is: explained.state?.kind, unit: unitOf?.(explained) }),
    })),
    anchors: cluster.anchors as PlanList['anchors'],
    name: commonAnchors(plans.map(({ title }) => title.anchors)),
    prices: [...slots.values()].map((all) => slotOf(all, { priced, isByPlan: unitOf !== undefined })),
    ...(plans.some(({ block }) => block.items.some(isFormer)) && { hasFormerPrices: true as const }),
    ...(cluster.isBilledYearly && { isBilledYearly: true as const }),
    ...defined({ free: words('free'), contact: words('contact') }),
  };
}

/** Where plans differ in what a price buys, and each plan's prices buy the same: that unit, by plan. */
function unitsOf(plans: readonly Explained[]): ((plan: Explained) => string | undefined) | undefined {
  const units = plans.map(({ prices }) => new Set(prices.map(({ price: { unit } }) => unit)));
  const isByPlan = units.every(({ size }) => size <= 1) && new Set(units.flatMap((each) => [...each])).size > 1;
  return isByPlan ? ({ prices }) => prices[0]?.price.unit : undefined;
}

function slotOf(
  all: readonly { price: TaughtPrice; items: Item[] }[],
  { priced, isByPlan }: { priced: number; isByPlan: boolean },
): PriceSlot {
  const common = commonAnchors(all.flatMap(({ items }) => items.map(({ anchors }) => anchors)));
  const chosen = all.flatMap(
    ({ items }) =>
      items.toSorted(
        (a, b) =>
          Number(a.from !== undefined) - Number(b.from !== undefined) ||
          similarity(common, b.anchors) - similarity(common, a.anchors),
      )[0] ?? [],
  );
  const [first] = all;
  const [item] = chosen;
  const { currency = 'USD', per = 'month', billing, unit } = first?.price ?? {};
  const same = <Value>(of: (each: Item) => Value): Value | undefined => onlyOf(new Set(chosen.map(of)));
  const says = defined({
    per: same((each) => each.says.per),
    billing: same((each) => each.says.billing),
    unit: isByPlan || unit === undefined ? undefined : same((each) => each.says.unit),
    currency: item?.currency === currency ? undefined : item?.currency,
    kind: chosen.find((each) => each.says.kind !== undefined)?.says.kind,
  });
  return {
    currency,
    per,
    ...defined({ billing, unit: isByPlan ? undefined : unit, from: item?.from }),
    ...(Object.keys(says).length > 0 && { says }),
    ...(all.length < priced && { isOptional: true as const }),
    anchors: commonAnchors(chosen.map(({ anchors }) => anchors)),
  };
}
