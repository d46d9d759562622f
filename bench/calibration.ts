/**
 * `calibration`: whether confidence means what it says, over what three simpler rules would have said of the same.
 *
 * Held-out moments of a simulated decade (vendors that nothing was fitted to), and labelled readings of real pages, each
 * judged by coefficients that were fitted without its vendor (calibration/main.ts). Scores are proper (data/reliability.ts): lower is better, and only the truth does best.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { LabelledReading } from '../calibration/fit-score.ts';
import { hazardOf } from '../data/confidence/hazard-priors.ts';
import { changesPerDay } from '../data/hazard.ts';
import { type Forecast, Reliability, reliabilityOf } from '../data/reliability.ts';
import { openLedger } from '../data/store/ledger/ledger.ts';
import type { Bench } from './benchmark.ts';
import { type Sample, simulate } from './decade/simulate.ts';
import { figure, once } from './measurement.ts';
import { share } from './statistics.ts';
import { aligned } from './table.ts';

const SIZE = { vendors: 60, days: 3_650 };
const QUICK_SIZE = { vendors: 4, days: 900 };
const CALIBRATION = join(import.meta.dirname, '../calibration');
/** Nothing was fitted to these. */
const FROM = 20_001;
/** What the rule "seen lately, so it stands" gives: no certainty, or one miss would cost everything. */
const LAST_SEEN = { lately: 0.99, else: 0.5, days: 14 };

export async function run(bench: Bench): Promise<void> {
  const ledger = openLedger(join(bench.dir, 'ledger.db'));
  const { samples } = simulate({ ledger, from: FROM, ...(bench.quick ? QUICK_SIZE : SIZE) });
  ledger.close();
  const usual = share(samples, isRight);
  compare(bench, `${samples.length} moments of a simulated decade`, reliabilityOf(ours(samples)), {
    'a constant': ruled(samples, () => usual),
    'age alone, exponential': ruled(samples, ({ ageDays }) => usual * Math.exp(-MEAN_RATE * ageDays)),
    'seen lately': ruled(samples, ({ ageDays }) => (ageDays <= LAST_SEEN.days ? LAST_SEEN.lately : LAST_SEEN.else)),
  });
  const labelled = z
    .array(LabelledReading)
    .parse(JSON.parse(readFileSync(join(CALIBRATION, 'labelled-readings.json'), 'utf8')));
  if (new Set(labelled.map(({ right }) => right)).size < 2) return;
  const base = share(labelled, isRight);
  compare(
    bench,
    `${labelled.length} first readings of real pages`,
    Reliability.parse(JSON.parse(readFileSync(join(CALIBRATION, 'reliability.json'), 'utf8'))),
    { 'a constant': reliabilityOf(labelled.map(({ right }) => ({ p: base, came: right }))) },
  );
}

const isRight = ({ right }: { right: boolean }) => right;
const MEAN_RATE = changesPerDay(hazardOf({ tokenPriced: false, category: 'none' }));

function ours(samples: readonly Sample[]): Forecast[] {
  return samples.map(({ confidence, right }) => ({ p: confidence, came: right }));
}

function ruled(samples: readonly Sample[], rule: (sample: Sample) => number): Reliability {
  return reliabilityOf(samples.map((sample) => ({ p: rule(sample), came: sample.right })));
}

function compare(bench: Bench, name: string, own: Reliability, baselines: Record<string, Reliability>): void {
  for (const [baseline, theirs] of Object.entries(baselines)) {
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
