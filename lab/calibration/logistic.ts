/**
 * Logistic regression by penalised maximum likelihood. Pure.
 *
 * Fitted are the coefficients β that minimise
 *
 *     Σᵢ wᵢ · [−yᵢ ln pᵢ − (1 − yᵢ) ln(1 − pᵢ)]  +  λ/2 · Σⱼ (βⱼ − mⱼ)²,    pᵢ = 1 / (1 + exp(−β·xᵢ)),
 *
 * where j leaves out the intercept, the first. The penalty is a normal prior of mean m and variance 1/λ; with m = 0 it
 * is called L2 or ridge. The sum is convex, so Newton's method finds its one minimum: β moves by H⁻¹g, where
 * g = Σᵢ wᵢ (yᵢ − pᵢ) xᵢ − λ(β − m) and H = Σᵢ wᵢ pᵢ (1 − pᵢ) xᵢ xᵢᵀ + λI.
 */
import { logistic } from '../../data/confidence/logistic.ts';

export interface Row {
  /** The first is 1, for the intercept. */
  x: readonly number[];
  /** 1 or 0. */
  y: number;
  weight: number;
}

export interface Prior {
  /** A coefficient each; that of the intercept does not count. */
  means: readonly number[];
  /** λ. */
  precision: number;
  /** Coefficients that stay at zero, by index. */
  held?: ReadonlySet<number>;
}

const STEPS = 50;
const CONVERGED = 1e-10;
/** Longest Newton step of a coefficient, so that a distant first guess does not diverge. */
const LONGEST_STEP = 2;

export function fitLogistic(rows: readonly Row[], { means, precision, held = new Set() }: Prior): number[] {
  const beta = means.map((value, i) => (held.has(i) ? 0 : value));
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = beta.map((value, i) => (i === 0 ? 0 : precision * ((means[i] ?? 0) - value)));
    const curvature: number[][] = beta.map((_, i) => beta.map((__, j) => (i === j && i > 0 ? precision : 0)));
    for (const { x, y, weight } of rows) {
      const p = logistic(x.reduce((sum, value, i) => sum + (beta[i] ?? 0) * value, 0));
      for (const [i, xi] of x.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * (y - p) * xi;
        const row = curvature[i] ?? [];
        for (let j = 0; j < x.length; j += 1) row[j] = (row[j] ?? 0) + weight * p * (1 - p) * xi * (x[j] ?? 0);
      }
    }
    for (const i of held) {
      gradient[i] = 0;
      curvature[i] = beta.map((_, j) => (i === j ? 1 : 0));
      for (const row of curvature) if (row !== curvature[i]) row[i] = 0;
    }
    const move = solved(curvature, gradient);
    for (const [i, by] of move.entries())
      beta[i] = (beta[i] ?? 0) + Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, by));
    if (Math.max(...move.map(Math.abs)) < CONVERGED) break;
  }
  return beta;
}

/** Gaussian elimination with partial pivoting. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  const n = rows.length;
  for (let at = 0; at < n; at += 1) {
    const pivot = rows.slice(at).reduce((most, row) => (Math.abs(row[at] ?? 0) > Math.abs(most[at] ?? 0) ? row : most));
    const from = rows.indexOf(pivot);
    [rows[from], rows[at]] = [rows[at] ?? [], pivot];
    for (const row of rows) {
      if (row === pivot) continue;
      const share = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let j = at; j <= n; j += 1) row[j] = (row[j] ?? 0) - share * (pivot[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}
