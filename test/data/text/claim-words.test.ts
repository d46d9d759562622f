import { expect, test } from 'vitest';
import { isCustomLine, isFreeLine } from '../../../crawler/read/tiers/words.ts';
import { claimWords } from '../../../data/text/claim-words.ts';
import { saysCustom, saysFree } from '../../../verifier/judge/claim-words.ts';

/** Entries without alternatives: they are their own example. */
function examples(claim: 'free' | 'custom'): string[] {
  return claimWords(claim).flatMap(({ pattern, uses }) =>
    uses.includes('line') && /^[\p{L}\p{M} ]+$/u.test(pattern) ? [pattern] : [],
  );
}

test('the verifier accepts every line that a reader takes for a claim, in every language', () => {
  const [free, custom] = [examples('free'), examples('custom')];
  expect(Math.min(free.length, custom.length)).toBeGreaterThan(30);
  expect(free.filter((line) => !isFreeLine(line) || !saysFree(line))).toEqual([]);
  expect(custom.filter((line) => !isCustomLine(line) || !saysCustom(line))).toEqual([]);
});
