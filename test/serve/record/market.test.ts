import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MonthlyPrice } from '../../../data/prices/starting-price.ts';
import type { Price } from '../../../data/record.ts';
import { marketOf, positioningOf } from '../../../serve/record/market.ts';
import { price } from '../../builders.ts';

const start = (amount: string, currency = 'USD', unit?: string) => ({
  slug: `of-${amount}`,
  category: 'crm',
  startingAmount: amount,
  startingBilling: 'monthly' as const,
  startingUnit: unit,
  currency,
});
const priced = (overrides: Partial<Price> = {}): MonthlyPrice => {
  const { unit: _, ...each } = price({ ...overrides });
  const stated = { ...each, ...(overrides.unit !== undefined && { unit: overrides.unit }) };
  return { amount: stated.amount, currency: stated.currency, billing: stated.billing ?? 'monthly', price: stated };
};

describe('a market', () => {
  it('has no sample of what has no price', () => {
    expect(
      marketOf([
        { slug: 'a', category: 'crm' },
        { slug: 'b', category: 'crm', currency: 'USD' },
      ]).size,
    ).toBe(0);
  });

  it('leaves out what is no longer sold', () => {
    expect(marketOf([{ ...start('5.00'), retired: true }]).size).toBe(0);
  });

  it('takes the middle of an even number exactly', () => {
    expect(marketOf([start('0.10'), start('0.20'), start('10.00'), start('0.30')]).get('crm')).toMatchObject([
      { min: '0.10', median: '0.25', max: '10.00', sampleSize: 4, sufficient: false },
    ]);
  });

  it('tells which products its figures stand on, the least first', () => {
    expect(marketOf([start('10.00'), start('9.50')]).get('crm')?.[0]?.starts).toEqual([
      { slug: 'of-9.50', amount: '9.50' },
      { slug: 'of-10.00', amount: '10.00' },
    ]);
  });

  it('keeps currencies apart, the most frequent first', () => {
    const market = marketOf([start('900.00', 'JPY'), start('5.00'), start('7.00')]);
    expect(market.get('crm')?.map(({ currency, sampleSize }) => [currency, sampleSize])).toEqual([
      ['USD', 2],
      ['JPY', 1],
    ]);
  });

  it('has a median between its ends, with as many prices above as below', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 40 }), (amounts) => {
        const [sample] = marketOf(amounts.map((amount) => start((amount / 100).toFixed(2)))).get('crm') ?? [];
        const median = Math.round(Number(sample?.median) * 1000);
        const below = amounts.filter((amount) => amount * 10 < median).length;
        const above = amounts.filter((amount) => amount * 10 > median).length;
        expect(Math.abs(below - above)).toBeLessThanOrEqual(amounts.filter((amount) => amount * 10 === median).length);
      }),
    );
  });
});

describe('a position', () => {
  const market = marketOf(['4.00', '9.00', '11.00', '30.00', '99.00'].map((amount) => start(amount)));

  it.each([
    ['25.00', 127, 'above'],
    ['11.00', 0, 'near'],
    ['12.10', 10, 'near'],
    ['12.21', 11, 'above'],
    ['9.90', -10, 'near'],
    ['4.00', -64, 'below'],
  ])('of %s is %d %% of the median away: %s', (amount, percentVsMedian, verdict) => {
    expect(positioningOf(market, 'crm', priced({ amount }))).toMatchObject({
      percentVsMedian,
      verdict,
      categoryMedian: 11,
      categoryMin: 4,
      categoryMax: 99,
      sampleSize: 5,
      sufficient: true,
    });
  });

  it('is not given in another currency, nor in another category', () => {
    expect(positioningOf(market, 'crm', priced({ currency: 'EUR' }))).toBeUndefined();
    expect(positioningOf(market, 'cms', priced())).toBeUndefined();
  });

  it('is not given among prices under another billing, or of another unit', () => {
    expect(positioningOf(market, 'crm', priced({ billing: 'annual' }))).toBeUndefined();
    expect(positioningOf(market, 'crm', priced({ unit: 'site' }))).toBeUndefined();
  });

  it('of a seat is one among users', () => {
    const users = marketOf([start('4.00', 'USD', 'user'), start('8.00', 'USD', 'seat'), start('90.00', 'USD', 'site')]);
    expect(positioningOf(users, 'crm', priced({ unit: 'member' }))).toMatchObject({ categoryMax: 8, sampleSize: 2 });
  });
});
