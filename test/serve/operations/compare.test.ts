import { describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

const PATH = '/api/v2/compare';
const server = await served(MARKET);

interface Compared {
  matrix: { columns: { slug: string }[]; rows: { field: string; values: unknown[] }[] };
}

async function rowsOf(query: string): Promise<Record<string, unknown[]>> {
  const { matrix } = (await server.json(`${PATH}?${query}`)) as unknown as Compared;
  for (const { values } of matrix.rows) expect(values).toHaveLength(matrix.columns.length);
  return Object.fromEntries(matrix.rows.map(({ field, values }) => [field, values]));
}

describe('[S8.comparison-size] [D3.compare.slugs] the slugs', () => {
  it.each([
    ['', 'missing_parameter'],
    ['slugs=acme', 'too_few_slugs'],
    ['slugs=acme,acme', 'too_few_slugs'],
    ['slugs=acme,old-acme', 'too_few_slugs'],
    ['slugs=acme,beta,delta,epsilon,zeta', 'too_many_slugs'],
  ] as const)('%s is a 400: %s', async (query, code) => {
    const problem = await expectProblem(await server.get(`${PATH}?${query}`), 400, code);
    expect(problem.errors).toHaveLength(1);
  });

  it('may be aliases, and keep their order', async () => {
    const { products } = await server.json(`${PATH}?slugs=zeta,old-acme`);
    expect(products).toEqual([await server.json('/api/v2/pricing/zeta'), await server.json('/api/v2/pricing/acme')]);
  });
});

describe('a comparison', () => {
  it('[D3.compare.matrix] has a row of what is known, and null for what is not', async () => {
    expect(await rowsOf('slugs=acme,eta,gamma')).toMatchObject({
      startingPrice: [12, 9, null],
      currency: ['USD', 'EUR', null],
      freeTier: [true, false, null],
      hiddenCosts: [1, 0, 0],
      status: ['verified', 'verified', 'unverified'],
    });
  });

  it('[D3.compare.seats] for a team has what it pays, as the cost of each alone says', async () => {
    const rows = await rowsOf('slugs=acme,delta,tokens&seats=2');
    expect(rows).toMatchObject({
      'cost.tier': ['Pro', 'Pro', null],
      'cost.annual': [432, 480, null],
      'cost.currency': ['USD', 'USD', null],
    });
    const { costs } = await server.json(`${PATH}?slugs=acme,tokens&seats=2`);
    expect(costs).toMatchObject([{ slug: 'acme' }, { slug: 'tokens', problem: { code: 'price_not_known' } }]);
    const { hiddenCosts, tier } = (await (
      await server.post('/api/v2/tco', { slug: 'acme', seats: 2 })
    ).json()) as Record<string, unknown>;
    expect(costs).toMatchObject([{ cost: { tier, hiddenCosts } }, {}]);
  });

  it('[D3.compare.asOf] as of a day is of the records and costs of that day', async () => {
    expect(await rowsOf('slugs=acme,beta&seats=5&asOf=2026-01-01')).toMatchObject({
      startingPrice: [10, 8],
      'cost.annual': [600, 480],
      confidence: [null, null],
    });
    const problem = await expectProblem(await server.get(`${PATH}?slugs=acme,delta&asOf=2026-01-01`), 404, 'not_found');
    expect(problem.detail).toMatch(/^No price of Delta is known for 2026-01-01/);
  });

  it('in summary has the same matrix and costs, and shorter records', async () => {
    const [full, summary] = await Promise.all(
      ['full', 'summary'].map((depth) => server.json(`${PATH}?slugs=acme,tokens&seats=5&depth=${depth}`)),
    );
    expect([summary?.matrix, summary?.costs]).toEqual([full?.matrix, full?.costs]);
    expect(summary?.products).toEqual([
      await server.json('/api/v2/pricing/acme?depth=summary'),
      await server.json('/api/v2/pricing/tokens?depth=summary'),
    ]);
  });

  it('withholds the cost with the prices that it is made of', async () => {
    const query = 'slugs=acme,beta&seats=5&minConfidence=0.9';
    expect(await rowsOf(query)).toMatchObject({ startingPrice: [12, null], 'cost.annual': [720, null] });
    const { costs } = await server.json(`${PATH}?${query}`);
    expect(costs).toMatchObject([
      { cost: {} },
      { problem: { code: 'withheld', detail: expect.stringMatching(/below 0.9$/) } },
    ]);
  });
});
