import { expect, test } from 'vitest';
import { percentOf, signedPercent } from '../../../data/watch/percent.ts';
import { change } from '../../builders.ts';

test.each([
  ['10.00', '12.00', '+20 %'],
  ['1000.00', '996.00', '−0.4 %'],
  ['3.00', '4.00', '+33.3 %'],
  ['2500.00', '2501.00', '+0.04 %'],
  ['10.00', '10.00', '0 %'],
])('from %s to %s', (was, is, words) => {
  const money = (amount: string) => ({ amount, currency: 'USD' });
  expect(signedPercent(percentOf(change({ before: money(was), after: money(is) })) ?? Number.NaN)).toBe(words);
});
