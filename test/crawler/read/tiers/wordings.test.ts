/** One offer in the words that vendors have for it: by the month, by the year and in sum, at first and later. */
import { describe, expect, test } from 'vitest';
import { card, cards, lines, read } from '../pages.ts';

const found = (...price: string[]) => {
  const words = price.map((each) => `<p>${each}</p>`).join('');
  const sloop = `<div><h3>Sloop</h3>${words}<a href="#">Get started</a><ul><li>Email support</li></ul></div>`;
  return lines(read(cards(card('Dinghy', '$9 / month'), sloop, card('Fleet', 'Contact us'))).tiers)[1];
};

describe('a month that is paid by the year, and one that is not', () => {
  test.each([
    [['$24 / month', 'billed annually, $30 month to month']],
    [['$24 / month', 'Billed annually or $30 month-to-month']],
    [['$24', 'per month, billed annually', '$30 month-to-month']],
    [['$24 per seat, per month, billed annually; $30 per seat month to month']],
    [['$24 / month', 'when billed annually. $30 if billed monthly']],
    [['$24 (annual) $30 (monthly)']],
  ])('%j', (price) => {
    expect(found(...price)).toMatch(/^Sloop: 24\.00 USD annual\/month, 30\.00 USD monthly\/month$/);
  });

  test.each([
    [['$30/mo', '$24/mo with annual plan']],
    [['$30/mo', '$24/mo if you pay for a full year']],
    [['$30 / month', 'Annual: $24 / month']],
  ])('%j', (price) => {
    expect(found(...price)).toMatch(/^Sloop: 30\.00 USD monthly\/month, 24\.00 USD annual\/month$/);
  });
});

test.each([
  ['en', '$24 / month', 'Annual billing: 10% off', 'monthly'],
  ['en', '$24 / month', 'Annual plan available', 'monthly'],
  ['en', '$24 / month', 'Annual plans come at 30% less', 'monthly'],
  ['en', '$24 / month', 'Annual contract required for phone support', 'monthly'],
  ['de', '$24 pro Monat', 'Bei jährlicher Zahlung sparen Sie 20 %.', 'monthly'],
  ['pt', '$24 por mês', 'No pagamento anual, ganhe 2 meses grátis', 'monthly'],
  ['zh', '$24 /月', '年繳享 85 折', 'monthly'],
  ['en', '$24 / month', 'Billed annually save 20%', 'annual'],
  ['de', '$24 pro Monat', 'Jährlich abgerechnet, 20 % gespart', 'annual'],
  ['en', '$24 / month', 'Annual plan. Save 20%', 'annual'],
  ['en', '$24 / month', 'Requires annual contract', 'annual'],
  ['en', '$24 / month', 'Minimum 1-year contract', 'annual'],
  ['en', '$24 / month', 'Billed yearly • $24 saved', 'annual'],
])(
  'a line below offers another billing, or says how a price is billed, in %s: %s, %s',
  (lang, price, line, billing) => {
    const sloop = card('Sloop', `${price}</p><p>${line}`);
    expect(lines(read(`<html lang="${lang}">${cards(card('Dinghy', '$9'), sloop)}</html>`).tiers)).toContain(
      `Sloop: 24.00 USD ${billing}/month`,
    );
  },
);

test.each([
  ['en', '* Prices shown are for annual billing.', 'annual'],
  ['en', 'Plans are billed annually in advance.', 'annual'],
  ['en', 'Prices listed above reflect annual plans', 'annual'],
  ['de', 'Alle Preise gelten bei jährlicher Zahlung.', 'annual'],
  ['fr', 'Tarifs indiqués pour un paiement annuel', 'annual'],
  ['en', 'Lower prices with annual billing', 'monthly'],
  ['en', 'Prices drop 20% with annual billing', 'monthly'],
  ['en', 'Plans on annual billing come with priority support.', 'monthly'],
  ['de', 'Tarife mit Jahresvertrag auf Anfrage', 'monthly'],
  ['en', 'Are prices for annual billing?', 'monthly'],
])('a line for all prices, in %s: %s', (lang, line, billing) => {
  const page = cards(card('Dinghy', '$9 / month'), card('Sloop', '$24 / month'));
  expect(lines(read(`<html lang="${lang}">${page}<p>${line}</p></html>`).tiers)[1]).toContain(` ${billing}/month`);
});

test.each([['Minimum 3 users ($72/mo)'], ['$240 a month for 10 users']])(
  'what several users cost is no price of one: %s',
  (total) => {
    expect(found('$24 / user / month', total)).toBe('Sloop: 24.00 USD monthly/month');
  },
);

test('a year for each user agrees with its month', () => {
  expect(found('$24 per user / month', 'Billed annually at $288 per user')).toMatch(
    /^Sloop: 24\.00 USD annual\/month, 288\.00 USD annual\/year/,
  );
});

test('a month agrees with the year that is billed at once', () => {
  expect(found('$24 / mo', '$288 per year, billed upfront')).toBe(
    'Sloop: 24.00 USD annual/month, 288.00 USD annual/year',
  );
});

test('a twelfth below its year is paid by the year', () => {
  expect(found('$288 / year', '$24/month')).toBe('Sloop: 288.00 USD annual/year, 24.00 USD annual/month');
  expect(found('$288 / year', 'or $24/month')).toBe('Sloop: 288.00 USD annual/year, 24.00 USD monthly/month');
  expect(found('Yearly: $288', 'Monthly: $24')).toBe('Sloop: 288.00 USD annual/year, 24.00 USD monthly/month');
});

test('a dot behind "pr." counts nothing', () => {
  const sloop = card('Sloop', '24 kr. pr. bruger pr. måned');
  expect(lines(read(`<html lang="da">${cards(card('Dinghy', '9 kr.'), sloop)}</html>`).tiers).join()).toContain(
    'Sloop: 24.00 DKK monthly/month',
  );
});

describe('a line of its own that says for how long an amount is', () => {
  const both = 'Sloop: 24.00 USD monthly/month, 240.00 USD annual/year';

  test.each([
    [['Monthly', '$24', 'Yearly', '$240']],
    [['Monthly:', '$24', 'Yearly:', '$240']],
    [['Monthly', '$24', 'Quarterly', '$66', 'Yearly', '$240']],
    [['1 month', '$24', '12 months', '$240']],
  ])('is said of the amount below it: %j', (price) => {
    expect(found(...price)).toBe(both);
  });

  test.each([
    ['de', 'Monatlich', 'Jährlich'],
    ['ja', '月額', '年額'],
  ])('likewise in %s', (lang, monthly, yearly) => {
    const sloop = card('Sloop', `${monthly}</p><p>$24</p><p>${yearly}</p><p>$240`);
    expect(lines(read(`<html lang="${lang}">${cards(card('Dinghy', '$9'), sloop)}</html>`).tiers)).toContain(both);
  });

  test('is said of the amount above it where none stands above the first', () => {
    expect(found('$24', 'Monthly', '$240', 'Yearly')).toBe(both);
  });

  test('is said of no amount above it where another line says it of that one', () => {
    expect(found('Monthly', '$24', 'Annual (per month)', '$20')).not.toContain('year');
  });

  test.each([
    [['Monthly', '$24', 'per user / month', 'Annual', '$20', 'per user / month']],
    [['Monthly', '$24', 'per user', 'Annual', '$20', 'per user / month']],
  ])('leaves what stands below an amount to that one: %j', (price) => {
    expect(found(...price)).toBe('Sloop: 24.00 USD monthly/month, 20.00 USD annual/month');
  });

  test('is said of no amount above it where a remark stands below it', () => {
    expect(found('Monthly', '$24', 'Yearly', 'Save 17 %', '$240')).toMatch(/^Sloop: 24\.00 USD monthly\/month/);
  });

  test('is none on a button of a switch', () => {
    expect(found('<button>Yearly</button>', '$24 / month')).toBe('Sloop: 24.00 USD monthly/month');
  });
});
