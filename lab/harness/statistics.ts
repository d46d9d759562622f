/** Medians, means and intervals. Pure. */
import { seeded } from '../../test/vendor-web/random.ts';

/** @throws {RangeError} there are no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError('Cannot take the median of no values');
  return lower + (upper - lower) / 2;
}

/** 0 for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Share of the items that pass; 0 for no items. */
export function share<T>(items: readonly T[], passes: (item: T) => boolean): number {
  return mean(items.map((item) => (passes(item) ? 1 : 0)));
}

const RESAMPLES = 1_000;

/**
 * The 95 % interval of a statistic by the percentile bootstrap over the items (Efron, Annals of Statistics 7(1), 1979);
 * undefined where the statistic is. The same items give the same interval.
 */
export function bootstrap<T>(
  items: readonly T[],
  statistic: (items: readonly T[]) => number | undefined,
): { low: number; high: number } | undefined {
  const random = seeded(1);
  const values = Array.from({ length: RESAMPLES }, () => statistic(items.map(() => random.pick(items))))
    .filter((value) => value !== undefined)
    .sort((a, b) => a - b);
  if (values.length === 0) return undefined;
  const at = (quantile: number) => values[Math.floor(quantile * (values.length - 1))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
