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
  statedByModelAlone,
  WITNESSED_FEATURES,
  witnessedFeatures,
} from '../../crawler/read/confidence/model.ts';
import { negativesOf } from '../../crawler/read/confidence/negatives.ts';
import { statedIn } from '../../crawler/read/confidence/stated.ts';
import { vectorOf } from '../../crawler/read/offers/logistic.ts';
import { type HeardModel, readPage } from '../../crawler/read/read.ts';
import { pageOf } from '../../crawler/read/teach.ts';
import type { LabelledPage } from '../accuracy/labelled-pages.ts';
import { isRight, negativeTruths, shared } from './fit-facts.ts';
import { byModel, type Example, type Examples } from './logistic.ts';

export const TRUST_FEATURES = {
  facts: WITNESSED_FEATURES,
  no_free_tier: DENIED_FEATURES,
  no_monthly_price: DENIED_FEATURES,
  cheapest: DENIED_FEATURES,
} as const;
type TrustModel = keyof typeof TRUST_FEATURES;

export interface AnsweredPage {
  page: LabelledPage;
  heard: HeardModel;
}

/** Examples of the pages on which the model's answer is heard. */
export function trustExamplesOf(pages: readonly AnsweredPage[]): Examples<TrustModel> {
  return byModel(TRUST_FEATURES, pages.map(examplesIn));
}

function examplesIn({ page: labelled, heard }: AnsweredPage): Partial<Examples<TrustModel>> {
  const { source, group: vendor, label } = labelled;
  const page = pageOf(source, labelled);
  const { readings, tiers, model } = readPage(source, { ...labelled, model: heard });
  if (page === undefined || model === undefined) return {};
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
  if (label.tiers.length === 0) return { facts: shared(facts) };
  const truths = negativeTruths(label, tiers);
  const negatives = negativesOf({ page, tiers, readings }).map((each) => {
    const x = vectorOf(DENIED_FEATURES, deniedFeatures(each, { tiers, readings }));
    return [each.kind, [example(x, truths[each.kind])]];
  });
  return { facts: shared(facts), ...Object.fromEntries(negatives) };
}

/** Whether the readers and the model both make the statement of an example. */
export function isShared(x: readonly number[]): boolean {
  return WITNESSED_FEATURES.every((name, at) => x[at] === 0 || name === 'one' || name.startsWith('both'));
}
