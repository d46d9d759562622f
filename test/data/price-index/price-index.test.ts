import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { endOfMonth, monthName } from '../../../data/price-index/months.ts';
import { type IndexedProduct, type IndexMonth, priceIndex } from '../../../data/price-index/price-index.ts';
import type { PricedInterval } from '../../../data/price-index/price-lines.ts';
import { firstOf, repetitions } from '../../long.ts';
import { FIRST_MONTH, randomOf, worldOf } from './worlds.ts';

const PRO = 'plan|pro|USD|monthly|month|user';
const MAX = 'plan|max|EUR|annual|year|';
const UNTIL = endOfMonth(FIRST_MONTH + 5);

const day = (month: number, date = 10) =>
  `${monthName(FIRST_MONTH + month)}-${String(date).padStart(2, '0')}T09:00:00.000Z`;

function interval(from: number, amounts: Record<string, string>, more: Partial<PricedInterval> = {}): PricedInterval {
  return { from: day(from), seen: day(6), amounts, free: 0, contactUs: 0, ...more };
}

function sold(slug: string, intervals: PricedInterval[], more: Partial<IndexedProduct> = {}): IndexedProduct {
  return { slug, vendor: slug, category: 'crm', lines: [{ intervals }], ...more };
}

const levels = (months: readonly IndexMonth[]) => months.map(({ index }) => Math.round(index * 10) / 10);
const plans = (...products: IndexedProduct[]) => levels(priceIndex(products, 'plans', UNTIL));

describe('an index of matched models', () => {
  const steady = sold('steady', [interval(0, { [PRO]: '10.00' })]);

  test('is the geometric mean of products, each the geometric mean of its prices', () => {
    const moved = sold('moved', [
      interval(0, { [PRO]: '10.00', [MAX]: '40.00' }, { to: day(2) }),
      interval(2, { [PRO]: '14.40', [MAX]: '40.00' }),
    ]);
    // The product's √1.44, and of two products √1.2.
    expect(plans(steady, moved)).toEqual([100, 100, 109.5, 109.5, 109.5, 109.5]);
  });

  test.each<[string, PricedInterval[], Partial<IndexedProduct>]>([
    [
      'a plan that is new',
      [interval(0, { [PRO]: '10.00' }, { to: day(2) }), interval(2, { [PRO]: '10.00', [MAX]: '9.00' })],
      {},
    ],
    [
      'a switch of currency',
      [interval(0, { [PRO]: '10.00' }, { to: day(2) }), interval(2, { [PRO.replace('USD', 'EUR')]: '15.00' })],
      {},
    ],
    [
      'a change together with a redesign',
      [interval(0, { [PRO]: '10.00' }, { to: day(2) }), interval(2, { [PRO]: '15.00' })],
      { breaks: [{ month: FIRST_MONTH + 2, subject: 'pro' }] },
    ],
    [
      'a correction of ours',
      [interval(0, { [PRO]: '10.00' }, { to: day(2) }), interval(2, { [PRO]: '15.00' }, { isCorrection: true })],
      {},
    ],
    ['a price of a dataset', [], { lines: [{ dataset: 'a/b', intervals: [interval(0, { [PRO]: '1.00' })] }] }],
  ])('is not moved by %s', (_, intervals, more) => {
    expect(plans(steady, sold('other', intervals, more))).toEqual([100, 100, 100, 100, 100, 100]);
  });

  test('leaves out what was not seen in the month, and lets it return by its own ratio', () => {
    const unseen = sold('unseen', [
      interval(0, { [PRO]: '10.00' }, { seen: day(1), to: day(5) }),
      interval(5, { [PRO]: '14.40' }),
    ]);
    const raised = sold('raised', [interval(0, { [PRO]: '10.00' }, { to: day(3) }), interval(3, { [PRO]: '14.40' })]);
    const months = priceIndex([unseen, raised], 'plans', UNTIL);
    expect(months.map(({ prices, imputed }) => [prices, imputed])).toEqual([
      [0, 0],
      [2, 0],
      [1, 0.5],
      [1, 0.5],
      [1, 0.5],
      [2, 0],
    ]);
    // Imputed by the other until it returns, when it has made the same step: nothing is counted twice.
    expect(levels(months)).toEqual([100, 100, 100, 144, 144, 144]);
    // Carried forward, half of the step is late.
    expect(months.map(({ carryForward }) => Math.round(carryForward))).toEqual([100, 100, 100, 120, 120, 144]);
  });

  test('takes a price that was last seen in the month before for no price of this one', () => {
    const falls = Array.from({ length: 6 }, (_, month) =>
      interval(
        month,
        { [PRO]: (10 * 0.9 ** month).toFixed(4) },
        month < 5 ? { to: day(month + 1), seen: day(month) } : {},
      ),
    );
    // Read on the 25th and, redesigned, on the 2nd of the month after the next: 38 days.
    const unread = [
      interval(0, { [PRO]: '10.00' }, { seen: day(1, 25), to: day(3, 2) }),
      interval(3, { [PRO]: '8.00' }, { from: day(3, 2) }),
    ];
    const breaks = [{ month: FIRST_MONTH + 3 }];
    const months = priceIndex([sold('falls', falls), sold('unread', unread, { breaks })], 'plans', UNTIL);
    expect(months.map(({ prices }) => prices)).toEqual([0, 2, 1, 1, 2, 2]);
    expect(levels(months).slice(1, 4)).toEqual([94.9, 85.4, 76.8]);
  });

  test('keeps what was first published apart from what is known today', () => {
    // Read as 15 at first, and set right later.
    const known = { before: { [PRO]: '10.00' }, after: { [PRO]: '15.00' } };
    const misread = sold('misread', [interval(0, { [PRO]: '10.00' })], { firstKnown: { [FIRST_MONTH + 2]: known } });
    const months = priceIndex([misread], 'plans', UNTIL);
    expect(levels(months)).toEqual([100, 100, 100, 100, 100, 100]);
    expect(months.map(({ firstPublished }) => firstPublished)).toEqual([100, 100, 150, 150, 150, 150]);
  });

  test('keeps what was first published of a price that was corrected away', () => {
    const known = { before: { [PRO]: '9.00', [MAX]: '9.00' }, after: { [PRO]: '9.00', [MAX]: '18.00' } };
    const one = sold('one', [interval(0, { [PRO]: '9.00' })], { firstKnown: { [FIRST_MONTH + 2]: known } });
    expect(priceIndex([one], 'plans', UNTIL).map(({ firstPublished }) => firstPublished)).toEqual([
      ...[100, 100],
      ...[141.4214, 141.4214, 141.4214, 141.4214],
    ]);
    const gone = sold('gone', [], {
      firstKnown: { [FIRST_MONTH + 2]: { before: { [PRO]: '9' }, after: { [PRO]: '18' } } },
    });
    const kept = sold('kept', [interval(0, { [MAX]: '9.00' })]);
    expect(priceIndex([gone, kept], 'plans', UNTIL).at(-1)).toMatchObject({ index: 100, firstPublished: 141.4214 });
  });

  test('of a dataset ends with its last statement, and has nothing that was first published', () => {
    const told = [
      interval(0, { [PRO]: '10.00' }, { to: day(2), seen: day(0) }),
      interval(2, { [PRO]: '12.00' }, { seen: day(2) }),
    ];
    const months = priceIndex(
      [sold('told', [], { lines: [{ dataset: 'a/b', intervals: told }] })],
      'imported-plans',
      UNTIL,
    );
    expect(levels(months)).toEqual([100, 100, 120]);
    expect(months[0]).not.toHaveProperty('firstPublished');
  });

  test('counts free tiers and those for which one contacts sales, and suffices from 30 prices of 20 vendors', () => {
    const many = Array.from({ length: 20 }, (_, at) =>
      sold(`v${at}`, [interval(at === 0 ? 1 : 0, { [PRO]: '10.00', [MAX]: '9.00' }, { free: 1, contactUs: 2 })]),
    );
    const months = priceIndex(many, 'plans', UNTIL);
    expect(months.map(({ sufficient }) => sufficient)).toEqual([false, true, true, true, true]);
    expect(months.at(-1)).toMatchObject({
      prices: 40,
      vendors: 20,
      freeTiers: 20,
      contactUsTiers: 40,
      low: 100,
      high: 100,
    });
    expect(priceIndex(many.slice(1), 'plans', UNTIL).some(({ sufficient }) => sufficient)).toBe(false);
    expect(priceIndex(many, 'rates', UNTIL)).toEqual([]);
  });
});

describe('by law', () => {
  const worlds = fc
    .record({ seed: fc.nat(), inflation: fc.double({ min: -0.3, max: 0.3, noNaN: true }) })
    .map(({ seed, inflation }) => worldOf({ vendors: 6, months: 6, inflation }, randomOf(seed)));
  const scaled = (products: readonly IndexedProduct[], factor: (at: number) => number) =>
    products.map((product, at) => ({
      ...product,
      lines: product.lines.map(({ intervals }) => ({
        intervals: intervals.map((each) => ({
          ...each,
          amounts: Object.fromEntries(
            Object.entries(each.amounts).map(([key, amount]) => [key, String(Number(amount) * factor(at))]),
          ),
        })),
      })),
    }));
  const same = (a: readonly IndexMonth[], b: readonly IndexMonth[]) => {
    expect(a.length).toBe(b.length);
    for (const [at, { index, carryForward }] of a.entries()) {
      expect(index).toBeCloseTo(b[at]?.index ?? 0, 2);
      expect(carryForward).toBeCloseTo(b[at]?.carryForward ?? 0, 2);
    }
  };

  test.each<[string, (products: readonly IndexedProduct[]) => IndexedProduct[]]>([
    ['the currency or unit of a product does not matter', (products) => scaled(products, (at) => 1 + at / 3)],
    ['the order of products does not matter', (products) => products.toReversed()],
    [
      'a product sold twice under other names weighs twice for both',
      (products) => [...products, ...products.map((product) => ({ ...product, slug: `${product.slug}-2` }))],
    ],
  ])('%s', (_, change) => {
    fc.assert(
      fc.property(worlds, (products) =>
        same(priceIndex(products, 'plans', UNTIL), priceIndex(change(products), 'plans', UNTIL)),
      ),
      { numRuns: repetitions(10, 200) },
    );
  });

  it('lies within its interval', () => {
    fc.assert(
      fc.property(worlds, (products) => {
        for (const { index, low = index, high = index } of priceIndex(products, 'plans', UNTIL))
          expect(low <= index && index <= high).toBe(true);
      }),
      { numRuns: repetitions(10, 200) },
    );
  });
});

const WORLDS = [
  { inflation: 0.05, vendors: 60, months: 37 },
  { inflation: 0, vendors: 60, months: 37 },
  { inflation: -0.3, vendors: 60, months: 37 },
  { inflation: 0.1, vendors: 120, months: 25 },
];

/** The same worlds in every run: this is a measurement. `npm run test:long` takes 1,500 of each kind. */
test.each(firstOf(1, WORLDS))(
  'in worlds of $vendors vendors with $inflation inflation a year the interval holds the truth, without bias',
  (world) => {
    const count = repetitions(20, 1_500);
    const years = (world.months - 1) / 12;
    const truth = 100 * Math.exp(world.inflation * years);
    const ends = Array.from({ length: count }, (_, at) => {
      const products = worldOf(world, randomOf(at * 7_919 + world.months));
      return priceIndex(products, 'plans', endOfMonth(FIRST_MONTH + world.months - 1)).at(-1);
    });
    const held = ends.filter((end) => end !== undefined && (end.low ?? 0) <= truth && truth <= (end.high ?? 0)).length;
    const points = ends.map((end) => (100 * Math.log((end?.index ?? 0) / truth)) / years);
    const bias = points.reduce((sum, each) => sum + each, 0) / count;
    const error = Math.sqrt(points.reduce((sum, each) => sum + (each - bias) ** 2, 0) / (count - 1) / count);
    process.stderr.write(`${JSON.stringify({ ...world, count, held: held / count, bias, error })}\n`);
    // Of fewer worlds, chance allows for less; the steps of falling prices vary most.
    expect(held / count).toBeGreaterThanOrEqual(repetitions(0.88, 0.93));
    const chance = repetitions(2 * error, world.inflation < 0 ? error : 0);
    expect(Math.abs(bias)).toBeLessThan(0.2 + chance);
  },
  900_000,
);
