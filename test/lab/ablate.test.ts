/** `npm run bench -- ablate`: what it takes for a rule, and how one is switched off. */
import { expect, test } from 'vitest';
import { instrumented, type Rule, SWITCH } from '../../lab/ablate/instrument.ts';

const SOURCE = `
  export function kept(words: string[], most: number): string[] {
    if (most === 0) return [];
    const long = words.filter((word) => word.length > 2 && word !== 'the');
    return long.length > most || words.some((word) => word === 'all') ? long.slice(0, most) : long;
  }
`;

/** What the function returns with one rule off. */
async function without(text: string | undefined, words: string[], most: number): Promise<string[]> {
  const rules: Rule[] = [];
  const code = instrumented(SOURCE, 'kept.ts', rules);
  const off = rules.findIndex((rule) => rule.text === text);
  expect(text === undefined || off >= 0).toBe(true);
  Object.assign(globalThis, {
    [SWITCH]: (rule: number, value: unknown) => (rule === off ? rules[rule]?.off : value),
  });
  const { kept } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return kept(words, most);
}

const WORDS = ['a', 'the', 'boat', 'sail'];

test('with all rules on, the code does what it did', async () => {
  expect(await without(undefined, WORDS, 1)).toEqual(['boat']);
});

test('a condition that is off never holds', async () => {
  expect(await without('most === 0', WORDS, 0)).toEqual([]);
  expect(await without("long.length > most || words.some((word) => word === 'all')", WORDS, 1)).toEqual([
    'boat',
    'sail',
  ]);
});

test('an operand of && that is off always holds, one of || never', async () => {
  expect(await without("word !== 'the'", WORDS, 3)).toEqual(['the', 'boat', 'sail']);
  expect(await without('long.length > most', WORDS, 1)).toEqual(['boat', 'sail']);
});

test('a predicate that is off keeps everything, or finds nothing', async () => {
  expect(await without("word.length > 2 && word !== 'the'", WORDS, 4)).toEqual(WORDS);
  expect(await without("word === 'all'", ['all', 'boat', 'sail'], 3)).toEqual(['all', 'boat', 'sail']);
});
