/** What stands between two amounts of a line, and of which of them it speaks. */
import { expect, test } from 'vitest';
import { gatherMentions } from '../../../../crawler/read/mentions/mentions.ts';
import { markdownDocument } from '../../../../crawler/read/page/markdown.ts';

test.each([
  ['월 8,900원 (연 96,000원)', ['month', undefined], ['year', undefined]],
  ['$10 / month (yearly $100)', ['month', undefined], ['year', undefined]],
  ['$10 / month (billed annually $120)', ['month', 'annual'], ['year', 'annual']],
])('%j', (line, ...terms) => {
  const { amounts } = gatherMentions(markdownDocument(line, 'markdown'), 'https://vendor.example/pricing');
  expect(amounts.map(({ terms: { per, billing } }) => [per, billing])).toEqual(terms);
});
