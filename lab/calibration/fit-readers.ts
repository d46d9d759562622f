/**
 * The weights of the readers' two logistic models (`crawler/read/offers/weights.json`), fitted to labelled pages. Pure.
 *
 * Of a name: whether a line names the offer. A region whose prices are those of a labelled plan gives an example for each
 * line that may name it, right if it is the plan's name. Of a group: whether its offers are plans, right if most of them
 * have the name and a price of a labelled one; a group counts by the root of its size.
 *
 * Examples come from the groups that the readers choose by their present weights: a second fit may differ a little.
 */
import { vectorOf } from '../../crawler/read/offers/logistic.ts';
import { NAME_FEATURES } from '../../crawler/read/offers/names.ts';
import type { Offer } from '../../crawler/read/offers/offer.ts';
import { chosenGroups } from '../../crawler/read/offers/offers.ts';
import { GROUP_FEATURES, groupFeatures } from '../../crawler/read/offers/roles.ts';
import { pageOf } from '../../crawler/read/teach.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import { areAlike, key, type LabelTier, near, statedAmounts } from '../accuracy/score.ts';
import { byModel, type Example, type Examples } from './logistic.ts';

export const MODELS = { name: NAME_FEATURES, group: GROUP_FEATURES } as const;
type Model = keyof typeof MODELS;

export function examplesOf(pages: readonly LabelledPage[]): Examples<Model> {
  return byModel(MODELS, pages.flatMap(examplesIn));
}

function examplesIn(labelled: LabelledPage): Examples<Model>[] {
  const { group: vendor, label } = labelled;
  const page = pageOf(labelled.source, labelled);
  if (page === undefined) return [];
  const groups = chosenGroups(page);
  const name = groups.flatMap(({ offers }) => offers.flatMap((offer) => namesIn(offer, label.tiers, vendor)));
  const group = groups.map((each): Example => {
    const plans = each.offers.filter((offer) => isPlan(offer, label.tiers)).length;
    const y = Number(plans * 2 > each.offers.length);
    const x = vectorOf(GROUP_FEATURES, groupFeatures(page, each, groups));
    return { vendor, x, y, weight: Math.sqrt(each.offers.length) };
  });
  return [{ name, group }];
}

/** None where the plan's name is not among the lines, or twice. */
function namesIn({ candidates, prices: { prices } }: Offer, tiers: readonly LabelTier[], vendor: string): Example[] {
  const priced = tiers.filter((tier) => prices.some(({ amount }) => isStated(tier, Number(amount))));
  const [right, ...more] = candidates.filter(({ words }) => priced.some(({ name }) => key(name) === key(words)));
  if (right === undefined || more.length > 0) return [];
  return candidates.flatMap((each) => {
    if (each.features === undefined) return [];
    return [{ vendor, x: vectorOf(NAME_FEATURES, each.features), y: Number(each === right), weight: 1 }];
  });
}

function isPlan({ name, prices: { prices, isFree, isCustom } }: Offer, tiers: readonly LabelTier[]): boolean {
  const isNamed = tiers.some((tier) => name !== undefined && areAlike(tier.name, name.words));
  const isPriced = tiers.some(
    (tier) =>
      (isFree && tier.free === true) ||
      (isCustom && tier.contactSales === true) ||
      prices.some(({ amount }) => isStated(tier, Number(amount)) || isStated(tier, Number(amount) / 12)),
  );
  return isNamed && isPriced;
}

function isStated(tier: LabelTier, amount: number): boolean {
  return statedAmounts(tier).some((stated) => near(stated, amount));
}
