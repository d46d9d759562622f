/** Prices by the year that tables and sentences state, and what looks like a price beside them. */
import { describe, expect, test } from 'vitest';
import { by, card, cards, lines, read } from '../pages.ts';

const found = (source: string) => lines(read(source).tiers);
const ofMarkdown = (source: string) => lines(read(source, { format: 'markdown' }).tiers);
const table = (...rows: string[][]) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
const rule = (count: number) => Array.from({ length: count }, () => '---');

describe('"Annual price"', () => {
  const rows = (...prices: string[][]) =>
    ofMarkdown(`# Pricing\n\n${table(['', 'Solo', 'Team'], rule(3), ...prices, ['Seats', '1', '20'])}\n`);

  test('is of the year where no month is stated', () => {
    expect(rows(['Annual price', '$699', '$1499'])).toEqual([
      'Solo: 699.00 USD annual/year',
      'Team: 1499.00 USD annual/year',
    ]);
  });

  test('is what the month beside it says', () => {
    expect(rows(['Monthly price', '$10', '$30'], ['Annual price', '$8', '$25'])).toEqual([
      'Solo: 10.00 USD monthly/month, 8.00 USD annual/month',
      'Team: 30.00 USD monthly/month, 25.00 USD annual/month',
    ]);
  });

  test('"Annual" alone leaves it open', () => {
    expect(rows(['Annual billing', '$699', '$1499'])).toEqual([]);
  });

  test('a label that ends a line is about the amount behind it', () => {
    const section = (name: string, month: string, year: string) =>
      `## ${name}\n\n- **Monthly price:** ${month} (id-1)\n- **Annual price:** ${year} (id-2)\n`;
    expect(
      ofMarkdown(`# Pricing\n\n${section('Solo', '$19/mo', '$190/yr')}\n${section('Team', '$49/mo', '$490/yr')}`),
    ).toEqual([
      'Solo: 19.00 USD monthly/month, 190.00 USD annual/year',
      'Team: 49.00 USD monthly/month, 490.00 USD annual/year',
    ]);
  });
});

describe('a year’s price in a sentence', () => {
  const page = (sentence: string) =>
    found(`${cards(card('Starter', '$10 / month'), card('Growth', '$49 / month'))}<p>${sentence}</p>`);
  const months = ['Starter: 10.00 USD monthly/month', 'Growth: 49.00 USD monthly/month'];

  test('completes the tier that is laid out by the month', () => {
    expect(page('Pay by the year: Starter at $100/year or Growth at $490/year (save $98).')).toEqual([
      `${months[0]}, 100.00 USD annual/year`,
      `${months[1]}, 490.00 USD annual/year`,
    ]);
  });

  test.each([
    'Growth at $900/year', // Dearer than twelve months.
    'Growth at $49/year', // A twelfth of what it may be.
    'Growth at €490/year',
    'The report is for sale at $490/year',
  ])('of something else: %s', (sentence) => {
    expect(page(sentence)).toEqual(months);
  });
});

test('what a deal starts at is not what a custom one costs', () => {
  const rows = [
    ['Solo', '$49/mo'],
    ['Team', '$199/mo'],
    ['Enterprise', 'Custom ($5K+/mo)'],
  ];
  expect(ofMarkdown(`# Pricing\n\n${table(['Plan', 'Price'], rule(2), ...rows)}\n`)).toEqual([
    'Solo: 49.00 USD monthly/month',
    'Team: 199.00 USD monthly/month',
  ]);
});

test('what others ask is laid out as tiers are, under a heading that says so', () => {
  const own = table(['Plan', 'Price'], rule(2), ['Solo', '$9/mo'], ['Team', '$29/mo']);
  const rivals = table(['', 'Acme Pro', 'Zed Growth'], rule(3), ['Price', '$229/mo', '$500/mo']);
  const wanted = ['Solo: 9.00 USD monthly/month', 'Team: 29.00 USD monthly/month'];
  for (const heading of ['Competitive anchoring', 'Competitive landscape', 'Market comparison'])
    expect(ofMarkdown(`# Pricing\n\n${own}\n\n## ${heading}\n\n${rivals}\n`)).toEqual(wanted);
  expect(ofMarkdown(`# Pricing\n\n## Competitive pricing\n\n${own}\n`)).toEqual(wanted);
});

test('a table of what is added says so in the line above it', () => {
  const added = table(['', 'Price'], rule(2), ['Mirror', '$29 / month'], ['Watch', '$19 / month']);
  const source = (line: string) => `# Pricing\n\n## More\n\n${line}\n\n${added}\n`;
  const read1 = by('table', source('Optional add-ons for every plan. Add them when you need them.'), {
    format: 'markdown',
  });
  expect(read1.tiers).toEqual([]);
});

test('what a plan is worth is not what it costs', () => {
  const section = (name: string, price: string, rest: string) => `### ${name} (${price})\n\n- Five users\n\n${rest}\n`;
  const source = `# Plans\n\n${section('Solo', '$29/month', '**Worth it**: $200+/month in equivalent tools')}\n${section('Team', '$97/month', '')}`;
  expect(ofMarkdown(source)).toEqual(['Solo: 29.00 USD monthly/month', 'Team: 97.00 USD monthly/month']);
});
