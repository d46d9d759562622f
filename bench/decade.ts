/**
 * `decade`: ten years of vendors whose truth is known, through the real verifier and ledger.
 *
 * What is published is held at random moments against what the vendor sold: how often a record that was called verified
 * was wrong, beside how often its confidence allowed for it; how long a change took to be published; which of the
 * published changes no vendor made; and how much waited for another look.
 */
import { join } from 'node:path';
import { openLedger } from '../data/store/ledger.ts';
import type { Bench } from './benchmark.ts';
import { type Decade, type SeenChange, simulate } from './decade/simulate.ts';
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
  bench.report({
    case: 'verified records that are wrong',
    baseline: 'what their confidence allows',
    ...once(wrong / allowed),
    better: 'lower',
    figures: {
      subject: figure(100 * wrong, '%'),
      baseline: figure(100 * allowed, '%'),
      moments: figure(verified.length, 'moments'),
      'all records wrong': figure(100 * share(samples, ({ right }) => !right), '%'),
      'called verified': figure(100 * (verified.length / samples.length), '%'),
    },
  });
  const moved = changes.filter(({ change }) => change.type === 'price_changed');
  const falseMoves = moved.filter(({ isTrue }) => !isTrue);
  bench.report({
    case: 'price changes that no vendor made',
    baseline: 'published price changes',
    ...once(falseMoves.length / moved.length),
    better: 'lower',
    figures: {
      subject: figure(falseMoves.length, 'changes'),
      baseline: figure(moved.length, 'changes'),
      'not of a misreading': figure(falseMoves.filter(({ cause }) => cause !== 'misread').length, 'changes'),
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

function eventRows(changes: readonly SeenChange[]): string[][] {
  const causes = ['price', 'redesign', 'sale', 'elsewhere', 'misread'] as const;
  const types = [...new Set(changes.map(({ change }) => change.type))].toSorted();
  const count = (type: string, isTrue: boolean, cause?: string) =>
    changes.filter(
      (each) => each.change.type === type && each.isTrue === isTrue && (cause === undefined || each.cause === cause),
    ).length;
  return [
    ['event', 'true', ...causes.map((cause) => `false: ${cause}`)],
    ...types.map((type) => [type, `${count(type, true)}`, ...causes.map((cause) => `${count(type, false, cause)}`)]),
  ];
}
