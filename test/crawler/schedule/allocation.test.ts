import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, type Demand, freshness, intervalOfGain } from '../../../crawler/schedule/allocation.ts';

interface Wanted {
  rate: number;
  weight: number;
  host: number;
}

const wanted = fc.record({
  rate: fc.double({ min: 1e-4, max: 50, noNaN: true }),
  weight: fc.double({ min: 0.01, max: 100, noNaN: true }),
  host: fc.nat(9),
});
const some = fc.array(wanted, { minLength: 1, maxLength: 60 });
const ROOMY = { least: 0, most: 1e6, perHost: 1e9 };

function demand(sources: Wanted[], bounds: { least: number; most: number } = ROOMY): Demand[] {
  return sources.map(({ rate, weight, host }) => ({ ...bounds, changesPerDay: rate, weight, host }));
}

function weighted(sources: Wanted[], checks: (source: Wanted) => number): number {
  const whole = sources.reduce((sum, { weight }) => sum + weight, 0);
  return sources.reduce((sum, each) => sum + each.weight * freshness(each.rate, checks(each)), 0) / whole;
}

const total = (checks: number[]) => checks.reduce((sum, each) => sum + each, 0);

describe('freshness of one source', () => {
  it('is the share of the time before the first change, averaged over the interval between two checks', () => {
    // Once a day each: (1 - 1/e) / 1.
    expect(freshness(1, 1)).toBeCloseTo(1 - Math.exp(-1), 12);
    expect(freshness(1e-12, 1)).toBeCloseTo(1, 9);
    expect(freshness(3, 0)).toBe(0);
  });

  it('is inverted to the machine’s precision', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-9, noNaN: true }), (y) => {
        const x = intervalOfGain(y);
        // 1 - (1 + x) e^-x without cancellation.
        expect(-Math.expm1(Math.log1p(x) - x) / y).toBeCloseTo(1, 6);
      }),
    );
  });
});

describe('a budget', () => {
  it('is spent whole, and no source leaves its bounds', () => {
    fc.assert(
      fc.property(some, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (sources, share) => {
        const [least, most] = [0.02, 4];
        const budget = sources.length * (least + share * (most - least));
        const { checksPerDay, isWithinBudget } = allocate(demand(sources, { least, most }), {
          checksPerDay: budget,
          checksPerHostPerDay: ROOMY.perHost,
        });
        expect(isWithinBudget).toBe(true);
        expect(total(checksPerDay)).toBeCloseTo(budget, 4);
        for (const checks of checksPerDay) {
          expect(checks).toBeGreaterThanOrEqual(least * (1 - 1e-9));
          expect(checks).toBeLessThanOrEqual(most * (1 + 1e-9));
        }
      }),
    );
  });

  it('buys more freshness than the same for all, than by rate, and than any small shift between two sources', () => {
    fc.assert(
      fc.property(some, fc.double({ min: 0.01, max: 5, noNaN: true }), fc.nat(), fc.nat(), (sources, each, a, b) => {
        const budget = each * sources.length;
        const best = allocate(demand(sources), { checksPerDay: budget, checksPerHostPerDay: ROOMY.perHost });
        const rates = sources.reduce((sum, { rate }) => sum + rate, 0);
        expect(best.freshness).toBeGreaterThanOrEqual(weighted(sources, () => each) - 1e-9);
        expect(best.freshness).toBeGreaterThanOrEqual(weighted(sources, ({ rate }) => (budget * rate) / rates) - 1e-9);
        const [from, to] = [a % sources.length, b % sources.length];
        const shifted = [...best.checksPerDay];
        const step = 0.01 * (shifted[from] ?? 0);
        shifted[from] = (shifted[from] ?? 0) - step;
        shifted[to] = (shifted[to] ?? 0) + step;
        const at = new Map(sources.map((source, i) => [source, shifted[i] ?? 0]));
        expect(best.freshness).toBeGreaterThanOrEqual(weighted(sources, (source) => at.get(source) ?? 0) - 1e-9);
      }),
    );
  });

  it('leaves what changes faster than it could be followed', () => {
    const sources = [
      { rate: 0.1, weight: 1, host: 0 },
      { rate: 1_000, weight: 1, host: 1 },
    ];
    const { checksPerDay } = allocate(demand(sources), { checksPerDay: 1, checksPerHostPerDay: ROOMY.perHost });
    expect([...checksPerDay]).toEqual([expect.closeTo(1, 6), 0]);
  });

  it('is never more on one host than politeness allows, and the rest goes to the others', () => {
    fc.assert(
      fc.property(some, (sources) => {
        const perHost = 1.5;
        const hosts = new Set(sources.map(({ host }) => host));
        const budget = 0.9 * perHost * hosts.size;
        const { checksPerDay } = allocate(demand(sources), { checksPerDay: budget, checksPerHostPerDay: perHost });
        for (const host of hosts) {
          const on = total(checksPerDay.filter((_, i) => sources[i]?.host === host));
          expect(on).toBeLessThanOrEqual(perHost * (1 + 1e-6));
        }
        expect(total(checksPerDay)).toBeCloseTo(budget, 4);
      }),
    );
  });

  it('that is less than the lower bounds need says so, and cuts all alike', () => {
    const sources = [1, 2, 3, 4].map((rate) => ({ rate, weight: 1, host: rate }));
    const { checksPerDay, isWithinBudget } = allocate(demand(sources, { least: 1, most: 2 }), {
      checksPerDay: 2,
      checksPerHostPerDay: ROOMY.perHost,
    });
    expect(isWithinBudget).toBe(false);
    expect([...checksPerDay]).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it('of nothing is nothing', () => {
    expect(allocate(demand([]), { checksPerDay: 10, checksPerHostPerDay: 1 })).toMatchObject({ freshness: 1 });
  });
});
