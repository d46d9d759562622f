/** Plans that repeated structure alone finds: here the prices stand too far below their names for the other readers. */
import { expect, test } from 'vitest';
import { card, cards, lines, read } from './pages.ts';

const WORDS = '<p>Words about it that go on for a while.</p>'.repeat(60);

/** "Pro: $23 / month" */
const readPlans = (...plans: string[]) =>
  read(cards(...plans.map((plan) => card(plan.split(': ')[0] ?? '', `</p>${WORDS}<p>${plan.split(': ')[1]}`))));

test('are followed, and too unsure to be published', () => {
  const { tiers } = readPlans('Pro: $23 / month', 'Business: $57 / month');
  expect(lines(tiers)).toEqual(['Pro: 23.00 USD monthly/month', 'Business: 57.00 USD monthly/month']);
  for (const { prices } of tiers)
    for (const { evidence, confidence } of prices) {
      expect(evidence.method).toBe('offers');
      expect(confidence).toBeLessThan(0.9);
    }
});

test.each<[why: string, ...plans: string[]]>([
  ['one alone', 'Pro: $23 / month'],
  ['none is called as plans are', 'Rowing: $23 / month', 'Sailing: $57 / month'],
  ['names that are quantities', '10 Pro seats: $23 / month', '20 Pro seats: $57 / month'],
  ['no period', 'Pro: $23', 'Business: $57'],
  ['paid once', 'Pro: $23 once', 'Business: $57 once'],
])('are not: %s', (_, ...plans) => {
  expect(lines(readPlans(...plans).tiers)).toEqual([]);
});

test('a free one is followed beside plans of which no period is stated', () => {
  const table = (...plans: [name: string, price: string][]) =>
    read(
      `<h1>Pricing</h1><table><tr>${plans
        .map(([name, price]) => `<td><h3>${name}</h3><p>${price}</p><a href="/buy">Buy now</a></td>`)
        .join('')}</tr></table>`,
    );
  const others: [string, string][] = [
    ['Startup', '$2,300'],
    ['Growth', '$5,700'],
  ];
  expect(lines(table(['Free', '$0'], ...others).tiers)).toEqual(['Free: free']);
  expect(lines(table(['Rowing', '$0'], ...others).tiers)).toEqual([]);
  expect(lines(table(...others).tiers)).toEqual([]);
});

test('are not: below a heading of add-ons, whatever their own headings say', () => {
  const row = (name: string, price: string) => `<tr><td><h3>${name}</h3></td><td><p>${price}</p></td></tr>`;
  const table = (...rows: string[]) => `<table>${rows.join('')}</table>`;
  const plans = table(row('Pro', '$23 / month'), row('Business', '$57 / month'));
  const page = `<h1>Pricing</h1>${plans}<h2>Add-ons</h2>${cards(card('White label', '$14 / month')).replace('<h1>Pricing</h1>', '')}`;
  expect(lines(read(page).tiers)).toEqual(['Pro: 23.00 USD monthly/month', 'Business: 57.00 USD monthly/month']);
});
