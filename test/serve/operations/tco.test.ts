import { describe, expect, it } from 'vitest';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

const PATH = '/api/v2/tco';
const server = await served(MARKET);

async function cost(body: unknown): Promise<Record<string, unknown>> {
  const response = await server.post(PATH, body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

describe('[D3.tco.body] a body', () => {
  it.each([
    [{}, 'slug'],
    ...['', 7, ['acme']].map((slug) => [{ slug }, 'slug'] as const),
    ...[0, 1_000_001, 1.5, null, 'many'].map((seats) => [{ slug: 'acme', seats }, 'seats'] as const),
    ...['', 'a\u0000b'].map((tier) => [{ slug: 'acme', tier }, 'tier'] as const),
    ...[0, 6].map((termYears) => [{ slug: 'acme', termYears }, 'termYears'] as const),
    [{ slug: 'acme', billing: 'weekly' }, 'billing'],
    ...['usd', 'EUR'].map((currency) => [{ slug: 'acme', currency }, 'currency'] as const),
    [[], 'body'],
  ] as const)('%j is a 400 that names %s', async (body, parameter) => {
    const code = Object.keys(body).length === 0 && parameter === 'slug' ? 'missing_parameter' : 'invalid_parameter';
    const problem = await expectProblem(await server.post(PATH, body), 400, code);
    expect(problem.errors).toMatchObject([{ parameter }]);
  });

  it('may hold what the operation does not know', async () => {
    expect(await cost({ slug: 'acme', utm: { source: 'x' }, __proto__: 1 })).toEqual(await cost({ slug: 'acme' }));
  });
});

describe('the method', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s is a 405 that allows POST', async (method) => {
    const response = await server.get(PATH, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    if (method !== 'HEAD') await expectProblem(response, 405, 'method_not_allowed');
  });
});

describe('a product', () => {
  it('is known by its aliases', async () => {
    expect(await cost({ slug: 'old-acme' })).toEqual(await cost({ slug: 'acme' }));
  });
});

describe('an answer', () => {
  it('comes in every coding, is kept by nobody, and is for one seat and one year when nothing is said', async () => {
    const response = await server.post(PATH, { slug: 'delta' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-encoding': expect.any(String),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toMatchObject({ seats: 1, termYears: 1, total: { annual: 240, term: 240 } });
    expect(server.logged.at(-1)).toMatchObject({ method: 'POST', url: PATH, status: 200, operation: 'calculateTco' });
    const most = { slug: 'delta', seats: 1_000_000, termYears: 5 };
    expect(await cost(most)).toMatchObject({ total: { term: 1_200_000_000 } });
  });

  it('counts the least number of seats, and has the numbers of a string as numbers', async () => {
    expect(await cost({ slug: 'acme', seats: '2', tier: 'pro' })).toMatchObject({
      seats: 2,
      subscription: { unitsCharged: 3, annual: 432 },
    });
  });

  it('of a dataset’s prices is dated as such', async () => {
    expect(await cost({ slug: 'beta', seats: 5 })).toMatchObject({
      tier: 'base',
      subscription: { annual: 480 },
      verification: { status: 'unverified' },
      attribution: expect.stringContaining('(not yet verified)'),
    });
  });
});
