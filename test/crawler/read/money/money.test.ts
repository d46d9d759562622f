/** What a page and its language say of an amount's currency, and that an amount is found wherever it stands. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMoney } from '../../../../crawler/read/money/money.ts';
import { cpuMs } from '../../../cpu-ms.ts';

test('a page that states its currency leaves nothing to assume', () => {
  expect(findMoney('$12', { lang: 'en', stated: 'AUD' })).toMatchObject([{ currency: 'AUD', currencyAssumed: false }]);
});

test('the language of a page decides whose dollar it is', () => {
  expect(findMoney('$12', { lang: 'en-au' })).toMatchObject([{ currency: 'AUD', currencyAssumed: true }]);
});

test('an old price and a new one of thousands, one behind the other, are two amounts', () => {
  const amounts = (text: string, lang: string) => findMoney(text, { lang }).map(({ amount }) => amount);
  expect(amounts('3 990 kr 2 990 kr /mån', 'sv')).toEqual(['3990.00', '2990.00']);
  expect(amounts('1 990 € 1 490 €', 'fr')).toEqual(['1990.00', '1490.00']);
  expect(amounts('3 990 Kč 2 990 Kč', 'cs')).toEqual(['3990.00', '2990.00']);
});

test('a hundred thousand marks and digits take no longer than their length', () => {
  const spent = cpuMs(() => {
    findMoney(`$${'1,'.repeat(200_000)}`, { lang: '' });
    findMoney('$ '.repeat(200_000), { lang: '' });
    findMoney('9'.repeat(400_000) + '€'.repeat(1000), { lang: '' });
  });
  expect(spent).toBeLessThan(4000);
});

test('an amount is found wherever it stands among other words', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'e', ' ', '\n'), maxLength: 120 });
  const amount = fc.constantFrom('$25 USD', '15 Australian dollars', 'US$ 1,500', '12,50 €', '₹15,390', '9 mil pesos');
  fc.assert(
    fc.property(fc.array(fc.tuple(words, amount), { maxLength: 4 }), words, (before, after) => {
      let text = '';
      const expected: unknown[] = [];
      for (const [gap, said] of before) {
        text += `${gap}\n\n`;
        const from = text.length;
        for (const { start, end, ...money } of findMoney(said, { lang: 'en' }))
          expected.push({ ...money, start: from + start, end: from + end });
        text += `${said}\n\n`;
      }
      expect(findMoney(text + after, { lang: 'en' })).toEqual(expected);
    }),
  );
});
