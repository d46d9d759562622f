import { expect, test } from 'vitest';
import { wordsAround } from '../../../verifier/judge/evidence-context.ts';

const words = { source: '<p>Pro costs <b>$29</b> a month</p>', text: 'Pro costs $29 a month' };

const NOTHING = { before: '', after: '' };

test.each([
  ['evidence is shown with the words around it', 10, words, { before: 'Pro costs ', after: ' a month' }],
  ['where its words stand elsewhere by the rule of today, no others are shown for them', 11, words, NOTHING],
  ['a page that the archive has lost leaves the quote alone', 10, undefined, NOTHING],
])('%s', (_, textStart, page, around) => {
  const evidence = { quote: '$29', scope: 'text', textStart, textEnd: textStart + 3 } as const;
  expect(wordsAround(evidence, page)).toEqual(around);
});
