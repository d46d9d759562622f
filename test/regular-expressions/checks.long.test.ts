/** The checks of regular expressions on patterns whose growth is known. */
import { describe, expect, test } from 'vitest';
import { growthFound, growthSeen } from './checks.ts';

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
