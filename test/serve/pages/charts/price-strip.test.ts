import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceStrip } from '../../../../serve/pages/charts/price-strip.ts';
import { marketOf, type Sample, samplesOf } from '../../../../serve/record/market.ts';
import { anyAmount, anyWords, expectSoundDrawing } from './drawn.ts';

/** Products named after their place: p0, p1, … */
function sample(...amounts: string[]): Sample {
  const terms = {
    category: 'crm',
    startingBilling: 'monthly' as const,
    startingUnit: 'user' as const,
    currency: 'USD',
    retired: false,
    confirmedAt: '2026-11-01T12:00:00.000Z',
  };
  const rows = amounts.map((startingAmount, index) => ({
    slug: `p${index}`,
    vendor: `v${index}`,
    startingAmount,
    ...terms,
  }));
  const [alike] = samplesOf(marketOf(rows), 'crm', '2026-11-21');
  if (alike === undefined) throw new Error('no amounts were given');
  return alike;
}

function dotsOf(chart: unknown): number {
  const columns = String(chart).matchAll(/<line[^>]*y1="([\d.]+)" y2="([\d.]+)" stroke-dasharray="0 ([\d.]+)"/g);
  return [...columns].reduce(
    (sum, [, low, high, step]) => sum + 1 + Math.floor((Number(low) - Number(high)) / Number(step)),
    0,
  );
}

describe('the strip of a market’s prices', () => {
  it('says in words where the market and the product lie', () => {
    const chart = priceStrip(sample('5.00', '9.00', '9.50', '10.00', '10.00', '25.00', '25.00', '25.00'), {
      category: 'CRM',
      marked: { slug: 'p1', name: 'Acme' },
    });
    const { title, description, texts } = expectSoundDrawing(chart);
    expect(title).toBe('Starting prices in CRM: per user a month, billed monthly, in USD');
    expect(description).toBe(
      '8 products: from $5 to $25, median $10. Acme starts at $9. Cheaper products: 1; more expensive ones: 6.',
    );
    expect(texts).toEqual(expect.arrayContaining(['median $10', 'Acme $9']));
  });

  it('has no median of fewer than 8 vendors', () => {
    const few = expectSoundDrawing(priceStrip(sample('5.00', '25.00', '9.00'), { category: 'CRM' }));
    expect(few.description).toBe('3 products: from $5 to $25. Too few vendors for a median.');
    expect(few.texts).toEqual(expect.arrayContaining(['lowest $5', 'highest $25']));
    expect(few.texts.join()).not.toContain('median');
  });

  it('says where its scale is logarithmic', () => {
    const { description, texts } = expectSoundDrawing(priceStrip(sample('1.00', '900.00'), { category: 'CRM' }));
    expect([description.endsWith('Logarithmic scale.'), texts.includes('logarithmic scale')]).toEqual([true, true]);
  });

  it('marks nothing that is not among them', () => {
    const chart = priceStrip(sample('5.00', '9.00'), { category: 'CRM', marked: { slug: 'elsewhere', name: 'Acme' } });
    expect(String(chart)).not.toMatch(/Acme|own/);
  });

  it('has a dot for each product and is sound, whatever they cost', () => {
    const amounts = fc.array(anyAmount, { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(amounts, anyWords, (each, name) => {
        const chart = priceStrip(sample(...each), { category: name, marked: { slug: 'p0', name } });
        expectSoundDrawing(chart);
        expect(dotsOf(chart)).toBe(each.length);
      }),
    );
  });
});
