/** The calibration that a generation publishes: of confidence in the field, and of the score on labelled pages. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Calibration } from '../../data/dataset-quality.ts';
import { Reliability, reliabilityOfTallies, type Tally } from '../../data/reliability.ts';

const LABELLED = join(import.meta.dirname, '../../lab/calibration/reliability.json');

/** Beyond these, digits say nothing. */
const DECIMALS = 1e6;

/** Undefined where nothing is known of either. @param forecasts of each product, always in one order */
export function calibrationOf(
  forecasts: Iterable<{ tallies: Tally[] }>,
  labelled: Reliability | undefined,
): Calibration | undefined {
  const all: Tally[] = [];
  let products = 0;
  for (const { tallies } of forecasts) {
    products += 1;
    all.push(...tallies);
  }
  if (products === 0 && labelled === undefined) return undefined;
  return {
    ...(products > 0 && { field: { ...rounded(reliabilityOfTallies(all)), products } }),
    ...(labelled !== undefined && { labelled: rounded(labelled) }),
  };
}

/** As `npm run calibrate` left it; undefined where it did not. @throws {Error} the file is not of its schema */
export function labelledReliability(file = LABELLED): Reliability | undefined {
  return existsSync(file) ? Reliability.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

function rounded({ n, brier, logLoss, bins }: Reliability): Reliability {
  const round = (figure: number) => Math.round(figure * DECIMALS) / DECIMALS;
  return {
    n,
    brier: round(brier),
    logLoss: round(logLoss),
    bins: bins.map(({ from, to, n, given, came, low, high }) => ({
      from,
      to,
      n,
      given: round(given),
      came: round(came),
      low: round(low),
      high: round(high),
    })),
  };
}
