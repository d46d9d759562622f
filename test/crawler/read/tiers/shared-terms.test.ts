/** Prices whose period stands in a line of its own, or nowhere. */
import { describe, expect, test } from 'vitest';
import { by, lines } from '../pages.ts';

const cards = (source: string, lang = 'en') =>
  lines(by('cards', `<html lang="${lang}"><main><h1>Pricing</h1>${source}</main></html>`).tiers);

describe('what is paid once by a line of its own', () => {
  const page = (said: string, price: string, monthly: string) =>
    `<div class="row"><div class="card"><h3>Rigging</h3><p>${said}</p><div>${price}</div></div><div class="card"><h3>Sloop</h3><p>Month by month</p><div>${monthly}</div></div><div class="card"><h3>Ketch</h3><p>Month by month</p><div>${monthly.replace('5', '6')}</div></div></div>`;

  test.each([
    ['en', 'One-time', 'from $217.80', 'from $53 / month'],
    ['de', 'Einmalig', 'ab $217.80', 'ab $53 / Monat'],
  ])('above its amount (%s, %s)', (lang, said, price, monthly) => {
    expect(cards(page(said, price, monthly), lang)[0]).toBe(
      `Rigging: ${/^[$]/.test(price) ? '' : 'from '}217.80 USD -/once`,
    );
  });

  test.each([
    ['en', 'Pay once, sail for ever'],
    ['de', 'Einmalig, für immer'],
  ])('below it (%s, %s)', (lang, said) => {
    const card = (name: string, price: string, below: string) =>
      `<div class="card"><h3>${name}</h3><div>${price}</div><p>${below}</p></div>`;
    const source = `<div class="row">${card('Rigging', '€19', said)}${card('Sloop', '€5 / month', 'No term')}${card('Ketch', '€9 / month', 'No term')}</div>`;
    expect(cards(source, lang)[0]).toBe('Rigging: 19.00 EUR -/once');
  });
});

describe('a table of what one gets in some time', () => {
  const table = (head: string) =>
    lines(
      by(
        'table',
        `<h1>Pricing</h1><table><tr><th>Plan</th><th>${head}</th><th>Price</th></tr><tr><td>Starter</td><td>300</td><td>$9</td></tr><tr><td>Pro</td><td>5 000</td><td>$29</td></tr></table>`,
      ).tiers,
    );

  test.each(['Pages', 'Pages / month', 'Pages / year', 'Pages / day'])(
    'has prices for nobody knows what: %s',
    (head) => {
      expect(table(head)).toEqual([]);
    },
  );
});

test('what a second amount in a card is for is open where it says nothing of its billing', () => {
  const box = (name: string, price: string) => `<div class="card"><h3>${name}</h3>${price}</div>`;
  const small = (price: string) => cards(box('Small', price) + box('Large', '<p>$30 / month</p>'))[0];
  expect(small('<p>$12</p><p>$9</p>')).toBe('Small: 12.00 USD monthly/month');
  expect(small('<p>$12</p><p>$108 billed annually</p>')).toContain('108.00 USD annual/year');
  expect(small('<p>$12</p><p>€11</p>')).toBe('Small: 12.00 USD monthly/month, 11.00 EUR monthly/month');
});
