import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { number } from '../../../data/text/figures.ts';

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
