/**
 * How far a language model is trusted (`crawler/read/confidence/models.json`), fitted to its answers about labelled pages. Pure.
 *
 * Each statement of the readers or of the model that a label can judge is an example; those of a page share the weight of the
 * root of their number.
 */
import { compose } from '../../crawler/read/compose.ts';
import { factConfidence } from '../../crawler/read/confidence/confidence.ts';
import { featuresIn } from '../../crawler/read/confidence/features.ts';
import {
  DENIED_FEATURES,
  deniedFeatures,
  type ModelTrust,
  statedByModelAlone,
  WITNESSED_FEATURES,
  witnessedFeatures,
} from '../../crawler/read/confidence/model.ts';
import { negativesOf } from '../../crawler/read/confidence/negatives.ts';
import { statedIn } from '../../crawler/read/confidence/stated.ts';
import { vectorOf } from '../../crawler/read/offers/logistic.ts';
import { type HeardModel, readPage } from '../../crawler/read/read.ts';
import { NegativeKind } from '../../data/reading.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import { isRight, negativeTruths, pageOf, shared } from './fit-facts.ts';
import type { Example } from './fit-readers.ts';

export const TRUST_FEATURES = {
  facts: WITNESSED_FEATURES,
  no_free_tier: DENIED_FEATURES,
  no_monthly_price: DENIED_FEATURES,
  cheapest: DENIED_FEATURES,
} as const;
export type TrustModel = keyof typeof TRUST_FEATURES;

export interface AnsweredPage {
  page: LabelledPage;
  heard: HeardModel;
}

/** Examples of the pages on which the model's answer is heard. */
export function trustExamplesOf(pages: readonly AnsweredPage[]): Record<TrustModel, Example[]> {
  const each = pages.flatMap(examplesIn);
  const all = (model: TrustModel) => each.flatMap((examples) => examples[model]);
  return {
    facts: all('facts'),
    no_free_tier: all('no_free_tier'),
    no_monthly_price: all('no_monthly_price'),
    cheapest: all('cheapest'),
  };
}

function examplesIn({ page: labelled, heard }: AnsweredPage): Record<TrustModel, Example[]>[] {
  const { source, format, url, group: vendor, label } = labelled;
  if (format === 'json') return [];
  const { readings, tiers, model } = readPage(source, { format, url, model: heard });
  if (model === undefined) return [];
  const page = pageOf(labelled);
  const example = (x: number[], y: boolean): Example => ({ vendor, x, y: Number(y), weight: 1 });
  const composed = compose(readings, page).tiers;
  const features = featuresIn({ page, tiers: composed, readings });
  const stated = [
    ...statedIn(composed).map((each) => ({ each, p: factConfidence(features.get(each.price ?? each.tier)) })),
    ...statedByModelAlone(composed, readings).map((each) => ({ each, p: undefined })),
  ];
  const facts = stated.flatMap(({ each, p }) => {
    const y = isRight(each, label);
    return y === undefined ? [] : [example(vectorOf(WITNESSED_FEATURES, witnessedFeatures(each, p, readings)), y)];
  });
  const truths = negativeTruths(label, tiers);
  const negatives = negativesOf({ page, tiers, readings });
  const of = (kind: NegativeKind) =>
    negatives
      .filter((each) => each.kind === kind && label.tiers.length > 0)
      .map((each) => example(vectorOf(DENIED_FEATURES, deniedFeatures(each, { tiers, readings })), truths[kind]));
  const [no_free_tier, no_monthly_price, cheapest] = NegativeKind.options.map(of);
  return [
    {
      facts: shared(facts),
      no_free_tier: no_free_tier ?? [],
      no_monthly_price: no_monthly_price ?? [],
      cheapest: cheapest ?? [],
    },
  ];
}

/** Whether the readers and the model both make the statement of an example. */
export function isShared(x: readonly number[]): boolean {
  return WITNESSED_FEATURES.every((name, at) => x[at] === 0 || name === 'one' || name.startsWith('both'));
}

/** The measurements of all models, with that of one replaced. */
export function withTrust(
  known: Readonly<Record<string, ModelTrust>>,
  model: string,
  trust: ModelTrust,
): Record<string, ModelTrust> {
  return Object.fromEntries(
    Object.entries({ ...known, [model]: trust }).toSorted(([one], [two]) => (one < two ? -1 : 1)),
  );
}
