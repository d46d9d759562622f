/** The arithmetic of the benchmarks. No test asserts a time. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bench } from '../../lab/harness/benchmark.ts';
import { type Finding, findingOf } from '../../lab/harness/measurement.ts';
import { type Comparison, compare } from '../../lab/harness/rounds.ts';
import { median } from '../../lab/harness/statistics.ts';

it('a median of an even number of values lies between the middle two', () => {
  expect([median([1, 2]), median([10, 9, 2, 1])]).toEqual([1.5, 5.5]);
});

const named = { case: 'reading', baseline: 'parsing', better: 'lower', unit: 'ms' } as const;

describe('a comparison', () => {
  it('pairs what ran in one round, so that neither a machine that turns slow nor one bad round changes anything', () => {
    expect(findingOf(named, [2, 2, 20, 20, 90], [1, 1, 10, 10, 1])).toMatchObject({
      ratio: 2,
      rounds: 5,
      spread: { min: 2, max: 90 },
    });
  });

  it('has its ratio within its spread, and does not change with the unit', () => {
    const sample = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    const rounds = fc.array(fc.tuple(sample, sample), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rounds, fc.integer({ min: -20, max: 20 }), (pairs, exponent) => {
        const [subject, baseline] = [pairs.map(([value]) => value), pairs.map(([, value]) => value)];
        const { ratio, spread } = findingOf(named, subject, baseline);
        expect(ratio).toBeGreaterThanOrEqual(spread.min);
        expect(ratio).toBeLessThanOrEqual(spread.max);
        // Powers of two lose no digit.
        const inOtherUnit = (value: number) => value * 2 ** exponent;
        expect(findingOf(named, subject.map(inOtherUnit), baseline.map(inOtherUnit)).ratio).toBe(ratio);
      }),
    );
  });
});

describe('rounds', () => {
  const METRICS = { time: { unit: 'ms', better: 'lower' }, memory: { unit: 'MB', better: 'lower' } } as const;

  async function compared(comparison: Omit<Comparison, 'case' | 'metrics'>, rounds = 2): Promise<Finding[]> {
    const findings: Finding[] = [];
    const bench = { rounds, report: (finding: Finding) => findings.push(finding), progress: () => {} };
    await compare(bench as unknown as Bench, { case: 'record', metrics: METRICS, ...comparison });
    return findings;
  }

  it('interleave the contenders, begin with another each time, and keep only the rounds that count', async () => {
    const order: string[] = [];
    const contender = (name: string) => () => ({ time: order.push(name) });
    const findings = await compared({ subject: contender('a'), baselines: { b: contender('b') }, warmUp: 1 }, 3);
    expect(order.join('')).toBe('abbaabba');
    // The subject came fourth, fifth and eighth; the baseline third, sixth and seventh.
    expect(findings[0]).toMatchObject({
      rounds: 3,
      spread: { min: 0.8333, max: 1.333 },
      figures: { subject: { value: 5 }, baseline: { value: 6 } },
    });
  });

  it('give a finding for each metric and baseline that have samples, and figures of the rest', async () => {
    const findings = await compared({
      figures: { busy: 'of 1' },
      subject: () => ({ time: 6, memory: 4, busy: 0.5 }),
      baselines: { raw: () => ({ time: 3, memory: 2 }), plain: () => ({ time: 12 }) },
    });
    expect(findings.map((each) => [each.case, each.baseline, each.ratio])).toEqual([
      ['time, record', 'raw', 2],
      ['memory, record', 'raw', 2],
      ['time, record', 'plain', 0.5],
    ]);
    expect(findings[0]?.figures).toMatchObject({ busy: { value: 0.5, unit: 'of 1' } });
  });
});

describe('a finding', () => {
  const finding = findingOf(named, [20.123456, 30, 40], [10, 10, 10]);

  it('has the ratio, the spread and the medians, with four digits', () => {
    expect(finding).toEqual({
      case: 'reading',
      baseline: 'parsing',
      ratio: 3,
      better: 'lower',
      rounds: 3,
      spread: { min: 2.012, max: 4 },
      figures: { subject: { value: 30, unit: 'ms' }, baseline: { value: 10, unit: 'ms' } },
    });
  });

  it('of 0 and 0 counted once has the ratio 0', () => {
    expect(findingOf(named, 0, 0)).toMatchObject({ ratio: 0, rounds: 1, spread: { min: 0, max: 0 } });
  });
});
