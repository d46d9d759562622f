/** The checks of regular expressions on patterns and costs whose growth is known. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../vendor-web/random.ts';
import { growthFound, growthSeen } from './checks.ts';
import { type Cost, growthOf } from './growth.ts';

describe('the check itself', () => {
  test.each([
    { source: '^(a+)+$', flags: '' },
    { source: '\\s+$', flags: '' },
    { source: 'a.*b.*c', flags: 's' },
    { source: '^\\w*\\s*\\w*$', flags: '' },
  ])('finds what grows too fast: /$source/$flags', (pattern) => {
    expect(growthFound(pattern)).not.toEqual([]);
    expect(growthSeen(pattern)).toBeDefined();
  });

  test('finds by attack what is no repetition of a single sign', () => {
    expect(growthSeen({ source: '\\b[a-z-]+\\.com\\b', flags: 'i' })).toBeDefined();
    expect(growthSeen({ source: '^(?:ab|a|b)+$', flags: '' })).toBeDefined();
  });

  test.each([
    { source: '[\\s\\u00a0]+', flags: 'g' },
    { source: '(?<!\\d)\\d+$', flags: '' },
    { source: '<[^<>]{0,300}>', flags: 'g' },
  ])('is content with what does not: /$source/$flags', (pattern) => {
    expect(growthFound(pattern)).toEqual([]);
    expect(growthSeen(pattern)).toBeUndefined();
  });
});

describe('on a machine that others use', () => {
  /** Up to three times as slow as it is, and now and then ten times. */
  const disturbed = (cost: Cost, seed: number): Cost => {
    const random = seeded(seed);
    return (units) => cost(units) * (1 + 2 * random.next() ** 2) * (random.chance(0.05) ? 10 : 1);
  };
  const seeds = Array.from({ length: 500 }, (_, seed) => seed);
  const accused = (cost: Cost) => seeds.filter((seed) => growthOf(disturbed(cost, seed)) !== undefined).length;

  test.each<[string, Cost]>([
    ['linear', (units) => units / 2000],
    ['linear and slow', (units) => units / 100],
    ['linear, all of it in the last size', (units) => units / 4100],
    ['quadratic up to a bound of 300', (units) => (units * Math.min(units, 300)) / 40_000],
    ['quadratic up to a bound of 1000', (units) => (units * Math.min(units, 1000)) / 400_000],
  ])('nothing is accused that is %s', (_, cost) => {
    expect(accused(cost)).toBe(0);
  });

  test.each<[string, Cost]>([
    ['quadratic', (units) => units ** 2 / 1e6],
    ['quadratic, if ever so fast', (units) => units ** 2 / 2e7],
    ['cubic', (units) => units ** 3 / 1e7],
    ['exponential', (units) => 2 ** Math.min(units, 60) / 1e5],
  ])('nothing passes that is %s', (_, cost) => {
    expect(accused(cost)).toBe(seeds.length);
  });
});
