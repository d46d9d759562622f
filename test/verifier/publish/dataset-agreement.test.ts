import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ImportedFigures } from '../../../data/dataset-quality.ts';
import type { ImportedFact } from '../../../data/product.ts';
import { atOnce } from '../../../data/store/steps.ts';
import { importedFigures, reliabilityIn, reliabilityOf } from '../../../verifier/publish/dataset-agreement.ts';
import { importedFact } from '../../builders.ts';

const RATE = { kind: 'token_rate', subject: 'large', metric: 'input_per_mtok', currency: 'USD' } as const;
const rate = (dataset: string, value: string, over: Partial<ImportedFact> = {}) =>
  importedFact({ ...RATE, value, dataset: `${dataset}:rates.csv@1`, ...over });
const figures = (...facts: ImportedFact[]) =>
  ImportedFigures.parse(atOnce(importedFigures(new Map([['acme', facts]]))));
const compared = (...facts: ImportedFact[]) =>
  Object.fromEntries(figures(...facts).datasets.map((each) => [each.dataset, [each.compared, each.agreed]]));

describe('datasets are compared', () => {
  it.each<[string, ImportedFact[], Record<string, [number, number]>]>([
    ['and found to differ', [rate('a/a', '2'), rate('b/b', '3')], { 'a/a': [1, 0], 'b/b': [1, 0] }],
    [
      'each with each',
      [rate('a/a', '2'), rate('b/b', '2'), rate('c/c', '3')],
      { 'a/a': [2, 1], 'b/b': [2, 1], 'c/c': [2, 0] },
    ],
    [
      'nor in other currencies',
      [rate('a/a', '2'), rate('b/b', '3', { currency: 'EUR' })],
      { 'a/a': [0, 0], 'b/b': [0, 0] },
    ],
    ['nor with themselves', [rate('a/a', '2'), rate('a/a', '3', { asOf: '2026-06-01' })], { 'a/a': [0, 0] }],
    [
      'nor of another time, between which the vendor may have moved',
      [rate('a/a', '2'), rate('b/b', '3', { asOf: '2026-01-02' })],
      { 'a/a': [0, 0], 'b/b': [0, 0] },
    ],
  ])('%s', (_, facts, expected) => {
    expect(compared(...facts)).toEqual(expected);
  });
});

it('what they state differently is kept, in their own words', () => {
  const { disagreements } = figures(
    rate('a/a', '2'),
    rate('b/b', '3'),
    rate('b/b', '9', { metric: 'output_per_mtok' }),
  );
  expect(disagreements).toEqual([
    {
      slug: 'acme',
      subject: 'large',
      field: 'input_per_mtok',
      stated: [
        { dataset: 'a/a', value: '2', currency: 'USD', asOf: '2026-07-02' },
        { dataset: 'b/b', value: '3', currency: 'USD', asOf: '2026-07-02' },
      ],
    },
  ]);
});

it('a dataset that was never compared is trusted as assumed, and one that was by how it fared', () => {
  const of = reliabilityIn(figures(rate('a/a', '2'), rate('b/b', '3'), rate('c/c', '2', { subject: 'nano' })));
  expect(of('c/c')).toBe(0.6);
  expect(of('never/heard-of')).toBe(0.6);
  expect(of('a/a')).toBeCloseTo(12 / 21);
});

it('more agreement is never less trust, and it is a probability', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), (n, m) => {
      const [agreed, compared] = [Math.min(n, m), Math.max(n, m)];
      const trust = reliabilityOf({ agreed, compared });
      expect(trust).toBeGreaterThan(0);
      expect(trust).toBeLessThan(1);
      expect(reliabilityOf({ agreed: agreed + 1, compared: compared + 1 })).toBeGreaterThan(trust);
      expect(reliabilityOf({ agreed, compared: compared + 1 })).toBeLessThan(trust);
    }),
  );
});
