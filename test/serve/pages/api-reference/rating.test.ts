/** The rubric: what gives points and what does not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ratingOf } from '../../../../serve/pages/api-reference/rating.ts';
import { apiFacts, importedReference, observedReference } from '../../../api-facts.ts';
import { greenhouse, orchard } from '../../../crawler/read/api/descriptions.ts';

const pointsOf = (description: unknown) =>
  Object.fromEntries(
    ratingOf(importedReference({ facts: apiFacts(description, '') })).criteria.map(({ name, points }) => [
      name,
      points,
    ]),
  );

describe('a rating', () => {
  test('is the sum of its criteria, each the sum of its parts, and at most 100', () => {
    const { points, criteria } = ratingOf(observedReference());
    expect(criteria.reduce((sum, { most }) => sum + most, 0)).toBe(100);
    expect(criteria.reduce((sum, each) => sum + each.points, 0)).toBe(points);
    for (const each of criteria) expect(each.parts.reduce((sum, part) => sum + part.points, 0)).toBe(each.points);
  });

  test('is of the figures that it names', () => {
    expect(ratingOf(observedReference()).criteria.map(({ name, points, most }) => [name, points, most])).toEqual([
      // 1 of 5 described, 2 of 6 parameters, 1 of 5 examples, 4 of 5 errors.
      ['Documentation', 2 + 2 + 1 + 4, 30],
      ['Authentication', 20, 20],
      ['Limits stated', 20, 20],
      ['SDKs and code samples', 5, 10],
      ['Description available', 20, 20],
    ]);
  });

  test('of a description with nothing in it has the points of its being there', () => {
    expect(pointsOf({ swagger: '2.0', info: { title: 'x' } })).toEqual({
      Documentation: 0,
      Authentication: 0,
      'Limits stated': 0,
      'SDKs and code samples': 0,
      'Description available': 10,
    });
  });

  test.each([
    ['a base URL without encryption', orchard({ schemes: ['http'] }), orchard(), 'Authentication', -5],
    ['no word on who may call', orchard({ security: undefined }), orchard(), 'Authentication', -5],
    ['no numbers', greenhouse({ info: { title: 'x' } }), greenhouse(), 'Limits stated', -8],
  ])('%s costs points', (_, worse, better, criterion, difference) => {
    expect((pointsOf(worse)[criterion] ?? 0) - (pointsOf(better)[criterion] ?? 0)).toBe(difference);
  });

  test('never passes its bounds', () => {
    const { operations } = apiFacts();
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.nat(50), (total, described, secured) => {
        const facts = {
          ...apiFacts(),
          operations: {
            ...operations,
            total,
            described: Math.min(total, described),
            secured: Math.min(total, secured),
            open: 0,
            withExamples: 0,
            withErrors: 0,
          },
        };
        for (const { points, most } of ratingOf(importedReference({ facts })).criteria) {
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
