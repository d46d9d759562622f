/** Amounts and names that almost say what a tier costs. */
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines, read } from '../pages.ts';

const found = (page: string) => lines(read(page).tiers);
const ofMarkdown = (page: string) => lines(read(page, { format: 'markdown' }).tiers);

test('a price is crossed out by the class of its element, whichever word comes first', () => {
  const was = (name: string) =>
    cards(
      card('Seed', '$0'),
      card('Grove', `<span class="${name}">$15</span><span class="price-now">$12</span> / month`),
    );
  const sale = ['Seed: free', 'Grove: 15.00 USD monthly/month struck, 12.00 USD monthly/month promo'];
  for (const name of ['price-was', 'price--old', 'plan price_before', 'old-price'])
    expect(found(was(name))).toEqual(sale);
  expect(found(was('price-wash'))).not.toEqual(sale);
});

describe('how much one may use or spend is no price', () => {
  const rows = [
    ['1', '$50'],
    ['2', '$500'],
    ['3', '$5,000'],
  ] as const;
  const limits = ['Usage limit', 'Spend limits', 'Spending cap', 'Monthly usage ceiling', 'Maximum spending'];

  test.each(limits)('under "%s" in a table', (head) => {
    const body = rows.map(([tier, sum]) => `| Tier ${tier} | ${sum} / month | ${tier}00 |`).join('\n');
    expect(ofMarkdown(`# Pricing\n\n| Tier | ${head} | RPM |\n| --- | --- | --- |\n${body}\n`)).toEqual([]);
  });

  test.each(limits)('behind "%s" in a table that lies on its side', (label) => {
    const sums = rows.map(([, sum]) => `${sum} / month`).join(' | ');
    const table = `|  | Tier 1 | Tier 2 | Tier 3 |\n| --- | --- | --- | --- |\n| RPM | 1 | 2 | 3 |\n| ${label} | ${sums} |\n`;
    expect(ofMarkdown(`# Pricing\n\n${table}`)).toEqual([]);
  });
});

test.each([
  'Most popular',
  'Recommended for you',
  'Launch offer',
  'Early-bird price',
  'Special deal',
  'Editor’s choice',
  'Top seller',
  'Customer favourite',
  'Unser Tipp',
  'Offre de lancement',
])('a line of its own above a name is a ribbon: %s', (ribbon) => {
  const plan = (name: string, price: string, above = '') =>
    `<div class="plan">${above}<div class="top">${name}</div><div><b>${price}</b> / month</div><ul><li>Charts</li></ul></div>`;
  const page = `<h1>Pricing</h1><div>${plan('Seed', '$5')}${plan('Grove', '$15', `<div class="top">${ribbon}</div>`)}${plan('Pro', '$45')}</div>`;
  expect(lines(by('cards', page).tiers)).toEqual([
    'Seed: 5.00 USD monthly/month',
    'Grove: 15.00 USD monthly/month',
    'Pro: 45.00 USD monthly/month',
  ]);
});
