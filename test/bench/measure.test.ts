/** What the benchmarks say rests on this arithmetic; the times themselves are asserted nowhere. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inRounds } from '../../bench/measure.ts';
import { findingOf } from '../../bench/measurement.ts';
import { compared, mean, median, share } from '../../bench/statistics.ts';
import { tableOf } from '../../bench/table.ts';

const sample = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
const samples = fc.array(sample, { minLength: 1, maxLength: 40 });
const pairs = fc.array(fc.tuple(sample, sample), { minLength: 1, maxLength: 40 });

describe('the mean and a share', () => {
  it('of nothing are 0', () => {
    expect(mean([])).toBe(0);
    expect(share([], () => true)).toBe(0);
  });

  it('of 1, 2 and 6 are 3, and a third above 2', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(share([1, 2, 6], (value) => value > 2)).toBeCloseTo(1 / 3);
  });
});

describe('the median', () => {
  it('of no values is an error', () => {
    expect(() => median([])).toThrow('Cannot take the median of no values');
  });

  it.each([
    { of: [3], is: 3 },
    { of: [1, 2], is: 1.5 },
    { of: [9, 1, 5], is: 5 },
    { of: [10, 9, 2, 1], is: 5.5 },
    { of: [100, 11, 2], is: 11 },
  ])('of $of is $is', ({ of, is }) => {
    expect(median(of)).toBe(is);
  });

  it('has as many values at or below it as at or above it, and does not depend on their order', () => {
    fc.assert(
      fc.property(samples, (values) => {
        const middle = median(values);
        expect(values.filter((value) => value <= middle).length).toBeGreaterThanOrEqual(values.length / 2);
        expect(values.filter((value) => value >= middle).length).toBeGreaterThanOrEqual(values.length / 2);
        expect(median(values.toReversed())).toBe(middle);
      }),
    );
  });

  it('leaves its values as they were', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('a comparison', () => {
  it.each([
    { what: 'series of different rounds', subject: [1, 2], baseline: [1], says: 'Cannot pair 2 samples with 1' },
    { what: 'no rounds', subject: [], baseline: [], says: 'Cannot take the median of no values' },
    { what: 'a baseline of nothing', subject: [1], baseline: [0], says: 'Cannot take a ratio with the sample 0' },
    { what: 'a sample that is no number', subject: [Number.NaN], baseline: [1], says: 'with the sample NaN' },
  ])('refuses $what', ({ subject, baseline, says }) => {
    expect(() => compared(subject, baseline)).toThrow(says);
  });

  it('pairs what ran in one round, so that a machine that turns slow half-way changes nothing', () => {
    const { ratio, spread } = compared([2, 2, 2, 20, 20, 20], [1, 1, 1, 10, 10, 10]);
    expect(ratio).toBe(2);
    expect(spread).toEqual({ min: 2, max: 2 });
  });

  it('is not moved by one bad round', () => {
    expect(compared([2, 2, 900], [1, 1, 1])).toEqual({ ratio: 2, rounds: 3, spread: { min: 2, max: 900 } });
  });

  it('has its ratio within its spread, and does not change with the unit', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: -20, max: 20 }), (rounds, exponent) => {
        const subject = rounds.map(([value]) => value);
        const baseline = rounds.map(([, value]) => value);
        const { ratio, spread } = compared(subject, baseline);
        expect(ratio).toBeGreaterThanOrEqual(spread.min);
        expect(ratio).toBeLessThanOrEqual(spread.max);
        // By powers of two, which lose no digit.
        const inOtherUnit = (value: number) => value * 2 ** exponent;
        expect(compared(subject.map(inOtherUnit), baseline.map(inOtherUnit)).ratio).toBe(ratio);
      }),
    );
  });

  it('of a series with itself is one', () => {
    fc.assert(
      fc.property(samples, (values) => {
        expect(compared(values, values).ratio).toBe(1);
      }),
    );
  });
});

describe('rounds', () => {
  it('interleave the contenders, begin with another each time, and keep only the rounds that count', async () => {
    const order: string[] = [];
    const contender = (name: string) => () => order.push(name);
    const taken = await inRounds({ a: contender('a'), b: contender('b') }, { rounds: 3, warmUp: 1 });
    expect(order.join('')).toBe('abbaabba');
    expect(taken).toEqual({ a: [4, 5, 8], b: [3, 6, 7] });
  });
});

describe('a finding', () => {
  const finding = findingOf({
    case: 'reading',
    baseline: 'parsing',
    better: 'lower',
    unit: 'ms',
    subject: [20.123456, 30, 40],
    against: [10, 10, 10],
  });

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

  it('is a row of the table', () => {
    const [head = '', row = '', ...more] = tableOf([{ bench: 'read', ...finding }]).split('\n');
    expect(more).toEqual([]);
    expect(row).toContain('3.00 (2.01..4.00)');
    expect(row).toContain('subject 30 ms, baseline 10 ms');
    expect(row.indexOf('parsing')).toBe(head.indexOf('baseline'));
  });
});
