import { expect, it } from 'vitest';
import { AuthoredResearch } from '../../../data/authored-research.ts';
import type { Catalogue } from '../../../data/catalogue/catalogue.ts';
import { catalogueFaults } from '../../../data/catalogue/faults.ts';
import type { CatalogueProduct, ImportedFact } from '../../../data/product.ts';
import { apiFacts, IMPORTED_FROM } from '../../api-facts.ts';
import { importedFact, product } from '../../builders.ts';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const source = (url: string) => ({ ...product().sources[0], url }) as CatalogueProduct['sources'][number];
const sold = (over: Partial<CatalogueProduct> = {}) =>
  product({ homepage: 'https://www.acme.example', sources: [source('https://acme.example/pricing')], ...over });
const PRO = { subject: 'Pro', value: '12.00', currency: 'USD', per: 'month' } as const;
const fact = (over: Partial<ImportedFact> = {}) =>
  importedFact({ ...PRO, dataset: `robhunter/agentdeals:data/index.json@${COMMIT}`, ...over });
const faultsOf = (over: Partial<Catalogue>) =>
  catalogueFaults(
    {
      products: [sold()],
      categories: [{ id: 'crm', name: 'CRM', description: 'Deals.' }],
      observed: new Map(),
      history: new Map(),
      apis: new Map(),
      ...over,
    },
    '2026-11-22',
  );
const ofFact = (over: Partial<ImportedFact>) => faultsOf({ observed: new Map([['acme', [fact(over)]]]) });

it('a catalogue without faults has none', () => {
  expect(ofFact({})).toEqual([]);
  expect(ofFact({ asOf: '2026-11-22' })).toEqual([]);
});

it.each([
  ['a product without a source', faultsOf({ products: [sold({ sources: [] })] }), /^acme: no source$/],
  [
    "a page that is not the vendor's",
    faultsOf({ products: [sold({ sources: [source('https://shop.other.example/acme')] })] }),
    /other\.example\/acme is not at acme\.example/,
  ],
  [
    'one homepage of two vendors',
    faultsOf({
      products: [sold(), sold({ slug: 'apex', vendor: 'Apex', sources: [source('https://acme.example/x')] })],
    }),
    /acme, apex: .* several vendors/,
  ],
  ['a category without a description', faultsOf({ categories: [{ id: 'crm', name: 'CRM' }] }), /category crm/],
  ['a dataset that nobody knows', ofFact({ dataset: `some/body:x@${COMMIT}` }), /unknown dataset/],
  ['a licence that is not the dataset\u2019s', ofFact({ license: 'CC0-1.0' }), /under CC0-1\.0, not MIT/],
  ['a dataset at no commit', ofFact({ dataset: 'robhunter/agentdeals:data/index.json@main' }), /has no commit/],
  ['a day to come', ofFact({ asOf: '2026-11-23' }), /as of 2026-11-23/],
])('%s', (_, faults, message) => {
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(message);
});

it('a vendor may have its prices at another domain, if a note says so', () => {
  const note = 'Its prices are at other.example, which is theirs.';
  expect(faultsOf({ products: [sold({ note, sources: [source('https://other.example/acme')] })] })).toEqual([]);
});

it('a vendor may sell several products from one homepage, and an ended product needs no source', () => {
  const other = sold({ slug: 'acme-mail', sources: [source('https://acme.example/mail')] });
  const ended = sold({
    slug: 'bygone',
    sources: [],
    retired: { reason: 'Shut down', source: 'https://acme.example/end' },
  });
  expect(faultsOf({ products: [sold(), other, ended] })).toEqual([]);
});

it('what is announced may lie ahead, in the history', () => {
  const announced = { ...fact({ asOf: '2027-01-01' }), kind: 'tier' as const, subject: 'Pro' };
  expect(faultsOf({ history: new Map([['acme', { facts: [announced], leftOut: [] }]]) })).toEqual([]);
});

it('what an author found lies not ahead', () => {
  const found = (asOf: string) => ({ text: 'Cheap to begin with.', source: 'https://news.example/acme', asOf });
  const researched = (over: unknown) => faultsOf({ products: [sold({ research: AuthoredResearch.parse(over) })] });
  expect(researched({ verdict: found('2026-11-22') })).toEqual([]);
  expect(
    researched({ verdict: found('2026-12-01'), negotiation: { timing: [found('2026-11-22'), found('2027-01-01')] } }),
  ).toEqual(['acme: research as of 2026-12-01', 'acme: research as of 2027-01-01']);
});

it('a price that is far from all others of its category needs an explanation', () => {
  const slugs = ['acme', 'b', 'c', 'd', 'e', 'f'];
  const products = (note?: string) =>
    slugs.map((slug) =>
      sold({ slug, sources: [source(`https://acme.example/${slug}`)], ...(slug === 'f' && note && { note }) }),
    );
  const observed = (odd: string, per: 'month' | 'year' = 'month') =>
    new Map(slugs.map((slug) => [slug, [slug === 'f' ? fact({ value: odd, per }) : fact({ value: '10.00' })]]));
  expect(faultsOf({ products: products(), observed: observed('500.00') })).toEqual([]);
  expect(faultsOf({ products: products(), observed: observed('500.01') })).toEqual([
    'f: 500.01 USD (tier) where the median of crm is 10 a month',
  ]);
  expect(faultsOf({ products: products(), observed: observed('0.19') })).toHaveLength(1);
  expect(faultsOf({ products: products(), observed: observed('6000.00', 'year') })).toEqual([]);
  expect(faultsOf({ products: products('500.01 is for a thousand seats.'), observed: observed('500.01') })).toEqual([]);
});

it('names what is wrong with the facts of an API', () => {
  const api = {
    ...IMPORTED_FROM,
    dataset: 'okta/openapi:dist/spec.json@2.15.0',
    license: 'Apache-2.0',
    facts: apiFacts(),
  };
  const ofApi = (over: Partial<typeof api>) => faultsOf({ apis: new Map([['acme', { ...api, ...over }]]) });
  expect(ofApi({})).toEqual([]);
  expect(ofApi({ dataset: 'no/body:x@1.0.0' })).toEqual(['acme: unknown dataset no/body:x@1.0.0']);
  expect(ofApi({ license: 'MIT' })).toEqual([expect.stringContaining('under MIT, not Apache-2.0')]);
  expect(ofApi({ dataset: 'okta/openapi:dist/spec.json' })).toEqual([expect.stringContaining('has no version')]);
  expect(ofApi({ asOf: '2026-12-01' })).toEqual(['acme: its API as of 2026-12-01']);
});
