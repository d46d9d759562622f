/**
 * What a language model's answer adds to the confidence of a reading, and the statements that it alone makes.
 *
 * How far a model is trusted is measured on labelled pages (`npm run calibrate -- facts --answers DIR`), model by model. One
 * that was not measured raises nothing: where it differs a statement is less sure, and what it alone states is a proposal.
 */
import type { Negative, NegativeKind, Reading, ReadTier } from '../../../data/reading.ts';
import { type Features, probabilityOf, vectorOf } from '../offers/logistic.ts';
import { sameSlot } from '../offers/merge.ts';
import type { Among } from './features.ts';
import measured from './models.json' with { type: 'json' };
import { startOf } from './negatives.ts';
import { areAlike, hasMonthlyPrice, perMonth, type Stated, saysSame, statedIn } from './stated.ts';

/** Of a statement of the readers, the model or both, in the order of the weights. */
export const WITNESSED_FEATURES = [
  'one',
  'both: log odds by the readers',
  'only the readers',
  'only the readers: log odds',
  'only the model',
  'the model and a reader that was not followed',
] as const;
type WitnessedFeatures = Features<(typeof WITNESSED_FEATURES)[number]>;

/** Of what a reading says by stating no more. */
export const DENIED_FEATURES = ['one', 'log odds by the readers', 'the model states what is denied'] as const;

/** Weights of one model, fitted to its answers to one version of the prompt. */
interface ModelTrust extends Record<'facts' | NegativeKind, readonly number[]> {
  prompt: string;
  /** The day of the measurement, and the labelled pages that the model answered. */
  measured: string;
  pages: number;
  /** Of the statements that it shares with the readers, the share that is right. */
  agreed: number;
}

/** Of a model that was not measured. Both say the same: as sure as before. One alone: less sure. */
export const UNMEASURED = {
  facts: [0, 1, -1, 1, 0.45, 0.45],
  no_free_tier: [0, 1, -1],
  no_monthly_price: [0, 1, -1],
  cheapest: [0, 1, -1],
};
/** Too little to be published: what one witness alone states waits for another or a person. */
export const MOST_ALONE = 0.89;

const MEASURED: Readonly<Record<string, ModelTrust>> = measured;

/** A model that is wrong more often where it agrees with the readers raises nothing. */
const LEAST_AGREED = 0.97;

export interface AnswerOf {
  model: string;
  prompt: string;
}

/** Undefined for a model that was not measured with this version of the prompt, or proved to be no witness. */
export function trustOf({ model, prompt }: AnswerOf): ModelTrust | undefined {
  const trust = Object.hasOwn(MEASURED, model) ? MEASURED[model] : undefined;
  return trust?.prompt === prompt && trust.agreed >= LEAST_AGREED ? trust : undefined;
}

/** The tiers that a model states; undefined where no answer of one is heard. */
export function tiersOfModel(readings: readonly Reading[]): ReadTier[] | undefined {
  return readings.find(({ reader }) => reader === 'model')?.tiers;
}

/** @param confidence of the readers that were followed; undefined for what only the model states */
export function witnessedFeatures(
  stated: Stated,
  confidence: number | undefined,
  readings: readonly Reading[],
): WitnessedFeatures {
  const isByModel = isSaidIn(stated, tiersOfModel(readings) ?? []);
  const isByOther = readings.some(({ reader, tiers }) => reader !== 'model' && isSaidIn(stated, tiers));
  return {
    one: 1,
    'both: log odds by the readers': isByModel && confidence !== undefined ? logOdds(confidence) : 0,
    'only the readers': Number(!isByModel),
    'only the readers: log odds': isByModel || confidence === undefined ? 0 : logOdds(confidence),
    'only the model': Number(confidence === undefined && !isByOther),
    'the model and a reader that was not followed': Number(confidence === undefined && isByOther),
  };
}

function isSaidIn(stated: Stated, tiers: readonly ReadTier[]): boolean {
  return statedIn(tiers).some((other) => saysSame(stated, other));
}

const NEAR_SURE = 0.999;

function logOdds(p: number): number {
  const within = Math.min(NEAR_SURE, Math.max(1 - NEAR_SURE, p));
  return Math.log(within / (1 - within));
}

/** The confidence of a statement once the model is heard. */
export function witnessed(features: WitnessedFeatures, trust: ModelTrust | undefined): number {
  const p = probabilityOf(vectorOf(WITNESSED_FEATURES, features), (trust ?? UNMEASURED).facts);
  const isProposal = features['only the model'] + features['the model and a reader that was not followed'] > 0;
  const isAlone = features['only the model'] === 1 || (trust === undefined && isProposal);
  return isAlone ? Math.min(MOST_ALONE, p) : p;
}

/** What only the model states, of tiers that are read and of others. */
export function statedByModelAlone(tiers: readonly ReadTier[], readings: readonly Reading[]): Stated[] {
  const known = statedIn(tiers);
  return statedIn(tiersOfModel(readings) ?? []).filter((stated) => !known.some((other) => saysSame(stated, other)));
}

/** The tiers with what the model alone states; where it contradicts them they stay as they are. */
export function withProposals(
  tiers: readonly ReadTier[],
  proposals: readonly (Stated & { confidence: number })[],
): ReadTier[] {
  const joined = tiers.map((tier) => ({ ...tier, prices: [...tier.prices] }));
  for (const { tier, price, claim, confidence } of proposals) {
    const [only, ...more] = joined.filter(({ name }) => areAlike(name, tier.name));
    if (more.length > 0) continue;
    if (only === undefined)
      joined.push({
        ...tier,
        isFree: claim === 'free',
        isCustom: claim === 'custom',
        prices: price === undefined ? [] : [{ ...price, confidence }],
        ...(claim !== undefined && { confidence }),
      });
    else if (
      price !== undefined &&
      !only.isFree &&
      !only.isCustom &&
      !only.prices.some((each) => sameSlot(each, price))
    )
      only.prices.push({ ...price, confidence });
  }
  return joined;
}

/** The negatives once the model is heard, if any is: it may state what they deny. */
export function witnessedNegatives(
  negatives: Negative[],
  read: Pick<Among, 'tiers' | 'readings'>,
  answer: AnswerOf | undefined,
): Negative[] {
  if (answer === undefined) return negatives;
  const trust = trustOf(answer);
  return negatives.map((negative) => {
    const vector = vectorOf(DENIED_FEATURES, deniedFeatures(negative, read));
    return { ...negative, confidence: probabilityOf(vector, (trust ?? UNMEASURED)[negative.kind]) };
  });
}

export function deniedFeatures(
  { kind, confidence }: Negative,
  { tiers, readings }: Pick<Among, 'tiers' | 'readings'>,
): Features<(typeof DENIED_FEATURES)[number]> {
  const byModel = tiersOfModel(readings) ?? [];
  return {
    one: 1,
    'log odds by the readers': logOdds(confidence),
    'the model states what is denied': Number(DENIED[kind](byModel, tiers)),
  };
}

const DENIED: Readonly<Record<NegativeKind, (byModel: readonly ReadTier[], tiers: readonly ReadTier[]) => boolean>> = {
  no_free_tier: (byModel) => byModel.some(({ isFree }) => isFree),
  no_monthly_price: hasMonthlyPrice,
  cheapest(byModel, tiers) {
    const [own, read] = [startOf(byModel), startOf(tiers)].map((price) => price && perMonth(price));
    return own !== undefined && own !== read;
  },
};
