import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportedFact } from '../../../data/product.ts';
import { importedRates, isRate, modelsOf } from '../../../verifier/record/imported-rates.ts';
import { importedFact } from '../../builders.ts';

/** One names models as the vendor's API does, the other puts the vendor's name before them. */
const API = 'anomalyco/models.dev:providers/acme.toml@1';
const OWN = 'romanshumy/llm-prices-data:prices.csv@1';

const RATE = { kind: 'token_rate', metric: 'input_per_mtok', value: '2.50', currency: 'USD' } as const;
const fact = (dataset: string, subject: string, over: Partial<ImportedFact> = {}) =>
  importedFact({ ...RATE, subject, dataset, ...over });
const named = (...facts: ImportedFact[]) =>
  modelsOf(facts.filter(isRate)).map(({ name, aliases }) => [name, ...aliases]);

describe('a model', () => {
  it.each([
    [
      'goes by the name that the API takes',
      [fact(OWN, 'large-3-5'), fact(API, 'large-3.5')],
      [['large-3.5', 'large-3-5']],
    ],
    [
      'also where only the other dataset has it, if that one puts the vendor first elsewhere',
      [fact(OWN, 'acme-large-3-5'), fact(OWN, 'acme-nano'), fact(API, 'large-3.5')],
      [
        ['large-3.5', 'acme-large-3-5'],
        ['acme-nano', 'nano'],
      ],
    ],
    ['keeps its spelling where nothing shows that it has a prefix', [fact(OWN, 'acme-nano')], [['acme-nano']]],
    ['is found without who makes it', [fact(API, 'acme/large-3.5')], [['acme/large-3.5', 'large-3.5']]],
    [
      'unless two go by that name',
      [fact(API, 'acme/large-3.5'), fact(API, 'apex/large-3.5')],
      [['acme/large-3.5'], ['apex/large-3.5']],
    ],
  ])('%s', (_, facts, expected) => {
    expect(named(...facts)).toEqual(expected);
  });

  it('is never called by two names, whatever datasets call it', () => {
    const dataset = fc.constantFrom(API, OWN);
    const subject = fc
      .array(fc.constantFrom('acme', 'large', 'nano', '3', '5', '/'), { minLength: 1, maxLength: 5 })
      .chain((words) => fc.constantFrom('-', '.', '_', ' ').map((between) => words.join(between)));
    fc.assert(
      fc.property(fc.array(fc.tuple(dataset, subject), { maxLength: 12 }), (stated) => {
        const facts = stated.map(([from, name]) => fact(from, name)).filter(isRate);
        const models = modelsOf(facts);
        expect(models.flatMap((model) => model.facts)).toHaveLength(facts.length);
        expect(new Set(models.map(({ name }) => name)).size).toBe(models.length);
        for (const { name, aliases } of models) expect(aliases).not.toContain(name);
      }),
    );
  });
});

describe('its rates', () => {
  const output = { metric: 'output_per_mtok' as const, value: '10.00' };
  const cached = { metric: 'cached_input_per_mtok' as const, value: '0.25' };

  it('are those of the dataset that says most, where all agree', () => {
    const { rates, reasons } = importedRates([
      fact(API, 'large'),
      fact(API, 'large', output),
      fact(API, 'large', cached),
      fact(OWN, 'large', { asOf: '2026-08-22' }),
      fact(OWN, 'large', { asOf: '2026-08-22', ...output }),
    ]);
    expect(rates).toMatchObject([
      { inputPerMTok: '2.50', outputPerMTok: '10.00', cachedInputPerMTok: '0.25', imported: { asOf: '2026-07-02' } },
    ]);
    expect(reasons).toEqual([]);
  });

  it('are those of the newest alone where they differ, and the other is named', () => {
    const facts = [
      fact(API, 'large'),
      fact(API, 'large', cached),
      fact(OWN, 'large', { asOf: '2026-08-22', value: '3' }),
    ];
    const { rates, reasons } = importedRates(facts);
    expect(importedRates(facts.toReversed())).toEqual({ rates, reasons });
    expect(rates).toMatchObject([{ inputPerMTok: '3.00', imported: { asOf: '2026-08-22' } }]);
    expect(rates[0]).not.toHaveProperty('cachedInputPerMTok');
    expect(reasons).toEqual([
      'anomalyco/models.dev said 2.50 for input_per_mtok of large on 2026-07-02; the newer fact is kept',
    ]);
  });
});
