/** Amounts and names that almost say what a tier costs. */
import { describe, expect, test } from 'vitest';
import { card, cards, lines, read } from '../pages.ts';

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

test('what one saves is no price though its words touch those before', () => {
  const yearly =
    '<div><p>$25 / year</p><div><strong>Save 48% with yearly</strong><span>Save $23/year compared with $48.</span></div></div>';
  expect(found(cards(card('Free', '$0'), card('Premium', yearly, '<p>$4 / month</p>')))).toEqual([
    'Free: free',
    'Premium: 25.00 USD annual/year, 4.00 USD monthly/month',
  ]);
});

test('a range has its lower end in any currency', () => {
  const ranges = cards(
    card('Seed', '₱0'),
    card('Grove', '₱1,499–₱2,999<p>One-time download</p>'),
    card('Forest', '₱4,900 / month'),
  );
  expect(found(ranges)).toEqual(['Seed: free', 'Grove: from 1499.00 PHP -/once', 'Forest: 4900.00 PHP monthly/month']);
});

test('a tier may be called by a word of what it includes where its price follows', () => {
  const plan = (name: string, price: string) =>
    `<div class="plan"><div class="head">${name}</div><div><p>€${price}<span>/mois</span></p><ul><li>Aide</li></ul></div></div>`;
  expect(found(`<h1>Tarifs</h1><div>${plan('Personnel', '9')}${plan('Illimité', '27')}</div>`)).toEqual([
    'Personnel: 9.00 EUR monthly/month',
    'Illimité: 27.00 EUR monthly/month',
  ]);
});

describe('a document', () => {
  const tier = (name: string, month: string, year: string) =>
    `## ${name} Plan - £${month}/month\n\n**Best for:** gardens\n\n- Trees\n\n**Yearly option:** £${year}/year\n`;
  const plans = `# Plans\n\n${tier('PLUS', '12', '90')}\n${tier('PRO', '24', '180')}`;
  const tiers = [
    'PLUS Plan: 12.00 GBP monthly/month, 90.00 GBP annual/year',
    'PRO Plan: 24.00 GBP monthly/month, 180.00 GBP annual/year',
  ];

  test('sells things by the piece that are no tiers', () => {
    expect(ofMarkdown(`${plans}\n## Soil Reports - £4 each\n\nNeed more than your plan has?\n`)).toEqual(tiers);
  });

  test('says of a sale under a heading of its own what no tier costs', () => {
    const sale = '## Launch Special\n\n- **Plus:** £8/month (normally £12)\n- **Pro:** £16/month (normally £24)\n';
    expect(ofMarkdown(`${plans}\n${sale}`)).toEqual(tiers);
  });

  test('sells packages of more beside its plans, and says what more of a thing costs', () => {
    const table = '# Plans\n\n| Plan | Price |\n| --- | --- |\n| Seed | $5/month |\n| Grove | $9/month |\n';
    const expected = ['Seed: 5.00 USD monthly/month', 'Grove: 9.00 USD monthly/month'];
    const packages =
      '\n## Expansion packages\n\n| Package | Price |\n| --- | --- |\n| Roots | $2/month |\n| Leaves | $3/month |\n';
    const added =
      '\n## Regions\n\n| Region | Added price |\n| --- | --- |\n| North | $1/month |\n| South | $2/month |\n';
    expect(ofMarkdown(table + packages)).toEqual(expected);
    expect(ofMarkdown(table + added)).toEqual(expected);
  });
});
