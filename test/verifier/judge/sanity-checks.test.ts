import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadPrice, ReadTier } from '../../../data/reading.ts';
import { sanityFindings } from '../../../verifier/judge/sanity-checks.ts';
import { readPrice, readTier } from '../../builders.ts';

const monthly = (amount: string, over: Partial<ReadPrice> = {}) => readPrice({ amount, ...over });
const annual = (amount: string, over: Partial<ReadPrice> = {}) => readPrice({ amount, billing: 'annual', ...over });
const plan = (name: string, prices: ReadPrice[], over: Partial<ReadTier> = {}) => readTier({ name, prices, ...over });

describe('sanityFindings of a reading', () => {
  test.each<[string, ReadTier[], RegExp]>([
    ['a year dearer than its months', [plan('Pro', [monthly('10.00'), annual('12.00')])], /costs more with annual/],
    [
      'a year’s total dearer than twelve months',
      [plan('Pro', [monthly('10.00'), annual('144.00', { per: 'year' })])],
      /costs more with annual/,
    ],
    [
      'a year for the price of a month',
      [plan('Pro', [monthly('10.00'), annual('10.00', { per: 'year' })])],
      /costs less for a year/,
    ],
    ['a free plan with a price', [plan('Hobby', [monthly('10.00')], { isFree: true })], /is free but has a price/],
    [
      'two plans at one price',
      [plan('Pro', [monthly('10.00')]), plan('Team', [monthly('10.00')])],
      /Pro and Team cost the same/,
    ],
    [
      'a larger plan for less',
      [plan('Pro', [monthly('10.00')]), plan('Team', [monthly('30.00')]), plan('Max', [monthly('20.00')])],
      /not in order of price/,
    ],
    [
      'a floor that is not what the least seats cost',
      [plan('Team', [monthly('10.00'), monthly('25.00', { unit: undefined })], { minimumUnits: 3 })],
      /but its minimum of 3 has another price/,
    ],
  ])('%s', (_, tiers, words) => {
    expect(sanityFindings(tiers)).toEqual([expect.stringMatching(words)]);
  });

  test.each<[string, ReadTier[]]>([
    ['from small to large', [plan('Pro', [monthly('10.00'), annual('8.00')]), plan('Team', [monthly('30.00')])]],
    ['from large to small', [plan('Team', [monthly('30.00')]), plan('Pro', [monthly('10.00')])]],
    ['totals of the year with two months free', [plan('Pro', [monthly('10.00'), annual('100.00', { per: 'year' })])]],
    [
      'different currencies',
      [plan('Pro', [monthly('10.00')]), plan('Pro EU', [monthly('10.00', { currency: 'EUR' })])],
    ],
    [
      'least seats that cost what is quoted',
      [plan('Team', [monthly('10.00'), monthly('30.00', { unit: undefined })], { minimumUnits: 3 })],
    ],
  ])('none in %s', (_, tiers) => {
    expect(sanityFindings(tiers)).toEqual([]);
  });

  test('are found in anything at all', () => {
    const anyPrice = fc.record({
      amount: fc.integer({ min: 0, max: 10_000 }).map((cents) => (cents / 100).toFixed(2)),
      billing: fc.constantFrom('monthly' as const, 'annual' as const),
      per: fc.constantFrom('month' as const, 'year' as const, 'once' as const),
      unit: fc.constantFrom('user', undefined),
    });
    fc.assert(
      fc.property(fc.array(fc.array(anyPrice, { maxLength: 4 }), { maxLength: 6 }), (plans) => {
        const tiers = plans.map((prices, i) =>
          plan(
            `T${i}`,
            prices.map((each) => readPrice(each as Partial<ReadPrice>)),
          ),
        );
        for (const words of sanityFindings(tiers)) expect(words.length).toBeLessThanOrEqual(160);
      }),
    );
  });
});
