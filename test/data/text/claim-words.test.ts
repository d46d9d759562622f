import { expect, test } from 'vitest';
import { isContact, isCustomLine, isFreeLine } from '../../../crawler/read/tiers/words.ts';
import { LANGUAGES } from '../../../crawler/read/vocabulary/vocabulary.ts';
import { claimWords } from '../../../data/text/claim-words.ts';
import { saysCustom, saysFree } from '../../../verifier/judge/claim-words.ts';

/** Entries without alternatives: they are their own example. */
function examples(claim: 'custom'): string[] {
  return claimWords(claim).flatMap(({ pattern, uses }) =>
    uses.includes('line') && /^[\p{L}\p{M} ]+$/u.test(pattern) ? [pattern] : [],
  );
}

/** What asks to get in touch, of several wordings the first. */
function contacts(): string[] {
  const phrases = [...LANGUAGES.values()].flatMap(({ concepts }) => concepts.contact ?? []);
  return phrases.map((phrase) =>
    phrase
      .replace(/\(([^|)]*)[^)]*\)/g, '$1')
      .replaceAll('*', '')
      .trim(),
  );
}

test.each([
  ['Plan Start – 0 zł', true],
  ['Plan Start – 10 zł', false],
  ['ab 1.000 €', false],
  ['月額 0 円', true],
  ['月額 980 円', false],
  ['W pełni bezpłatna wersja', true],
])('an amount of nothing is free, the end of another amount is not: %s', (quote, isFree) => {
  expect(saysFree(quote)).toBe(isFree);
});

test('the verifier accepts every line that a reader takes for a claim, in every language', () => {
  const phrases = [...LANGUAGES.values()].flatMap(({ concepts }) => concepts.free ?? []);
  const free = phrases.filter((phrase) => /^[\p{L}\p{M}\p{N}% ]+$/u.test(phrase) && isFreeLine(phrase));
  const custom = examples('custom');
  expect(Math.min(free.length, custom.length)).toBeGreaterThan(30);
  expect(free.filter((line) => !saysFree(line))).toEqual([]);
  expect(custom.filter((line) => !isCustomLine(line) || !saysCustom(line))).toEqual([]);
  expect(contacts().filter((line) => !isContact(line) || !saysCustom(`Enterprise – ${line}.`))).toEqual([]);
});
