import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { changesPerDay, posterior, survival, watchedBetween } from '../../data/hazard.ts';

const positive = (max: number) => fc.double({ min: 0.01, max, noNaN: true });
const anyHazard = fc.record({ changes: positive(50), days: positive(5_000) });

describe('a hazard', () => {
  it('is as sure at once as ever, and less sure with every day', () => {
    fc.assert(
      fc.property(anyHazard, positive(4_000), positive(4_000), (hazard, a, b) => {
        expect(survival(hazard, 0)).toBe(1);
        expect(survival(hazard, a + b)).toBeLessThanOrEqual(survival(hazard, a));
        expect(survival(hazard, a + b)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('survives more days the longer nothing was seen to change, and fewer with each change seen', () => {
    fc.assert(
      fc.property(anyHazard, positive(2_000), positive(2_000), (hazard, watched, ahead) => {
        const calm = posterior(hazard, { changes: 0, days: watched });
        const restless = posterior(hazard, { changes: 1, days: watched });
        expect(survival(calm, ahead)).toBeGreaterThanOrEqual(survival(hazard, ahead));
        expect(survival(restless, ahead)).toBeLessThanOrEqual(survival(calm, ahead));
      }),
    );
  });

  it('is watched over parts of days, and over none where the end comes first', () => {
    const [noon, nextMidnight] = ['2026-03-01T12:00:00.000Z', '2026-03-02T00:00:00Z'];
    expect(watchedBetween(noon, nextMidnight, 2)).toEqual({ changes: 2, days: 0.5 });
    expect(watchedBetween(nextMidnight, noon, 2)).toEqual({ changes: 2, days: 0 });
  });

  it('averages the survivals of the rates that it stands for', () => {
    // Gamma(2, rate 100 days): the mean of e^(-rate × 30), summed over a fine grid of rates.
    const [shape, days, ahead] = [2, 100, 30];
    let [mean, whole] = [0, 0];
    for (let rate = 0.000_05; rate < 0.5; rate += 0.000_1) {
      const density = rate ** (shape - 1) * Math.exp(-rate * days);
      mean += density * Math.exp(-rate * ahead);
      whole += density;
    }
    expect(survival({ changes: shape, days }, ahead)).toBeCloseTo(mean / whole, 4);
  });

  it('of a product is its category’s until it was watched, and then its own', () => {
    const seats = { tokenPriced: false, category: 'crm' };
    const tokens = { tokenPriced: true, category: 'llm-api' };
    expect(changesPerDay(hazardOf(tokens))).toBeGreaterThan(3 * changesPerDay(hazardOf(seats)));
    const unheardOf = { tokenPriced: false, category: 'no-such-category' };
    expect(changesPerDay(hazardOf(unheardOf))).toBeGreaterThan(0);
    const watched = changesPerDay(hazardOf(seats, { changes: 40, days: 4_000 }));
    expect(watched).toBeCloseTo(0.01, 2);
  });
});
