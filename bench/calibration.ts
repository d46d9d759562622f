/**
 * `calibration`: whether confidence means what it says, over what three simpler rules would have said of the same.
 *
 * Held-out moments of a simulated decade (vendors that nothing was fitted to), and labelled readings of real pages,
 * cross-validated by vendor. Scores are proper (data/reliability.ts): lower is better, and only the truth does best.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { BELIEVED, crossValidated, LabelledReading } from '../calibration/fit-score.ts';
import { changesPerDay } from '../data/hazard.ts';
import { hazardOf } from '../data/hazard-priors.ts';
import { type Forecast, type Reliability, reliabilityOf } from '../data/reliability.ts';
import { openLedger } from '../data/store/ledger.ts';
import type { Bench } from './benchmark.ts';
import { type Sample, simulate } from './decade/simulate.ts';
import { figure, once } from './measurement.ts';
import { share } from './statistics.ts';
import { aligned } from './table.ts';

const SIZE = { vendors: 60, days: 3_650 };
const QUICK_SIZE = { vendors: 4, days: 900 };
/** Nothing was fitted to these. */
const FROM = 20_001;
/** What the rule "seen lately, so it stands" gives: no certainty, or one miss would cost everything. */
const LAST_SEEN = { lately: 0.99, else: 0.5, days: 14 };

export async function run(bench: Bench): Promise<void> {
  const ledger = openLedger(join(bench.dir, 'ledger.db'));
  const { samples } = simulate({ ledger, from: FROM, ...(bench.quick ? QUICK_SIZE : SIZE) });
  ledger.close();
  const usual = share(samples, isRight);
  compare(bench, `${samples.length} moments of a simulated decade`, ours(samples), {
    'a constant': ruled(samples, () => usual),
    'age alone, exponential': ruled(samples, ({ ageDays }) => usual * Math.exp(-MEAN_RATE * ageDays)),
    'seen lately': ruled(samples, ({ ageDays }) => (ageDays <= LAST_SEEN.days ? LAST_SEEN.lately : LAST_SEEN.else)),
  });
  const file = join(import.meta.dirname, '../calibration/labelled-readings.json');
  const labelled = z.array(LabelledReading).parse(JSON.parse(readFileSync(file, 'utf8')));
  if (new Set(labelled.map(({ right }) => right)).size < 2) return;
  const judged = crossValidated(labelled, Object.keys(BELIEVED));
  const base = share(labelled, isRight);
  compare(
    bench,
    `${labelled.length} first readings of real pages`,
    judged.map(({ reading, p }) => ({ p, came: reading.right })),
    { 'a constant': labelled.map(({ right }) => ({ p: base, came: right })) },
  );
}

const isRight = ({ right }: { right: boolean }) => right;
const MEAN_RATE = changesPerDay(hazardOf({ tokenPriced: false, category: 'none' }));

function ours(samples: readonly Sample[]): Forecast[] {
  return samples.map(({ confidence, right }) => ({ p: confidence, came: right }));
}

function ruled(samples: readonly Sample[], rule: (sample: Sample) => number): Forecast[] {
  return samples.map((sample) => ({ p: rule(sample), came: sample.right }));
}

function compare(bench: Bench, name: string, forecasts: Forecast[], baselines: Record<string, Forecast[]>): void {
  const own = reliabilityOf(forecasts);
  for (const [baseline, others] of Object.entries(baselines)) {
    const theirs = reliabilityOf(others);
    for (const [score, of] of [
      ['Brier score', (each: Reliability) => each.brier],
      ['log loss', (each: Reliability) => each.logLoss],
    ] as const) {
      bench.report({
        case: `${score}, ${name}`,
        baseline,
        ...once(of(own) / of(theirs)),
        better: 'lower',
        figures: { subject: figure(of(own), score), baseline: figure(of(theirs), score) },
      });
    }
  }
  const rows = own.bins.map((bin) => [
    `${bin.from} to ${bin.to}`,
    `${bin.n}`,
    bin.given.toFixed(3),
    `${bin.came.toFixed(3)} (${bin.low.toFixed(3)} to ${bin.high.toFixed(3)})`,
  ]);
  bench.progress(`${name}\n\n${aligned([['confidence', 'n', 'given', 'came true (95 %)'], ...rows])}\n`);
}
