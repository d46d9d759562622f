/** What may be asked, and how errors are told, over HTTP. Titles cite test/requirements.yaml. */
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { ChangeType } from '../../../data/change.ts';
import { PROBLEMS, type ProblemCode } from '../../../serve/interface/problem.ts';
import { ProblemView } from '../../../serve/interface/problem-shape.ts';
import { operations } from '../../../serve/operations/list.ts';
import { change } from '../../builders.ts';
import { MARKET } from '../market-of-crm.ts';
import { expectProblem, served } from '../served.ts';

const server = await served(MARKET);

/** Queries by path. The last parameter of each has a value that it can't have. */
const INVALID = {
  'pricing/acme':
    'depth=deep asOf=yesterday asOf=2026-02-30 asOf= fields= fields=, minConfidence=1.1 minConfidence=-0.1 minConfidence=high minConfidence= maxAgeDays=1.5 maxAgeDays=-1 maxAgeDays=40000 recordedBefore=1',
  discover: `category=toys maxPrice=cheap maxPrice=-1 maxPrice=1e3 hasFreeTier=maybe hasFreeTier= limit=0 limit=201 limit=1.5 limit= offset=-1 sort=size q=${'x'.repeat(101)} q=%00 q=`,
  changes: 'cursor=abc cursor=-1 limit=0 limit=1001 limit=ten type=price category=toys',
  compare:
    'slugs=acme,beta&seats=0 slugs=acme,beta&seats=1000001 slugs=acme,beta&asOf=now slugs=acme,beta&maxAgeDays=-1',
  coverage: 'slugs=acme&fields= slugs[]=acme',
  'history/acme': 'from=yesterday',
  'usage/tokens':
    'inputTokens=-1 inputTokens=1.5 outputTokens=many batch=maybe model= contextTokens=-5 cachedInputTokens=1 inputTokens=5&cachedInputTokens=6 inputTokens=1000000000001',
  pricing: 'slugs[]=acme slugs=acme&slugs=delta slugs=acme&depth=full&depth=full slugs=acme&x[y]=1',
};

describe('parameters', () => {
  it.each(Object.entries(INVALID))(
    'of %s with a wrong value are each a 400 that names it, also when repeated or nested [D3.bad-parameter] [D3.repeated] [D3.problem.invalid_parameter]',
    async (path, queries) => {
      for (const query of queries.split(' ')) {
        const problem = await expectProblem(await server.get(`/api/v2/${path}?${query}`), 400, 'invalid_parameter');
        const parameter = query.split('&').at(-1)?.split('=')[0];
        expect(problem.errors, query).toMatchObject([{ parameter }]);
      }
    },
  );

  it.each([
    ['fields=tiers,price,cost', '"price" is not one of the allowed values', '"cost" is not one of the allowed values'],
    ['depth=Full', '"Full" is not one of the allowed values'],
    ['depth=', 'The value is not one of the allowed values'],
    ['depth=read+this', 'The value is not one of the allowed values'],
    ['fields=[%7B"toString":1%7D]', 'The value is not one of the allowed values'],
  ])('of a list, %s, a wrong value is named', async (query, ...reasons) => {
    const problem = await expectProblem(await server.get(`/api/v2/pricing/acme?${query}`), 400, 'invalid_parameter');
    expect(problem.errors).toMatchObject(reasons.map((reason) => ({ reason })));
  });

  it.each(['discover', 'changes'])(
    'of %s: an unknown category lists the known ones [D3.discover.category]',
    async (path) => {
      const problem = await expectProblem(await server.get(`/api/v2/${path}?category=toys`), 400, 'invalid_parameter');
      expect(problem.errors).toMatchObject([{ parameter: 'category', allowed: ['crm', 'llm'] }]);
    },
  );

  it('that are lists are one value with commas, and those of a batch are those of one product [S4.1.lists] [S4.1.batch] [D3.batch.choice]', async () => {
    for (const choice of [
      'depth=summary&fields=tiers,priceRange&asOf=2026-01-31',
      'depth=summary&minConfidence=0.9&maxAgeDays=1',
    ]) {
      const { records } = await server.json(`/api/v2/pricing?slugs=acme,beta&${choice}`);
      const alone = ['acme', 'beta'].map((slug) => server.json(`/api/v2/pricing/${slug}?${choice}`));
      expect(records).toEqual(await Promise.all(alone));
    }
  });
});

it('the log has each type of event that there is, with both sides, proof and both times [D3.changes.types] [D3.changes.log]', async () => {
  const types = ChangeType.options;
  expect(types).toHaveLength(17);
  const changes = types.map((type, index) => ({ ...change({ type }), seq: index + 1 }));
  const { changes: all } = await (await served({ ...MARKET, changes })).json('/api/v2/changes');
  const times = { observedAt: expect.any(String), recordedAt: expect.any(String) };
  expect(all).toMatchObject(types.map((type) => ({ type, before: {}, after: {}, evidence: [], ...times })));
});

describe('an error', () => {
  it('is a problem of RFC 9457 with a code [D3.problem]', async () => {
    const body = await expectProblem(await server.get('/api/v2/pricing/nobody'), 404, 'not_found');
    const members = ['type', 'title', 'status', 'detail', 'instance', 'code'];
    expect(Object.keys(ProblemView.parse(body))).toEqual(expect.arrayContaining(members));
  });

  it.each(Object.keys(PROBLEMS))('%s is documented where its type leads [D3.problem.page]', async (code) => {
    const response = await server.get(`/problems/${code}`, { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(200);
    const page = await response.text();
    const { title, status, remedy } = PROBLEMS[code as ProblemCode];
    for (const said of [code, title, `HTTP status ${status}`, 'What to do']) expect(page).toContain(said);
    const text = load(page)('main').text();
    expect(text).toContain(remedy.replaceAll('`', ''));
    // Wherever a request meets it by what it asks for, one that does is shown with its answer.
    const isMet = operations.some(({ problems }) => problems.includes(code as ProblemCode));
    if (isMet) expect(text).toContain(`"code": "${code}"`);
    expect(text.includes('Operations with this error')).toBe(isMet);
  });
});

it.each([
  ...['pricing/acme', 'pricing?slugs=acme', 'discover', 'history/acme', 'changes', 'categories', 'quality'],
  'openapi.json',
  '../../feed.xml',
])('%s has validators and says for how long it is good [D3.cache.validators] [D3.cache.control]', async (path) => {
  const { headers } = await server.get(`/api/v2/${path}`);
  expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  expect(Date.parse(headers.get('last-modified') ?? '')).not.toBeNaN();
  expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+/);
  expect(headers.get('vary')).toBe('Accept-Encoding');
});
