import { expect, test } from 'vitest';
import { readEnvironment } from '../../config/env.ts';

test('a client may ask 20 times a second and 100 times at once, unless it is set otherwise [S8.guidance] [D3.throttling.default]', () => {
  expect(readEnvironment({}).rateLimit).toEqual({ perSecond: 20, burst: 100 });
  const set = { RATE_LIMIT_PER_SECOND: '2', RATE_LIMIT_BURST: '5' };
  expect(readEnvironment(set).rateLimit).toEqual({ perSecond: 2, burst: 5 });
  expect(readEnvironment({ RATE_LIMIT_PER_SECOND: '0' }).rateLimit).toBeUndefined();
});
