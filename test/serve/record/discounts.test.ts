import { describe, expect, it } from 'vitest';
import { discountsOf } from '../../../serve/record/view.ts';
import { customTier, freeTier, price, tier } from '../../builders.ts';

const annual = (amount: string) => price({ amount, billing: 'annual' });
const yearly = (amount: string) => price({ amount, billing: 'annual', per: 'year' });

describe('discounts', () => {
  it.each([
    ['no tier', []],
    ['free and contact-us tiers', [freeTier(), customTier()]],
    ['a tier without an annual price', [tier()]],
    ['a tier without a monthly price', [tier({ prices: [annual('10.00')] })]],
    ['an annual price that is no lower', [tier({ prices: [price(), annual('12.00')] })]],
    [
      'an annual price of another unit',
      [tier({ prices: [price(), price({ amount: '10.00', billing: 'annual', unit: 'workspace' })] })],
    ],
    [
      'an annual price in another currency',
      [tier({ prices: [price(), price({ amount: '10.00', billing: 'annual', currency: 'EUR' })] })],
    ],
    [
      'an annual price that is a promotion',
      [tier({ prices: [price(), price({ amount: '6.00', billing: 'annual', kind: 'promo' })] })],
    ],
  ])('%s: none', (_name, tiers) => {
    expect(discountsOf(tiers, 'USD')).toBeUndefined();
  });

  it.each([
    ['per month', price({ amount: '25.00' }), annual('20.00'), 60, 20],
    ['as a year’s total', price({ amount: '25.00' }), yearly('240.00'), 60, 20],
    ['two months free', price({ amount: '12.00' }), yearly('120.00'), 24, 16.7],
    ['in tenths that floats can’t hold', price({ amount: '0.30' }), annual('0.20'), 1.2, 33.3],
  ])('%s', (_name, monthly, byYear, annualSavings, annualSavingsPercent) => {
    expect(discountsOf([tier({ prices: [monthly, byYear] })], 'USD')).toEqual({
      perTier: [{ tier: 'pro', annualSavings, annualSavingsPercent }],
      best: { tier: 'pro', annualSavingsPercent },
    });
  });

  it('the best is the one with the highest percentage', () => {
    const tiers = [
      tier({ prices: [price({ amount: '100.00' }), annual('90.00')] }),
      tier({ id: 'team', prices: [price({ amount: '10.00' }), annual('8.00')] }),
    ];
    expect(discountsOf(tiers, 'USD')?.best).toEqual({ tier: 'team', annualSavingsPercent: 20 });
  });
});
