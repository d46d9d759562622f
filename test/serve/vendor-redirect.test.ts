/**
 * The way to a vendor leads to the page that the catalogue names, and nowhere else, however the request is spelt. Asked
 * over a bare socket, since a client would tidy up what it sends.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '../../serve/interface/lookup.ts';
import { product } from '../builders.ts';
import { words } from '../words.ts';
import { MARKET } from './market-of-crm.ts';
import { answerTo, expectProblem, served, sold } from './served.ts';

const VENDOR = 'https://acme.example/pricing';

const server = await served(MARKET);

const counted = async (src: string) =>
  Number(
    new RegExp(`assay_redirects_total\\{src="${src}"\\} (\\d+)`).exec(
      await (await server.get('/metrics')).text(),
    )?.[1] ?? 0,
  );

describe('the way to the vendor', () => {
  it.each([
    ['/go/acme?src=page', 'page'],
    ['/go/acme?src=api_v2', 'api_v2'],
    ['/go/acme?src=feed', 'feed'],
    ['/go/acme-crm?src=mcp', 'mcp'],
    ['/go/acme', 'other'],
    ['/go/acme?src=elsewhere', 'other'],
    ['/go/acme?src=__proto__', 'other'],
    ['/go/acme?src=page%22%7D%201%0Aowned%7B', 'other'],
    ['/go/acme?url=https://evil.example', 'other'],
  ])('%s leads to the vendor’s pricing page and is counted as %s [D5.go] [D5.go.counted]', async (path, src) => {
    const before = await counted(src);
    for (const method of ['GET', 'HEAD']) {
      const response = await server.get(path, { method });
      expect([response.status, response.headers.get('location')]).toEqual([302, VENDOR]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('origin');
      expect(response.headers.get('x-robots-tag')).toBe('noindex');
      expect(await response.text()).toBe('');
    }
    expect(await counted(src)).toBe(before + 2);
    const metrics = await (await server.get('/metrics')).text();
    const names = [...metrics.matchAll(/^assay_redirects_total\{src="([^"]*)"\}/gm)].map(([, name]) => name);
    expect([...SOURCES, 'other']).toEqual(expect.arrayContaining(names));
  });

  it('of what has ended or is not known is a problem that leads nowhere', async () => {
    await expectProblem(await server.get('/go/bygone', { headers: { Accept: 'application/json' } }), 410, 'retired');
    await expectProblem(await server.get('/go/nothing', { headers: { Accept: 'application/json' } }), 404, 'not_found');
  });

  it.each([
    ['javascript:alert(1)', 404, null],
    ['data:text/html,x', 404, null],
    ['https://acme.example/a\r\nSet-Cookie: owned=1', 302, 'https://acme.example/aSet-Cookie:%20owned=1'],
    ['https://acme.example/préis', 302, 'https://acme.example/pr%C3%A9is'],
    ['https://äcme.example/', 302, 'https://xn--cme-pla.example/'],
  ])('a catalogue that names %j is answered by %i and %s', async (url, status, location) => {
    const one = await served({
      products: [sold({}, { sources: product().sources.map((source) => ({ ...source, url })) })],
    });
    const { status: answered, headers } = await one.get('/go/acme');
    expect([answered, headers.get('location')]).toEqual([status, location]);
    expect(headers.get('set-cookie')).toBeNull();
  });
});

/** Request targets as they stand on the line. */
const TARGETS: readonly string[] = words(String.raw`
  /go//evil.example //evil.example/go/acme ///evil.example /go/%2f%2fevil.example /go/%2F%2Fevil.example/acme
  /go/%252f%252fevil.example /go/\evil.example /go/\\evil.example /go/%5cevil.example /\evil.example/go/acme
  /go/acme@evil.example /go/acme%40evil.example /go/@evil.example /go/acme:pass@evil.example
  /go/https://evil.example /go/https:%2f%2fevil.example /go/https:evil.example /go/javascript:alert(1)
  /go/data:text/html,evil.example /go/acme/../../../evil.example /go/..//evil.example
  /go/%2e%2e/%2e%2e/evil.example /go/./acme /go/acme/ /go/acme//evil.example /go/acme;evil.example
  /go/acme#@evil.example /go/acme%23@evil.example /go/acme?evil.example /go/acme%3fsrc=evil.example
  /go/acme%00evil.example /go/acme%0d%0aLocation:%20https://evil.example /go/acme%0aSet-Cookie:%20evil.example=1
  /go/acme%E5%98%8A%E5%98%8DLocation:evil.example /go/%EF%BC%8F%EF%BC%8Fevil.example /go/evil%E3%80%82example
  /go/%E2%81%84%E2%81%84evil.example /go/acm%C3%A9 /go/%D0%B0cme /go/%61cme /go/ACME /go/acme. /go/acme%20
  /go/+acme /go/acme% /go/acme%zz /go/acme%ff /go/__proto__ /go/constructor /go/ /go
  /go/acme?url=https://evil.example
  /go/acme?to=//evil.example&next=//evil.example&redirect=//evil.example&return=%2f%2fevil.example
  /go/acme?slug=evil.example /go/acme?slug=beta /go/acme?src=page&src=https://evil.example
  /go/acme?src[]=https://evil.example /go/acme?src=https://evil.example
  /go/acme?src=page%0d%0aLocation:%20https://evil.example /go/acme?src=%00 /go/acme?&&&==&src=page
  /go/acme?__proto__[location]=https://evil.example /GO/acme /Go/acme?src=page http://evil.example/go/acme
  https://evil.example/go/acme?src=page http://acme.example@evil.example/go/acme evil.example/go/acme *`);

/** Headers that some servers believe. */
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { Host: 'evil.example' },
  { Host: 'acme.example:80@evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.example' },
  { 'X-Original-URL': '//evil.example', 'X-Rewrite-URL': '/go/evil.example' },
  { Referer: 'https://evil.example/', Origin: 'https://evil.example' },
];

interface RawAnswer {
  status: number;
  /** As they came, in lower case names. */
  headers: [name: string, value: string][];
  body: string;
}

async function ask(method: string, target: string, headers: Readonly<Record<string, string>>): Promise<RawAnswer> {
  const lines = Object.entries({ Host: 'assay.example', Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const answer = await answerTo(server, `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [head = '', ...body] = answer.split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: fields.map((field) => {
      const colon = field.indexOf(':');
      return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
    }),
    body: body.join('\r\n\r\n'),
  };
}

/** Where the catalogue of this server may lead; a path may be asked under an alias, which is led to its own. */
const VENDORS = new Set((MARKET.products ?? []).flatMap(({ product: { sources } }) => sources.map(({ url }) => url)));

function expectNowhereElse({ status, headers, body }: RawAnswer, method: string): void {
  const locations = headers.flatMap(([name, value]) => (name === 'location' ? [value] : []));
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  expect(locations.length).toBe(status >= 300 && status < 400 ? 1 : 0);
  for (const location of locations) expect(VENDORS).toContain(location);
  for (const [name, value] of headers) {
    expect(value, name).not.toContain('evil');
    expect(['set-cookie', 'refresh', 'content-location']).not.toContain(name);
  }
  if (status === 302 || method === 'HEAD') expect(body).toBe('');
  // An error names what was asked for at most, and never as a link.
  else expect(body).not.toMatch(/(?:href|src|url)=[^>]*evil/i);
}

describe('no spelling of a request', () => {
  it.each(TARGETS)(
    '%s leads elsewhere, by GET or HEAD, whatever its headers say [D5.go.nowhere-else]',
    async (target) => {
      for (const method of ['GET', 'HEAD'])
        for (const headers of HEADERS) expectNowhereElse(await ask(method, target, headers), method);
    },
  );

  it('leads elsewhere, made up at random', async () => {
    const bits = words(
      String.raw`/ // \ %2f %5c @ : ? # & = . .. %00 %0d%0a %09 acme go src evil.example https: %EF%BC%8F %E3%80%82`,
    );
    const bit = fc.constantFrom(...bits);
    await fc.assert(
      fc.asyncProperty(fc.array(bit, { maxLength: 12 }), fc.constantFrom('GET', 'HEAD'), async (chosen, method) => {
        expectNowhereElse(await ask(method, `/go/${chosen.join('')}`, {}), method);
      }),
      { numRuns: 300, seed: 20261122 },
    );
  });
});
