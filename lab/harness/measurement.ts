/** One line of a benchmark's output: a ratio of two things measured side by side, with their absolute figures. */
import * as z from 'zod';
import { compared, median } from './statistics.ts';

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

/** From samples of the same rounds, or from two values that every run repeats. */
export function findingOf(
  { unit, figures, ...named }: Named,
  ours: number[] | number,
  theirs: number[] | number,
): Finding {
  const [subject, against] = [[ours].flat(), [theirs].flat()];
  const { ratio, rounds, spread } = compared(subject, against);
  return {
    ...named,
    ratio: rounded(ratio),
    rounds,
    spread: { min: rounded(spread.min), max: rounded(spread.max) },
    figures: { subject: figure(median(subject), unit), baseline: figure(median(against), unit), ...figures },
  };
}

export function figure(value: number, unit: string): Figure {
  return { value: rounded(value), unit };
}

/** Four significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
