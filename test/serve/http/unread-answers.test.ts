/** The short run of unread-answers.long.test.ts. Its bounds of memory and descriptors are those of the long one. */
import { expect, it } from 'vitest';
import { costOfUnreadAnswers } from './unread-answers.ts';

it('100 clients that pipeline large answers and read none cost at most 60 MB and 150 descriptors, for as long as they stay', async () => {
  const cost = await costOfUnreadAnswers({ clients: 100, ms: 1_000 });
  expect(cost.megabytesMore, JSON.stringify(cost)).toBeLessThanOrEqual(60);
  expect(cost.descriptorsMore, JSON.stringify(cost)).toBeLessThanOrEqual(150);
  expect(cost.descriptorsLeft, JSON.stringify(cost)).toBeLessThanOrEqual(20);
});
