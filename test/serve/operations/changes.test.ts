import { describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

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
});
