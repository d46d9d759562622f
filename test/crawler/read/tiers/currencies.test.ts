/** A price in several currencies side by side: each is read, with what is said once of all. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines } from '../pages.ts';

const found = (source: string) => lines(by('cards', source).tiers);
const two = (first: string, second: string) => cards(card('Small', first), card('Large', second));

describe('a price in several currencies', () => {
  test('has the period that follows the last of them', () => {
    const price = (eur: number, usd: number) => `<span>${eur}€</span> <span>$${usd}</span> <small>per month</small>`;
    expect(found(two(price(29, 35), price(79, 89)))).toEqual([
      'Small: 29.00 EUR monthly/month, 35.00 USD monthly/month',
      'Large: 79.00 EUR monthly/month, 89.00 USD monthly/month',
    ]);
  });

  test('paid by the year, and in a line below by the month', () => {
    const price = (year: number, month: number) =>
      `<b>€${year} / $${year + 6}</b> per month, billed annually<br>€${month} / $${month + 8} month-by-month`;
    expect(found(two(price(20, 25), price(50, 60)))).toEqual([
      'Small: 20.00 EUR annual/month, 26.00 USD annual/month, 25.00 EUR monthly/month, 33.00 USD monthly/month',
      'Large: 50.00 EUR annual/month, 56.00 USD annual/month, 60.00 EUR monthly/month, 68.00 USD monthly/month',
    ]);
  });

  test('what comes before the first is said of all', () => {
    expect(found(two('Save $5 / €4<br>$20 / month', 'From $40 or €38 / month'))).toEqual([
      'Small: 20.00 USD monthly/month',
      'Large: from 40.00 USD monthly/month, from 38.00 EUR monthly/month',
    ]);
    expect(found(two('$20 / month<br>Additional users: $3 / €2 per month', '$40 / month'))).toEqual([
      'Small: 20.00 USD monthly/month',
      'Large: 40.00 USD monthly/month',
    ]);
  });

  test('which of the dollars one is, a class or an attribute of its own element says', () => {
    const price = (usd: number) =>
      `<span class="money usd">$${usd}</span> <span class="money nzd">$${usd + 20}</span> <span data-currency="CAD">$${usd + 10}</span> monthly`;
    expect(found(two(price(45), price(90)))).toEqual([
      'Small: 45.00 USD monthly/month, 65.00 NZD monthly/month, 55.00 CAD monthly/month',
      'Large: 90.00 USD monthly/month, 110.00 NZD monthly/month, 100.00 CAD monthly/month',
    ]);
  });

  describe('of dollars that leave open which they are', () => {
    const price = (each: number, code: string) =>
      `<b>$${each}</b><p>per user (${code})</p><p>Monthly $${each * 500}</p>`;

    test('one that says so speaks for all', () => {
      expect(found(two(price(2, 'AUD'), price(3, 'AUD')))).toEqual([
        'Small: 2.00 AUD monthly/month, 1000.00 AUD monthly/month',
        'Large: 3.00 AUD monthly/month, 1500.00 AUD monthly/month',
      ]);
    });

    test('none does where they contradict each other', () => {
      expect(found(two(price(2, 'AUD'), price(3, 'NZD'))).join()).toContain('1000.00 USD');
    });

    test('none does beside another dollar', () => {
      expect(found(two(price(2, 'AUD'), 'US$30 / month')).join()).toContain('1000.00 USD');
    });
  });

  test('two amounts in one currency are no such price', () => {
    expect(found(two('$20 $25 per month', '$40 / month'))).toEqual([]);
  });

  test('a cap is no price', () => {
    expect(found(two('$20 / month<br>1% per order, capped at $0.40 €0.35', '$40 / month'))).toEqual([
      'Small: 20.00 USD monthly/month',
      'Large: 40.00 USD monthly/month',
    ]);
  });

  test('in whatever order and however parted, each is read once', () => {
    const marks = [
      { mark: '$', code: 'USD' },
      { mark: '€', code: 'EUR' },
      { mark: '£', code: 'GBP' },
      { mark: '₹', code: 'INR' },
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(marks, { minLength: 2 }),
        fc.constantFrom(' ', ' / ', ' | ', ' · ', ' or ', '<br>'),
        fc.integer({ min: 10, max: 400 }),
        (order, joint, amount) => {
          const price = order.map(({ mark }, index) => `${mark}${amount + index}`).join(joint);
          const [small] = found(two(`${price} per month`, '$900 per month'));
          const each = order.map(({ code }, index) => `${amount + index}.00 ${code} monthly/month`);
          expect(small).toBe(`Small: ${each.join(', ')}`);
        },
      ),
    );
  });
});
