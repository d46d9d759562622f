import { describe, expect, it } from 'vitest';
import { factsOf, productOf, Row } from '../../../data/import/facts.ts';
import { Product } from '../../../data/product.ts';

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

const row = (...facts: object[]) =>
  Row.parse({
    slug: 'acme',
    name: 'Acme',
    category: 'crm',
    vendor: 'Acme',
    homepage: 'https://acme.example',
    pricingUrl: 'https://acme.example/pricing',
    urlSeen: true,
    tokenPriced: false,
    facts,
  });

describe('a fact that cannot be stated exactly is left out', () => {
  it.each([
    ['a price that is null', { value: null }],
    ['an increase that nobody knows', { kind: 'sso_percent_increase', value: '???' }],
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
    ['site/month', 'site'],
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

  it('rates are exact however small, one fact each', () => {
    const rates = fact({ kind: 'token_rate', model: 'm', value: { input: 0.0028, output: 1e-7, cacheRead: null } });
    expect(factsOf(row(rates)).map(({ metric, value }) => [metric, value])).toEqual([
      ['input_per_mtok', '0.0028'],
      ['output_per_mtok', '0.0000001'],
    ]);
  });

  it('a file of the dataset is no address', () => {
    expect(factsOf(row(fact({ sourceUrl: 'price-changes/2026.md' })))[0]).not.toHaveProperty('sourceUrl');
  });
});

it('the file of a product is one that the catalogue loads', () => {
  expect(Product.parse(productOf(row()))).toMatchObject({
    name: 'Acme',
    sources: [{ id: 'pricing', url: 'https://acme.example/pricing', cadence: 'weekly', render: 'http' }],
  });
});
