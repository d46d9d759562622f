/** The zoo of amounts, as vendors write them. Grown from pages: a row for each that was once read wrong. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMoney } from '../../../../crawler/read/money/money.ts';
import { cpuMs } from '../../../cpu-ms.ts';

const ROWS: [text: string, amounts: string[], lang?: string][] = [
  ['$25', ['25.00 USD?']],
  ['$ 1,500', ['1500.00 USD?']],
  ['$1,234.56/mo', ['1234.56 USD?']],
  ['$8-12k a month', []],
  ['R$ 30 – 80 k', []],
  ['€5k–€25k+', []],
  ['$1.5k', ['1500.00 USD?']],
  ['$5-12 keys', ['5.00 USD?']],
  ['US$5/month', ['5.00 USD']],
  ['A$12 and AU$13 and C$14 and CA$15', ['12.00 AUD', '13.00 AUD', '14.00 CAD', '15.00 CAD']],
  ['R$ 49,90', ['49.90 BRL']],
  ['HK$80, NT$900, NZ$7', ['80.00 HKD', '900.00 TWD', '7.00 NZD']],
  ['USD 25', ['25.00 USD']],
  ['25 USD', ['25.00 USD']],
  ['$25 USD', ['25.00 USD']],
  ['$25 (CAD)', ['25.00 CAD']],
  ['CHF 280\tCHF 760', ['280.00 CHF', '760.00 CHF']],
  ['CHF 1’250', ['1250.00 CHF']],
  ['CHF160', ['160.00 CHF']],
  ['12,50 €', ['12.50 EUR']],
  ['€5', ['5.00 EUR']],
  ['1.250,00 €', ['1250.00 EUR']],
  ['1.500 €', ['1500.00 EUR']],
  ['1 250 €', ['1250.00 EUR']],
  ['29,- €', ['29.00 EUR']],
  ['£0.05', ['0.05 GBP']],
  ['₹15,390', ['15390.00 INR']],
  ['₹1,00,000', ['100000.00 INR']],
  ['₹1,49,99,999.50', ['14999999.50 INR']],
  ['$1,00', ['1.00 USD?']],
  ['$12,34,56', []],
  ['₽500', ['500.00 RUB']],
  ['990 руб.', ['990.00 RUB']],
  ['0.02元', ['0.02 CNY']],
  ['¥1.10', ['1.10 CNY?']],
  ['¥980', ['980.00 JPY?']],
  ['¥980', ['980.00 CNY?'], 'zh-cn'],
  ['￥2,880', ['2880.00 JPY?'], 'ja'],
  ['99 kr', ['99.00 SEK?'], 'sv'],
  ['99 kr', []],
  ['49 zł', ['49.00 PLN']],
  ['1 $ / active user', ['1.00 USD?']],
  ['$50+', ['50.00 USD? from']],
  ['$10–$20', ['10.00 USD? from']],
  ['$10k', ['10000.00 USD?']],
  ['$1.2M raised', []],
  ['$3 million', []],
  ['$29.99', ['29.99 USD?']],
  ['$\n29\n/mo', ['29.00 USD?']],
  ['$\n1.20', ['1.20 USD?']],
  ['29 € .99', ['29.00 EUR']],
  ['Price in $\n20 users', []],
  ['5 € 10 users', ['5.00 EUR']],
  ['$0.003', ['0.003 USD?']],
  ['€0,003', ['0.003 EUR']],
  ['1,2,3 $', []],
  ['version 2.10 $', ['2.10 USD?']],
  ['DOLLARS', []],
  ['no amount', []],
];

test.each(ROWS)('%j reads as %j', (text, amounts, lang = 'en') => {
  const read = findMoney(text, { lang }).map(
    ({ amount, currency, currencyAssumed, isFloor }) =>
      `${amount} ${currency}${currencyAssumed ? '?' : ''}${isFloor ? ' from' : ''}`,
  );
  expect(read).toEqual(amounts);
});

test('a page that states its currency leaves nothing to assume', () => {
  expect(findMoney('$12', { lang: 'en', stated: 'AUD' })).toMatchObject([{ currency: 'AUD', currencyAssumed: false }]);
});

test('the language of a page decides whose dollar it is', () => {
  expect(findMoney('$12', { lang: 'en-au' })).toMatchObject([{ currency: 'AUD', currencyAssumed: true }]);
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
  const amount = fc.constantFrom(
    '$25 USD',
    '15 Australian dollars',
    'US$ 1,500',
    '12,50 €',
    '₹15,390',
    '9 millones de pesos',
  );
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
