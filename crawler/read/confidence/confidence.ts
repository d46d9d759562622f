/**
 * How likely each statement of a reading is right: a logistic model of named features, fitted to labelled pages by
 * `npm run calibrate -- facts` and cross-validated by vendor.
 *
 * What speaks most for a statement is a second witness: the reader of repeated structure (crawler/read/offers), which shares
 * with the readers of the statement the page, its amounts, the vocabulary and which words are no name, and nothing else. What
 * it alone states was right in 23 of 26 cases on labelled pages: too seldom to be published without another witness or a
 * person. Its weight is set by hand, since so few cases can't be fitted.
 */
import type { ReadModel, ReadPrice, ReadTier, RecipeOutcome } from '../../../data/reading.ts';
import { probabilityOf, vectorOf } from '../offers/logistic.ts';
import { type Among, FACT_FEATURES, type FactFeatures, featuresIn, RATE_FEATURES, rateFeatures } from './features.ts';
import {
  type AnswerOf,
  MOST_ALONE,
  statedByModelAlone,
  tiersOfModel,
  trustOf,
  withProposals,
  witnessed,
  witnessedFeatures,
} from './model.ts';
import { statedIn } from './stated.ts';
import weights from './weights.json' with { type: 'json' };

/** A person confirmed what the recipe reads; where the plans stand elsewhere by now, it is right less often. */
const BY_RECIPE = { met: 0.98, relocated: 0.93, abstained: 0 };

/** Rates have one reader alone: on pages kept apart, 0.93 of what it read was right. */
const MOST_OF_RATES = 0.93;

/** A statement below it is more likely a misreading, and is left out. */
const READ_FROM = 0.5;

type Rating = (stated: ReadPrice | ReadTier) => number;

/** How the source's recipe read, and whose answer is among the readings. */
interface Given {
  outcome?: RecipeOutcome | undefined;
  model?: AnswerOf | undefined;
}

/** The tiers with the confidence of each statement that is likely enough, and with what only a model states. */
export function withConfidence(among: Among, { outcome = 'met', model }: Given): ReadTier[] {
  const { tiers, readings } = among;
  const byReaders = ratingBy(among, outcome);
  if (model === undefined || tiersOfModel(readings) === undefined)
    return tiers.flatMap((tier) => likely(tier, byReaders));
  const trust = trustOf(model);
  const stated = new Map(statedIn(tiers).map((each) => [each.price ?? each.tier, each]));
  const read = tiers.flatMap((tier) =>
    likely(tier, (fact) => {
      const [each, confidence] = [stated.get(fact), byReaders(fact)];
      // A person confirmed what a recipe reads.
      if (each === undefined || fact.evidence?.method === 'recipe') return confidence;
      return witnessed(witnessedFeatures(each, confidence, readings), trust);
    }),
  );
  const proposals = statedByModelAlone(read, readings)
    .map((each) => ({ ...each, confidence: witnessed(witnessedFeatures(each, undefined, readings), trust) }))
    .filter(({ confidence }) => confidence >= READ_FROM);
  return withProposals(read, proposals);
}

function ratingBy(among: Among, outcome: RecipeOutcome): Rating {
  const features = featuresIn(among);
  return (stated) => {
    if (stated.evidence?.method === 'recipe') return BY_RECIPE[outcome];
    const confidence = factConfidence(features.get(stated));
    return stated.evidence?.method === 'offers' ? Math.min(MOST_ALONE, confidence) : confidence;
  };
}

/** The confidence of a statement with these features, of the readers alone. */
export function factConfidence(features: FactFeatures | undefined): number {
  return features === undefined ? 0 : probabilityOf(vectorOf(FACT_FEATURES, features), weights.facts);
}

/** The models with the confidence that their rates are right. */
export function withRateConfidence(models: readonly ReadModel[]): ReadModel[] {
  return models.map((model) => ({
    ...model,
    confidence: Math.min(MOST_OF_RATES, probabilityOf(vectorOf(RATE_FEATURES, rateFeatures(model)), weights.rates)),
  }));
}

function likely(tier: ReadTier, of: Rating): ReadTier[] {
  const prices = tier.prices
    .map((price) => ({ ...price, confidence: of(price) }))
    .filter(({ confidence }) => confidence >= READ_FROM);
  const confidence = tier.isFree || tier.isCustom ? of(tier) : undefined;
  const isUnlikely = confidence !== undefined && confidence < READ_FROM;
  if (prices.length === 0 && (isUnlikely || tier.prices.length > 0)) return [];
  const claims = isUnlikely ? { isFree: false, isCustom: false } : confidence !== undefined && { confidence };
  return [{ ...tier, prices, ...claims }];
}
