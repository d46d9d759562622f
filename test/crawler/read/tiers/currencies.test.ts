/** A price in several currencies side by side: each is read, with what is said once of all. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines } from '../pages.ts';

const found = (source: string) => lines(by('cards', source).tiers);
const two = (first: string, second: string) => cards(card('Small', first), card('Large', second));

describe('a price in several currencies', () => {
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
