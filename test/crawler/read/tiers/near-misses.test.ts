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

  test('nor in lists and cards', () => {
    const listed = (said: (sum: string) => string) =>
      rows.map(([tier, sum]) => `### Tier ${tier}\n\n- ${said(sum)}\n- ${tier} requests a second\n`).join('\n');
    expect(ofMarkdown(`# Pricing\n\n${listed((sum) => `Usage limit: ${sum} / month`)}`)).toEqual([]);
    expect(ofMarkdown(`# Pricing\n\n${listed((sum) => `${sum}/month usage limit`)}`)).toEqual([]);
    const above = rows.map(([tier, sum]) => card(`Tier ${tier}`, `${sum} / month`, '<p>Chat</p>'));
    const capped = above.map((each) => each.replace(/(<[^<]*>\$)/, '<p>Spend limit</p>$1'));
    expect(found(cards(...capped))).toEqual([]);
  });

  test('but a tier may have higher limits, or none', () => {
    const tiers = cards(
      card('Seed', '$9 / month', '<p>Usage limits</p>'),
      card('Grove', '$19 / month', '<p>Higher usage limits</p>'),
      card('Wood', 'No limit</p><p>$49 / month'),
    );
    expect(found(tiers)).toEqual([
      'Seed: 9.00 USD monthly/month',
      'Grove: 19.00 USD monthly/month',
      'Wood: 49.00 USD monthly/month',
    ]);
  });
});

test('what one saves with a plan is no price of it', () => {
  const rows = '| Seed | $100/month | Mail |\n| Grove | $500/month | Chat |\n';
  expect(ofMarkdown(`# Pricing\n\n| Plan | You save | Support |\n| --- | --- | --- |\n${rows}`)).toEqual([]);
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
  expect(found(page)).toEqual([
    'Seed: 5.00 USD monthly/month',
    'Grove: 15.00 USD monthly/month',
    'Pro: 45.00 USD monthly/month',
  ]);
});
