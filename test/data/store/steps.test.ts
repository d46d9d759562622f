import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce, each, inParts, type Steps, sorted } from '../../../data/store/steps.ts';

function countOf(steps: Steps<unknown>): number {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

it('sorts as toSorted does, and as stably', () => {
  const items = fc.array(fc.record({ key: fc.nat(9), at: fc.nat() }), { minLength: 0, maxLength: 50 });
  fc.assert(
    fc.property(items, fc.nat(300), (some, times) => {
      const all = Array.from({ length: times }, () => some).flat();
      const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(atOnce(sorted(all, byKey))).toEqual(all.toSorted(byKey));
    }),
  );
});

it('compares a few thousand items in one step', () => {
  let compared = 0;
  const steps = sorted(
    Array.from({ length: 50_000 }, (_, at) => (at * 7_919) % 50_000),
    (a, b) => {
      compared += 1;
      return a - b;
    },
  );
  let most = 0;
  for (let before = 0; steps.next().done !== true; before = compared) most = Math.max(most, compared - before);
  expect(most).toBeLessThan(50_000);
});

it('takes each item once, some in one step', () => {
  const items = Array.from({ length: 1_000 }, (_, at) => at);
  const taken: number[] = [];
  expect(countOf(each(items, (item) => taken.push(item)))).toBe(10);
  expect(taken).toEqual(items);
  expect(atOnce(inParts(items, (some) => some.length))).toEqual(Array.from({ length: 10 }, () => 100));
});
