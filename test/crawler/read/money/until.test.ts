/** The days on which offers end, as vendors write them; and the many dates that end nothing or are not sure. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findUntil } from '../../../../crawler/read/money/until.ts';
import { casesOf } from '../../../cases.ts';

const cases = casesOf(import.meta.filename);

describe('a whole date', () => {
  test.each(cases<[string, string]>('a whole date'))('%j', (words, date) => {
    expect(findUntil(words)?.date).toBe(date);
  });
});

describe('is none', () => {
  test.each([
    ['without a year', ' until 31 December'],
    ['day or month first', ' until 05/06/2026'],
    ['no day of any month', ' until 31 June 2026'],
    ['no month', ' until 31 Smarch 2026'],
    ['where something begins', ' from 31 December 2026'],
    ['where the price is kept', ', guaranteed until 31 December 2026'],
    ['a bare date', ' 31 December 2026'],
  ])('%s', (_, words) => {
    expect(findUntil(words)).toBeUndefined();
  });
});

test('every day of the calendar, in every order that tells day from month', () => {
  const names = 'January February March April May June July August September October November December'.split(' ');
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }), (day) => {
      const date = day.toISOString().slice(0, 10);
      const [year = '', month = '', number = ''] = date.split('-');
      const name = names[Number(month) - 1];
      const ways = [
        date,
        `${number} ${name} ${year}`,
        `${name} ${Number(number)}, ${year}`,
        `${number}.${month}.${year}`,
      ];
      for (const way of ways) {
        const words = `/mo until ${way} only`;
        const found = findUntil(words);
        expect(found?.date, words).toBe(date);
        expect(words.slice(found?.start, found?.end)).toBe(`until ${way}`);
      }
    }),
  );
});
