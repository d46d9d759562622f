import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAmounts } from '../../../data/money.ts';
import { recordCurrency } from '../../../data/prices/record-currency.ts';
import { monthlyPrice, startingPrice } from '../../../data/prices/starting-price.ts';
import type { Price } from '../../../data/record.ts';
import { customTier, freeTier, price, rate, tier } from '../../builders.ts';

const ANNUAL: Partial<Price> = { billing: 'annual' };
const TOTAL: Partial<Price> = { billing: 'annual', per: 'year' };

describe('the monthly price of a tier', () => {
  const TABLE: [what: string, prices: Partial<Price>[], expected: string | undefined][] = [
    [
      'is the monthly-billed one where both are offered',
      [{ ...ANNUAL, amount: '10.00' }, { amount: '12.00' }],
      'monthly 12.00',
    ],
    ['is the twelfth of an annual total', [{ ...TOTAL, amount: '120.00' }], 'annual 10.00'],
    [
      'is rounded half-even at nine decimals where it does not end',
      [{ ...TOTAL, amount: '100.00' }],
      'annual 8.333333333',
    ],
    ['states no billing where none is stated', [{ billing: undefined }], 'undefined 12.00'],
    [
      'is the first that the page states of several under one billing: the others come on top',
      [{ amount: '15.00' }, { amount: '9.50' }],
      'monthly 15.00',
    ],
    ['is never a promo', [{ amount: '1.00', kind: 'promo' }, { amount: '12.00' }], 'monthly 12.00'],
    ['is never in another currency', [{ amount: '9.00', currency: 'EUR' }], undefined],
    ['is never zero: free is said by the tier', [{ amount: '0.00' }], undefined],
    ['is not made from usage', [{ per: 'usage', billing: undefined }], undefined],
    ['is not made from weeks or days', [{ per: 'week' }, { per: 'day' }], undefined],
  ];

  it.each(TABLE)('%s', (_what, prices, expected) => {
    const found = monthlyPrice(tier({ prices: prices.map(priceOf) }), 'USD');
    expect(found && `${found.billing} ${found.amount}`).toBe(expected);
  });

  it('is absent for free and for contact-us, whatever prices they carry', () => {
    expect(monthlyPrice(freeTier({ prices: [price()] }), 'USD')).toBeUndefined();
    expect(monthlyPrice(customTier({ prices: [price()] }), 'USD')).toBeUndefined();
  });
});

describe('the starting price', () => {
  it('is the smallest of the paid tiers by value, not by text', () => {
    const tiers = [
      freeTier(),
      tier({ prices: [price({ amount: '100.00' })] }),
      tier({ prices: [price({ amount: '20.00' })] }),
    ];
    expect(startingPrice(tiers, 'USD')?.amount).toBe('20.00');
  });

  it('is absent for a product that is only free, only custom, or in no known currency', () => {
    expect(startingPrice([freeTier(), customTier()], 'USD')).toBeUndefined();
    expect(startingPrice([tier()], undefined)).toBeUndefined();
  });

  it('is at most the monthly price of any tier, in whatever order the tiers are', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.nat(), (cents, seed) => {
        const tiers = cents.map((value) => tier({ prices: [price({ amount: (value / 100).toFixed(2) })] }));
        const turned = [...tiers.slice(seed % tiers.length), ...tiers.slice(0, seed % tiers.length)];
        const start = startingPrice(tiers, 'USD')?.amount ?? '';
        expect(startingPrice(turned, 'USD')?.amount).toBe(start);
        for (const one of tiers) expect(compareAmounts(start, one.prices[0]?.amount ?? '')).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('the currency of a record', () => {
  const paid = (...currencies: string[]) => tier({ prices: currencies.map((currency) => price({ currency })) });

  it('is the one that most paid tiers are quoted in', () => {
    expect(
      recordCurrency([paid('USD', 'EUR'), paid('EUR'), freeTier({ prices: [price({ currency: 'USD' })] })], []),
    ).toBe('EUR');
  });

  it('comes from the rates where no tier is priced, and is absent where nothing is', () => {
    expect(recordCurrency([freeTier(), customTier()], [rate({ currency: 'CNY' })])).toBe('CNY');
    expect(recordCurrency([freeTier()], [])).toBeUndefined();
  });
});

/** An `undefined` override takes the field away, as on a page that does not state it. */
function priceOf(overrides: { [K in keyof Price]?: Price[K] | undefined }): Price {
  const merged = { ...price(), ...overrides };
  if (merged.billing === undefined) delete merged.billing;
  return merged as Price;
}
