import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundsOf, holds } from '../../../data/prices/context-band.ts';

const FOR_EVER = Number.POSITIVE_INFINITY;

it.each([
  ['≤ 200K tokens', -1, 200_000],
  ['up to 128K', -1, 128_000],
  ['under 32K', -1, 31_999],
  ['> 200K', 200_000, FOR_EVER],
  ['≥ 256k', 255_999, FOR_EVER],
  ['200K+', 199_999, FOR_EVER],
  ['0-32K', -1, 32_000],
  ['32K–128K tokens', 32_000, 128_000],
  ['32-128K', 32_000, 128_000],
  ['输入长度（0, 512k]', -1, 512_000],
  ['(32k, 128k]', 32_000, 128_000],
  ['[32k, 128k)', 31_999, 127_999],
  ['输入长度 32k+', 31_999, FOR_EVER],
])('"%s" holds over %d and up to %d', (band, over, upTo) => {
  expect(boundsOf(band)).toEqual({ over, upTo });
});

it.each(['', '200K', '≤ 200K, batch', '128K-32K', '> 200K > 100K', '(128k, 32k]', '批量 (0, 32k]'])(
  '"%s" does not say when it holds',
  (band) => {
    expect(boundsOf(band)).toBeUndefined();
  },
);

it('a prompt is within a bound or beyond it', () => {
  fc.assert(
    fc.property(fc.nat(3_000), fc.integer({ min: 1, max: 2_000 }), (length, bound) => {
      const [within, beyond] = [boundsOf(`≤ ${bound}K`), boundsOf(`> ${bound}K`)];
      expect(within && beyond && holds(within, length * 1_000) !== holds(beyond, length * 1_000)).toBe(true);
    }),
  );
});
