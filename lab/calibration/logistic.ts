/**
 * Logistic regression by penalised maximum likelihood, and what it is worth on vendors that it was not fitted to. Pure.
 *
 * Fitted are the coefficients β that minimise
 *
 *     Σᵢ wᵢ · [−yᵢ ln pᵢ − (1 − yᵢ) ln(1 − pᵢ)]  +  λ/2 · Σⱼ (βⱼ − mⱼ)²,    pᵢ = 1 / (1 + exp(−β·xᵢ)),
 *
 * where j leaves out the intercept, the first. The penalty is a normal prior of mean m and variance 1/λ; with m = 0 it
 * is called L2 or ridge. The sum is convex, so Newton's method finds its one minimum: β moves by H⁻¹g, where
 * g = Σᵢ wᵢ (yᵢ − pᵢ) xᵢ − λ(β − m) and H = Σᵢ wᵢ pᵢ (1 − pᵢ) xᵢ xᵢᵀ + λI.
 */
import { scoreOf } from '../../crawler/read/offers/logistic.ts';
import { logistic } from '../../data/confidence/logistic.ts';
import { type Forecast, reliabilityOf } from '../../data/reliability.ts';
import { mean, share } from '../harness/statistics.ts';

export interface Example {
  /** Cross-validation never splits the examples of one vendor. */
  vendor: string;
  /** The first is 1, for the intercept. */
  x: readonly number[];
  /** 1 or 0. */
  y: number;
  weight: number;
}

export type Examples<Model extends string> = Record<Model, Example[]>;

/** Weights are held to their means as if by a normal prior of variance one half. */
const PRECISION = 2;
const FOLDS = 10;
const STEPS = 50;
const CONVERGED = 1e-10;
/** Longest Newton step of a coefficient, so that a distant first guess does not diverge. */
const LONGEST_STEP = 2;

/** The examples of all pages, model by model. */
export function byModel<Model extends string>(
  models: Readonly<Record<Model, unknown>>,
  pages: readonly Partial<Examples<Model>>[],
): Examples<Model> {
  const names = Object.keys(models) as Model[];
  return Object.fromEntries(names.map((name) => [name, pages.flatMap((page) => page[name] ?? [])])) as Examples<Model>;
}

/**
 * Rounded, in the order of the features. Half an example of each kind is added, so that no probability becomes 0 or 1.
 *
 * @param means what weights are taken to be where examples do not show otherwise
 */
export function fitWeights(examples: readonly Example[], means: readonly number[]): number[] {
  const usual = means.map((_, at) => mean(examples.map(({ x }) => x[at] ?? 0)));
  const added = [0, 1].map((y) => ({ x: usual, y, weight: 0.5 }));
  return fitted([...examples, ...added], means).map((weight) => Number(weight.toFixed(2)) + 0);
}

/** Of each example the probability that weights give it which were fitted without its vendor. */
export function judgedByOthers(examples: readonly Example[], means: readonly number[]): Forecast[] {
  const vendors = [...new Set(examples.map(({ vendor }) => vendor))].toSorted();
  const foldOf = new Map(vendors.map((vendor, at) => [vendor, at % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const { held = [], others = [] } = Object.groupBy(examples, ({ vendor }) =>
      foldOf.get(vendor) === fold ? 'held' : 'others',
    );
    if (held.length === 0) return [];
    const weights = fitWeights(others, means);
    return held.map(({ x, y }) => ({ p: logistic(scoreOf(x, weights)), came: y === 1 }));
  }).flat();
}

/** How well a model does on vendors that it was not fitted to. Losses are means, in nats; lower is better. */
export function reportOf(judged: readonly Forecast[]) {
  const positive = share(judged, ({ came }) => came);
  return {
    examples: judged.length,
    positive,
    /** Share of the examples on the right side of one half. */
    accuracy: share(judged, ({ p, came }) => p >= 0.5 === came),
    logLoss: reliabilityOf(judged).logLoss,
    /** Log loss of saying the share of positives each time. */
    constant: reliabilityOf(judged.map(({ came }) => ({ p: positive, came }))).logLoss,
  };
}

function fitted(rows: readonly Omit<Example, 'vendor'>[], means: readonly number[]): number[] {
  const beta = [...means];
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = beta.map((value, i) => (i === 0 ? 0 : PRECISION * ((means[i] ?? 0) - value)));
    const curvature = beta.map((_, i) => beta.map((__, j): number => (i === j && i > 0 ? PRECISION : 0)));
    for (const { x, y, weight } of rows) {
      const p = logistic(scoreOf(x, beta));
      for (const [i, xi] of x.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * (y - p) * xi;
        const row = curvature[i] ?? [];
        for (const [j, xj] of x.entries()) row[j] = (row[j] ?? 0) + weight * p * (1 - p) * xi * xj;
      }
    }
    const move = solved(curvature, gradient);
    for (const [i, by] of move.entries())
      beta[i] = (beta[i] ?? 0) + Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, by));
    if (Math.max(...move.map(Math.abs)) < CONVERGED) break;
  }
  return beta;
}

/** Gaussian elimination, which needs no pivoting: the matrix is positive definite. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (const [at, pivot] of rows.entries())
    for (const row of rows) {
      if (row === pivot) continue;
      const share = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let j = at; j < row.length; j += 1) row[j] = (row[j] ?? 0) - share * (pivot[j] ?? 0);
    }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1));
}
