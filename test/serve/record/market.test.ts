import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MonthlyPrice } from '../../../data/prices/starting-price.ts';
import { marketOf, positioningOf, samplesOf } from '../../../serve/record/market.ts';
import { price } from '../../builders.ts';

const TODAY = '2026-11-21';

type Row = Parameters<typeof marketOf>[0][number];
const start = (startingAmount: string, more: Partial<Row> = {}): Row => ({
  slug: `of-${startingAmount}`,
  vendor: `Vendor of ${startingAmount}`,
  category: 'crm',
  retired: false,
  startingAmount,
  startingBilling: 'monthly',
  currency: 'USD',
  confirmedAt: '2026-11-01T12:00:00.000Z',
  ...more,
});
const samples = (...rows: Row[]) => samplesOf(marketOf(rows), 'crm', TODAY);

/** The position of the first of the rows. */
function positionOf([own, ...others]: readonly Row[]) {
  if (own?.startingAmount === undefined) throw new Error('no price');
  const { startingAmount: amount, startingBilling: billing, startingUnit: unit, currency = '' } = own;
  const { unit: _, ...stated } = price({ amount, currency });
  const monthly: MonthlyPrice = { amount, currency, billing, price: { ...stated, ...(unit && { unit }) } };
  const market = marketOf([own, ...others]);
  return positioningOf(monthly, { market, slug: own.slug, category: 'crm', today: TODAY });
}

describe('a market', () => {
  it('has no sample of what has no price, no known billing, or is no longer sold', () => {
    const { startingAmount: _, ...without } = start('5.00');
    const { startingBilling: __, ...unbilled } = start('6.00');
    expect(samples(without, unbilled, start('5.00', { retired: true }))).toEqual([]);
  });

  it('leaves out prices that are older than a year, by confirmation or by their dataset', () => {
    const dataset = { dataset: 'owner/prices', license: 'MIT', asOf: '2025-11-20' };
    const { confirmedAt: _, ...undated } = start('9.00');
    expect(
      samples(
        undated,
        start('5.00', { confirmedAt: '2025-11-20T12:00:00.000Z' }),
        start('6.00', { startingDataset: dataset }),
        start('7.00', { startingDataset: { ...dataset, asOf: '2025-11-21' } }),
        start('8.00'),
      ),
    ).toMatchObject([
      {
        sampleSize: 2,
        oldest: '2025-11-21',
        newest: '2026-11-01',
        sources: { vendorPages: 1, datasets: ['owner/prices'] },
      },
    ]);
  });

  it('has the days of the oldest and the newest price, also of a dataset that is ahead of the day', () => {
    const ahead = (asOf: string) =>
      start('7.00', { startingDataset: { dataset: 'owner/prices', license: 'MIT', asOf } });
    const days = (...rows: Row[]) => samples(...rows).map(({ oldest, newest }) => [oldest, newest]);
    expect(days(start('8.00'), ahead('2026-11-23'), ahead('2026-10-02'))).toEqual([['2026-10-02', '2026-11-23']]);
    expect(days(ahead('2026-11-24'), ahead('2026-11-23'))).toEqual([['2026-11-23', '2026-11-24']]);
  });

  it('takes the middle of an even number exactly', () => {
    expect(samples(start('0.10'), start('0.20'), start('10.00'), start('0.30'))).toMatchObject([
      { min: '0.10', median: '0.25', max: '10.00', sampleSize: 4, vendors: 4, sufficient: false },
    ]);
  });

  it('is sufficient from 8 vendors on, not products', () => {
    const rows = Array.from({ length: 8 }, (_, index) => start(`${index + 1}.00`));
    expect(samples(...rows)).toMatchObject([{ sampleSize: 8, vendors: 8, sufficient: true }]);
    const suite = rows.map((row, index) => (index < 2 ? { ...row, vendor: 'Suite' } : row));
    expect(samples(...suite)).toMatchObject([{ sampleSize: 8, vendors: 7, sufficient: false }]);
  });

  it('tells which products its figures stand on, the least first', () => {
    expect(samples(start('10.00'), start('9.50'))[0]?.starts.map(({ slug }) => slug)).toEqual(['of-9.50', 'of-10.00']);
  });

  it('keeps currencies apart, the most frequent first', () => {
    const found = samples(start('900.00', { currency: 'JPY' }), start('5.00'), start('7.00'));
    expect(found.map(({ currency, sampleSize }) => [currency, sampleSize])).toEqual([
      ['USD', 2],
      ['JPY', 1],
    ]);
  });

  it('has a median between its ends, with as many prices above as below', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 40 }), (amounts) => {
        const [sample] = samples(...amounts.map((amount) => start((amount / 100).toFixed(2))));
        const median = Math.round(Number(sample?.median) * 1000);
        const below = amounts.filter((amount) => amount * 10 < median).length;
        const above = amounts.filter((amount) => amount * 10 > median).length;
        expect(Math.abs(below - above)).toBeLessThanOrEqual(amounts.filter((amount) => amount * 10 === median).length);
      }),
    );
  });
});

describe('a position', () => {
  const others = ['4.00', '5.00', '9.00', '11.00', '11.00', '30.00', '50.00', '99.00'].map((amount, index) =>
    start(amount, { slug: `p${index}`, vendor: `v${index}` }),
  );

  it.each([
    ['11.00', 0, 'near'],
    ['12.10', 10, 'near'],
    ['12.21', 11, 'above'],
    ['9.90', -10, 'near'],
    ['1.00', -91, 'below'],
  ])('of %s is %d %% of the median of the others away: %s', (amount, percentVsMedian, verdict) => {
    expect(positionOf([start(amount), ...others])).toMatchObject({
      percentVsMedian,
      verdict,
      categoryMedian: 11,
      categoryMin: 4,
      categoryMax: 99,
      sampleSize: 8,
      vendors: 8,
      oldest: '2026-11-01',
      newest: '2026-11-01',
      sources: { vendorPages: 8, datasets: [] },
      sufficient: true,
    });
  });

  it('has no median and no verdict among fewer than 8 other vendors', () => {
    const found = positionOf([start('25.00'), ...others.slice(1)]);
    expect(found).toMatchObject({ startingPrice: 25, sampleSize: 7, vendors: 7, sufficient: false });
    for (const key of ['categoryMedian', 'categoryMin', 'categoryMax', 'percentVsMedian', 'verdict'])
      expect(found).not.toHaveProperty(key);
  });

  it('is not given for a price of unknown billing, nor for one older than a year', () => {
    const { startingBilling: _, ...unbilled } = start('25.00');
    expect(positionOf([unbilled, ...others])).toBeUndefined();
    expect(positionOf([start('25.00', { confirmedAt: '2025-01-01T00:00:00.000Z' }), ...others])).toBeUndefined();
  });

  it('is not given where no other is priced in the currency, billing and unit', () => {
    expect(positionOf([start('25.00', { currency: 'EUR' }), ...others])).toBeUndefined();
    expect(positionOf([start('25.00', { startingBilling: 'annual' }), ...others])).toBeUndefined();
    expect(positionOf([start('25.00', { startingUnit: 'site' }), ...others])).toBeUndefined();
  });

  it('of a seat is one among users', () => {
    const unit = (startingUnit: string) => ({ startingUnit });
    const found = positionOf([start('6.00', unit('member')), start('4.00', unit('user')), start('8.00', unit('seat'))]);
    expect(found).toMatchObject({ sampleSize: 2 });
  });
});
