/** Tables of tiers in documentation, and the sections beside them: which of their columns, rows and lists are prices. */
import { describe, expect, test } from 'vitest';
import { by, lines, read } from '../pages.ts';

const told = (...source: string[]) => lines(read(source.join('\n'), { format: 'markdown' }).tiers);

describe('columns and rows that are no prices', () => {
  test.each(['Monthly allowance', 'Annual revenue', 'Cost per 1,000 messages'])('%s', (label) => {
    const rows = [
      `| Plan | Price | ${label} |`,
      '|---|---|---|',
      '| Basic | $9/mo | $100 |',
      '| Pro | $19/mo | $250 |',
    ];
    expect(told('# Pricing', '', ...rows)).toEqual(['Basic: 9.00 USD monthly/month', 'Pro: 19.00 USD monthly/month']);
  });

  test.each(['Monthly cost', 'Subscription (monthly)', '报价'])('but %s is', (label) => {
    const rows = [`| Plan | ${label} |`, '|---|---|', '| Basic | $9/mo |', '| Pro | $19/mo |'];
    expect(told('# Pricing', '', ...rows)).toEqual(['Basic: 9.00 USD monthly/month', 'Pro: 19.00 USD monthly/month']);
  });
});

test('a section on the enterprise tier asks to write to an address', () => {
  const tiers = ['| Plan | Price |', '|---|---|', '| Basic | $9/mo |', '| Pro | $19/mo |'];
  const section = ['## Enterprise', '', 'Need more? Contact `fleet@harbour.example` with your volume.'];
  expect(told('# Pricing', '', ...tiers, '', ...section)).toContain('Enterprise: custom');
});

describe('a page on what it costs to run something elsewhere', () => {
  const item = '1. **The Hobby plan: \\$5/month.** This is what Basinway asks at least.';
  test.each([
    'There is no charge from us. You only pay [Basinway](https://basinway.example) for the machine.',
    'Machines are billed directly by Basinway.',
  ])('states no price of its own: %s', (words) => {
    expect(told('# Pricing', '', words, '', item)).toEqual([]);
  });
});

test('a section of add-ons has no tiers under any heading of its own', () => {
  const table = (...rows: string[]) => ['| Plan | Price |', '| --- | --- |', ...rows.map((row) => `| ${row} |`), ''];
  const plans = ['# Pricing', '', '## Plans', '', ...table('Starter | $10 / month', 'Pro | $30 / month')];
  const added = table('Basic storage | $5 / month', 'Pro storage | $9 / month');
  const sections = ['## Add-ons', '', '### Storage', '', ...added, '### Seats', '', '#### Pro seat', '', '$4 / month'];
  expect(told(...plans, ...sections)).toEqual(['Starter: 10.00 USD monthly/month', 'Pro: 30.00 USD monthly/month']);
});

test('a table of anything at all, whose rows no vendor calls tiers so, has none', () => {
  const rows = ['| Product | Price |', '|---|---|', '| Harbour | $9 / month |', '| Shipyard | $9 / month |'];
  expect(told('# Pricing', '', '## Boats', '', ...rows)).toEqual([]);
});

test.each([
  ['sv', 'Pris', 'Gratis', 'Kontakta oss'],
  ['el', 'Τιμή', 'Δωρεάν', 'Επικοινωνήστε μαζί μας'],
])(
  'a row that is headed by the word for "price" in %s states plans without an amount',
  (lang, price, free, contact) => {
    const rows = `<tr><th></th><th>Basic</th><th>Enterprise</th></tr><tr><th>${price}</th><td>${free}</td><td>${contact}</td></tr>`;
    const { tiers } = by('table', `<html lang="${lang}"><h1>${price}</h1><table>${rows}</table></html>`);
    expect(tiers).toMatchObject([
      { name: 'Basic', isFree: true },
      { name: 'Enterprise', isCustom: true },
    ]);
  },
);
