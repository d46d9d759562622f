/**
 * `decade`: ten years of vendors whose truth is known, through the real verifier and ledger.
 *
 * What is published is held at random moments against what the vendor sold: how often a record that was called verified
 * was wrong, beside how often its confidence allowed for it; how long a change took to be published; which of the
 * published changes no vendor made; and how much waited for another look.
 */
import { join } from 'node:path';
import { openLedger } from '../data/store/ledger/ledger.ts';
import { seeded } from '../test/vendor-web/random.ts';
import type { Bench } from './benchmark.ts';
import { CAUSES, type Decade, type Sample, type SeenChange, simulate } from './decade/simulate.ts';
import { figure, once } from './measurement.ts';
import { mean, share } from './statistics.ts';
import { aligned } from './table.ts';

const SIZE = { vendors: 200, days: 3_650 };
const QUICK_SIZE = { vendors: 4, days: 800 };
/** No vendor of the calibration's (calibration/main.ts) is among these. */
const FROM = 10_001;

export async function run(bench: Bench): Promise<void> {
  const { vendors, days } = bench.quick ? QUICK_SIZE : SIZE;
  const ledger = openLedger(join(bench.dir, 'ledger.db'));
  const decade = simulate({
    ledger,
    vendors,
    days,
    from: FROM,
    onVendor: (done) => {
      if (done % Math.ceil(vendors / 20) === 0) bench.progress(`${done} of ${vendors} vendors`);
    },
  });
  ledger.close();
  report(bench, decade);
}

function report(bench: Bench, { visits, samples, changes, delays, disputes, longDisputes }: Decade): void {
  const verified = samples.filter(({ status }) => status === 'verified');
  const wrong = share(verified, ({ right }) => !right);
  const allowed = mean(verified.map(({ confidence }) => 1 - confidence));
  const { low, high } = spreadOfRatio(verified);
  bench.report({
    case: 'verified records that are wrong',
    baseline: 'what their confidence allows',
    ...once(wrong / allowed),
    better: 'lower',
    figures: {
      subject: figure(100 * wrong, '%'),
      baseline: figure(100 * allowed, '%'),
      'ratio from': figure(low, 'times'),
      'ratio to': figure(high, 'times'),
      moments: figure(verified.length, 'moments'),
      'all records wrong': figure(100 * share(samples, ({ right }) => !right), '%'),
      'called verified': figure(100 * (verified.length / samples.length), '%'),
    },
  });
  const moved = changes.filter(({ change }) => change.type === 'price_changed');
  const misstated = moved.filter(({ isTrue }) => !isTrue);
  const falseMoves = misstated.filter(({ hasMoved }) => !hasMoved);
  const corrections = changes.filter(({ change }) => change.type === 'correction');
  bench.report({
    case: 'price changes that no vendor made',
    baseline: 'published price changes',
    ...once(falseMoves.length / moved.length),
    better: 'lower',
    figures: {
      subject: figure(falseMoves.length, 'changes'),
      baseline: figure(moved.length, 'changes'),
      'that a vendor made otherwise': figure(misstated.length - falseMoves.length, 'changes'),
      'of these at redesigns or sales': figure(
        misstated.filter(({ hasMoved, cause }) => hasMoved && (cause === 'redesign' || cause === 'sale')).length,
        'changes',
      ),
      corrections: figure(corrections.length, 'corrections'),
      'of these the vendor’s moves': figure(corrections.filter(({ isTrue }) => !isTrue).length, 'corrections'),
    },
  });
  const known = delays.flatMap(({ days }) => (days === undefined ? [] : [days])).toSorted((a, b) => a - b);
  const drastic = delays.filter((delay) => delay.drastic);
  bench.report({
    case: 'vendors’ moves that got published by themselves',
    baseline: 'all their moves',
    ...once(known.length / delays.length),
    better: 'higher',
    figures: {
      subject: figure(known.length, 'moves'),
      baseline: figure(delays.length, 'moves'),
      'median delay': figure(known[known.length >> 1] ?? 0, 'days'),
      'p90 delay': figure(known[Math.floor(known.length * 0.9)] ?? 0, 'days'),
      'by several times': figure(drastic.length, 'moves'),
      'of these published': figure(drastic.filter(({ days }) => days !== undefined).length, 'moves'),
    },
  });
  bench.report({
    case: 'visits whose reading began to wait',
    baseline: 'visits',
    ...once(disputes / visits),
    better: 'lower',
    figures: {
      subject: figure(disputes, 'readings'),
      baseline: figure(visits, 'visits'),
      'longer than three visits': figure(longDisputes, 'readings'),
    },
  });
  bench.progress(`events by what was the matter with the page\n\n${aligned(eventRows(changes))}\n`);
}

/** Of each type and cause: as the vendor did it / that it did otherwise in those days / that it never did. */
function eventRows(changes: readonly SeenChange[]): string[][] {
  const types = [...new Set(changes.map(({ change }) => change.type))].toSorted();
  const count = (type: string, cause: string) => {
    const found = changes.filter((each) => each.change.type === type && each.cause === cause);
    const untrue = found.filter(({ isTrue }) => !isTrue);
    const never = untrue.filter(({ hasMoved }) => !hasMoved).length;
    return `${found.length - untrue.length} / ${untrue.length - never} / ${never}`;
  };
  return [
    ['true / otherwise / false', ...CAUSES],
    ...types.map((type) => [type, ...CAUSES.map((cause) => count(type, cause))]),
  ];
}

const RESAMPLES = 1_000;

/**
 * In which the ratio of wrong to allowed lies with 95 %, as vendors are drawn anew (Efron and Tibshirani, An Introduction
 * to the Bootstrap, §13.3): the moments of one vendor stand or fall together.
 */
function spreadOfRatio(verified: readonly Sample[]): { low: number; high: number } {
  const vendors = [...Map.groupBy(verified, ({ slug }) => slug).values()].map((samples) => ({
    wrong: samples.filter(({ right }) => !right).length,
    allowed: samples.reduce((sum, { confidence }) => sum + 1 - confidence, 0),
  }));
  if (vendors.length === 0) return { low: 0, high: 0 };
  const random = seeded('vendors drawn anew');
  const ratios = Array.from({ length: RESAMPLES }, () => {
    const drawn = vendors.map(() => random.pick(vendors));
    return drawn.reduce((sum, { wrong }) => sum + wrong, 0) / drawn.reduce((sum, { allowed }) => sum + allowed, 0);
  }).toSorted((a, b) => a - b);
  return { low: ratios[Math.floor(0.025 * RESAMPLES)] ?? 0, high: ratios[Math.floor(0.975 * RESAMPLES)] ?? 0 };
}
