/** Every word of the vocabulary of rates is found where it stands, in words of its own and beside others. */
import { describe, expect, test } from 'vitest';
import stated from '../../../../crawler/read/rates/words.json' with { type: 'json' };
import { type Concept, says, spelt } from '../../../../crawler/read/rates/words.ts';

const ENTRIES = Object.entries(stated).flatMap(([concept, byLanguage]) =>
  Object.entries(byLanguage).flatMap(([language, words]) =>
    words.map((word: string) => ({ concept: concept as Concept, language, word })),
  ),
);

test.each(ENTRIES)('$concept in $language: $word', ({ concept, word }) => {
  const said = word.replace('*', '');
  expect(says(said, concept)).toBe(true);
  expect(says(`1 ${said} (2)`, concept)).toBe(true);
  expect(word).toMatch(/^[\p{L}\p{M} .]+\*?$/u);
});

test('no concept has a word twice', () => {
  const known = ENTRIES.map(({ concept, word }) => `${concept} ${word}`);
  expect(known.filter((entry, at) => known.indexOf(entry) !== at)).toEqual([]);
});

describe('a word ends where its letters do', () => {
  test.each([
    ['inputs', 'input', true],
    ['throughput', 'input', false],
    ['tokens', 'token', true],
    ['百万tokens', 'token', true],
    ['embeddings', 'embedding', true],
  ] as const)('%s of %s: %s', (words, concept, isSaid) => {
    expect(says(words, concept)).toBe(isSaid);
  });
});

test('the name of a field is read as words', () => {
  expect(spelt('input_priceUSD')).toBe('input price USD');
});
