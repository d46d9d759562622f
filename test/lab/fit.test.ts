/** The fits of `npm run calibrate`, on data made by known models. */
import { describe, expect, it } from 'vitest';
import { fitPriors } from '../../lab/calibration/fit-hazard.ts';
import { History, pairsOf, watchedOf, type YearlyPlans } from '../../lab/calibration/histories.ts';
import { seeded } from '../vendor-web/random.ts';

const YEAR = 365;

/** Products whose rates are of one gamma distribution (shape 2, a change in two years on average), watched for years. */
function simulated(count: number, seed: number, category: string, mean = 1 / (2 * YEAR)): History[] {
  const random = seeded(seed);
  const exponential = () => -Math.log(1 - random.next());
  return Array.from({ length: count }, (_, i) => {
    const rate = ((exponential() + exponential()) / 2) * mean;
    const pairs = Array.from({ length: 6 }, () => ({ days: YEAR, changed: random.next() < -Math.expm1(-rate * YEAR) }));
    return History.parse({ slug: `${category}-${i}`, category, tokenPriced: false, dataset: 'x', license: 'x', pairs });
  });
}

describe('priors of the hazard', () => {
  it('are the ones that the histories were made by', () => {
    const { group } = fitPriors(simulated(500, 7, 'crm'));
    expect(group.days / group.changes / YEAR).toBeGreaterThan(1.8);
    expect(group.days / group.changes / YEAR).toBeLessThan(2.2);
    expect(group.changes).toBeGreaterThan(1.5);
    expect(group.changes).toBeLessThan(2.7);
  });

  it('follow a category as far as it has histories to show', () => {
    const calm = ['a', 'b', 'c', 'd'].flatMap((category, i) => simulated(40, i + 1, category));
    const { group, categories } = fitPriors([
      ...calm,
      ...simulated(60, 9, 'restless', 1 / 100),
      ...simulated(1, 4, 'unknown', 1 / 100),
    ]);
    const every = (category: string) => (categories[category]?.days ?? 0) / (categories[category]?.changes ?? 1);
    expect(every('restless')).toBeLessThan(250);
    expect(every('a')).toBeGreaterThan(400);
    const whole = group.days / group.changes;
    expect(every('unknown')).toBeGreaterThan(every('restless'));
    expect(every('unknown')).toBeLessThan(1.2 * whole);
  });
});

const capture = (createdAt: string, prices: Record<string, number>, over: Partial<YearlyPlans> = {}): YearlyPlans => ({
  vendor: 'acme',
  createdAt,
  currency: 'USD',
  plans: Object.entries(prices).map(([name, price]) => ({ name, price, unit: 'user/month' })),
  ...over,
});

describe('yearly captures', () => {
  it('tell of neighbours whether a price that both state differs', () => {
    const captures = [
      capture('2022-01-01', { Pro: 12, Team: 30 }),
      capture('2020-01-01', { Pro: 10 }),
      capture('2021-01-01', { Pro: 10, Team: 30 }),
    ];
    expect(pairsOf(captures)).toEqual([
      { days: 366, changed: false },
      { days: 365, changed: true },
    ]);
  });

  it('say nothing where the currency, the unit, or all prices by one factor are others', () => {
    const first = capture('2020-01-01', { Pro: 10, Team: 30 });
    expect(pairsOf([first, capture('2021-01-01', { Pro: 11 }, { currency: 'EUR' })])).toEqual([]);
    expect(pairsOf([first, capture('2021-01-01', { Pro: 8, Team: 24 })])).toEqual([]);
    expect(pairsOf([first, capture('2020-02-01', { Pro: 12 })])).toEqual([]);
  });
});

describe('a dataset’s edits', () => {
  it('are days with an edit, of the days that it was kept', () => {
    const edits = ['2025-07-01', '2025-07-01', '2025-09-01', '2024-01-01'].map((asOf) => ({ asOf }));
    expect(watchedOf(edits, '2025-06-11', '2026-06-30')).toEqual({ changes: 2, days: 384 });
    expect(watchedOf([], '2025-06-11', '2026-06-30')).toEqual({ changes: 0, days: 384 });
  });
});
