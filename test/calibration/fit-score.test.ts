import { describe, expect, it } from 'vitest';
import { crossValidated, fitScore, type LabelledReading } from '../../calibration/fit-score.ts';
import { reliabilityOf, wilson } from '../../data/reliability.ts';
import { probability } from '../../verifier/judge/score.ts';
import { seeded } from '../vendor-web/random.ts';

const TRUE = { intercept: -1, weights: { a: 3, b: 1 } };

/** Readings that are right as often as a known model says. */
function readings(n: number, seed: string): LabelledReading[] {
  const random = seeded(seed);
  return Array.from({ length: n }, (_, i) => {
    const signals = { a: random.next(), b: random.next(), noise: random.next() };
    return { vendor: `v${i % 40}`, signals, right: random.next() < probability(TRUE, signals), weight: 1 };
  });
}

describe('a score', () => {
  it('fitted to readings of a known model is that model', () => {
    const { intercept, weights } = fitScore(readings(20_000, 'known'), ['a', 'b']);
    expect(intercept).toBeCloseTo(-1, 0);
    expect(weights.a).toBeCloseTo(3, 0);
    expect(weights.b).toBeCloseTo(1, 0);
  });

  it('never lowers a probability for a signal that rises', () => {
    const upside = readings(5_000, 'down').map((each) => ({ ...each, right: !each.right }));
    expect(fitScore(upside, ['a', 'b']).weights).toEqual({ a: 0, b: 0 });
  });

  it('says what was believed of a signal that never varied', () => {
    const same = readings(3_000, 'same').map((each) => ({ ...each, signals: { ...each.signals, recut: 1 } }));
    expect(fitScore(same, ['a', 'b', 'recut']).weights.recut).toBeCloseTo(3, 2);
  });

  it('is nothing to fit where all readings are right', () => {
    const all = readings(10, 'all').map((each) => ({ ...each, right: true }));
    expect(() => fitScore(all, ['a'])).toThrow(RangeError);
  });

  it('is judged on vendors that it was not fitted to, each once, and does better there than a constant', () => {
    const all = readings(2_000, 'cross');
    const judged = crossValidated(all, ['a', 'b']);
    expect(new Set(judged.map(({ reading }) => reading))).toEqual(new Set(all));
    const fitted = reliabilityOf(judged.map(({ reading, p }) => ({ p, came: reading.right })));
    const share = all.filter(({ right }) => right).length / all.length;
    const constant = reliabilityOf(all.map(({ right }) => ({ p: share, came: right })));
    expect(fitted.brier).toBeLessThan(constant.brier);
    expect(fitted.logLoss).toBeLessThan(constant.logLoss);
  });
});

describe('reliability', () => {
  it('is perfect where what was sure came, and its bins hold every forecast once', () => {
    const { brier, bins, n } = reliabilityOf([
      { p: 1, came: true },
      { p: 0, came: false },
      { p: 0.9, came: true },
    ]);
    expect(brier).toBeCloseTo(0.01 / 3, 9);
    expect(bins.reduce((sum, bin) => sum + bin.n, 0)).toBe(n);
  });

  it('has intervals that hold the truth', () => {
    const random = seeded('wilson');
    let held = 0;
    for (let trial = 0; trial < 500; trial += 1) {
      const came = Array.from({ length: 60 }, () => random.next() < 0.85).filter(Boolean).length;
      const { low, high } = wilson(came / 60, 60);
      if (low <= 0.85 && high >= 0.85) held += 1;
    }
    expect(held / 500).toBeGreaterThan(0.92);
  });
});
