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

test('the verifier accepts every line that a reader takes for a claim, in every language', () => {
  const phrases = [...LANGUAGES.values()].flatMap(({ concepts }) => concepts.free ?? []);
  const free = phrases.filter((phrase) => /^[\p{L}\p{M} ]+$/u.test(phrase) && isFreeLine(phrase));
  const custom = examples('custom');
  expect(Math.min(free.length, custom.length)).toBeGreaterThan(30);
  expect(free.filter((line) => !saysFree(line))).toEqual([]);
  expect(custom.filter((line) => !isCustomLine(line) || !saysCustom(line))).toEqual([]);
  expect(contacts().filter((line) => !isContact(line) || !saysCustom(`Enterprise – ${line}.`))).toEqual([]);
});
