/** What a team or a workload pays, and products side by side, over HTTP. Titles cite test/requirements.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compare } from '../../../serve/operations/compare.ts';
import { coverage } from '../../../serve/operations/coverage.ts';
import { tco } from '../../../serve/operations/tco.ts';
import { usage } from '../../../serve/operations/usage.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, type Served, SITE, served } from '../served.ts';

let server: Served;
beforeAll(async () => {
  server = await served(MARKET);
});

const post = (body: object) =>
  server.get('/api/v2/tco', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const costOf = async (body: object) => tco.response.parse(await (await post(body)).json());

describe('a comparison', () => {
  it('is of 2 to 4 products, each counted once [S4.1.compare] [S8.comparison-size] [D3.compare.slugs]', async () => {
    for (const slugs of ['acme', 'acme,acme'])
      await expectProblem(await server.get(`/api/v2/compare?slugs=${slugs}`), 400, 'too_few_slugs');
    await expectProblem(await server.get('/api/v2/compare?slugs=acme,beta,delta,eta,zeta'), 400, 'too_many_slugs');
    for (const slugs of ['acme,beta', 'acme,beta,delta,eta', 'acme,beta,acme'])
      expect((await server.get(`/api/v2/compare?slugs=${slugs}`)).status, slugs).toBe(200);
  });

  it('has whole records and a matrix of them [S2.4.comparison] [D3.compare.matrix]', async () => {
    const { products, matrix } = compare.response.parse(await server.json('/api/v2/compare?slugs=acme,eta'));
    expect(products).toEqual([await server.json('/api/v2/pricing/acme'), await server.json('/api/v2/pricing/eta')]);
    expect(matrix.columns[0]).toEqual({ slug: 'acme', name: 'Acme', page: `${SITE.baseUrl}/tools/acme/pricing` });
    expect(matrix.rows[0]).toEqual({ field: 'startingPrice', label: 'Starting price', values: [12, 9] });
    for (const { values } of matrix.rows) expect(values).toHaveLength(matrix.columns.length);
  });
});

describe('what is known', () => {
  it('of products, by field where some are named [S4.1.coverage]', async () => {
    const { products } = coverage.response.parse(await server.json('/api/v2/coverage?slugs=acme,delta&fields=tiers'));
    expect(products.map(({ slug, fields }) => [slug, Object.keys(fields)])).toEqual([
      ['acme', ['tiers']],
      ['delta', ['tiers']],
    ]);
  });
});

describe('what a team pays', () => {
  it('is asked for by a body [S4.1.tco]', async () => {
    expect(await costOf({ slug: 'acme', seats: 5, tier: 'business', billing: 'monthly' })).toMatchObject({
      slug: 'acme',
      tier: 'business',
      seats: 5,
      billing: 'monthly',
    });
    await expectProblem(await post({}), 400, 'missing_parameter');
  });

  it('has the subscription, hidden costs, totals and what is not in them [S2.4.tco] [D3.tco.answer]', async () => {
    const cost = await costOf({ slug: 'acme', seats: 10, tier: 'Pro', billing: 'annual', termYears: 3 });
    expect(cost).toMatchObject({
      name: 'Acme',
      tier: 'pro',
      currency: 'USD',
      subscription: { perUnitPerMonth: 10, unitsCharged: 10, monthly: 100, annual: 1_200, total: 3_600 },
      hiddenCosts: [{ label: 'Single sign-on only from Business' }],
      total: { annual: 1_200, term: 3_600 },
      positioning: { categoryMedian: 20 },
      links: { page: `${SITE.baseUrl}/tools/acme/pricing` },
    });
    expect(cost.subscription.lines).toMatchObject([{ amount: '120.00', annual: '1200.00', term: '3600.00' }]);
    expect(cost.total.excludes).toMatchObject([{ reason: 'upgrade', detail: expect.any(String) }]);
  });

  it('is for one seat and one year when nothing is said, within bounds [D3.tco.body]', async () => {
    expect(await costOf({ slug: 'delta' })).toMatchObject({
      seats: 1,
      termYears: 1,
      total: { annual: 240, term: 240 },
    });
    expect(await costOf({ slug: 'delta', seats: 1_000_000, termYears: 5 })).toMatchObject({
      total: { term: 1_200_000_000 },
    });
    for (const wrong of [{ seats: 0 }, { seats: 1_000_001 }, { seats: 1.5 }, { termYears: 0 }, { termYears: 6 }])
      await expectProblem(await post({ slug: 'delta', ...wrong }), 400, 'invalid_parameter');
  });
});

describe('what tokens cost', () => {
  it('by model, and for a volume where one is given [S2.4.usage] [S4.1.usage] [D3.usage.models] [D3.usage.estimate]', async () => {
    const rates = usage.response.parse(await server.json('/api/v2/usage/tokens'));
    expect(rates).not.toHaveProperty('estimate');
    expect(rates).toMatchObject({ per: '1M tokens' });
    expect(rates.models.find(({ model }) => model === 'large-1')).toMatchObject({
      aliases: ['large'],
      inputPerMTok: 2.5,
      outputPerMTok: 10,
      cachedInputPerMTok: 0.25,
      modality: 'text',
      bands: [{}, { band: 'over 200K tokens', inputPerMTok: 5 }],
    });
    const volume = 'inputTokens=1000000&outputTokens=1000000';
    const all = usage.response.parse(await server.json(`/api/v2/usage/tokens?${volume}`));
    expect(all.estimate?.costs.map(({ model, total }) => [model, total])).toEqual([
      ['small-1', 0.375],
      ['large-1', 12.5],
    ]);
    const one = usage.response.parse(await server.json(`/api/v2/usage/tokens?model=LARGE&${volume}`));
    expect(one.estimate?.costs.map(({ model }) => model)).toEqual(['large-1']);
  });

  it('is not known of what is not priced by tokens [D3.problem.no_rate_card]', async () => {
    await expectProblem(await server.get('/api/v2/usage/acme'), 404, 'no_rate_card');
  });
});
