import { beforeAll, describe, expect, it } from 'vitest';
import { changes } from '../../../serve/operations/changes.ts';
import { expectGolden } from '../golden.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, publisher, type Served, serve, served } from '../served.ts';

const PATH = '/api/v2/changes';
let server: Served;
beforeAll(async () => {
  server = await served(MARKET);
});

async function sequence(query: string): Promise<number[]> {
  return ((await server.json(`${PATH}?${query}`)).changes as { seq: number }[]).map(({ seq }) => seq);
}

describe('parameters', () => {
  it.each(['cursor=abc', 'cursor=-1', 'limit=0', 'limit=1001', 'limit=ten', 'type=price', 'category=toys'])(
    '%s is a 400',
    async (query) => {
      const problem = await expectProblem(await server.get(`${PATH}?${query}`), 400, 'invalid_parameter');
      expect(problem.errors).toMatchObject([{ parameter: query.split('=')[0] }]);
    },
  );

  it('an unknown category lists the known ones', async () => {
    const problem = await expectProblem(await server.get(`${PATH}?category=toys`), 400, 'invalid_parameter');
    expect(problem.errors).toMatchObject([{ allowed: ['crm', 'llm'] }]);
  });

  it('an unknown product is a 404', async () => {
    await expectProblem(await server.get(`${PATH}?slug=acne`), 404, 'not_found');
  });
});

describe('the log', () => {
  it('is the golden answer, byte for byte', async () => {
    const body = await (await server.get(PATH)).text();
    expectGolden('changes', body);
    expect(changes.response.parse(JSON.parse(body))).toBeTruthy();
  });

  it.each([
    ['slug=acme', [1, 2, 3]],
    ['slug=acme-crm', [1, 2, 3]],
    ['slug=bygone', [5]],
    ['category=llm', [6]],
    ['type=price_changed', [2, 4]],
    ['type=price_changed&slug=delta', [4]],
    ['cursor=4', [5, 6]],
    ['cursor=6', []],
  ])('narrowed by %s is %j', async (query, expected) => {
    expect(await sequence(query)).toEqual(expected);
  });

  it.each([1, 2, 3, 5, 6, 7])('walked in steps of %d neither repeats nor skips [D3.changes.log]', async (limit) => {
    const seen: number[] = [];
    for (let cursor = '0', more = true; more; ) {
      const page = await server.json(`${PATH}?limit=${limit}&cursor=${cursor}`);
      seen.push(...(page.changes as { seq: number }[]).map(({ seq }) => seq));
      cursor = String(page.nextCursor);
      more = page.hasMore === true;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('a cursor of yesterday shows what came since, also through a filter that matched nothing', async () => {
    const { dir, publish } = publisher();
    publish(MARKET);
    server = await serve(dir);
    const cursor = (await server.json(`${PATH}?type=correction`)).nextCursor;
    expect(cursor).toBe('6');
    const [first] = MARKET.changes ?? [];
    if (first === undefined) throw new Error('The market has no changes');
    publish({ ...MARKET, changes: [{ ...first, type: 'correction', seq: 7 }] });
    await server.generations.follow();
    expect(await sequence(`type=correction&cursor=${cursor}`)).toEqual([7]);
  });

  it('a cursor from a newer generation than this node has is not led back', async () => {
    expect(await server.json(`${PATH}?cursor=900`)).toMatchObject({ changes: [], nextCursor: '900', hasMore: false });
  });
});
