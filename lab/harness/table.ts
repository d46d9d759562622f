/** Measurements as a table for a person. Pure. */
import type { Measurement } from './measurement.ts';

const FOUR_DIGITS = { maximumSignificantDigits: 4 };

export function tableOf(measurements: readonly Measurement[]): string {
  const rows = measurements.map(({ case: name, baseline, ratio, better, rounds, spread, figures }) => [
    name,
    baseline,
    `${shown(ratio)} (${shown(spread.min)}..${shown(spread.max)})`,
    better === 'lower' ? 'less is better' : 'more is better',
    String(rounds),
    Object.entries(figures)
      .map(([what, { value, unit }]) => `${what} ${value.toLocaleString('en-US', FOUR_DIGITS)} ${unit}`)
      .join(', '),
  ]);
  return aligned([['case', 'baseline', 'ratio (min..max)', '', 'rounds', 'figures'], ...rows]);
}

/** Rows of cells as lines with aligned columns. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lineOf = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => lineOf(row).trimEnd()).join('\n');
}

/** A share, or a dash where it is unknown. */
export function shareText(share: number | undefined): string {
  return share === undefined ? '–' : share.toFixed(3);
}

function shown(ratio: number): string {
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(3);
}
