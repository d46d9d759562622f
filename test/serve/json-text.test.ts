import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { composite, jsonText, lasting } from '../../serve/cache/json-text.ts';

/** Marks some of the objects within, as the number says. */
function marked(value: unknown, seed: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const [index, part] of Object.values(value).entries()) marked(part, (seed * 31 + index) >>> 0);
  if (seed % 3 === 1) lasting(value);
  if (seed % 3 === 2) composite(value);
  return value;
}

it('is what JSON.stringify makes of the whole, the first time and every other', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.constantFrom(undefined, null, true, 0, -0, 1.5, 1e21, Number.NaN),
      fc.string({ unit: 'binary' }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), fc.nat(), (answer, seed) => {
      marked(answer, seed);
      const whole = JSON.stringify(answer);
      expect(jsonText(answer)).toBe(whole);
      expect(jsonText(answer)).toBe(whole);
      expect(jsonText({ answer, again: composite([answer]) })).toBe(`{"answer":${whole},"again":[${whole}]}`);
    }),
  );
});

it('of a part that lasts is made once', () => {
  let made = 0;
  const part = lasting({
    toJSON() {
      made += 1;
      return 'part';
    },
  });
  expect([jsonText({ part }), jsonText({ other: composite([part, part]) })]).toEqual([
    '{"part":"part"}',
    '{"other":["part","part"]}',
  ]);
  expect(made).toBe(1);
});
