import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { loadCatalogue } from '../../../data/catalogue/catalogue.ts';
import { statesPrices } from '../../../data/product.ts';
import { resolve } from '../../../serve/operations/resolve.ts';
import { product, rate } from '../../builders.ts';
import { expectProblem, served, sold } from '../served.ts';

const PATH = '/api/v2/resolve';
type Candidate = z.output<typeof resolve.response>['candidates'][number];

const atlassian = (slug: string) =>
  sold(
    { slug },
    {
      vendor: 'Atlassian',
      homepage: `https://www.atlassian.com/software/${slug}`,
      sources: product({ slug }).sources.map((source) => ({
        ...source,
        url: `https://www.atlassian.com/software/${slug}/pricing`,
      })),
    },
  );
const source = 'https://github.com/acme/widgets';
const server = await served({
  products: [
    sold(
      { slug: 'acme', rates: [rate({ model: 'Large 3.5', aliases: ['large-latest'] })] },
      {
        aliases: ['old-acme'],
        homepage: 'https://acme.example/',
        identifiers: [
          { kind: 'domain', id: 'acme.dev', source },
          { kind: 'package', id: 'pkg:github/acme/widgets', source },
          { kind: 'package', id: 'pkg:npm/%40acme/sdk', source },
          { kind: 'wikidata', id: 'Q42', source },
        ],
      },
    ),
    atlassian('jira'),
    atlassian('confluence'),
    sold({ slug: 'github' }, { vendor: 'Microsoft', homepage: 'https://github.com' }),
    {
      product: product({
        slug: 'gone',
        retired: { reason: 'Ended', source: 'https://gone.example', successor: 'acme' },
        sources: [],
      }),
      snapshots: [],
    },
  ],
});

async function candidates(query: Record<string, string>): Promise<Candidate[]> {
  const body = await server.json(`${PATH}?${new URLSearchParams(query)}`);
  return resolve.response.parse(body).candidates;
}

const matches = async (query: Record<string, string>) =>
  (await candidates(query)).map(({ slug, match }) => [slug, match]);

describe('an address', () => {
  it.each([
    ['https://acme.example/pricing?x=1#y', [['acme', 'pricing_page']]],
    ['http://WWW.ACME.example/about', [['acme', 'homepage']]],
    ['https://blog.acme.example/post', [['acme', 'parent_domain']]],
    ['https://acme.dev/', [['acme', 'domain']]],
    ['https://www.atlassian.com/software/jira/pricing', [['jira', 'pricing_page']]],
    ['https://www.atlassian.com/software/jira-align', []],
    [
      'https://www.atlassian.com/',
      [
        ['confluence', 'homepage'],
        ['jira', 'homepage'],
      ],
    ],
    [
      'https://blog.www.atlassian.com/post',
      [
        ['confluence', 'parent_domain'],
        ['jira', 'parent_domain'],
      ],
    ],
    ['https://github.com/acme/widgets/blob/main/a.ts', [['acme', 'package']]],
    ['https://github.com/someone/else', []],
    ['https://github.com/', [['github', 'homepage']]],
    ['https://nobody.example/', []],
    ['https://192.0.2.1/pricing', []],
  ])('%s', async (url, expected) => {
    const found = await matches({ url });
    expect(found.map(([slug]) => slug)).toEqual(expected.map(([slug]) => slug));
    expect(found[0]?.[1]).toBe(expected[0]?.[1]);
  });

  it('has the reason and the proof of a match', async () => {
    expect(await candidates({ url: 'https://acme.dev/x' })).toMatchObject([
      { slug: 'acme', value: 'acme.dev', why: 'It has this domain', source, retired: false },
    ]);
    const [first] = await candidates({ url: 'https://www.atlassian.com/software/jira/pricing/calculator' });
    expect(first).toMatchObject({ slug: 'jira', why: 'The URL is within its pricing page' });
  });
});

describe('words', () => {
  it.each([
    ['ACME', [['acme', 'name']]],
    ['old-acme', [['acme', 'alias']]],
    ['large_3-5', [['acme', 'model']]],
    ['large-latest', [['acme', 'model']]],
    ['pkg:GitHub/acme/widgets@1.0?x=y#z', [['acme', 'package']]],
    ['pkg:npm/@acme/sdk', [['acme', 'package']]],
    ['pkg:npm/%40acme/sdk@7.0.0', [['acme', 'package']]],
    ['pkg://npm/@acme/sdk@7.0.0/', [['acme', 'package']]],
    ['q42', [['acme', 'wikidata']]],
    [
      'atlassian',
      [
        ['confluence', 'vendor'],
        ['jira', 'vendor'],
      ],
    ],
    ['acme.dev', [['acme', 'domain']]],
    ['https://acme.dev', [['acme', 'domain']]],
    ['jirra', [['jira', 'similar_name']]],
    ['git', [['github', 'words']]],
  ])('%s', async (q, expected) => {
    expect(await matches({ q })).toEqual(expected);
  });

  it('of a category have the words, not a similar name', async () => {
    const [found] = await candidates({ q: 'crm' });
    expect(found).toMatchObject({ match: 'words', why: 'Its name or category has these words' });
  });

  it('lead from a discontinued product to its successor', async () => {
    expect(await candidates({ q: 'gone' })).toMatchObject([{ slug: 'gone', retired: true, successor: 'acme' }]);
  });
});

describe('what is refused', () => {
  it.each([
    {},
    { url: 'https://acme.example', q: 'acme' },
    { url: 'javascript:alert(1)' },
    { url: 'acme.example' },
    { domain: 'https://acme.example' },
    { domain: 'localhost' },
    { domain: '1.2.3.999' },
    { url: `https://acme.example/${'a'.repeat(2_000)}` },
  ])('%j', async (query) => {
    await expectProblem(await server.get(`${PATH}?${new URLSearchParams(query)}`), 400, 'invalid_parameter');
  });

  it.each(['https://xn--.example/', 'https://acme.example:99999/', 'http://[::1]/', 'https://a.'.padEnd(200, 'b.')])(
    'nothing is found at %s',
    async (url) => {
      const answer = await server.get(`${PATH}?${new URLSearchParams({ url })}`);
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) expect(await answer.json()).toMatchObject({ count: 0 });
    },
  );
});

it('every product of the catalogue is found by its own addresses, slug and name', async () => {
  const products = loadCatalogue('data').products.filter(({ retired }) => retired === undefined);
  const whole = await served({ products: products.map((each) => ({ ...sold({ slug: each.slug }), product: each })) });
  const store = whole.generations.store;
  const found = (query: { url?: string; q?: string }) =>
    store === undefined ? [] : resolve.run(store, query, new Date()).candidates.map(({ slug }) => slug);
  const missed = products.flatMap(({ slug, name, homepage, sources }) => {
    const pages = sources.filter(statesPrices).map(({ url }) => url);
    const queries = [...pages, homepage].flatMap((url) => (url === undefined ? [] : { url }));
    return [...queries, { q: slug }, { q: name }]
      .filter((query) => !found(query).includes(slug))
      .map((query) => [slug, query]);
  });
  expect(missed).toEqual([]);
});
