import { expect, it } from 'vitest';
import { BoundedCache } from '../../../serve/cache/bounded-cache.ts';

it('what is not there is not there', () => {
  expect(new BoundedCache<string>(1_000).get('a')).toBeUndefined();
});

it('an answer that would fill it by itself is not kept', () => {
  const cache = new BoundedCache<string>(1_000);
  cache.set('a', 'x', 200);
  expect(cache.get('a')).toBeUndefined();
});

it('what is asked for again and again outlives what is asked for once', () => {
  const cache = new BoundedCache<number>(1_000);
  cache.set('hot', 0, 100);
  for (let index = 0; index < 1_000; index++) {
    cache.set(`cold${index}`, index, 100);
    expect(cache.get('hot')).toBe(0);
  }
  expect(cache.get('cold0')).toBeUndefined();
  expect(cache.get('cold999')).toBe(999);
  expect(cache.count).toBeLessThanOrEqual(10);
});
