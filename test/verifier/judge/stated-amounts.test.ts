import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountsIn, supportOf } from '../../../verifier/judge/stated-amounts.ts';
import { casesOf } from '../../cases.ts';

const cases = casesOf(import.meta.filename);

describe('a quote states an amount', () => {
  test.each(cases<[quote: string, amount: string]>('stated'))('%s: %s', (quote, amount) => {
    expect(supportOf(quote, amount)).toBe('stated');
  });

  test.each([
    ['"unit_amount":1200', '12.00', 'USD'],
    ['\\"unitAmount\\":1200', '12.00', 'EUR'],
    ['priceInCents: 900', '9.00', 'USD'],
    ['"amount_cents":"50"', '0.50', 'USD'],
    ['"unit_amount":1200', '1200.00', 'JPY'],
    ['"unit_amount":1200', '1.20', 'KWD'],
    ['"percent":12', '12.00', 'USD'],
  ])('%s: %s of %s, by the name of the field', (quote, amount, currency) => {
    expect(supportOf(quote, amount, currency)).toBe('stated');
  });

  test.each([
    ['₹1.5 lakh', '150000.00', 'INR'],
    ['₹2.4L/yr', '240000.00', 'INR'],
    ['5 тыс. руб.', '5000.00', 'RUB'],
    ['Rp49rb', '49000.00', 'IDR'],
    ['Rp 1,5 juta', '1500000.00', 'IDR'],
  ])('%s: %s of %s, by what multiplies it', (quote, amount, currency) => {
    expect(supportOf(quote, amount, currency)).toBe('stated');
  });

  test.each([
    ['2.4L', '240000.00', 'USD'],
    ['Rp49rb', '49.00', 'IDR'],
    ['"unit_amount":1200', '1200.00', 'USD'],
    ['"unit_amount":1200', '12.00', 'JPY'],
    ['"unit_amount":1200', '120.00', 'USD'],
    ['"percent":1200', '12.01', 'USD'],
  ])('%s: not %s of %s', (quote, amount, currency) => {
    expect(supportOf(quote, amount, currency)).toBeUndefined();
  });

  test.each([
    ['$2999', '29.99'],
    ['29 99', '29.99'],
    ['12 100 GB', '12.00'],
  ])('%s: %s, with digits joined or parted by guess', (quote, amount) => {
    expect(supportOf(quote, amount)).toBe('joined');
  });

  test.each(cases<[quote: string, amount: string]>('not stated'))('%s: not %s', (quote, amount) => {
    expect(supportOf(quote, amount)).toBeUndefined();
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
