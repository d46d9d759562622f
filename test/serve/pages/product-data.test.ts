/** Structured data: offers with their period, billing and unit, of which no two contradict each other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Price } from '../../../data/record.ts';
import { productData } from '../../../serve/pages/product/json-ld.ts';
import { RecordView } from '../../../serve/record/shape.ts';
import { tierView } from '../../../serve/record/view.ts';
import { price, tier } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

const server = await served(MARKET);
const acme = RecordView.parse(await server.json('/api/v2/pricing/acme'));

interface Offer {
  price?: string;
  priceSpecification: Record<string, unknown>;
}

function offersOf(prices: Price[], more: Parameters<typeof tier>[0] = {}): Offer[] {
  const tiers = [tierView(tier({ prices, ...more }), { currency: 'USD', isFull: true })];
  const [data] = productData({ ...acme, tiers }, { category: 'CRM', vendor: 'Acme Inc.', currency: 'USD' });
  return (data?.offers ?? []) as Offer[];
}

const MONTH = { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' };
const monthOfYear = price({ amount: '10.00', billing: 'annual' });

describe('an offer', () => {
  it('carries billing, period, unit and least quantity', () => {
    const offers = offersOf([price(), monthOfYear], { minimumUnits: 3 });
    expect(offers.map((offer) => offer.priceSpecification)).toEqual([
      expect.objectContaining({ price: '12.00', billingDuration: 'P1M', referenceQuantity: MONTH, unitText: 'user' }),
      expect.objectContaining({ price: '10.00', billingDuration: 'P1Y', referenceQuantity: MONTH, unitText: 'user' }),
    ]);
    expect(offers[0]?.priceSpecification).toMatchObject({ eligibleQuantity: { minValue: 3, unitText: 'user' } });
  });

  it('states no billing that is not known', () => {
    const { billing: _, ...unbilled } = price();
    expect(offersOf([unbilled])[0]?.priceSpecification.billingDuration).toBeUndefined();
  });

  it('of a year is the sum that is charged, without the rounded month beside it', () => {
    const offers = offersOf([monthOfYear, price({ amount: '119.00', billing: 'annual', per: 'year' })]);
    expect(offers).toMatchObject([{ price: '119.00', priceSpecification: { billingDuration: 'P1Y' } }]);
  });

  it('of two amounts on the same terms is a range, and of a promotion a sale', () => {
    const offers = offersOf([price(), price({ amount: '19.00' }), price({ amount: '6.00', kind: 'promo' })]);
    expect(offers).toMatchObject([
      {
        '@type': 'AggregateOffer',
        lowPrice: '12.00',
        highPrice: '19.00',
        priceSpecification: { minPrice: '12.00', maxPrice: '19.00' },
      },
      { price: '6.00', priceSpecification: { priceType: 'https://schema.org/SalePrice' } },
    ]);
    expect(offers[0]?.price).toBeUndefined();
  });

  it('contradicts no other of its tier', () => {
    const made = fc.record({
      amount: fc.integer({ min: 1, max: 99 }).map((whole) => `${whole}.00`),
      billing: fc.constantFrom('monthly' as const, 'annual' as const),
      per: fc.constantFrom('month' as const, 'year' as const, 'once' as const),
      unit: fc.constantFrom('user', 'site'),
      kind: fc.constantFrom('list' as const, 'promo' as const, 'intro' as const),
      currency: fc.constantFrom('USD', 'EUR'),
    });
    fc.assert(
      fc.property(fc.array(made, { maxLength: 8 }), (terms) => {
        const keys = offersOf(terms.map((each) => price(each))).map(({ priceSpecification }) => {
          const { price: _, minPrice: __, maxPrice: ___, ...about } = priceSpecification;
          return JSON.stringify(about);
        });
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
