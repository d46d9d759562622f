import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spelt } from '../../../../crawler/read/rates/rate-heads.ts';
import { mayScale, perMillion } from '../../../../crawler/read/rates/token-rate.ts';
import { repetitions } from '../../../long.ts';

/** What scales are said with, in pieces, and what stands beside them. */
const PIECES =
  'per / 1 1M 1m 1K 1k M K m k 1,000 1,000,000 1.000.000 1000 million Millionen mil milhões milyon mio. thousand 千 万 百万 100万 백만 млн тысяч هزار مليون tok token tokens Tokens MTok KTok 词元 トークン токенов of de input output Input In cached _ price Per region cluster 10 GB $ ( )'.split(
    ' ',
  );
const words = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', '\n', '  ')), { maxLength: 8 })
  .map((pieces) => pieces.flat().join(''));

describe('mayScale', () => {
  test('is never false of words that say a scale', () => {
    fc.assert(
      fc.property(words, (said) => {
        if (perMillion(said) !== undefined) expect(mayScale(said)).toBe(true);
      }),
      { numRuns: repetitions(4000, 20_000) },
    );
  });

  test('nor of those whose cells say it together, or as the names of fields', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const together = perMillion(spelt(`${one} ${other}`.replace(/\s+/g, ' ')));
        if (together !== undefined) expect(mayScale(`${one}\t${other}`)).toBe(true);
      }),
      { numRuns: repetitions(4000, 20_000) },
    );
  });

  test.each(['/m_', 'price/m_in', 'price/mIn'])(
    'is true of %s, which says per million as a name of a field',
    (said) => {
      expect(perMillion(spelt(said))).toBe(1);
      expect(mayScale(said)).toBe(true);
    },
  );

  test.each(['Token region cluster: 10 GB', 'Tokens', '5 users', ''])('is false of %s', (said) => {
    expect(mayScale(said)).toBe(false);
  });
});
