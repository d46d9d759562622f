import { describe, expect, it } from 'vitest';
import { negotiate } from '../../../serve/cache/coding.ts';

describe('the coding that is chosen', () => {
  it.each([
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'zstd'],
    ['zstd;q=0, *', 'br'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0, *;q=0', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    [',;=,', 'identity'],
  ])('for "%s" is %s', (header, coding) => {
    expect(negotiate(header)).toBe(coding);
  });
});
