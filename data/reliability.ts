/**
 * The reliability of probabilities: Brier's score, the logarithmic loss and the bins of a reliability diagram. Pure.
 *
 * Brier, Monthly Weather Review 78(1), 1950; Gneiting and Raftery, JASA 102(477), 2007: both scores are proper. Bins
 * after Murphy and Winkler, Applied Statistics 26(1), 1977, with Wilson's interval (JASA 22(158), 1927).
 */
import * as z from 'zod';

export interface Forecast {
  /** Probability that was given, 0 to 1. */
  p: number;
  came: boolean;
}

const Share = z.number().min(0).max(1);

export const Bin = z.object({
  from: Share,
  to: Share,
  n: z.int().min(1),
  /** Mean of the probabilities that were given. */
  given: Share,
  /** Share of them that came, with its 95 % interval. */
  came: Share,
  low: Share,
  high: Share,
});
export type Bin = z.infer<typeof Bin>;

export const Reliability = z.object({
  n: z.int().min(0),
  brier: z.number().min(0),
  logLoss: z.number().min(0),
  bins: z.array(Bin),
});
export type Reliability = z.infer<typeof Reliability>;

/** Sums over the forecasts of one bin, which add up across products. */
export interface Tally {
  /** The bin's place among `BORDERS`. */
  bin: number;
  n: number;
  came: number;
  given: number;
  brier: number;
  logLoss: number;
}

/** Probabilities are clamped this far from 0 and 1, or a single miss would cost an infinite loss. */
const SUREST = 1e-6;
/** Upper borders, narrow where most confidences lie. */
const BORDERS = [0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1];
const SUMMED = ['n', 'came', 'given', 'brier', 'logLoss'] as const;
const Z = 1.959964;

export function reliabilityOf(forecasts: readonly Forecast[]): Reliability {
  return reliabilityOfTallies(talliesOf(forecasts));
}

export function talliesOf(forecasts: readonly Forecast[]): Tally[] {
  return added(
    forecasts.map(({ p, came }) => ({
      bin: binOf(p),
      n: 1,
      came: came ? 1 : 0,
      given: p,
      brier: (p - (came ? 1 : 0)) ** 2,
      logLoss: -Math.log(Math.min(1 - SUREST, Math.max(SUREST, came ? p : 1 - p))),
    })),
  );
}

export function reliabilityOfTallies(tallies: Iterable<Tally>): Reliability {
  const bins = added(tallies);
  const total = (of: (tally: Tally) => number) => bins.reduce((sum, tally) => sum + of(tally), 0);
  const n = total((tally) => tally.n);
  return {
    n,
    brier: n === 0 ? 0 : total(({ brier }) => brier) / n,
    logLoss: n === 0 ? 0 : total(({ logLoss }) => logLoss) / n,
    bins: bins.map(({ bin, n, given, came }) => ({
      from: BORDERS[bin - 1] ?? 0,
      to: BORDERS[bin] ?? 1,
      n,
      given: Math.min(1, given / n),
      came: came / n,
      ...wilson(came / n, n),
    })),
  };
}

/** Wilson's 95 % interval of a share of `n`. */
export function wilson(share: number, n: number): { low: number; high: number } {
  const centre = (share + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const half = (Z / (1 + (Z * Z) / n)) * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

function added(tallies: Iterable<Tally>): Tally[] {
  const sums = new Map<number, Tally>();
  for (const tally of tallies) {
    const sum = sums.get(tally.bin);
    if (sum === undefined) sums.set(tally.bin, { ...tally });
    else for (const field of SUMMED) sum[field] += tally[field];
  }
  return [...sums.values()].sort((a, b) => a.bin - b.bin);
}

/** A probability on a border is in the bin above it; 1 is in the last. */
function binOf(p: number): number {
  const above = BORDERS.findIndex((border) => p < border);
  return above < 0 ? BORDERS.length - 1 : above;
}
