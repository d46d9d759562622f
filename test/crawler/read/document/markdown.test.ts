/** Price lists as people write them in Markdown: names and prices in headings, bullets, paragraphs, tables. */
import { expect, test } from 'vitest';
import { lines, read } from '../pages.ts';

const found = (source: string) =>
  lines(read(`# Pricing\n\n${source}`, { format: 'markdown' }).tiers).map((each) => each.replaceAll(' USD', ''));

test('a table without a header has an empty one, and rows of dashes that are no rule', () => {
  const plans = ['Basic: 8.00 monthly/month', 'Team: 20.00 monthly/month'];
  expect(found('| | |\n|---|---|\n| Basic | $8 / month |\n| Team | $20 / month |\n')).toEqual(plans);
  expect(found('| | | |\n|---|---|---|\n| | Basic | Team |\n| Price | $8 / month | $20 / month |\n')).toEqual(plans);
  expect(found('| Plan | Price |\n|---|---|\n| Basic | $8 / month |\n| - | - |\n| Team | $20 / month |\n')).toEqual(
    plans,
  );
});

test('a bracket that closes no link is a part of the words', () => {
  const { models } = read(
    '# Pricing\n\n| Model | Context | Input per 1M tokens | Output per 1M tokens |\n|---|---|---|---|\n| larch-1 | [0, 32] | $1 | $2 |\n| larch-1 | (32, 128] | $2 | $4 |\n| [larch-2](/models/larch) | [0, 32) | $3 | $6 |\n| larch-2 | (32, 128] | $4 | $8 |\n',
    { format: 'markdown' },
  );
  expect(models.map(({ model, band }) => `${model} ${band}`)).toEqual([
    'larch-1 0, 32',
    'larch-1 (32, 128]',
    'larch-2 [0, 32)',
    'larch-2 (32, 128]',
  ]);
});
