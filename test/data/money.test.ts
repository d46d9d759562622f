import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Amount,
  addAmounts,
  compareAmounts,
  fromMinorUnits,
  minorDigits,
  overAmount,
  plainNumber,
  timesAmount,
  toAmount,
} from '../../data/money.ts';

const amounts = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([whole, fraction]) => toAmount(`${whole}.${String(fraction).padStart(9, '0')}`));

describe('amounts', () => {
  it.each(['', '-1', '1.', '.5', '01', '1e3', '1,000.00', '1.0000000001', ' 1', 'NaN'])(
    '%j is not an amount',
    (text) => {
      expect(Amount.safeParse(text).success).toBe(false);
    },
  );

  it.each([
    ['12.5', '12.50'],
    ['0.075', '0.075'],
    ['0', '0.00'],
  ])('%s is written %s', (text, canonical) => {
    expect(toAmount(text)).toBe(canonical);
  });

  it('a negative or endless value is refused', () => {
    expect(() => toAmount('-1')).toThrow(RangeError);
    expect(() => toAmount('Infinity')).toThrow(RangeError);
  });

  it('a tenth and two tenths make three tenths', () => {
    expect(addAmounts('0.1', '0.2')).toBe('0.30');
  });

  it('every amount is its own canonical form and valid', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(Amount.safeParse(amount).success).toBe(true);
        expect(toAmount(amount)).toBe(amount);
      }),
    );
  });

  it('twelve times a twelfth of an amount is the amount to a hundred-millionth', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const back = timesAmount(overAmount(amount, 12), 12);
        expect(Math.abs(plainNumber(back) - plainNumber(amount))).toBeLessThan(1e-6);
      }),
    );
  });

  it('order agrees with addition', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expect(compareAmounts(addAmounts(a, b), a)).toBe(compareAmounts(b, '0'));
      }),
    );
  });
});

describe('minor units', () => {
  it.each([
    ['1200', 'USD', '12.00'],
    ['1200', 'JPY', '1200.00'],
    ['1234', 'KWD', '1.234'],
  ])('%s of %s is %s', (minor, currency, amount) => {
    expect(fromMinorUnits(minor, currency)).toBe(amount);
  });

  it('are undone by as many digits as the currency has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.constantFrom('USD', 'JPY', 'BHD'), (minor, currency) => {
        expect(timesAmount(fromMinorUnits(String(minor), currency), 10 ** minorDigits(currency))).toBe(
          toAmount(String(minor)),
        );
      }),
    );
  });
});
