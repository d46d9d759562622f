/** Fills the slots of a recipe's list from the blocks of one cluster of a page. */
import { defined } from '../../../data/defined.ts';
import type { ReadPrice, ReadTier } from '../../../data/reading.ts';
import type { PlanList, PriceSlot } from '../../../data/recipe.ts';
import { tierKey } from '../offers/merge.ts';
import { isAddition } from '../offers/offers.ts';
import type { Page } from '../offers/page.ts';
import { exact } from '../page/evidence.ts';
import { label } from '../page/label.ts';
import { commonAnchors, similarity } from './anchors.ts';
import type { Block, Cluster, Item, Title } from './blocks.ts';

/** A plan as a cluster states it; its slots are parallel to the list's. */
export interface Filled {
  title: Title;
  prices: (Item | undefined)[];
  state?: { kind: 'free' | 'contact'; start: number; end: number; item?: Item };
  /** Mean similarity of what fills its slots. */
  likeness: number;
}

export interface Filling {
  cluster: Cluster;
  plans: Filled[];
  faults: string[];
  /** What stands like a plan and has an amount, and no price where the plans have theirs. */
  strangers: string[];
  /** How alike the cluster is to the taught one, 0 to 1. */
  shape: number;
  likeness: number;
  /** All that speaks for it, 0 to 1. */
  score: number;
}

const LEAST_TITLE = 0.6;
const NAME_MARGIN = 0.3;
const LEAST_SLOT = 0.35;
const LEAST_OPTIONAL = 0.55;
/** Of an amount that only its terms recognise. */
const BY_TERMS = 0.5;
/** Less alike, the next amount must be less so by a margin. */
const SURE = 0.6;
const MARGIN = 0.05;

export const namesOf = ({ plans }: PlanList): string[] => plans.map(({ name }) => name);

/** @param others keys of names that no plan has */
export function fill(
  page: Page,
  cluster: Cluster,
  { list, others }: { list: PlanList; others: ReadonlySet<string> },
): Filling {
  const confirmed = new Set(namesOf(list).map(tierKey));
  const faults: string[] = [];
  const plans: Filled[] = [];
  const strangers: string[] = [];
  for (const { block, title } of titled(cluster.blocks, list, confirmed)) {
    if (title === undefined || others.has(title.key)) continue;
    const isKnown = confirmed.has(title.key);
    if (!isKnown && isAddition(page, title.words)) continue;
    const plan = planOf(block, title, list);
    if (typeof plan !== 'string') plans.push(plan);
    else if (isKnown) faults.push(`${label(title.words, 60)}: ${plan}`);
    else if (block.items.some(isShown)) strangers.push(title.words);
  }
  const known = plans.filter(({ title }) => confirmed.has(title.key)).length;
  const likeness = plans.reduce((sum, plan) => sum + plan.likeness, 0) / Math.max(1, plans.length);
  const isSame = Number(cluster.layout === list.layout);
  const shape =
    Object.keys(list.anchors).length === 0 ? isSame : (similarity(list.anchors, cluster.anchors) + isSame) / 2;
  const score = 0.4 * (known / Math.max(confirmed.size, plans.length)) + 0.35 * likeness + 0.25 * shape;
  return { cluster, plans, faults, strangers, shape, likeness, score };
}

/** Each block with its confirmed name; else with the words that stand where names do, on the taught page or here. */
function titled(
  blocks: readonly Block[],
  list: PlanList,
  confirmed: ReadonlySet<string>,
): { block: Block; title: Title | undefined }[] {
  const likest = (titles: readonly Title[], like: (title: Title) => number) =>
    titles.map((title) => ({ title, like: like(title) })).sort((a, b) => b.like - a.like)[0];
  const known = blocks.map(({ titles }) => {
    const own = titles.filter(({ key }) => confirmed.has(key));
    return likest(own, ({ anchors }) => similarity(list.name, anchors))?.title;
  });
  const here = commonAnchors(known.flatMap((title) => title?.anchors ?? []));
  const likeness = ({ anchors }: Title) => Math.max(similarity(list.name, anchors), similarity(here, anchors));
  return blocks.map((block, at) => {
    const own = known[at];
    const isApart = ({ start, end }: Title) => own === undefined || end <= own.start || start >= own.end;
    const strangers = block.titles.filter((title) => !confirmed.has(title.key) && isApart(title) && !title.isTerms());
    const best = likest(strangers, likeness);
    // A confirmed name among the features of another plan is no title.
    const least = own === undefined ? LEAST_TITLE : likeness(own) + NAME_MARGIN;
    return { block, title: best !== undefined && best.like >= least ? best.title : own };
  });
}

/** Why it is none, in words. */
function planOf(block: Block, title: Title, list: PlanList): Filled | string {
  if (list.hasFormerPrices !== true && block.items.some(isFormer))
    return 'a former price stands beside the current one';
  const prices = assigned(block, list.prices);
  const filled = prices.flatMap((item, at) =>
    item === undefined ? [] : similarity(list.prices[at]?.anchors ?? {}, item.anchors),
  );
  const missing = list.prices.filter((slot, at) => prices[at] === undefined && slot.isOptional !== true);
  if (filled.length > 0 && missing.length === 0)
    return { title, prices, likeness: filled.reduce((sum, each) => sum + each, 0) / filled.length };
  const state = stateOf(block, title, list);
  if (state !== undefined) return { title, prices: list.prices.map(() => undefined), state, likeness: 0.8 };
  return missing[0] === undefined ? 'no price where it was' : `no price ${termsOf(missing[0])}`;
}

interface Pair {
  at: number;
  item: Item;
  like: number;
}

/** Pairs slots with amounts, the likeliest first; each amount once. */
function assigned({ items }: Block, slots: readonly PriceSlot[]): (Item | undefined)[] {
  const pairs = slots.flatMap((slot, at) =>
    items.flatMap((item): Pair[] => {
      const like = item.from === slot.from ? similarity(slot.anchors, item.anchors) : 0;
      const sure = isWorded(slot, item) ? Math.max(like, BY_TERMS) : like;
      const isLikely = sure >= (slot.isOptional === true ? LEAST_OPTIONAL : LEAST_SLOT);
      return isLikely && fits(slot, item) ? [{ at, item, like: sure }] : [];
    }),
  );
  const chosen: (Item | undefined)[] = slots.map(() => undefined);
  const ranked = pairs.sort((a, b) => b.like - a.like);
  for (const pair of ranked) {
    const { at, item, like } = pair;
    if (chosen[at] !== undefined || chosen.includes(item)) continue;
    const isRival = (other: Pair) =>
      other.at === at &&
      other.item.amount !== item.amount &&
      !chosen.includes(other.item) &&
      other.like > like - MARGIN;
    if (like >= SURE || !ranked.some(isRival)) chosen[at] = item;
  }
  return chosen;
}

/** The page's words may say less of an amount's period and billing than the slot does, and nothing else. */
function fits(slot: PriceSlot, item: Item): boolean {
  const { currency, per, billing, from, says = {}, anchors } = slot;
  if (item.kind !== 'amount' || (item.from !== from && !isWorded(slot, item))) return false;
  const isOfCurrency =
    item.currency === undefined ||
    item.currency === currency ||
    (item.isCurrencyAssumed && item.currency === says.currency);
  if (!isOfCurrency || (item.says.kind !== undefined && item.says.kind !== says.kind)) return false;
  const [state] = item.anchors.state ?? [];
  if (state !== undefined && state !== billing && anchors.state?.includes(state) !== true) return false;
  if (says.billing === 'annual' && item.says.billing !== 'annual') return false;
  const isOf = (said: string | undefined, ...terms: (string | undefined)[]) =>
    said === undefined || terms.includes(said);
  // "/ user" by then; "/ workspace", or none, by now.
  if (says.unit !== undefined && item.says.unit !== says.unit) return false;
  const isQuoted = item.from === undefined || item.evidence() !== undefined;
  return isQuoted && isOf(item.says.per, per, says.per) && isOf(item.says.billing, billing, says.billing);
}

/** In words by now, which state the slot's terms. */
function isWorded({ per, billing }: PriceSlot, { from, says }: Item): boolean {
  return (
    from === undefined && says.per === per && (says.billing ?? (per === 'month' ? 'monthly' : billing)) === billing
  );
}

/** Words of the taught page in place of a price; else other words for the same, where the block shows no price at all. */
function stateOf(
  { items, phrases }: Block,
  title: Title,
  { plans, free = [], contact = [] }: PlanList,
): Filled['state'] {
  const zero = items.find(({ kind, amount }) => kind === 'free' && amount !== '');
  const wasFree = plans.some(({ name, is }) => is === 'free' && tierKey(name) === title.key);
  // "$0 for 30 days, then $12"
  const isFirst = !wasFree && items.some((item) => isShown(item) || item.says.kind === 'then');
  if (zero !== undefined && isFirst) return undefined;
  if (zero !== undefined) return { kind: 'free', start: zero.start, end: zero.end, item: zero };
  const taught = { free, contact };
  for (const kind of ['free', 'contact'] as const) {
    const said = phrases.find((phrase) => taught[kind].includes(phrase.words));
    if (said !== undefined) return { kind, start: said.start, end: said.end };
  }
  if (items.some(isShown)) return undefined;
  const word = items.find(({ kind }) => kind !== 'amount');
  if (word !== undefined && word.kind !== 'amount')
    return { kind: word.kind, start: word.start, end: word.end, item: word };
  return wasFree && title.isFree() ? { kind: 'free', start: title.start, end: title.end } : undefined;
}

export const isFormer = ({ says }: Item) => says.kind === 'was';

/** An amount in sight that is none of a list of features. */
export const isShown = ({ kind, from, says, anchors }: Item) =>
  kind === 'amount' &&
  says.kind === undefined &&
  (from === undefined || from === 'data') &&
  !anchors.tag?.includes('li');

function termsOf({ per, billing, unit }: PriceSlot): string {
  const unitWords = unit === undefined ? '' : ` per ${unit}`;
  return `${per}${unitWords}${billing === undefined ? '' : `, billed ${billing}`}`;
}

/** The plan as a tier with evidence. */
export function tierOf({ document }: Page, { title, prices, state }: Filled, list: PlanList): ReadTier {
  const known = list.plans.find(({ name }) => tierKey(name) === title.key);
  const isByPlan = list.plans.some((plan) => plan.unit !== undefined);
  const read = prices.flatMap((item, at): ReadPrice[] => {
    const slot = list.prices[at];
    const evidence = item?.evidence();
    if (slot === undefined || item === undefined || evidence === undefined) return [];
    const { currency, per, billing } = slot;
    const unit = slot.unit ?? known?.unit ?? (isByPlan && known === undefined ? item.says.unit : undefined);
    return [
      {
        amount: item.amount,
        currency,
        ...defined({ billing }),
        per,
        ...defined({ unit }),
        kind: 'list',
        ...(item.isFloor && { isFloor: true as const }),
        evidence,
      },
    ];
  });
  const evidence = state && (state.item?.evidence() ?? exact(document, state, 'recipe'));
  return {
    name: label(title.words, 80),
    isFree: state?.kind === 'free',
    isCustom: state?.kind === 'contact',
    prices: read,
    features: [],
    ...defined({ evidence }),
  };
}
