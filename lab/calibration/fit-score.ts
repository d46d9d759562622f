/**
 * Coefficients of P(reading right), fitted to labelled readings. Pure.
 *
 * Logistic regression by penalised maximum likelihood (Hosmer, Lemeshow and Sturdivant, Applied Logistic Regression, 3rd
 * ed., §1.2), with a normal prior on each weight (Gelman et al., Annals of Applied Statistics 2(4), 2008). Weights are
 * at least zero, so that a rising signal never lowers the probability.
 */
import * as z from 'zod';
import { probability, type Signals } from '../../verifier/judge/score.ts';
import { fitLogistic } from './logistic.ts';

export const LabelledReading = z.strictObject({
  /** Cross-validation never splits the readings of one vendor. */
  vendor: z.string(),
  /** From 0 to 1, by name. */
  signals: z.record(z.string(), z.number()),
  right: z.boolean(),
  /** 1 for most. */
  weight: z.number(),
});
export type LabelledReading = z.infer<typeof LabelledReading>;

export interface Coefficients {
  intercept: number;
  weights: Record<string, number>;
}

/**
 * Prior mean of each weight, with variance 1. It decides where the readings hold no information, such as quotes that the
 * page refuses, which no honest reader brings.
 */
export const BELIEVED = {
  tabular: 0.4,
  agreement: 2,
  undisputed: 1.2,
  recut: 3,
  outright: 1,
  explicit: 0.8,
  complete: 1,
  consistent: 1,
  history: 1,
  designs: 2,
  uncontested: 1,
} as const satisfies Record<keyof Signals, number>;

/** @throws {RangeError} all readings are right, or none is: any coefficients would do */
export function fitScore(readings: readonly LabelledReading[], names: readonly string[]): Coefficients {
  if (new Set(readings.map(({ right }) => right)).size < 2)
    throw new RangeError('Cannot fit a score to readings that are all alike');
  const rows = readings.map(({ signals, right, weight }) => ({
    x: [1, ...names.map((name) => signals[name] ?? 0)],
    y: right ? 1 : 0,
    weight,
  }));
  const believedOf: Record<string, number> = BELIEVED;
  const believed = [0, ...names.map((name) => believedOf[name] ?? 0)];
  // A weight below zero is held at zero, and the rest is fitted again.
  const held = new Set<number>();
  for (;;) {
    const beta = fitLogistic(rows, { means: believed, precision: 1, held });
    const below = beta.flatMap((value, i) => (i > 0 && value < 0 ? [i] : []));
    if (below.length === 0) {
      const [intercept = 0, ...weights] = beta.map((value) => Math.round(value * 1_000) / 1_000);
      return { intercept, weights: Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0])) };
    }
    for (const i of below) held.add(i);
  }
}

/**
 * The probability of each reading by coefficients fitted without its vendor, in `folds` parts.
 *
 * @param others readings of other vendors, part of every fit
 */
export function crossValidated(
  readings: readonly LabelledReading[],
  names: readonly string[],
  { folds = 10, others = [] }: { folds?: number; others?: readonly LabelledReading[] } = {},
): { reading: LabelledReading; p: number }[] {
  const vendors = [...new Set(readings.map(({ vendor }) => vendor))].toSorted();
  const foldOf = new Map(vendors.map((vendor, i) => [vendor, i % folds]));
  return Array.from({ length: folds }, (_, fold) => fold).flatMap((fold) => {
    const held = readings.filter(({ vendor }) => foldOf.get(vendor) === fold);
    if (held.length === 0) return [];
    const fitted = fitScore([...readings.filter(({ vendor }) => foldOf.get(vendor) !== fold), ...others], names);
    return held.map((reading) => ({ reading, p: probability(fitted, reading.signals) }));
  });
}
