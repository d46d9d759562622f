/** Prices by the year that tables and sentences state, and what looks like a price beside them. */
import { describe, expect, test } from 'vitest';
import { card, cards, lines, read } from '../pages.ts';

const found = (source: string) => lines(read(source).tiers);
const ofMarkdown = (source: string) => lines(read(source, { format: 'markdown' }).tiers);
const table = (...rows: string[][]) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
const rule = (count: number) => Array.from({ length: count }, () => '---');

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

test('what others ask is laid out as tiers are, under a heading that says so', () => {
  const own = table(['Plan', 'Price'], rule(2), ['Solo', '$9/mo'], ['Team', '$29/mo']);
  const rivals = table(['', 'Acme Pro', 'Zed Growth'], rule(3), ['Price', '$229/mo', '$500/mo']);
  const wanted = ['Solo: 9.00 USD monthly/month', 'Team: 29.00 USD monthly/month'];
  for (const heading of ['Competitive anchoring', 'Competitive landscape', 'Market comparison'])
    expect(ofMarkdown(`# Pricing\n\n${own}\n\n## ${heading}\n\n${rivals}\n`)).toEqual(wanted);
  expect(ofMarkdown(`# Pricing\n\n## Competitive pricing\n\n${own}\n`)).toEqual(wanted);
});
