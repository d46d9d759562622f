/** What stands between two amounts of a line, and of which of them it speaks. */
import { expect, test } from 'vitest';
import { gatherMentions } from '../../../../crawler/read/mentions/mentions.ts';
import { htmlDocument } from '../../../../crawler/read/page/html-document.ts';

function saidOn(language: string, line: string) {
  const document = htmlDocument(`<html lang="${language}"><body><h3>Pro</h3><p>${line}</p></body></html>`);
  return gatherMentions(document, 'https://vendor.example/pricing').amounts.map(({ terms }) => terms);
}

test.each([
  ['en', 'Monthly $10 / Annual $100'],
  ['en', '$10 / month (yearly $100)'],
  ['en', 'Monthly $10 Yearly $100'],
  ['de', 'monatlich 12 € / jährlich 120 €'],
  ['ja', '月額 1,200円 / 年額 12,000円'],
  ['zh', '每月 $12，每年 $120'],
  ['ko', '월 8,900원 (연 96,000원)'],
])('%s: %j is a month and a year', (language, line) => {
  expect(saidOn(language, line).map(({ per }) => per)).toEqual(['month', 'year']);
});

test.each([
  ['$10 / month (billed annually $120)', [{ per: 'month', billing: 'annual' }, { per: 'year' }]],
  ['Annual plan: $15/mo. Monthly plan: $18/mo.', [{ billing: 'annual' }, { per: 'month' }]],
  [
    '$10/month plus $5 per additional user',
    [
      { kind: 'price', per: 'month' },
      { kind: 'extra', unit: 'user' },
    ],
  ],
  ['$96/yr (equals $8/mo)', [{ per: 'year' }, { per: 'month', isEquivalent: true }]],
  ['$299 / lifetime', [{ per: 'once' }]],
])('%j', (line, terms) => {
  expect(saidOn('en', line)).toMatchObject(terms);
});
