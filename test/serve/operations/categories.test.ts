import { expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

it('figures stand on one currency, and tombstones are not counted [D3.categories]', async () => {
  const { categories: list } = await (await served(MARKET)).json('/api/v2/categories');
  expect(list).toMatchObject([
    // 8, 12, 20, 45 and 99 dollars; 9 euros are not among them.
    { id: 'crm', count: 7, currency: 'USD', min: 8, median: 20, max: 99, sampleSize: 5, sufficient: true },
    { id: 'llm', count: 1, sampleSize: 0, sufficient: false },
  ]);
});
