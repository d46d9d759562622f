/** One line of a benchmark's output: a ratio of two things measured side by side, with their absolute figures. */
import * as z from 'zod';
import { type Comparison, compared, median } from './statistics.ts';

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

/** A finding from samples of the same rounds, or from two values that every run repeats, of which 0 over 0 is 0. */
export function findingOf<Values extends readonly number[] | number>(
  { unit, figures, ...named }: Named,
  subject: Values,
  against: Values,
): Finding {
  const { ratio, rounds, spread } = comparison(subject, against);
  return {
    ...named,
    ratio: rounded(ratio),
    rounds,
    spread: { min: rounded(spread.min), max: rounded(spread.max) },
    figures: { subject: figure(middle(subject), unit), baseline: figure(middle(against), unit), ...figures },
  };
}

function comparison(subject: readonly number[] | number, against: readonly number[] | number): Comparison {
  if (typeof subject !== 'number' && typeof against !== 'number') return compared(subject, against);
  const quotient = middle(subject) / middle(against);
  const ratio = Number.isFinite(quotient) ? quotient : 0;
  return { ratio, rounds: 1, spread: { min: ratio, max: ratio } };
}

function middle(values: readonly number[] | number): number {
  return typeof values === 'number' ? values : median(values);
}

export function figure(value: number, unit: string): Figure {
  return { value: rounded(value), unit };
}

/** Four significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
