/** What may be asked, and how errors are told, over HTTP. Titles cite test/requirements.ts. */
import { load } from 'cheerio';
import { beforeAll, describe, expect, it } from 'vitest';
import { ChangeType } from '../../../data/change.ts';
import { PROBLEMS, type ProblemCode } from '../../../serve/interface/problem.ts';
import { ProblemView } from '../../../serve/interface/problem-shape.ts';
import { operations } from '../../../serve/operations/list.ts';
import { change, daysAfterNoon } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, type Served, SITE, served } from '../served.ts';

let server: Served;
beforeAll(async () => {
  server = await served(MARKET);
});

async function problemOf(path: string, status = 400): Promise<ProblemView> {
  const response = await server.get(path);
  expect(response.status, path).toBe(status);
  return ProblemView.parse(await response.json());
}

const textOf = (page: string) => load(page)('main').text();

type List = { slug: string }[];

describe('parameters', () => {
  it('that are lists are one value with commas [S4.1.lists]', async () => {
    const { records } = (await server.json('/api/v2/pricing?slugs=acme,delta&fields=tiers,startingPrice')) as {
      records: List;
    };
    expect(records.map(({ slug }) => slug)).toEqual(['acme', 'delta']);
    for (const one of records) expect(Object.keys(one)).toEqual(expect.arrayContaining(['tiers', 'startingPrice']));
  });

  it.each([
    '/api/v2/pricing/acme?depth=deep',
    '/api/v2/discover?limit=0',
    '/api/v2/discover?maxPrice=cheap',
    '/api/v2/history/acme?from=yesterday',
    '/api/v2/changes?type=price',
  ])(
    '%s: a known one with a bad value is a 400 that names it [D3.bad-parameter] [D3.problem.invalid_parameter]',
    async (path) => {
      const { code, errors } = await problemOf(path);
      expect(code).toBe('invalid_parameter');
      expect(path).toContain(`${errors?.[0]?.parameter}=`);
    },
  );

  it.each(['slugs[]=acme', 'slugs=acme&slugs=delta', 'slugs=acme&depth=full&depth=full', 'slugs=acme&x[y]=1'])(
    '%s: repeated or nested is a 400 [D3.repeated]',
    async (query) => {
      expect(await problemOf(`/api/v2/pricing?${query}`)).toMatchObject({ code: 'invalid_parameter' });
    },
  );

  it('of a batch are those of one product [S4.1.batch] [D3.batch.choice]', async () => {
    const choice = 'depth=summary&fields=tiers,priceRange&asOf=2026-01-31';
    const { records } = (await server.json(`/api/v2/pricing?slugs=acme&${choice}`)) as { records: unknown[] };
    expect(records).toEqual([await server.json(`/api/v2/pricing/acme?${choice}`)]);
  });
});

describe('an answer with a list', () => {
  it('of what was found shows 20, or as many as one asks for up to 200 [D3.discover.limit]', async () => {
    expect(await server.json('/api/v2/discover')).toMatchObject({ query: { limit: 20 } });
    for (const limit of [1, 200])
      expect(await server.json(`/api/v2/discover?limit=${limit}`)).toMatchObject({ query: { limit } });
    for (const limit of [0, 201])
      expect(await problemOf(`/api/v2/discover?limit=${limit}`)).toMatchObject({ code: 'invalid_parameter' });
  });

  it('of what was found has what older consumers read, and more [D3.discover.top] [D3.discover.result] [S2.4.discover]', async () => {
    const found = (await server.json('/api/v2/discover?q=acme')) as { results: object[] };
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['count', 'total', 'query', 'results', 'schemaVersion']));
    expect(found.results[0]).toMatchObject({
      slug: 'acme',
      name: 'Acme',
      category: 'crm',
      startingPrice: 12,
      freeTier: true,
      verifiedAt: '2026-11-21',
      links: { page: `${SITE.baseUrl}/tools/acme/pricing` },
      currency: 'USD',
      confidence: 0.95,
      status: 'verified',
    });
  });

  it('of no category that there is names those that there are [D3.discover.category]', async () => {
    expect((await problemOf('/api/v2/discover?category=toys')).errors).toMatchObject([
      { parameter: 'category', allowed: ['crm', 'llm'] },
    ]);
  });
});

describe('a history', () => {
  it('tells stability, trend, what holds, what changed last and since when [S2.4.history] [S4.1.history] [D3.history.stability] [D3.history.trend]', async () => {
    const answer = await server.json('/api/v2/history/acme');
    expect(answer).toMatchObject({
      priceStability: { label: 'occasional', changesLast12Months: 1, observedDays: 400, sufficient: true },
      priceTrend: { direction: 'up', percent: 20, since: '2025-10-17' },
      latestSnapshot: { lastSeenAt: expect.any(String) },
      lastObservedChange: { type: 'tier_added' },
      verification: { verifiedAt: '2026-11-21' },
      links: { page: `${SITE.baseUrl}/tools/acme/pricing` },
    });
  });

  it('has intervals with their times and origin, and the events [D3.history.snapshots] [D3.history.changes]', async () => {
    const { snapshots, changes } = (await server.json('/api/v2/history/acme')) as {
      snapshots: object[];
      changes: object[];
    };
    expect(snapshots[0]).toMatchObject({
      validFrom: daysAfterNoon(-400),
      validTo: daysAfterNoon(-200),
      lastSeenAt: daysAfterNoon(-203),
      recordedAt: expect.any(String),
      origin: 'observed',
    });
    expect(snapshots.at(-1)).not.toHaveProperty('validTo');
    expect(changes.map((each) => (each as { type: string }).type)).toEqual([
      'product_added',
      'price_changed',
      'tier_added',
    ]);
  });
});

describe('the log of changes', () => {
  it('is asked by cursor, limit, product, category and type [D3.changes.parameters]', async () => {
    const seqs = async (query: string) =>
      ((await server.json(`/api/v2/changes?${query}`)) as { changes: { seq: number }[] }).changes.map(({ seq }) => seq);
    expect(await seqs('cursor=3')).toEqual([4, 5, 6]);
    expect(await seqs('limit=2')).toEqual([1, 2]);
    expect(await seqs('slug=delta')).toEqual([4]);
    expect(await seqs('category=llm')).toEqual([6]);
    expect(await seqs('type=tier_added')).toEqual([3]);
    for (const limit of [0, 1_001]) await problemOf(`/api/v2/changes?limit=${limit}`);
    expect((await server.get('/api/v2/changes?limit=1000')).status).toBe(200);
  });

  it('has each type of event that there is, with both sides, proof and both times [D3.changes.types] [D3.changes.log]', async () => {
    const types = ChangeType.options;
    expect(types).toHaveLength(14);
    const changes = types.map((type, index) => ({ ...change({ type }), seq: index + 1 }));
    const all = (await (await served({ ...MARKET, changes })).json('/api/v2/changes')) as { changes: object[] };
    expect(all.changes.map((each) => (each as { type: string }).type)).toEqual(types);
    for (const each of all.changes)
      expect(each).toMatchObject({
        before: {},
        after: {},
        evidence: [],
        observedAt: expect.any(String),
        recordedAt: expect.any(String),
      });
  });
});

describe('an error', () => {
  it('is a problem of RFC 9457 with a code [D3.problem]', async () => {
    const body = await expectProblem(await server.get('/api/v2/pricing/nobody'), 404, 'not_found');
    expect(Object.keys(ProblemView.parse(body))).toEqual(
      expect.arrayContaining(['type', 'title', 'status', 'detail', 'instance', 'code']),
    );
  });

  it.each(Object.keys(PROBLEMS))('%s is documented where its type leads [D3.problem.page]', async (code) => {
    const response = await server.get(`/problems/${code}`, { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(200);
    const page = await response.text();
    const { title, status, remedy } = PROBLEMS[code as ProblemCode];
    for (const said of [code, title, `HTTP status ${status}`, 'What to do']) expect(page).toContain(said);
    expect(textOf(page)).toContain(remedy.replaceAll('`', ''));
    // Wherever a request meets it by what it asks for, one that does is shown with its answer.
    const isMet = operations.some(({ problems }) => problems.includes(code as ProblemCode));
    if (isMet) expect(textOf(page)).toContain(`"code": "${code}"`);
    expect(textOf(page).includes('Where it is met')).toBe(isMet);
  });
});

describe('caching', () => {
  it.each([
    '/api/v2/pricing/acme',
    '/api/v2/pricing?slugs=acme',
    '/api/v2/discover',
    '/api/v2/history/acme',
    '/api/v2/changes',
    '/api/v2/categories',
    '/api/v2/quality',
    '/api/v2/openapi.json',
    '/feed.xml',
  ])('%s has validators and says for how long it is good [D3.cache.validators] [D3.cache.control]', async (path) => {
    const { headers } = await server.get(path);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(Date.parse(headers.get('last-modified') ?? '')).not.toBeNaN();
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+/);
    expect(headers.get('vary')).toBe('Accept-Encoding');
  });
});
