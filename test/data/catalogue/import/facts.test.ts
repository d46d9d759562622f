import { describe, expect, it } from 'vitest';
import { factsOf as factsInWords, RowFact, type WordsOf } from '../../../../data/catalogue/import/facts.ts';

const fact = (over: Record<string, unknown>) => ({
  kind: 'tier',
  tier: 'Pro',
  value: 12,
  currency: 'USD',
  unit: 'user/month',
  period: 'month',
  asOf: '2025-03-07',
  sourceUrl: null,
  dataset: 'robhunter/agentdeals:data/index.json@abc',
  license: 'MIT',
  ...over,
});

const factsOf = (facts: RowFact[], wordsOf: WordsOf = () => undefined) => factsInWords(facts, wordsOf);

const row = (...facts: object[]) => facts.map((each) => RowFact.parse(each));

describe('a fact that cannot be stated exactly is left out', () => {
  it.each([
    ['a price that is null', { value: null }],
    ['an increase with a shrug', { kind: 'sso_percent_increase', value: '200%++' }],
    ['a price without a currency', { currency: null }],
    ['a row that its collectors call suspect', { dataset: 'isa-group/SaaS-analysis:x@abc', currency: 'EUR' }],
    ['a free tier that there is not', { kind: 'free_tier', value: false }],
  ])('%s', (_, over) => {
    expect(factsOf(row(fact(over)))).toEqual([]);
  });
});

describe('a fact is stated with its dataset, its licence and what its date means', () => {
  it.each([
    ['per_user', 'user'],
    ['user/month', 'user'],
    ['/month', undefined],
    [null, undefined],
  ])('the unit %j is %j', (unit, expected) => {
    expect(factsOf(row(fact({ unit })))[0]?.unit).toBe(expected);
  });

  it('a tier', () => {
    expect(
      factsOf(row(fact({ dataset: 'robchahin/sso-wall-of-shame:x@abc', sourceUrl: 'https://acme.example/p' }))),
    ).toEqual([
      {
        kind: 'tier',
        subject: 'Pro',
        value: '12.00',
        currency: 'USD',
        per: 'month',
        unit: 'user',
        asOf: '2025-03-07',
        asOfBasis: 'updated_at field',
        dataset: 'robchahin/sso-wall-of-shame:x@abc',
        license: 'MIT',
        sourceUrl: 'https://acme.example/p',
      },
    ]);
  });

  it('a rate of nothing is none', () => {
    const rates = fact({ kind: 'token_rate', model: 'embed', value: { input: 0.1, output: 0, cacheRead: 0 } });
    expect(factsOf(row(rates)).map(({ metric }) => metric)).toEqual(['input_per_mtok']);
  });

  it('a file of the dataset is no address', () => {
    expect(factsOf(row(fact({ sourceUrl: 'price-changes/2026.md' })))[0]).not.toHaveProperty('sourceUrl');
  });
});

describe('a base price, and one with single sign-on, is what the words of the dataset say', () => {
  const base = (words: string | undefined, over = {}) =>
    factsOf(row(fact({ kind: 'base_price', tier: null, unit: null, ...over })), () => words);

  it.each([
    ['$12 per u/m', { value: '12.00', per: 'month', unit: 'user' }],
    ['$12 per month[^note]', { value: '12.00', per: 'month' }],
    ['$12 per Asset/yr', { value: '12.00', per: 'year', unit: 'asset' }],
    ['Call Us! (over $12/month)', { contactSales: true }],
  ])('%s', (words, expected) => {
    expect(base(words)).toMatchObject([expected]);
    expect('unit' in (base(words)[0] ?? {})).toBe('unit' in expected);
  });

  it.each(['$12 - $20 per host-month', '$12 per month for 1 test', '$15 per month'])(
    'and nothing where they are %s',
    (words) => {
      expect(base(words)).toEqual([]);
    },
  );

  it('nor where there are none and no unit', () => {
    expect(base(undefined)).toEqual([]);
    expect(base(undefined, { unit: 'per_user' })).toMatchObject([{ unit: 'user', per: 'month' }]);
  });
});
