import { expect, it } from 'vitest';
import type { ProductState } from '../../../data/pipeline/ledger-state.ts';
import type { ImportedFact } from '../../../data/product.ts';
import { catalogueReport, reportText } from '../../../verifier/publish/catalogue-report.ts';
import { importedFact, price, product, tier } from '../../builders.ts';

const fact = (over: Partial<ImportedFact>) =>
  importedFact({ dataset: `robhunter/agentdeals:data/index.json@${'0'.repeat(40)}`, ...over });
const free = { kind: 'free_tier', subject: 'Free', value: 'true' } as const;
const priced = { kind: 'tier', subject: 'Pro', value: '12.00', currency: 'USD', per: 'month' } as const;
const rated = { kind: 'token_rate', subject: 'large', metric: 'input_per_mtok', value: '2', currency: 'USD' } as const;

const CATALOGUE = {
  products: [
    product({ slug: 'free-only' }),
    product({ slug: 'priced' }),
    product({ slug: 'rated', category: 'llm-api' }),
    product({ slug: 'unknown', sources: [] }),
    product({ slug: 'bygone', retired: { reason: 'Shut down', source: 'https://acme.example/end' } }),
  ],
  categories: [
    { id: 'crm', name: 'CRM', description: 'Deals.' },
    { id: 'llm-api', name: 'Models', description: 'Tokens.' },
  ],
  observed: new Map([
    ['free-only', [fact(free)]],
    ['priced', [fact(priced), fact({ kind: 'sso_percent_increase', value: '50' })]],
    [
      'rated',
      [
        fact(rated),
        fact({ ...rated, value: '3', dataset: `kimyoohan/factquire:x@${'a'.repeat(40)}`, license: 'CC-BY-4.0' }),
      ],
    ],
  ]),
  apis: new Map(),
  history: new Map([
    [
      'rated',
      {
        facts: [{ ...fact({ ...rated, asOf: '2027-01-01' }), kind: 'token_rate' as const, subject: 'large' }],
        leftOut: [{ dataset: 'x/y', asOf: '2026-01-01', rows: 3, reason: 'no amount' }],
      },
    ],
  ]),
};

it('counts what is known of the products that are sold, by category and in all', () => {
  const { total, categories, models, datasets, disagreements, past, faults } = catalogueReport(CATALOGUE, '2026-11-22');
  expect(total).toEqual({
    category: 'all',
    products: 4,
    retired: 1,
    urlSeen: 3,
    priced: 1,
    rated: 1,
    free: 1,
    hiddenCosts: 1,
    unknown: 1,
  });
  expect(categories.map(({ category, products, rated: models }) => [category, products, models])).toEqual([
    ['crm', 3, 0],
    ['llm-api', 1, 1],
  ]);
  expect(models).toBe(1);
  expect(datasets.map(({ dataset, license, compared, agreed }) => [dataset, license, compared, agreed])).toEqual([
    ['kimyoohan/factquire', 'CC-BY-4.0', 1, 0],
    ['robhunter/agentdeals', 'MIT', 1, 0],
  ]);
  expect(disagreements).toMatchObject([{ slug: 'rated', subject: 'large' }]);
  expect(past).toEqual({ products: 1, facts: 1, announced: 1, leftOut: 3 });
  expect(faults).toEqual(['unknown: no source']);
});

it('counts current prices by category and source: a reading of ours, the vendor’s own published source, or a dataset', () => {
  const from = (dataset: string, asOf: string) => [
    fact({ ...priced, dataset: `${dataset}:x@${'a'.repeat(40)}`, asOf }),
  ];
  const [live, read] = [product({ slug: 'live' }), tier({ prices: [price({ amount: '9.00' })] })];
  const catalogue = {
    ...CATALOGUE,
    products: [live, ...['own', 'listed', 'old', 'none'].map((slug) => product({ slug }))],
    observed: new Map([
      ['live', from('robhunter/agentdeals', '2026-07-02')],
      ['own', from('ably/docs', '2026-05-02')],
      ['listed', from('robhunter/agentdeals', '2025-11-22')],
      ['old', from('robhunter/agentdeals', '2025-11-21')],
    ]),
  };
  const statement = { tiers: [read], rates: [], evidence: [] };
  const stateOf = (slug: string): ProductState => ({
    sources: new Map(
      slug === 'live'
        ? [['pricing', { statement, confirmedAt: '2026-11-01T00:00:00.000Z', unsupportedInARow: 0 }]]
        : [],
    ),
  });
  const report = catalogueReport(catalogue, '2026-11-22', stateOf);
  const sources = { 'live reading': 1, 'vendor’s own published source': 1, 'robhunter/agentdeals': 1 };
  expect(report.current).toEqual([
    { category: 'crm', products: 3, sources },
    { category: 'llm-api', products: 0, sources: {} },
    { category: 'all', products: 3, sources },
  ]);
  expect(reportText(report)).toMatch(/^all +3 +1 +1 +robhunter\/agentdeals 1$/m);
});

it('reads as tables, with what is wrong at the end', () => {
  const text = reportText(catalogueReport(CATALOGUE, '2026-11-22'));
  expect(text).toMatch(/^all +4 +1 +3 +1 +1 +1 +1 +1$/m);
  expect(text).toMatch(/^kimyoohan\/factquire +CC-BY-4\.0 +1 +1 /m);
  expect(text).toContain('rated large input_per_mtok: 2 USD (robhunter/agentdeals, 2026-07-02), 3 USD');
  expect(text.endsWith('1 faults:\n  unknown: no source')).toBe(true);
});
