import { describe, expect, it } from 'vitest';
import { aliasesOf, doubtOf, productOf, Row } from '../../../../data/catalogue/import/products.ts';
import { Product } from '../../../../data/product.ts';

const row = (over: Record<string, unknown> = {}) =>
  Row.parse({
    slug: 'acme',
    name: 'Acme',
    category: 'crm',
    vendor: 'Acme',
    homepage: 'https://acme.example',
    pricingUrl: 'https://acme.example/pricing',
    urlSeen: true,
    tokenPriced: false,
    facts: [],
    ...over,
  });

describe('the file of a product', () => {
  it('is one that the catalogue loads', () => {
    expect(Product.parse(productOf(row(), ['acme-crm']))).toMatchObject({
      name: 'Acme',
      aliases: ['acme-crm'],
      sources: [{ id: 'pricing', url: 'https://acme.example/pricing', cadence: 'weekly', render: 'http' }],
    });
  });

  it('is not made of a row whose name hides text', () => {
    for (const name of ['Ac\u202Eme', 'Acme\n## Acme'])
      expect(() => row({ name })).toThrow('must be one line of plain text');
  });

  it('of what goes by tokens is checked daily', () => {
    expect(productOf(row({ tokenPriced: true })).sources).toMatchObject([
      { id: 'rates', kind: 'rate-card', cadence: 'daily' },
    ]);
  });

  it('says which dataset has heard of a change of its life', () => {
    const riskNote = 'rebranded 2026-04-13: Now Apex [example/deals:changes.json@abc]';
    expect(productOf(row({ riskNote })).note).toBe('example/deals has it as rebranded of 2026-04-13');
    expect(productOf(row({ riskNote: 'somebody said so' }))).not.toHaveProperty('note');
  });
});

describe('what the material doubts is not listed', () => {
  it.each([
    ['analyst memory, unsourced: may be discontinued, acquired or rebranded; check before listing', /may have ended/],
    ['dataset ends 2024 (no 2025 snapshot)', /given up/],
  ])('%s', (riskNote, reason) => {
    expect(doubtOf({ riskNote })).toMatch(reason);
  });

  it('but a new name is no end', () => {
    expect(doubtOf({ riskNote: 'rebranded 2026-04-13: Now Apex [example/deals:changes.json@abc]' })).toBeUndefined();
    expect(doubtOf({})).toBeUndefined();
  });
});

describe('aliases', () => {
  const filed = (dataset: string) => ({
    facts: [
      {
        kind: 'base_price',
        value: 1,
        currency: 'USD',
        unit: null,
        period: 'month',
        asOf: '2025-01-01',
        sourceUrl: null,
        dataset,
        license: 'MIT',
      },
    ],
  });
  const of = (...rows: object[]) => Object.fromEntries(aliasesOf(rows.map((each) => row({ ...each }))));

  it.each([
    ['its name without what stands in brackets', { name: 'Apex (formerly Acme)' }, ['apex']],
    ['the file that a dataset keeps of it', filed('example/sso:src/_vendors/acme-cloud.yaml@abc'), ['acme-cloud']],
    [
      "the folder that one does, not the year's file",
      filed("example/plans:data/yaml/X'25/acmeCrm/2025.yml@abc"),
      ['acmecrm'],
    ],
  ])('%s', (_, over, expected) => {
    expect(of(over)).toEqual({ acme: expected });
  });

  it('are never what another product, or a vendor of several, goes by', () => {
    expect(
      of(
        { name: 'Zenith' },
        { slug: 'zenith', name: 'Zenith', vendor: 'Other' },
        { slug: 'apex-mail', name: 'Apex', vendor: 'Apex' },
        { slug: 'apex-chat', name: 'Apex Chat', vendor: 'Apex' },
        { slug: 'one', name: 'Same name', vendor: 'One' },
        { slug: 'two', name: 'Same name', vendor: 'Two' },
      ),
    ).toEqual({ acme: [], zenith: [], 'apex-mail': [], 'apex-chat': [], one: [], two: [] });
  });

  it('may be the name of its own vendor, where it is all that the vendor sells', () => {
    expect(of({ slug: 'apex-api', name: 'Apex', vendor: 'Apex' })).toEqual({ 'apex-api': ['apex'] });
  });
});
