/**
 * How likely each statement of a reading is right: a logistic model of named features, fitted to labelled pages by
 * `npm run calibrate -- facts` and cross-validated by vendor.
 *
 * What speaks most for a statement is a second witness: the reader of repeated structure (crawler/read/offers), which shares
 * nothing with the readers of the statement but the page, its amounts and the vocabulary. Alone it is no reader: what only it
 * states was right too seldom (docs/decisions.md).
 */
import type { ReadModel, ReadPrice, ReadTier, RecipeOutcome } from '../../../data/reading.ts';
import { probabilityOf, vectorOf } from '../offers/logistic.ts';
import { type Among, FACT_FEATURES, featuresIn } from './features.ts';
import { RATE_FEATURES, rateFeatures } from './rate-features.ts';
import weights from './weights.json' with { type: 'json' };

/** A person confirmed what the recipe reads; where the plans stand elsewhere by now, it is right less often. */
const BY_RECIPE = { met: 0.98, relocated: 0.93, abstained: 0 };

/** Rates have one reader alone: on pages kept apart, 0.93 of what it read was right. */
const MOST_OF_RATES = 0.93;

/** A statement below it is too often a misreading, and is left out. */
const READ_FROM = 0.6;

type Rating = (stated: ReadPrice | ReadTier) => number;

/** The tiers with the confidence of each statement that is likely enough. */
export function withConfidence(among: Among, outcome: RecipeOutcome = 'met'): ReadTier[] {
  const { tiers } = among;
  const features = featuresIn(among);
  return tiers.flatMap((tier) =>
    likely(tier, (stated) => {
      if (stated.evidence?.method === 'recipe') return BY_RECIPE[outcome];
      const its = features.get(stated);
      return its === undefined ? 0 : probabilityOf(vectorOf(FACT_FEATURES, its), weights.facts);
    }),
  );
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
