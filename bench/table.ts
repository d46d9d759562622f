/** Measurements as a table for a person. Pure. */
import type { Figure, Measurement } from './measurement.ts';

export function tableOf(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ case: name, baseline, ratio, better, rounds, spread, figures }) => [
    name,
    baseline,
    `${shown(ratio)} (${shown(spread.min)}..${shown(spread.max)})`,
    better === 'lower' ? 'less is better' : 'more is better',
    String(rounds),
    Object.entries(figures)
      .map(([what, value]) => `${what} ${withUnit(value)}`)
      .join(', '),
  ]);
  const lines = [['case', 'baseline', 'ratio (min..max)', '', 'rounds', 'figures'], ...rows];
  return aligned(lines);
}

/** Rows of cells as lines whose columns stand below one another. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shown(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(3);
}

function withUnit({ value, unit }: Figure): string {
  return `${value.toLocaleString('en-US', { maximumSignificantDigits: 4 })} ${unit}`;
}
