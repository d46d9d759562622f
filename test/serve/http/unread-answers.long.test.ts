/** The goal of unread answers, whole. */
import { expect, it } from 'vitest';
import { costOfUnreadAnswers } from './unread-answers.ts';

it('200 clients that read nothing for 5 minutes', { timeout: 600_000 }, async () => {
  const cost = await costOfUnreadAnswers({ clients: 200, ms: 300_000 });
  process.stderr.write(`${JSON.stringify(cost)}\n`);
  expect(cost.megabytesMore, JSON.stringify(cost)).toBeLessThanOrEqual(60);
  expect(cost.megabytesLeft, JSON.stringify(cost)).toBeLessThanOrEqual(60);
  expect(cost.descriptorsMore, JSON.stringify(cost)).toBeLessThanOrEqual(250);
  expect(cost.descriptorsLeft, JSON.stringify(cost)).toBeLessThanOrEqual(20);
  expect(cost.p99Meanwhile, JSON.stringify(cost)).toBeLessThanOrEqual(2 * cost.p99Before);
});
