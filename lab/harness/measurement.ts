/**
 * One line of a benchmark's output: a ratio of two things measured side by side, with their absolute figures.
 *
 * A shared machine is fast in one minute and slow in the next, so two series are never compared by their own medians:
 * each round gives a ratio of what ran side by side in it, and the median of those ratios is the result.
 */
import * as z from 'zod';
import { median } from './statistics.ts';

export const Figure = z.strictObject({ value: z.number(), unit: z.string().min(1) });
export type Figure = z.infer<typeof Figure>;

export const Measurement = z.strictObject({
  bench: z.string().min(1),
  case: z.string().min(1),
  /** What the ratio is to. */
  baseline: z.string().min(1),
  /** Median of the paired ratios, subject over baseline. */
  ratio: z.number().min(0),
  better: z.enum(['lower', 'higher']),
  rounds: z.int().min(1),
  /** Least and greatest paired ratio. */
  spread: z.strictObject({ min: z.number().min(0), max: z.number().min(0) }),
  /** Absolute figures: true of this machine in this run only. */
  figures: z.record(z.string(), Figure),
});
export type Measurement = z.infer<typeof Measurement>;

/** A measurement before the harness adds the benchmark's name. */
export type Finding = Omit<Measurement, 'bench'>;

interface Named {
  case: string;
  baseline: string;
  better: Measurement['better'];
  unit: string;
  figures?: Record<string, Figure>;
}

/**
 * From samples of the same rounds, or from two values that every run repeats.
 *
 * @throws {RangeError} not the same rounds, or samples without a ratio
 */
export function findingOf(
  { unit, figures, ...named }: Named,
  ours: number[] | number,
  theirs: number[] | number,
): Finding {
  const [subject, against] = [[ours].flat(), [theirs].flat()];
  if (subject.length !== against.length)
    throw new RangeError(`Cannot pair ${subject.length} samples with ${against.length}`);
  const ratios = subject.map((value, round) => ratioOf(value, against[round] ?? 0));
  return {
    ...named,
    ratio: rounded(median(ratios)),
    rounds: ratios.length,
    spread: { min: rounded(Math.min(...ratios)), max: rounded(Math.max(...ratios)) },
    figures: { subject: figure(median(subject), unit), baseline: figure(median(against), unit), ...figures },
  };
}

/** 0 over 0, as of counts, is 0. */
function ratioOf(value: number, baseline: number): number {
  const ratio = value === 0 && baseline === 0 ? 0 : value / baseline;
  if (ratio >= 0 && Number.isFinite(ratio)) return ratio;
  throw new RangeError(`Cannot take the ratio of ${value} to ${baseline}`);
}

export function figure(value: number, unit: string): Figure {
  return { value: rounded(value), unit };
}

/** Four significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
