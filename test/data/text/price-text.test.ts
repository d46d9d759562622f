import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { number } from '../../../data/text/figures.ts';
import { amountText, moneyText } from '../../../data/text/price-text.ts';

it.each([
  ['12.00', 'USD', '$12'],
  ['9.5', 'EUR', '€9.50'],
  ['0.075', 'USD', '$0.075'],
  ['1200.00', 'USD', '$1,200'],
  ['1500.00', 'JPY', '¥1,500'],
  ['0.0000001', 'USD', '$0.0000001'],
  [0.0000001, 'USD', '$0.0000001'],
])('%s of %s is written %s, without a space that does not break', (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text);
});

it.each([
  [{ per: 'month', unit: 'user' }, '$12 per user/mo'],
  [{ per: 'year' }, '$12/yr'],
  [{ per: 'month', unit: 'flat' }, '$12/mo'],
  [{ per: 'usage', unit: '1000 contacts' }, '$12 per 1000 contacts'],
  [{ unit: 'usage' }, '$12'],
] as const)('an amount with its terms %j is written %s', (terms, text) => {
  expect(amountText('12.00', { currency: 'USD', ...terms })).toBe(text);
});

it('a number is written as English writes it: below ten to a tenth', () => {
  const counts = fc.oneof(fc.nat(), fc.double({ min: -100, max: 1e9, noNaN: true }));
  fc.assert(
    fc.property(counts, (count) => {
      const written = count.toLocaleString('en-US', { maximumFractionDigits: count < 10 ? 1 : 0 });
      expect(number(count)).toBe(written);
    }),
  );
  expect([9.96, 1234.5].map(number)).toEqual(['10', '1,235']);
});
