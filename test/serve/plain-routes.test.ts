/** What is answered without the router is what Express would have answered. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { RECORD_FIELDS } from '../../serve/record/shape.ts';
import { MARKET } from './market-of-crm.ts';
import { type Served, served } from './served.ts';

let server: Served;
beforeAll(async () => {
  server = await served(MARKET);
});

async function ask(path: string, method: string) {
  const { hostname, port } = new URL(server.url);
  const asked = request({ hostname, port, path, method, headers: { 'X-Request-Id': 'the-same-one' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { date, ratelimit, ...headers } = answer.headers;
  return { status: answer.statusCode, headers, body: await text(answer) };
}

const optional = { requiredKeys: [] as [] };
const parameters = fc.record(
  {
    depth: fc.constantFrom('summary', 'full', 'deep'),
    fields: fc.uniqueArray(fc.constantFrom(...RECORD_FIELDS, 'price'), { minLength: 1, maxLength: 4 }).map(String),
    asOf: fc.constantFrom('2024-01-01', '2026-06-30', '2026-11-21', 'today'),
    slugs: fc.constantFrom('acme', 'acme,delta', ''),
    slug: fc.constantFrom('beta', ''),
    category: fc.constantFrom('crm', 'none'),
    maxPrice: fc.constantFrom('0', '10', '1e3'),
    hasFreeTier: fc.constantFrom('true', 'maybe'),
    q: fc.constantFrom('acme', 'a m', '%C3%A4', '%', '%00', '+'),
    sort: fc.constantFrom('relevance', 'startingPrice', 'name'),
    'n[]': fc.constantFrom('1'),
  },
  optional,
);
const query = parameters.map((given) =>
  Object.entries(given)
    .map(([name, value]) => `${name}=${value.replaceAll(' ', '+')}`)
    .join('&'),
);
const slug = fc.constantFrom('acme', 'delta', 'old-acme', 'bygone', 'nobody', 'Acme', 'ac%6De', 'a%zz', '', 'acme/');
const path = fc.oneof(
  fc
    .tuple(fc.constantFrom('pricing', 'history', 'usage', 'cost-guide', 'evidence', 'nothing'), slug)
    .map((parts) => `/api/v2/${parts.join('/')}`),
  fc.constantFrom(
    '/api/v2/discover',
    '/api/v2/pricing',
    '/api/v2/compare',
    '/api/v2/tco',
    '/quality',
    '/',
    '/feed.xml',
  ),
);

it('status, headers and body, whatever is asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      path,
      query,
      fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE'),
      async (at, search, method) => {
        const url = search === '' ? at : `${at}?${search}`;
        // A request target in absolute form (RFC 9112 §3.2.2) is for the router to take apart.
        const [plain, routed] = [await ask(url, method), await ask(`http://assay${url}`, method)];
        expect(plain).toEqual(routed);
      },
    ),
    { numRuns: 400 },
  );
});
