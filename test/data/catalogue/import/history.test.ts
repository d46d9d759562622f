import { describe, expect, it } from 'vitest';
import { HistoryRow, historiesOf, PlanList } from '../../../../data/catalogue/import/history.ts';
import { quotedPrice, quotedUnit } from '../../../../data/catalogue/import/quoted-price.ts';

const row = (over: Record<string, unknown>) =>
  HistoryRow.parse({
    slug: 'acme',
    modelOrTier: 'large-1',
    metric: 'input_per_mtok',
    value: 2.5,
    currency: 'USD',
    asOf: '2026-03-01',
    source: 'example/models:acme/large-1.toml@abc',
    license: 'MIT',
    ...over,
  });

const list = (over: Record<string, unknown>) =>
  PlanList.parse({
    vendor: 'acme',
    createdAt: '2023-11-08',
    currency: 'USD',
    url: 'https://web.archive.org/web/20231111135956/https://acme.example/pricing',
    path: 'plans/acme/2023.yml',
    commit: 'abc',
    plans: [
      { name: 'FREE', price: 0, unit: 'user/month' },
      { name: 'PRO', price: 12.5, unit: 'user/month' },
      { name: 'ENTERPRISE', price: 'Contact Sales', unit: 'user/month' },
    ],
    ...over,
  });

const of = (rows: HistoryRow[], plans: PlanList[] = []) =>
  historiesOf(rows, plans).get('acme') ?? { facts: [], leftOut: [] };

describe('what can’t be stated exactly is left out, with its reason', () => {
  it.each([
    ['an event in words, without a price', { metric: 'pricing_change_event:x', value: 'Removed', currency: null }],
    ['the dataset dropped the model', { event: 'removed' }],
    ['no amount', { value: null }],
    ['a rate of nothing, which datasets write where there is none, too', { value: 0, metric: 'output_per_mtok' }],
    ['no field for cache_write_per_mtok', { metric: 'cache_write_per_mtok' }],
    ['its collectors call the euro rows suspect', { metric: 'base_price', currency: 'EUR', raw: '€2.5 per month' }],
    ['the words of the price do not state its terms alone', { metric: 'base_price', raw: '$2.5' }],
  ])('%s', (reason, over) => {
    expect(of([row(over)])).toMatchObject({ facts: [], leftOut: [{ asOf: '2026-03-01', rows: 1, reason }] });
  });

  it.each([
    ['its collectors call the euro lists suspect', { currency: 'EUR' }, 1],
    ['a tier without a price', { plans: [{ name: 'PRO', price: null, unit: 'user/month' }] }, 1],
    [
      'a price without a period',
      {
        plans: [
          { name: 'A', price: 2, unit: null },
          { name: 'B', price: 3, unit: 'forever' },
        ],
      },
      2,
    ],
  ])('of a price list: %s', (reason, over, rows) => {
    expect(of([], [list(over)])).toMatchObject({ facts: [], leftOut: [{ rows, reason }] });
  });

  it('a second list of the same archived page', () => {
    const { facts, leftOut } = of([], [list({}), list({ createdAt: '2024-03-06', path: 'plans/acme/2024.yml' })]);
    expect(facts).toHaveLength(3);
    expect(leftOut).toMatchObject([{ reason: 'a second list of the same archived page' }]);
  });

  it('two values of one day of which neither replaced the other', () => {
    expect(of([row({ value: 1 }), row({ value: 2 })])).toMatchObject({
      facts: [],
      leftOut: [{ rows: 2, reason: 'the dataset states two values on one day' }],
    });
  });
});

describe('a dated fact', () => {
  it('of a day with two edits is the last of them, in whatever order they come', () => {
    const edits = [row({ value: 5, previous: 1.25 }), row({ value: 1.25, previous: 15 })];
    for (const rows of [edits, edits.toReversed()]) expect(of(rows).facts).toMatchObject([{ value: '5.00' }]);
  });

  it('of a price list is dated by the archived page, and says nothing of billing', () => {
    const origin = {
      asOf: '2023-11-11',
      asOfBasis: 'date of the archived page',
      dataset: 'isa-group/SaaS-analysis:plans/acme/2023.yml@abc',
      license: 'CC-BY-4.0',
      sourceUrl: 'https://web.archive.org/web/20231111135956/https://acme.example/pricing',
    };
    const terms = { currency: 'USD', per: 'month', unit: 'user' };
    expect(of([], [list({})]).facts).toEqual([
      { kind: 'tier', subject: 'FREE', value: '0.00', ...terms, ...origin },
      { kind: 'tier', subject: 'PRO', value: '12.50', ...terms, ...origin },
      { kind: 'tier', subject: 'ENTERPRISE', contactSales: true, ...origin },
    ]);
  });

  it('of a price list without an archived page is dated by the dataset', () => {
    expect(of([], [list({ url: 'screenshot.png' })]).facts[0]).toMatchObject({
      asOf: '2023-11-08',
      asOfBasis: 'createdAt field',
    });
  });

  it('of a price list belongs to the product that the other material names for its file', () => {
    const named = row({ slug: 'acme-suite', metric: 'plan_price', source: 'isa/x:plans/acme/2023.yml@zzz' });
    expect([...historiesOf([named], [list({})]).keys()]).toEqual(['acme-suite']);
  });
});

describe('terms in a dataset’s words', () => {
  it.each([
    ['$1,995 per year', '1995', { per: 'year' }],
    ['$19 (Lifetime)', '19', undefined],
    ['$12.50 per u/m, 50 seat minimum', '12.5', undefined],
    ['$666,67 per month', '666.67', undefined],
  ])('%s', (words, amount, terms) => {
    expect(quotedPrice(words, amount)).toEqual(terms);
  });

  it.each([
    ['user/month', { per: 'month', unit: 'user' }],
    ['500 users/month', { per: 'month', unit: '500 user' }],
    ['/month', { per: 'month' }],
    [null, undefined],
  ])('the unit %s', (words, terms) => {
    expect(quotedUnit(words)).toEqual(terms);
  });
});
