import { describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

const PATH = '/api/v2/pricing';
const server = await served(MARKET);

describe('the slugs of a batch', () => {
  it('are at most 20 distinct ones [S8.batch-size] [D3.batch.slugs] [D3.problem.too_many_slugs]', async () => {
    const slugs = Array.from({ length: 21 }, (_, index) => `product-${index}`);
    await expectProblem(await server.get(`${PATH}?slugs=${slugs}`), 400, 'too_many_slugs');
    expect(await server.json(`${PATH}?slugs=${[...slugs.slice(1), ...slugs.slice(1)]}`)).toMatchObject({ count: 0 });
  });
});

describe('a batch', () => {
  it('keeps the order that was asked for, and answers a product once [D3.batch.order]', async () => {
    const { records, count } = await server.json(`${PATH}?slugs=zeta,acme,zeta,acme-crm`);
    expect((records as { slug: string }[]).map(({ slug }) => slug)).toEqual(['zeta', 'acme']);
    expect(count).toBe(2);
  });

  it('as of a day lists those of which nothing was known then', async () => {
    expect(await server.json(`${PATH}?slugs=acme,delta&asOf=2026-01-01`)).toMatchObject({
      count: 1,
      notFound: ['delta'],
    });
  });

  it('lists what is not there and does not fail on it [S2.4.batch] [S4.2.batch] [S7.batch]', async () => {
    expect(await server.json(`${PATH}?slugs=acme,nobody,bygone,${encodeURIComponent('../etc')}`)).toMatchObject({
      count: 1,
      notFound: ['nobody', 'bygone', '../etc'],
      retired: [{ slug: 'bygone', successor: 'acme' }],
    });
  });
});
