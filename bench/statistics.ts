/**
 * What a series of samples comes to, and one that is paired with another. Pure.
 *
 * A machine that others use is fast in one minute and slow in the next, so two series are never compared by their own
 * medians: each round gives a ratio of what ran side by side in it, and the median of those is the result.
 */

export interface Spread {
  min: number;
  max: number;
}

export interface Comparison {
  /** Median of the rounds' ratios, subject over baseline. */
  ratio: number;
  rounds: number;
  /** Of the rounds' ratios. */
  spread: Spread;
}

/** @throws {RangeError} there are no values */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError('Cannot take the median of no values');
  return lower + (upper - lower) / 2;
}

/** Of no values it is 0. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Share of those that are so; of none it is 0. */
export function share<T>(all: readonly T[], isSo: (each: T) => boolean): number {
  return mean(all.map((each) => (isSo(each) ? 1 : 0)));
}

/** @throws {RangeError} the series are not of the same rounds, or a sample is not a positive number */
export function compared(subject: readonly number[], baseline: readonly number[]): Comparison {
  if (subject.length !== baseline.length)
    throw new RangeError(`Cannot pair ${subject.length} samples with ${baseline.length}`);
  const ratios = subject.map((value, round) => positive(value) / positive(baseline[round]));
  return { ratio: median(ratios), rounds: ratios.length, spread: spreadOf(ratios) };
}

function spreadOf(values: readonly number[]): Spread {
  return { min: Math.min(...values), max: Math.max(...values) };
}

function positive(sample: number | undefined): number {
  if (sample !== undefined && sample > 0 && Number.isFinite(sample)) return sample;
  throw new RangeError(`Cannot take a ratio with the sample ${sample}`);
}
