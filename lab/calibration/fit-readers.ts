/**
 * The weights of the readers' two logistic models (`crawler/read/offers/weights.json`), fitted to labelled pages. Pure.
 *
 * Of a name: whether a line names the offer. A region whose prices are those of a labelled plan gives an example for each
 * line that may name it, right if it is the plan's name. Of a group: whether its offers are plans, right if most of them
 * have the name and a price of a labelled one; a group counts by the root of its size.
 *
 * Examples come from the groups that the readers choose by their present weights: a second fit may differ a little.
 */

import { gatherMentions } from '../../crawler/read/mentions/mentions.ts';
import { scoreOf, vectorOf } from '../../crawler/read/offers/logistic.ts';
import { NAME_FEATURES } from '../../crawler/read/offers/names.ts';
import type { Offer } from '../../crawler/read/offers/offer.ts';
import { chosenGroups } from '../../crawler/read/offers/offers.ts';
import type { Page } from '../../crawler/read/offers/page.ts';
import { GROUP_FEATURES, groupFeatures } from '../../crawler/read/offers/roles.ts';
import { htmlDocument } from '../../crawler/read/page/html-document.ts';
import { markdownDocument } from '../../crawler/read/page/markdown.ts';
import { logistic } from '../../data/confidence/logistic.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import { areAlike, key, type LabelTier, near, statedAmounts } from '../accuracy/score.ts';
import { mean, share } from '../harness/statistics.ts';
import { fitLogistic, type Row } from './logistic.ts';

export interface Example extends Row {
  /** Cross-validation never splits the examples of one vendor. */
  vendor: string;
}

export const MODELS = { name: NAME_FEATURES, group: GROUP_FEATURES } as const;
export type Model = keyof typeof MODELS;

/** How well a model does on vendors that it was not fitted to. Losses are means, in nats; lower is better. */
export interface FitReport {
  examples: number;
  positive: number;
  /** Share of the examples on the right side of one half. */
  accuracy: number;
  logLoss: number;
  /** Log loss of saying the share of positives each time. */
  constant: number;
}

/** λ: weights are held to zero as if by a normal prior of variance one half. */
const PRECISION = 2;
const FOLDS = 10;

export function examplesOf(pages: readonly LabelledPage[]): Record<Model, Example[]> {
  const each = pages.filter(({ format }) => format !== 'json').map(examplesIn);
  return { name: each.flatMap(({ name }) => name), group: each.flatMap(({ group }) => group) };
}

function examplesIn({ group: vendor, source, format, url, label }: LabelledPage): Record<Model, Example[]> {
  const document = format === 'html' ? htmlDocument(source) : markdownDocument(source, format);
  const page: Page = { document, mentions: gatherMentions(document, url) };
  const groups = chosenGroups(page);
  return {
    name: groups.flatMap(({ offers }) => offers.flatMap((offer) => namesIn(offer, label.tiers, vendor))),
    group: groups.map((group) => {
      const plans = group.offers.filter((offer) => isPlan(offer, label.tiers)).length;
      const y = Number(plans * 2 > group.offers.length);
      return {
        vendor,
        x: vectorOf(GROUP_FEATURES, groupFeatures(page, group, groups)),
        y,
        weight: Math.sqrt(group.offers.length),
      };
    }),
  };
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

/**
 * Rounded, in the order of the features. Half an example of each kind is added, so that no probability becomes 0 or 1.
 *
 * @param means what weights are taken to be where examples do not show otherwise: a number for each feature, or zeros for so many
 */
export function fitWeights(examples: readonly Example[], features: number | readonly number[]): number[] {
  const means = typeof features === 'number' ? new Array<number>(features).fill(0) : features;
  const usual = means.map((_, at) => mean(examples.map(({ x }) => x[at] ?? 0)));
  const added = [0, 1].map((y) => ({ x: usual, y, weight: 0.5 }));
  const weights = fitLogistic([...examples, ...added], { means, precision: PRECISION });
  return weights.map((weight) => Number(weight.toFixed(2)) + 0);
}

/** An example with the probability that weights give it which were fitted without its vendor. */
export interface Judged {
  fold: number;
  y: number;
  p: number;
}

export function judgedByOthers(examples: readonly Example[], features: number | readonly number[]): Judged[] {
  const vendors = [...new Set(examples.map(({ vendor }) => vendor))].toSorted();
  const foldOf = new Map(vendors.map((vendor, at) => [vendor, at % FOLDS]));
  return Array.from({ length: Math.min(FOLDS, vendors.length) }, (_, fold) => {
    const { held = [], others = [] } = Object.groupBy(examples, ({ vendor }) =>
      foldOf.get(vendor) === fold ? 'held' : 'others',
    );
    const weights = fitWeights(others, features);
    return held.map(({ x, y }) => ({ fold, y, p: logistic(scoreOf(x, weights)) }));
  }).flat();
}

export function reportOf(judged: readonly Judged[]): FitReport {
  const usual = share(judged, ({ y }) => y === 1);
  return {
    examples: judged.length,
    positive: usual,
    accuracy: share(judged, ({ y, p }) => p >= 0.5 === (y === 1)),
    logLoss: mean(judged.map(({ y, p }) => lossOf(y, p))),
    constant: mean(judged.map(({ y }) => lossOf(y, usual))),
  };
}

const LEAST = 1e-9;

function lossOf(y: number, p: number): number {
  return -Math.log(Math.max(LEAST, y === 1 ? p : 1 - p));
}

const WIDTH = 120;

/** The weights as the formatter of the project sets them: as many numbers a line as fit. */
export function weightsText(weights: Readonly<Record<string, readonly number[]>>): string {
  const fields = Object.entries(weights).map(([name, numbers]) => {
    const whole = `  "${name}": [${numbers.join(', ')}]`;
    return whole.length < WIDTH ? whole : `  "${name}": [\n${filled(numbers).join('\n')}\n  ]`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

function filled(numbers: readonly number[]): string[] {
  const lines: string[] = [];
  let line = '   ';
  for (const [at, number] of numbers.entries()) {
    const said = ` ${number}${at === numbers.length - 1 ? '' : ','}`;
    if (line.length + said.length > WIDTH) {
      lines.push(line);
      line = '   ';
    }
    line += said;
  }
  return [...lines, line];
}
