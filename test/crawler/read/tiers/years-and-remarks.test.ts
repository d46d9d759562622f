/** Prices by the year that tables and sentences state, and what looks like a price beside them. */
import { describe, expect, test } from 'vitest';
import { card, cards, lines, read } from '../pages.ts';

const found = (source: string) => lines(read(source).tiers);

describe('a year’s price in a sentence', () => {
  const page = (sentence: string) =>
    found(`${cards(card('Starter', '$10 / month'), card('Growth', '$49 / month'))}<p>${sentence}</p>`);
  const months = ['Starter: 10.00 USD monthly/month', 'Growth: 49.00 USD monthly/month'];

  test.each([
    'Growth at $900/year', // Dearer than twelve months.
    'Growth at $49/year', // A twelfth of what it may be.
    'Growth at €490/year',
    'The report is for sale at $490/year',
  ])('of something else: %s', (sentence) => {
    expect(page(sentence)).toEqual(months);
  });
});
