import { expect, it } from 'vitest';
import { FULL_MARKET, MARKET } from '../market-of-crm.ts';
import { served } from '../served.ts';

it('figures stand on one currency, and tombstones are not counted [D3.categories]', async () => {
  const { categories: list } = await (await served(MARKET)).json('/api/v2/categories');
  expect(list).toMatchObject([
    // 8, 12, 20, 45 and 99 dollars, of one vendor; 9 euros are not among them.
    { id: 'crm', count: 7, currency: 'USD', sampleSize: 5, vendors: 1, sufficient: false },
    { id: 'llm', count: 1, sampleSize: 0, sufficient: false },
  ]);
  for (const key of ['median', 'min', 'max']) expect((list as object[])[0]).not.toHaveProperty(key);
  const full = await (await served(FULL_MARKET)).json('/api/v2/categories');
  expect(full.categories).toMatchObject([
    { currency: 'USD', min: 8, median: 20, max: 99, sampleSize: 13, vendors: 9, sufficient: true },
    {},
  ]);
});
