import { beforeAll, describe, expect, it } from 'vitest';
import { discover } from '../../../serve/operations/discover.ts';
import { expectGolden } from '../golden.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, type Served, served } from '../served.ts';

const PATH = '/api/v2/discover';
let server: Served;
beforeAll(async () => {
  server = await served(MARKET);
});

async function found(query: string): Promise<string[]> {
  return ((await server.json(`${PATH}?${query}`)).results as { slug: string }[]).map(({ slug }) => slug);
}

describe('parameters', () => {
  it.each([
    'category=toys',
    'maxPrice=cheap',
    'maxPrice=-1',
    'maxPrice=1e3',
    'hasFreeTier=maybe',
    'hasFreeTier=',
    'limit=0',
    'limit=201',
    'limit=1.5',
    'limit=',
    'offset=-1',
    'sort=size',
    `q=${'x'.repeat(101)}`,
    'q=%00',
    'q=',
  ])('%s is a 400', async (query) => {
    const problem = await expectProblem(await server.get(`${PATH}?${query}`), 400, 'invalid_parameter');
    expect(problem.errors).toMatchObject([{ parameter: query.split('=')[0] }]);
  });
});

describe('results', () => {
  it('are the golden answer, byte for byte', async () => {
    const body = await (await server.get(PATH)).text();
    expectGolden('discover', body);
    expect(discover.response.parse(JSON.parse(body))).toBeTruthy();
  });

  it.each([
    ['', ['acme', 'beta', 'delta', 'epsilon', 'eta', 'gamma', 'tokens', 'zeta']],
    ['q=acme', ['acme']],
    ['q=Old%20ACME', ['acme']],
    ['q=eta', ['eta', 'beta', 'zeta']],
    ['q=language', ['tokens']],
    ['q=nothing+of+the+kind', []],
    ['category=llm', ['tokens']],
    ['maxPrice=12', ['acme', 'beta', 'eta']],
    ['hasFreeTier=true', ['acme']],
    // Of Beta and Gamma it is not known, which is not the same as "no".
    ['hasFreeTier=false', ['delta', 'epsilon', 'eta', 'tokens', 'zeta']],
    ['sort=startingPrice', ['beta', 'eta', 'acme', 'delta', 'epsilon', 'zeta', 'gamma', 'tokens']],
    ['sort=startingPrice&limit=2&offset=1', ['eta', 'acme']],
    ['sort=verifiedAt&category=crm&limit=1&offset=5', ['beta']],
    ['offset=8', []],
  ])(
    'of "%s" are %j [S4.1.discover.category] [S4.1.discover.maxPrice] [S4.1.discover.hasFreeTier] [S4.1.discover.q] [D3.discover.sort]',
    async (query, slugs) => {
      expect(await found(query)).toEqual(slugs);
    },
  );

  it('count what is shown, and in total what there is [D3.discover.offset]', async () => {
    expect(await server.json(`${PATH}?limit=3&q=eta`)).toMatchObject({ count: 3, total: 3 });
    expect(await server.json(`${PATH}?limit=2`)).toMatchObject({
      count: 2,
      total: 8,
      query: { limit: 2, offset: 0, sort: 'relevance' },
    });
  });

  it('never show a tombstone', async () => {
    expect(await found('q=bygone')).toEqual([]);
  });
});
