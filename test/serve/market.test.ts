import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketOf, positioningOf } from '../../serve/market.ts';

const start = (amount: string, currency = 'USD', category = 'crm') => ({ category, startingAmount: amount, currency });

describe('a market', () => {
  it('has no sample of what has no price', () => {
    expect(marketOf([{ category: 'crm' }, { category: 'crm', currency: 'USD' }]).size).toBe(0);
  });

  it('leaves out what is no longer sold', () => {
    expect(marketOf([{ ...start('5.00'), retired: true }]).size).toBe(0);
  });

  it('takes the middle of an even number exactly', () => {
    expect(marketOf([start('0.10'), start('0.20'), start('10.00'), start('0.30')]).get('crm')).toMatchObject([
      { min: '0.10', median: '0.25', max: '10.00', sampleSize: 4, sufficient: false },
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
    expect(positioningOf(market, 'crm', { amount, currency: 'USD' })).toMatchObject({
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
    expect(positioningOf(market, 'crm', { amount: '10.00', currency: 'EUR' })).toBeUndefined();
    expect(positioningOf(market, 'cms', { amount: '10.00', currency: 'USD' })).toBeUndefined();
  });
});
