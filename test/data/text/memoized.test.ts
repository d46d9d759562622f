import { expect, it } from 'vitest';
import { memoized } from '../../../data/text/memoized.ts';

it('an answer is worked out once, as long as few others come between', () => {
  const asked: string[] = [];
  const lengthOf = memoized((words) => {
    asked.push(words);
    return words.length;
  }, 2);
  expect(['', 'br', 'br', 'gzip', 'br', ''].map(lengthOf)).toEqual([0, 2, 2, 4, 2, 0]);
  expect(asked).toEqual(['', 'br', 'gzip', 'br', '']);
});
