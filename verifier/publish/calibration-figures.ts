/** The calibration that a generation publishes: of confidence in the field, and of the score on labelled pages. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Calibration } from '../../data/dataset-quality.ts';
import { Reliability, reliabilityOfTallies, type Tally } from '../../data/reliability.ts';

const LABELLED = join(import.meta.dirname, '../../lab/calibration/reliability.json');

const DECIMALS = 1e6;

/** Undefined without figures of either. @param forecasts of each product, always in one order */
export function calibrationOf(
  forecasts: Iterable<{ tallies: Tally[] }>,
  labelled: Reliability | undefined,
): Calibration | undefined {
  const all = [...forecasts];
  if (all.length === 0 && labelled === undefined) return undefined;
  const field = { ...rounded(reliabilityOfTallies(all.flatMap(({ tallies }) => tallies))), products: all.length };
  return { ...(all.length > 0 && { field }), ...(labelled !== undefined && { labelled: rounded(labelled) }) };
}

/** As `npm run calibrate` wrote it, or undefined. @throws {Error} the file does not match its schema */
export function labelledReliability(file = LABELLED): Reliability | undefined {
  return existsSync(file) ? Reliability.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

function rounded({ n, brier, logLoss, bins }: Reliability): Reliability {
  const round = (figure: number) => Math.round(figure * DECIMALS) / DECIMALS;
  return {
    n,
    brier: round(brier),
    logLoss: round(logLoss),
    bins: bins.map((bin) => ({
      ...bin,
      given: round(bin.given),
      came: round(bin.came),
      low: round(bin.low),
      high: round(bin.high),
    })),
  };
}
