import { describe, expect, test } from 'vitest';
import { priceStateOf } from '../../../data/prices/price-state.ts';
import type { ImportedFact } from '../../../data/product.ts';
import { type Fact, PricingRecord } from '../../../data/record.ts';
import { importedFacts, importedRecord, type ReliabilityOf } from '../../../verifier/record/imported.ts';
import { evidence, importedFact, price, product, tier } from '../../builders.ts';

function fact(overrides: Partial<ImportedFact>): ImportedFact {
  return importedFact({ asOf: '2025-03-05', dataset: 'someone/prices:acme.yaml@1', ...overrides });
}

const RATE = { kind: 'token_rate', subject: 'large-1', metric: 'input_per_mtok', currency: 'USD' } as const;
const USER_MONTH = { currency: 'USD', per: 'month', unit: 'user' } as const;

function recordOf(...facts: Partial<ImportedFact>[]): PricingRecord {
  return trusted(() => 0.6, ...facts);
}

function trusted(reliabilityOf: ReliabilityOf, ...facts: Partial<ImportedFact>[]): PricingRecord {
  return PricingRecord.parse(importedRecord(product(), facts.map(fact), reliabilityOf));
}

describe('a record of imported facts', () => {
  test('states tiers with where they come from, and was never confirmed', () => {
    const record = recordOf(
      { subject: 'PLUS', value: '11.99', currency: 'EUR', per: 'month' },
      { subject: 'TEAM', contactSales: true },
    );
    expect(record).toMatchObject({
      currency: 'EUR',
      tiers: [
        {
          id: 'plus',
          name: 'Plus',
          prices: [{ amount: '11.99', currency: 'EUR', per: 'month', kind: 'list' }],
          origin: 'imported',
          imported: { asOf: '2025-03-05', license: 'MIT' },
        },
        { id: 'team', isCustom: true, prices: [] },
      ],
      verification: { score: 0.6, decaysFrom: '2025-03-05T00:00:00.000Z', disputed: false },
      evidence: [],
    });
    expect(record.verification).not.toHaveProperty('confirmedAt');
    expect(record.tiers[0]?.prices[0]).not.toHaveProperty('billing');
  });

  test('has an id of its own for each tier', () => {
    const names = ['Pro 2', 'Pro', 'Pro+', 'Pro', 'Pro Plus'];
    const record = recordOf(...names.map((subject, at) => ({ subject, value: `${at + 1}.00`, ...USER_MONTH })));
    expect(new Set(record.tiers.map(({ id }) => id)).size).toBe(record.tiers.length);
    expect(record.tiers.length).toBeGreaterThan(2);
  });

  test.each<[string, Partial<ImportedFact>]>([
    ['a price without a period', { subject: 'Plus', value: '12.00', currency: 'USD' }],
    ['a price without a currency', { subject: 'Plus', value: '12.00', per: 'month' }],
    ['a value that is no amount', { subject: 'Plus', value: 'from 12', currency: 'USD', per: 'month' }],
    ['a base price without a period', { kind: 'base_price', value: '12.00', currency: 'USD' }],
    ['a rate without a currency', { kind: 'token_rate', subject: 'large-1', metric: 'input_per_mtok', value: '2.50' }],
    ['a free tier that is denied', { kind: 'free_tier', value: 'false' }],
  ])('leaves out %s', (_, unusable) => {
    const { tiers, rates, verification } = recordOf(unusable);
    expect({ tiers, rates, score: verification.score }).toEqual({ tiers: [], rates: [], score: 0 });
    expect(verification.reasons).toContain('no price is known yet');
  });

  test('of facts that differ keeps the newest and says so', () => {
    const old = { subject: 'Plus', value: '10.00', ...USER_MONTH, asOf: '2023-01-01', dataset: 'other/list:x@2' };
    const record = recordOf({ subject: 'PLUS', value: '12.00', ...USER_MONTH }, old);
    expect(record.tiers.map(({ prices }) => prices.map(({ amount }) => amount))).toEqual([['12.00']]);
    expect(record.verification.reasons).toContain(
      'other/list said 10.00 USD for Plus on 2023-01-01; the newer fact is kept',
    );
  });

  const plan = (source: string, asOf: string, prices: Record<string, string>): Partial<ImportedFact>[] =>
    Object.entries(prices).map(([subject, value]) => ({ subject, value, ...USER_MONTH, asOf, dataset: `${source}@1` }));

  test.each<[string, Partial<ImportedFact>[], string[]]>([
    [
      'of the vendor, where another is less than a year newer',
      [...plan('ably/docs:x', '2026-01-01', { Pro: '9.00' }), ...plan('two/list:x', '2026-12-01', { Team: '5.00' })],
      ['Pro'],
    ],
    [
      'of another source, where the vendor’s is more than a year older',
      [...plan('ably/docs:x', '2024-01-01', { Pro: '9.00' }), ...plan('two/list:x', '2026-01-01', { Team: '5.00' })],
      ['Team'],
    ],
    [
      'that has paid plans',
      [...plan('one/list:x', '2026-02-01', { Free: '0.00' }), ...plan('two/list:x', '2026-01-01', { Team: '5.00' })],
      ['Team'],
    ],
    [
      'that is published',
      plan('one/list:x', '2026-02-01', { Pro: '12.00' }).map((fact) => ({ ...fact, compareOnly: 'outdated' })),
      [],
    ],
    ['that is open to all', plan('one/list:x', '2026-02-01', { 'Open-source': '0.00', Pro: '1.00' }), ['Pro']],
  ])('has one list of plans: the one %s', (_, facts, names) => {
    expect(recordOf(...facts).tiers.map(({ name }) => name)).toEqual(names);
  });

  test('says which other authors state the same within a year, and marks the vendor’s own source', () => {
    const [pro = {}] = plan('ably/docs:x', '2026-05-01', { Pro: '9.00' });
    const stated = (dataset: string, asOf: string, more = {}) => ({ ...pro, dataset, asOf, ...more });
    const { tiers, verification } = recordOf(
      { ...pro, billing: 'monthly', quote: '| $9 |' },
      stated('two/list:x@1', '2026-01-01', { compareOnly: 'outdated', unit: undefined }),
      stated('three/list:x@1', '2025-01-01'),
      stated('four/list:x@1', '2026-01-01', { billing: 'annual' }),
      stated('ably/site:x@1', '2026-01-01'),
    );
    expect(verification.reasons.slice(2)).toEqual(['the same is stated by two/list on 2026-01-01 for Pro']);
    expect(tiers).toMatchObject([
      { prices: [{ amount: '9.00', billing: 'monthly' }], imported: { publisher: 'vendor', quote: '| $9 |' } },
    ]);
  });

  test('is as old as the oldest of its prices, and as sure as the least sure of their datasets', () => {
    const { verification } = trusted(
      (dataset) => (dataset === 'other/list' ? 0.7 : 0.9),
      { subject: 'Plus', value: '12.00', ...USER_MONTH },
      { ...RATE, value: '2.50', asOf: '2021-06-01', dataset: 'other/list:x@2' },
      { kind: 'sso_price', value: '30.00', ...USER_MONTH, asOf: '2019-01-01', dataset: 'older/list:x@2' },
    );
    expect(verification).toMatchObject({ score: 0.7, decaysFrom: '2021-06-01T00:00:00.000Z' });
    expect(verification.reasons[0]).toBe('stated by someone/prices, other/list');
  });

  test.each([
    ['PRO', 'PRO'],
    ['TEAM 20', 'Team 20'],
    ['SMB_HRMS', 'SMB HRMS'],
  ])('calls the tier %s %s', (subject, name) => {
    expect(recordOf({ subject, contactSales: true }).tiers).toMatchObject([{ name }]);
  });

  test('names ten differences between datasets, and how many more there are', () => {
    const tiers = Array.from({ length: 14 }, (_, at) => ({ subject: `Plan ${at}`, ...USER_MONTH }));
    const { verification } = recordOf(
      ...tiers.map((tier) => ({ ...tier, value: '12.00' })),
      ...tiers.map((tier) => ({ ...tier, value: '10.00', asOf: '2024-01-01', dataset: 'other/list:x@2' })),
    );
    expect(verification.reasons).toHaveLength(2 + 10 + 1);
    expect(verification.reasons.at(-1)).toBe('4 more differences between datasets');
  });

  test('has a base price as a reference, since its dataset names no tier', () => {
    const base = { kind: 'base_price', value: '10.00', ...USER_MONTH, asOf: '2023-10-15' } as const;
    const record = recordOf(base);
    expect([record.tiers, record.currency, priceStateOf(record)]).toEqual([[], undefined, 'not_known']);
    expect(record.referencePrices).toMatchObject([
      {
        label: 'Base price in the SSO comparison, 2023-10-15',
        ...{ amount: '10.00', currency: 'USD', per: 'month', unit: 'user' },
        imported: { asOf: '2023-10-15' },
      },
    ]);
    expect(record.verification.reasons[0]).toMatch(/^stated by /);
    expect(recordOf({ kind: 'base_price', contactSales: true })).not.toHaveProperty('referencePrices');
  });

  test('knows one free tier, the one that a dataset names', () => {
    expect(recordOf({ kind: 'free_tier', subject: 'Free', value: 'true' }).tiers).toMatchObject([
      { id: 'free', isFree: true },
    ]);
    const named = recordOf(
      { kind: 'free_tier', subject: 'Free', value: 'true' },
      { subject: 'STARTER', value: '0.00', currency: 'USD', per: 'month' },
    );
    expect(named.tiers.map(({ id, isFree, prices }) => [id, isFree, prices])).toEqual([['starter', true, []]]);
  });
});

describe('what single sign-on costs', () => {
  test('is withheld with the reason where it contradicts the record', () => {
    const stated: ImportedFact[] = [
      fact({ kind: 'base_price', value: '10.00', ...USER_MONTH }),
      fact({ kind: 'sso_price', value: '60.00', ...USER_MONTH }),
    ];
    const of = (...prices: string[]) =>
      importedFacts(stated, { tiers: prices.map((amount) => tier({ prices: [price({ amount })] })) });
    expect(of('10.00', '60.00')).toMatchObject({ hiddenCosts: [{ amount: '50.00' }], withheld: [] });
    expect(of('12.00', '60.00')).toMatchObject({
      hiddenCosts: [],
      withheld: ['cost of single sign-on from someone/prices withheld: no plan in the record costs $10/mo'],
    });
    expect(of('10.00', '30.00').withheld.join()).toContain('no plan in the record costs $60/mo');
    const facts: Fact[] = [{ kind: 'capability', capability: 'sso', tiers: [], evidence: evidence().id }];
    expect(importedFacts(stated, { tiers: [], facts })).toMatchObject({
      hiddenCosts: [],
      withheld: [expect.stringContaining('the vendor’s page states which plans include it')],
    });
  });

  const base = { kind: 'base_price', value: '10.00', ...USER_MONTH } as const;
  const sso = { kind: 'sso_price', value: '60.00', ...USER_MONTH } as const;

  test.each<[string, Partial<ImportedFact>[], object[]]>([
    [
      'the difference of two prices under the same terms',
      [base, sso],
      [
        {
          label: 'Single sign-on requires the tier at $60 per user/mo',
          cost: '+$50 per user/mo over the base price',
          amount: '50.00',
          unit: 'user',
          kind: 'sso',
          origin: 'imported',
        },
      ],
    ],
    [
      'from the tier that has that price',
      [sso, { subject: 'Enterprise', value: '60.00', ...USER_MONTH }],
      [{ label: 'Single sign-on requires Enterprise', cost: '$60 per user/mo', amount: '60.00' }],
    ],
    [
      'the price alone where the terms differ',
      [{ ...base, unit: 'site' }, sso],
      [{ cost: '$60 per user/mo', amount: '60.00' }],
    ],
    [
      'a price on request',
      [base, { kind: 'sso_price', contactSales: true }],
      [{ label: 'Single sign-on requires a plan with contact sales', cost: 'contact sales' }],
    ],
    [
      'an increase in percent',
      [{ kind: 'sso_percent_increase', value: '500' }],
      [{ cost: '+500 % over the base price' }],
    ],
    ['nothing where it is in the base price', [base, { ...sso, value: '10.00' }], []],
    ['nothing without a period', [base, { ...sso, per: undefined } as Partial<ImportedFact>], []],
  ])('%s', (_, facts, expected) => {
    const { hiddenCosts } = recordOf(...facts.map((each) => JSON.parse(JSON.stringify(each))));
    expect(hiddenCosts).toMatchObject(expected);
    expect(hiddenCosts).toHaveLength(expected.length);
  });
});
