import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountsIn, supportOf } from '../../../verifier/judge/stated-amounts.ts';
import { casesOf } from '../../cases.ts';

const cases = casesOf(import.meta.filename);
type Case = [quote: string, amount: string, currency?: string];

describe('a quote states an amount', () => {
  test.each(cases<Case>('stated'))('%s: %s', (quote, amount, currency) => {
    expect(supportOf(quote, amount, currency)).toBe('stated');
  });

  test.each([
    ['$2999', '29.99'],
    ['29 99', '29.99'],
    ['12 100 GB', '12.00'],
  ])('%s: %s, with digits joined or parted by guess', (quote, amount) => {
    expect(supportOf(quote, amount)).toBe('joined');
  });

  test.each(cases<Case>('not stated'))('%s: not %s', (quote, amount, currency) => {
    expect(supportOf(quote, amount, currency)).toBeUndefined();
  });

  const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'sv-SE', 'ja-JP', 'pt-BR'];

  test('every amount is found as any locale writes it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(...LOCALES), (cents, locale) => {
        const amount = (cents / 100).toFixed(2);
        const written = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(Number(amount));
        expect(supportOf(written, amount), written).toBe('stated');
      }),
    );
  });

  test('no words make it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 400 }), fc.stringMatching(/^[0-9., '%k¢万]{0,200}$/)), (quote) => {
        for (const amount of amountsIn(quote).keys()) expect(amount).toMatch(/^\d+\.\d{2,9}$/);
      }),
    );
  });
});
