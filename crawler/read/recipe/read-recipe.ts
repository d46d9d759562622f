/**
 * Reads a page by a recipe. The plans must meet what the recipe says of them wherever they stand, or nothing is read: about as
 * many plans, mostly of the confirmed names, every price filled in the confirmed currency and in the terms of the page's words.
 */
import { Decimal } from 'decimal.js';
import { isZero, sameAmount } from '../../../data/money.ts';
import type { Reading, ReadTier, RecipeResult } from '../../../data/reading.ts';
import type { PlanList, Recipe } from '../../../data/recipe.ts';
import { chosenBilling } from '../mentions/billing-switch.ts';
import type { AmountMention } from '../mentions/mentions.ts';
import { contradict, mergedTiers, tierKey } from '../offers/merge.ts';
import type { Page } from '../offers/page.ts';
import { label } from '../page/label.ts';
import { clustersOf } from './clusters.ts';
import { type Filled, type Filling, fill, namesOf, tierOf } from './fill.ts';

export interface RecipeReading extends RecipeResult {
  reading: Reading;
  /** What stands like a plan beside the confirmed ones, and can't be read as one. */
  strangers: string[];
}

/** From here on a cluster is the taught one; the plans stood elsewhere below it. */
const MET = { shape: 0.6, likeness: 0.6 };
/** The least score of a cluster, and how much more than that of one that says otherwise. */
const LEAST = 0.5;
const MARGIN = 0.25;
const MAX_FAULTS = 20;
const MAX_TIERS = 60;
const MAX_TALK = 26;

export function readByRecipe(page: Page, recipe: Recipe): RecipeReading {
  const others = new Set((recipe.others ?? []).map(tierKey));
  const found = recipe.lists.map((list) => bestOf(page, list, { others, ignored: recipe.ignored ?? [] }));
  const faults = found.flatMap((each) => ('faults' in each ? each.faults : []));
  const fillings = found.flatMap((each) => ('filling' in each ? [each] : []));
  const stated = fillings.flatMap(({ filling, list }) => filling.plans.map((plan) => tierOf(page, plan, list)));
  const tiers = mergedTiers(stated).slice(0, MAX_TIERS);
  faults.push(
    ...contradictions(stated),
    ...switchFaults(page, recipe, fillings),
    ...newPrices(page, recipe),
    ...staleData(page, fillings),
  );
  const isMet = fillings.every(({ filling: { shape, likeness } }) => shape >= MET.shape && likeness >= MET.likeness);
  const place = isMet ? 'met' : 'relocated';
  const outcome = faults.length > 0 ? 'abstained' : place;
  return {
    reading: { reader: 'recipe', tiers: outcome === 'abstained' ? [] : tiers, models: [], rejected: [] },
    outcome,
    strangers: found.flatMap((each) => each.strangers),
    faults: faults.slice(0, MAX_FAULTS).map((fault) => label(fault, 200)),
  };
}

interface Best {
  filling: Filling;
  list: PlanList;
  strangers: string[];
}

/** The cluster that meets the list's conditions and is most like the taught one. */
function bestOf(
  page: Page,
  list: PlanList,
  { others, ignored }: { others: ReadonlySet<string>; ignored: readonly string[] },
): Best | { faults: string[]; strangers: string[] } {
  const fillings = clustersOf(page, namesOf(list), ignored)
    .map((cluster) => fill(page, cluster, { list, others }))
    .sort((a, b) => b.score - a.score);
  const [nearest] = fillings;
  if (nearest === undefined)
    return { faults: ['fewer than half of the confirmed plan names are on the page'], strangers: [] };
  const isNear = ({ score, shape }: Filling) => score >= LEAST && (list.prices.length > 0 || shape >= MET.shape);
  const meeting = fillings.filter((filling) => isNear(filling) && broken(filling, list).length === 0);
  const [filling, ...rivals] = meeting;
  if (filling === undefined) {
    const faults = broken(nearest, list);
    return {
      faults: faults.length > 0 ? faults : ['nothing on the page is enough like the taught plans'],
      strangers: nearest.strangers,
    };
  }
  const rival = rivals.find((other) => other.score > filling.score - MARGIN && saysOtherwise(filling, other));
  return rival === undefined
    ? { filling, list, strangers: [] }
    : { faults: ['two parts of the page state other prices of the same plans'], strangers: [] };
}

/** The conditions that the plans of a cluster do not meet, in words. */
function broken({ cluster, plans, faults, strangers, shape }: Filling, list: PlanList): string[] {
  const keys = new Set(namesOf(list).map(tierKey));
  const known = plans.filter(({ title }) => keys.has(title.key)).length;
  const read = new Set(plans.map(({ title }) => title.key));
  const all = [...faults, ...strangers.map((name) => `${label(name, 60)}: stands like a plan, without its prices`)];
  const fewest = keys.size > 2 ? keys.size - 1 : keys.size;
  if (plans.length < fewest || plans.length > keys.size + 1) all.push(`${plans.length} plans in place of ${keys.size}`);
  if (known * 2 < plans.length || known * 2 < keys.size) all.push(`${known} of ${keys.size} confirmed plan names`);
  const taught = list.plans.filter(({ is }) => is === undefined).length;
  const priced = plans.filter(({ state }) => state === undefined).length;
  if (Math.abs(priced - taught) > 1 || (priced === 0 && taught > 0))
    all.push(`${priced} plans with a price in place of ${taught}`);
  if (read.size < plans.length) all.push('two plans of one name');
  const states = new Map(list.plans.map(({ name, is }) => [tierKey(name), is]));
  for (const { title, state } of plans) {
    const was = states.get(title.key);
    if (was === 'free' && state === undefined) all.push(`${title.words}: was free, and has a price`);
    const hadPrice = states.has(title.key) && was === undefined;
    if (hadPrice && state !== undefined && shape < MET.shape) all.push(`${title.words}: had a price where it was`);
    if (was !== undefined && state !== undefined && state.kind !== was)
      all.push(`${title.words}: was ${was}, and is ${state.kind}`);
  }
  const gone = list.plans.find(({ name }) => cluster.elsewhere.has(tierKey(name)) && !read.has(tierKey(name)));
  if (gone !== undefined) all.push(`${gone.name}: stands elsewhere than the others`);
  if (
    list.layout !== 'data' &&
    cluster.isBilledYearly &&
    list.isBilledYearly !== true &&
    !list.prices.some(({ billing }) => billing === 'annual')
  )
    all.push('the page says that prices are billed yearly');
  const strange = plans.find(({ prices }) => !isPlausible(list, prices));
  if (strange !== undefined) all.push(`${strange.title.words}: the annual price does not follow from the monthly one`);
  return all;
}

/** Billed by the year, a month costs no more than by the month, and a year no more than twelve. */
function isPlausible({ prices: slots }: PlanList, prices: Filled['prices']): boolean {
  const monthly = slots.findIndex(({ per, billing }) => per === 'month' && billing !== 'annual');
  const month = prices[monthly]?.amount;
  if (month === undefined) return true;
  return slots.every(({ per, billing, unit, currency }, at) => {
    const amount = prices[at]?.amount;
    const other = slots[monthly];
    if (amount === undefined || billing !== 'annual' || unit !== other?.unit || currency !== other?.currency)
      return true;
    const months = new Decimal(amount).dividedBy(month);
    return per === 'year' ? months.gte(4) && months.lte(12.1) : months.gte(0.3) && months.lte(1.01);
  });
}

function saysOtherwise(one: Filling, two: Filling): boolean {
  return one.plans.some((plan) => {
    const twin = two.plans.find(({ title }) => title.key === plan.title.key);
    return twin !== undefined && plan.prices.some((item, at) => item?.amount !== twin.prices[at]?.amount);
  });
}

/** Lists of the same plans that state one price twice, and differ. */
function contradictions(tiers: readonly ReadTier[]): string[] {
  return [...Map.groupBy(tiers, ({ name }) => tierKey(name)).values()].flatMap(([first, ...others]) =>
    others.some(({ prices }) => contradict(prices, first?.prices ?? []))
      ? [`${first?.name}: two lists state other prices`]
      : [],
  );
}

/** What was free or on request alone may be one of several plans by now. */
function newPrices({ mentions }: Page, { lists }: Recipe): string[] {
  if (lists.some(({ prices }) => prices.length > 0)) return [];
  return mentions.amounts.some(isRecurring) ? ['the page states prices; the taught one did not'] : [];
}

function isRecurring({ terms: { kind, per }, money, talk }: AmountMention): boolean {
  return kind === 'price' && (per === 'month' || per === 'year') && talk < MAX_TALK && !isZero(money.amount);
}

/** Data for scripts of which the page shows no amount, though it shows others, is not what it sells now. */
function staleData({ mentions }: Page, fillings: readonly Best[]): string[] {
  const shown = mentions.amounts.filter(isRecurring);
  const isStale = fillings.some(({ filling: { cluster } }) => {
    const stated = cluster.blocks.flatMap(({ items }) => items);
    const isSaid = () =>
      stated.some(
        ({ kind, amount }) => kind === 'amount' && shown.some(({ money }) => sameAmount(money.amount, amount)),
      );
    return cluster.layout === 'data' && shown.length > 0 && !isSaid();
  });
  return isStale ? ['the page shows other amounts than its data'] : [];
}

/** A switch that shows other prices than on the taught page, where no words of theirs tell which they are. */
function switchFaults(page: Page, { shows }: Recipe, fillings: readonly Best[]): string[] {
  const now = chosenBilling(page);
  const billings = new Set(fillings.flatMap(({ list }) => list.prices.map(({ billing }) => billing)));
  const isOpen = fillings.some(({ list }) =>
    list.prices.some(({ says, from }) => says?.billing === undefined && from === undefined),
  );
  return now === undefined || shows === undefined || now === shows || billings.size !== 1 || !isOpen
    ? []
    : [`the billing switch shows ${now} prices; on the taught page it showed ${shows} ones`];
}
