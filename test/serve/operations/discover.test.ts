import { describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

const PATH = '/api/v2/discover';
const server = await served(MARKET);

async function found(query: string): Promise<string[]> {
  return ((await server.json(`${PATH}?${query}`)).results as { slug: string }[]).map(({ slug }) => slug);
}

describe('results', () => {
  it.each([
    ['', ['acme', 'beta', 'delta', 'epsilon', 'eta', 'tokens', 'zeta', 'gamma']],
    ['q=acme', ['acme']],
    ['q=eta', ['eta', 'beta', 'zeta']],
    ['q=language', ['tokens']],
    ['q=bygone', []],
    ['maxPrice=12', ['acme', 'beta', 'eta']],
    ['hasFreeTier=true', ['acme']],
    // Of the others it is not known, which is not the same as "no".
    ['hasFreeTier=false', ['eta']],
    ['has=price&category=crm', ['acme', 'beta', 'delta', 'epsilon', 'eta', 'zeta']],
    ['has=history,price', ['acme']],
    ['has=history&has=price', ['acme']],
    ['sort=startingPrice', ['beta', 'eta', 'acme', 'delta', 'epsilon', 'zeta', 'gamma', 'tokens']],
    ['sort=verifiedAt&category=crm&limit=1&offset=5', ['beta']],
    ['offset=8', []],
  ])(
    'of "%s" are %j [S4.1.discover.category] [S4.1.discover.maxPrice] [S4.1.discover.hasFreeTier] [S4.1.discover.q] [D3.discover.sort]',
    async (query, slugs) => {
      expect(await found(query)).toEqual(slugs);
    },
  );

  it('count what is shown, 20 unless told otherwise, and in total what there is [D3.discover.offset] [D3.discover.limit] [D3.discover.top]', async () => {
    expect(await server.json(`${PATH}?limit=3&q=eta`)).toMatchObject({ count: 3, total: 3 });
    expect(await server.json(`${PATH}?limit=2`)).toMatchObject({
      count: 2,
      total: 8,
      query: { limit: 2, offset: 0, sort: 'relevance' },
    });
    expect(await server.json(PATH)).toMatchObject({ query: { limit: 20 } });
    expect(await server.json(`${PATH}?limit=200`)).toMatchObject({ query: { limit: 200 } });
  });
});
