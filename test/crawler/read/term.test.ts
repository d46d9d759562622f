/** What the words around an amount say. Grown from pages: a row for each wording that was once read wrong. */
import { expect, test } from 'vitest';
import { readTerms } from '../../../crawler/read/term.ts';

const ROWS: [head: string, tail: string, terms: Record<string, unknown>][] = [
  ['', ' / month', { per: 'month', billing: undefined, unit: undefined }],
  ['', '/mo', { per: 'month' }],
  ['', '/m', { per: 'month' }],
  ['', '/M input tokens', { per: 'usage' }],
  ['', ' p/m', { per: 'month' }],
  ['', ' user/month', { per: 'month', unit: 'user' }],
  ['', ' end-user / month', { per: 'month', unit: 'end-user' }],
  ['', ' per app creator/month', { per: 'month', unit: 'app creator' }],
  ['', ' / active user / month', { per: 'month', unit: 'active user' }],
  ['', '\nper user / month\nbilled annually\n', { per: 'month', billing: 'annual', unit: 'user' }],
  ['', ' billed monthly', { per: 'month', billing: 'monthly' }],
  ['Billed annually, or ', ' month-to-month.', { per: 'month', billing: 'monthly' }],
  ['', ' per app developer /month\nBilled annually, or ', { per: 'month', billing: 'annual', unit: 'app developer' }],
  ['', '/year', { per: 'year', billing: 'annual' }],
  ['billed annually at ', '', { per: 'year', billing: 'annual' }],
  ['Starting at ', ' per annum', { per: 'year', isFloor: true }],
  ['Starting at\n', '\nper month', { per: 'month', isFloor: true }],
  ['from ', ' per month', { per: 'month', isFloor: true }],
  ['', ' one-time', { per: 'once', billing: undefined }],
  ['', 'one-time', { per: 'once' }],
  ['', ' for 2 years', { per: 'once' }],
  ['', '\nfor 10k API check runs\n', { per: 'usage' }],
  ['', ' / GB / month', { per: 'usage' }],
  ['', ' per month\nFor every additional 2,000 records', { per: 'month' }],
  ['', ' pro Nutzer / Monat, jährlich abgerechnet', { per: 'month', billing: 'annual', unit: 'nutzer' }],
  ['', ' je Monat', { per: 'month' }],
  ['', ' par mois, facturé annuellement', { per: 'month', billing: 'annual' }],
  ['', '/ 月, 按年付费', { per: 'month', billing: 'annual' }],
  ['', ' / 月, 年払い', { per: 'month', billing: 'annual' }],
  ['', '每月', { per: 'month' }],
  ['was ', '/mo', { isStruck: true }],
  ['Save ', ' a year', { refusal: 'a saving' }],
  ['', ' off', { refusal: 'a saving' }],
  ['', ' of free credit per month', { refusal: 'a credit' }],
  ['', ' in free credits', { refusal: expect.any(String) }],
  ['(223,200 / 10,000) * ', ' = ', { refusal: 'arithmetic' }],
  ['Plus\n', '/month', { refusal: undefined }],
];

test.each(ROWS)('%j before and %j after', (head, tail, terms) => {
  const read = readTerms(head, tail);
  for (const [field, value] of Object.entries(terms)) expect(read[field as keyof typeof read], field).toEqual(value);
});

test('terms end where the card goes on to something else', () => {
  expect(readTerms('', '\nGet started\n100 runs / month').per).toBeUndefined();
});
