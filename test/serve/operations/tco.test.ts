import { beforeAll, describe, expect, it } from 'vitest';
import { tco } from '../../../serve/operations/tco.ts';
import { expectGolden } from '../golden.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, type Served, served } from '../served.ts';

const PATH = '/api/v2/tco';
let server: Served;
beforeAll(async () => {
  server = await served(MARKET);
});

async function cost(body: unknown): Promise<Record<string, unknown>> {
  const response = await server.post(PATH, body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return JSON.parse(text);
}

describe('[D3.tco.body] a body', () => {
  it.each([
    [{}, 'missing_parameter', 'slug'],
    [{ slug: '' }, 'invalid_parameter', 'slug'],
    [{ slug: 7 }, 'invalid_parameter', 'slug'],
    [{ slug: ['acme'] }, 'invalid_parameter', 'slug'],
    [{ slug: 'acme', seats: 0 }, 'invalid_parameter', 'seats'],
    [{ slug: 'acme', seats: 1_000_001 }, 'invalid_parameter', 'seats'],
    [{ slug: 'acme', seats: 1.5 }, 'invalid_parameter', 'seats'],
    [{ slug: 'acme', seats: null }, 'invalid_parameter', 'seats'],
    [{ slug: 'acme', seats: 'many' }, 'invalid_parameter', 'seats'],
    [{ slug: 'acme', tier: '' }, 'invalid_parameter', 'tier'],
    [{ slug: 'acme', tier: 'a\u0000b' }, 'invalid_parameter', 'tier'],
    [{ slug: 'acme', termYears: 6 }, 'invalid_parameter', 'termYears'],
    [{ slug: 'acme', termYears: 0 }, 'invalid_parameter', 'termYears'],
    [{ slug: 'acme', billing: 'weekly' }, 'invalid_parameter', 'billing'],
    [{ slug: 'acme', currency: 'usd' }, 'invalid_parameter', 'currency'],
    [{ slug: 'acme', currency: 'EUR' }, 'invalid_parameter', 'currency'],
    [[], 'invalid_parameter', 'body'],
  ] as const)('%j is a 400 (%s) that names %s', async (body, code, parameter) => {
    const problem = await expectProblem(await server.post(PATH, body), 400, code);
    expect(problem.errors).toMatchObject([{ parameter }]);
  });

  it('that is not JSON by name is a 415, and one of more than 16 KB a 413', async () => {
    const form = { method: 'POST', body: new URLSearchParams({ slug: 'acme' }) };
    await expectProblem(await server.get(PATH, form), 415, 'unsupported_media_type');
    await expectProblem(await server.post(PATH, { slug: 'acme', x: 'y'.repeat(17_000) }), 413, 'payload_too_large');
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

  it('is let through for other origins', async () => {
    const response = await server.get(PATH, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    expect(response.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')).toMatch(/\bContent-Type\b/);
    expect((await server.post(PATH, { slug: 'acme' })).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a product', () => {
  it('that there is not is a 404 with near slugs, and one that has ended a 410', async () => {
    const problem = await expectProblem(await server.post(PATH, { slug: 'acmee' }), 404, 'not_found');
    expect(problem.suggestions).toEqual(['acme']);
    const ended = await expectProblem(await server.post(PATH, { slug: 'bygone' }), 410, 'retired');
    expect(ended.tombstone).toMatchObject({ successor: 'acme' });
  });

  it('is known by its aliases', async () => {
    expect(await cost({ slug: 'old-acme' })).toEqual(await cost({ slug: 'acme' }));
  });

  it('[D3.problem.price_not_public] without a public price is a 422 that says so', async () => {
    const quote = await expectProblem(
      await server.post(PATH, { slug: 'acme', tier: 'enterprise' }),
      422,
      'price_not_public',
    );
    expect(quote.errors).toMatchObject([{ parameter: 'tier', allowed: ['pro', 'business'] }]);
    for (const slug of ['gamma', 'tokens'])
      await expectProblem(await server.post(PATH, { slug }), 422, 'price_not_public');
  });

  it('without such a tier is a 404 with those that it has', async () => {
    const problem = await expectProblem(
      await server.post(PATH, { slug: 'acme', tier: 'Platinum' }),
      404,
      'unknown_tier',
    );
    expect(problem.errors).toMatchObject([{ parameter: 'tier', allowed: ['free', 'pro', 'business', 'enterprise'] }]);
  });
});

describe('an answer', () => {
  it('[S2.4.tco] [D3.tco.answer] is the golden one, byte for byte, in every coding, and kept by nobody', async () => {
    const body = { slug: 'acme', seats: 10, tier: 'PRO', billing: 'annual', termYears: 3 };
    const response = await server.post(PATH, body);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('content-encoding')).not.toBeNull();
    const text = await response.text();
    expectGolden('tco', text);
    expect(tco.response.parse(JSON.parse(text))).toBeTruthy();
    expect(server.logged.at(-1)).toMatchObject({ method: 'POST', url: PATH, status: 200, operation: 'calculateTco' });
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
