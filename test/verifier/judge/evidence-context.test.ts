import { expect, test } from 'vitest';
import { wordsAround } from '../../../verifier/judge/evidence-context.ts';

const words = { source: '<p>Pro costs <b>$29</b> a month</p>', text: 'Pro costs $29 a month' };

test('evidence is shown with the words around it', () => {
  const evidence = { quote: '$29', scope: 'text', textStart: 10, textEnd: 13 } as const;
  expect(wordsAround(evidence, words)).toEqual({ before: 'Pro costs ', after: ' a month' });
});

test('where its words stand elsewhere by the rule of today, no others are shown for them', () => {
  const evidence = { quote: '$29', scope: 'text', textStart: 11, textEnd: 14 } as const;
  expect(wordsAround(evidence, words)).toEqual({ before: '', after: '' });
});

test('a page that the archive has lost leaves the quote alone', () => {
  const evidence = { quote: '$29', scope: 'text', textStart: 10, textEnd: 13 } as const;
  expect(wordsAround(evidence, undefined)).toEqual({ before: '', after: '' });
});
