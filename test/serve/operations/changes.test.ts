import { describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { publisher, serve, served } from '../served.ts';

const PATH = '/api/v2/changes';
const server = await served(MARKET);

async function sequence(query: string): Promise<number[]> {
  return ((await server.json(`${PATH}?${query}`)).changes as { seq: number }[]).map(({ seq }) => seq);
}

describe('the log', () => {
  it.each([
    ['slug=acme', [1, 2, 3]],
    ['slug=acme-crm', [1, 2, 3]],
    ['slug=bygone', [5]],
    ['category=llm', [6]],
    ['type=price_changed', [2, 4]],
    ['type=price_changed&slug=delta', [4]],
    ['cursor=4', [5, 6]],
    ['cursor=6', []],
    ['limit=2', [1, 2]],
  ])('narrowed by %s is %j [D3.changes.parameters]', async (query, expected) => {
    expect(await sequence(query)).toEqual(expected);
  });

  it('a cursor of yesterday shows what came since, also through a filter that matched nothing', async () => {
    const { dir, publish } = publisher();
    publish(MARKET);
    const moving = await serve(dir);
    const cursor = (await moving.json(`${PATH}?type=correction`)).nextCursor;
    expect(cursor).toBe('6');
    const [first] = MARKET.changes ?? [];
    if (first === undefined) throw new Error('The market has no changes');
    publish({ ...MARKET, changes: [{ ...first, type: 'correction', seq: 7 }] });
    await moving.generations.follow();
    expect(await moving.json(`${PATH}?type=correction&cursor=${cursor}`)).toMatchObject({ changes: [{ seq: 7 }] });
  });
});
