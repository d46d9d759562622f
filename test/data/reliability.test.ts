import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Forecast,
  Reliability,
  reliabilityOf,
  reliabilityOfTallies,
  talliesOf,
  wilson,
} from '../../data/reliability.ts';

const forecasts = fc.array(fc.record({ p: fc.double({ min: 0, max: 1, noNaN: true }), came: fc.boolean() }), {
  maxLength: 60,
});

describe('reliability', () => {
  it('of a few forecasts, by hand', () => {
    const said: Forecast[] = [
      { p: 0.9, came: true },
      { p: 0.9, came: false },
      { p: 0.5, came: true },
      { p: 1, came: true },
    ];
    const { n, brier, logLoss, bins } = reliabilityOf(said);
    expect(n).toBe(4);
    expect(brier).toBeCloseTo((0.01 + 0.81 + 0.25 + 0) / 4, 12);
    expect(logLoss).toBeCloseTo(-(Math.log(0.9) + Math.log(0.1) + Math.log(0.5)) / 4, 5);
    // On a border, a probability is in the bin above.
    expect(bins).toMatchObject([
      { from: 0.4, to: 0.6, n: 1, given: 0.5, came: 1 },
      { from: 0.9, to: 0.95, n: 2, given: 0.9, came: 0.5 },
      { from: 0.95, to: 1, n: 1, given: 1, came: 1 },
    ]);
  });

  it('every forecast is in one bin, and in its own', () => {
    fc.assert(
      fc.property(forecasts, (said) => {
        const reliability = Reliability.parse(reliabilityOf(said));
        expect(reliability.bins.reduce((sum, { n }) => sum + n, 0)).toBe(said.length);
        for (const { from, to, given, came, low, high } of reliability.bins) {
          expect(given).toBeGreaterThanOrEqual(from - 1e-12);
          expect(given).toBeLessThanOrEqual(to + 1e-12);
          expect(low).toBeLessThanOrEqual(came + 1e-12);
          expect(high).toBeGreaterThanOrEqual(came - 1e-12);
        }
      }),
    );
  });

  it('adds up over any parts', () => {
    fc.assert(
      fc.property(fc.array(forecasts, { maxLength: 5 }), (parts) => {
        const whole = reliabilityOf(parts.flat());
        const added = reliabilityOfTallies(parts.flatMap(talliesOf));
        expect(added.n).toBe(whole.n);
        expect(added.brier).toBeCloseTo(whole.brier, 9);
        expect(added.logLoss).toBeCloseTo(whole.logLoss, 9);
        expect(added.bins.map(({ n, came }) => [n, came])).toEqual(whole.bins.map(({ n, came }) => [n, came]));
      }),
    );
  });

  it('Wilson’s interval of 8 in 10', () => {
    const { low, high } = wilson(0.8, 10);
    expect([low.toFixed(3), high.toFixed(3)]).toEqual(['0.490', '0.943']);
  });
});
