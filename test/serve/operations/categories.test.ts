import { expect, it } from 'vitest';
import { categories } from '../../../serve/operations/categories.ts';
import { expectGolden } from '../golden.ts';
import { MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

it('the golden answer, byte for byte', async () => {
  const body = await (await (await served(MARKET)).get('/api/v2/categories')).text();
  expectGolden('categories', body);
  expect(categories.response.parse(JSON.parse(body))).toBeTruthy();
});

it('figures stand on one currency, and tombstones are not counted [D3.categories]', async () => {
  const { categories: list } = await (await served(MARKET)).json('/api/v2/categories');
  expect(list).toMatchObject([
    // 8, 12, 20, 45 and 99 dollars; 9 euros are not among them.
    { id: 'crm', count: 7, currency: 'USD', min: 8, median: 20, max: 99, sampleSize: 5, sufficient: true },
    { id: 'llm', count: 1, sampleSize: 0, sufficient: false },
  ]);
});
