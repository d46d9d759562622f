/**
 * Hazard priors fitted to real price histories by maximum likelihood. Pure.
 *
 * Empirical Bayes in two levels (Robbins 1956; Gelman et al., Bayesian Data Analysis, 3rd ed., §5): the rates of a
 * group's products follow a gamma distribution; the mean of a category follows the spread of all categories' means, so
 * that a category with few histories stays near its group. A pair of captures that differ means "at least one change":
 * 1 - e^(-rate × days).
 */
import type { HazardPriors } from '../../data/confidence/hazard-priors.ts';
import type { Hazard } from '../../data/hazard.ts';
import type { History } from './histories.ts';

/** @throws {RangeError} no history */
export function fitPriors(histories: History[]): HazardPriors['token'] {
  if (histories.length === 0) throw new RangeError('Cannot fit a prior to no histories');
  const group = fitGamma(histories.map((history) => likelihoodOf([history])));
  const byCategory = [...Map.groupBy(histories, ({ category }) => category)].map(([category, members]) => ({
    category,
    likelihood: likelihoodOf(members),
  }));
  const spread = fitGamma(
    byCategory.map(({ likelihood }) => likelihood),
    group.changes / group.days,
  );
  const categories = byCategory.map(({ category, likelihood }): [string, Hazard] => {
    const days = group.changes / posteriorMean(spread, likelihood);
    return [category, rounded({ changes: group.changes, days })];
  });
  return {
    group: rounded(group),
    categories: Object.fromEntries(categories.toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

/** Likelihood of a history at each rate of GRID, relative to its maximum. */
type Likelihood = Float64Array;

/** Changes a day: from one in 270 years to thirty. */
const GRID = Float64Array.from({ length: 600 }, (_, i) => Math.exp(-11.5 + (i * 15) / 599));
/** ln of the largest shape: beyond it the data cannot tell products apart. */
const LARGEST_SHAPE = Math.log(50);

/** The joint likelihood of histories that share one rate. */
function likelihoodOf(histories: Pick<History, 'pairs' | 'watched'>[]): Likelihood {
  const pairs = histories.flatMap((history) => history.pairs);
  const changes = histories.reduce((sum, { watched }) => sum + (watched?.changes ?? 0), 0);
  const days = histories.reduce((sum, { watched }) => sum + (watched?.days ?? 0), 0);
  const log = GRID.map((rate) =>
    pairs.reduce(
      (sum, pair) => sum + (pair.changed ? Math.log(-Math.expm1(-rate * pair.days)) : -rate * pair.days),
      changes * Math.log(rate) - rate * days,
    ),
  );
  return exponentials(log);
}

/** The likeliest shape and exposure, by a grid search that narrows; `mean` fixes the mean. */
function fitGamma(histories: Likelihood[], mean?: number): Hazard {
  let centre = { shape: 0, mean: Math.log(mean ?? 1 / 365) };
  let best: Hazard = { changes: 1, days: Math.exp(-centre.mean) };
  let likeliest = Number.NEGATIVE_INFINITY;
  for (let width = 4; width > 0.002; width /= 2) {
    const found = { ...centre };
    for (let i = -4; i <= 4; i += 1) {
      for (let j = -4; j <= 4; j += 1) {
        if (mean !== undefined && j !== 0) continue;
        const shape = Math.exp(Math.min(LARGEST_SHAPE, centre.shape + (i * width) / 4));
        const logMean = centre.mean + (j * width) / 4;
        const hazard = { changes: shape, days: shape / Math.exp(logMean) };
        const weights = gammaWeights(hazard);
        const sum = histories.reduce((total, one) => total + Math.log(dot(weights, one)), 0);
        if (sum <= likeliest) continue;
        likeliest = sum;
        best = hazard;
        found.shape = Math.log(shape);
        found.mean = logMean;
      }
    }
    centre = found;
  }
  return best;
}

/** Share of a gamma distribution at each rate of GRID, whose even steps of ln rate add a factor of the rate. */
function gammaWeights({ changes, days }: Hazard): Float64Array {
  const raw = exponentials(GRID.map((rate) => changes * Math.log(rate) - rate * days));
  const whole = raw.reduce((sum, value) => sum + value, 0);
  return raw.map((value) => value / whole);
}

function posteriorMean(prior: Hazard, seen: Likelihood): number {
  const weights = gammaWeights(prior).map((weight, i) => weight * (seen[i] ?? 0));
  return dot(weights, GRID) / weights.reduce((sum, weight) => sum + weight, 0);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** Scaled so that the largest is 1. */
function exponentials(logs: Float64Array): Float64Array {
  const largest = logs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return logs.map((value) => Math.exp(value - largest));
}

function rounded({ changes, days }: Hazard): Hazard {
  return { changes: Number(changes.toPrecision(4)), days: Number(days.toPrecision(4)) };
}
