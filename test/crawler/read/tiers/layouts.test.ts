/** Tiers whose period, name or price stands where it seldom does: beneath, or in the words of each card. */
import { describe, expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const card = (name: string, price: string, period: string) =>
  `<div class="card">\n<h3>${name}</h3>\n<div class="price">${price}</div>\n<p class="period">${period}</p>\n<ul><li>Ten boats</li><li>Mail support</li></ul>\n<a href="/x">Choose</a>\n</div>`;
const page = (main: string) => `<html><head><title>Pricing</title></head><body>${main}</body></html>`;
const row = (...cards: string[]) => page(`<h1>Pricing</h1><div class="grid">\n${cards.join('\n')}\n</div>`);
const html = (source: string) => lines(read(source, { format: 'html', url: 'https://lagoon.example/pricing' }).tiers);

describe('the length of time below an amount', () => {
  test.each([
    ['$9', '30 Days'],
    ['$9', 'per 30 days'],
    ['$9 / 30 days', ''],
    ['$9', '1 month'],
  ])('%s, %s: a month', (price, period) => {
    expect(html(row(card('Basic', price, period), card('Pro', price.replace('9', '29'), period)))).toEqual([
      'Basic: 9.00 USD monthly/month',
      'Pro: 29.00 USD monthly/month',
    ]);
  });

  test.each([
    ['$90', '1 year'],
    ['$90 / 12 months', ''],
    ['$90', '365 days'],
  ])('%s, %s: a year', (price, period) => {
    expect(html(row(card('Basic', price, period), card('Pro', price.replace('90', '290'), period)))).toEqual([
      'Basic: 90.00 USD annual/year',
      'Pro: 290.00 USD annual/year',
    ]);
  });

  test.each(['30-day trial', '30 days of history', '7 days', '14 days money back'])('%s is none', (period) => {
    expect(html(row(card('Basic', '$9', period), card('Pro', '$29', period)))).toEqual([]);
  });
});

test('the length of time in the first word of a name', () => {
  const cards = [card('Monthly saver plan', '$8', ''), card('Annual saver plan', '$80', 'Cancel any time')];
  expect(html(row(...cards))).toEqual([
    'Monthly saver plan: 8.00 USD monthly/month',
    'Annual saver plan: 80.00 USD annual/year',
  ]);
});

test('cards called by nothing but their billing, in plain lines', () => {
  const plain = (name: string, ...lines: string[]) =>
    `<div class="card"><p>${name}</p>${lines.map((line) => `<p>${line}</p>`).join('')}<ul><li>Dark mode</li></ul></div>`;
  const free = plain('Free', 'To try it', '$0', 'Forever free');
  const year = plain('Yearly', 'For years on end', '$80', 'per year', 'Save $16 per year!');
  expect(html(row(free, plain('Monthly', 'For regular use', '$8', 'per month'), year))).toEqual([
    'Free: free',
    'Monthly: 8.00 USD monthly/month',
    'Yearly: 80.00 USD annual/year',
  ]);
});

describe('cards of which each says that its price is for the asking', () => {
  const asked = (name: string, words: string) =>
    `<div class="card"><h2>${name}</h2><p>${words}</p><ul><li>We host it</li></ul></div>`;
  test.each(['Custom pricing', 'Preis auf Anfrage'])('%s', (words) => {
    expect(html(row(asked('Harbour', words), asked('Open sea', words)))).toEqual([
      'Harbour: custom',
      'Open sea: custom',
    ]);
  });
});
