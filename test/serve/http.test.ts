/** What every answer has in common: conditions, codings, methods, origins, and what becomes of hostile requests. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { NOON } from '../builders.ts';
import { words } from '../words.ts';
import { MARKET } from './market-of-crm.ts';
import { answerTo, expectProblem, served } from './served.ts';

const RECORD = '/api/v2/pricing/acme';
const DAY_MS = 86_400_000;
const server = await served(MARKET);

/** As a client sends it that adds nothing of its own. */
async function plain(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { statusCode, headers: got, body } = await request(server.url + path, { method, headers });
  return { status: statusCode, headers: got, body: Buffer.from(await body.arrayBuffer()) };
}

describe('a condition', () => {
  it('with the current tag is answered by 304, with no body and the headers that caches need [D3.cache.304]', async () => {
    const first = await plain(RECORD);
    const again = await plain(RECORD, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    for (const name of ['etag', 'cache-control', 'vary', 'last-modified', 'access-control-allow-origin']) {
      expect(again.headers[name], name).toBe(first.headers[name]);
    }
    expect(again.headers['content-length']).toBeUndefined();
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  it('of a fetch client, which says no-cache by itself, is answered by 304', async () => {
    const etag = (await server.get(RECORD)).headers.get('etag') ?? '';
    const again = await server.get(RECORD, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    const stubborn = await server.get(RECORD, { headers: { 'If-None-Match': etag, 'Cache-Control': 'no-cache' } });
    expect(stubborn.status).toBe(304);
  });

  it('is judged before any work: a tag of this generation is enough, whoever asks first', async () => {
    const etag = String((await plain(`${RECORD}?depth=summary`)).headers.etag);
    // The same request in other words: the tag names the meaning, the ready answer the words.
    const again = await plain(`${RECORD}?depth=summary&x=1`, { 'if-none-match': etag });
    expect(again.status).toBe(304);
  });

  it.each([
    ['*', 304],
    ['"other", TAG', 304],
    ['W/TAG', 304],
    ['"other"', 200],
    ['', 200],
  ])('If-None-Match: %s → %d', async (given, status) => {
    const etag = String((await plain(RECORD)).headers.etag);
    expect((await plain(RECORD, { 'if-none-match': given.replace('TAG', etag) })).status).toBe(status);
  });

  it('on what is not there is no 304', async () => {
    expect((await plain('/api/v2/pricing/nobody', { 'if-none-match': '*' })).status).toBe(404);
  });

  it('by date counts where there is no tag, and only there', async () => {
    const { headers } = await plain(RECORD);
    const modified = String(headers['last-modified']);
    expect(modified).toBe(new Date(NOON).toUTCString());
    expect((await plain(RECORD, { 'if-modified-since': modified })).status).toBe(304);
    expect(
      (await plain(RECORD, { 'if-modified-since': new Date(Date.parse(modified) - 1000).toUTCString() })).status,
    ).toBe(200);
    expect((await plain(RECORD, { 'if-modified-since': modified, 'if-none-match': '"other"' })).status).toBe(200);
    expect((await plain(RECORD, { 'if-modified-since': 'yesterday' })).status).toBe(200);
  });
});

describe('bytes are a function of generation, UTC day and request', () => {
  it('within a day they and their tag stay, with the next day both change [D3.cache.bytes] [D2.confidence]', async () => {
    let now = Date.parse('2026-11-22T00:00:00.000Z');
    const moving = await served(MARKET, { clock: () => now });
    const read = async () => {
      const response = await moving.get(RECORD);
      return { etag: response.headers.get('etag'), body: await response.text() };
    };
    const morning = await read();
    now += DAY_MS - 1;
    expect(await read()).toEqual(morning);
    now += 1;
    const tomorrow = await read();
    expect(tomorrow.etag).not.toBe(morning.etag);
    expect(JSON.parse(tomorrow.body).verification.confidence).toBeLessThan(
      JSON.parse(morning.body).verification.confidence,
    );
  });

  it('the order of parameters and those that mean nothing change neither body nor tag [D3.unknown-parameter]', async () => {
    const [one, other] = await Promise.all([
      plain(`${RECORD}?depth=summary&fields=tiers`),
      plain(`${RECORD}?fields=tiers&utm=x&depth=summary`),
    ]);
    expect(other.headers.etag).toBe(one.headers.etag);
    expect(other.body.equals(one.body)).toBe(true);
  });
});

describe('codings', () => {
  it.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('%s says the same as the plain answer, under a tag of its own [D3.cache.codings]', async (coding, decode) => {
    const [bare, coded] = [await plain(RECORD), await plain(RECORD, { 'accept-encoding': coding })];
    expect(coded.headers['content-encoding']).toBe(coding);
    expect(coded.headers.etag).not.toBe(bare.headers.etag);
    expect(coded.headers.vary).toBe('Accept-Encoding');
    expect(coded.body.length).toBeLessThan(bare.body.length / 2);
    expect(decode(coded.body).equals(bare.body)).toBe(true);
    // Out of the cache the second time.
    expect((await plain(RECORD, { 'accept-encoding': coding })).body.equals(coded.body)).toBe(true);
  });
});

describe('methods', () => {
  it.each([RECORD, '/api/v2/discover?limit=2', '/', '/livez', '/go/acme'])(
    'HEAD of %s is its GET without the body [D3.head]',
    async (path) => {
      const [get, head] = [await plain(path), await plain(path, {}, 'HEAD')];
      const { date: _, 'x-request-id': __, connection: ___, 'keep-alive': ____, ...expected } = get.headers;
      expect(head.headers).toMatchObject(expected);
      expect([head.status, head.body.length]).toEqual([get.status, 0]);
      expect(Number(head.headers['content-length'])).toBe(get.body.length);
    },
  );

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s of what can only be read is a 405 that says what is allowed [D3.problem.method_not_allowed]',
    async (method) => {
      for (const path of [RECORD, '/api/v2/categories', '/readyz', '/go/acme', '/bot']) {
        const response = await server.get(path, { method });
        expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
        await expectProblem(response, 405, 'method_not_allowed');
      }
    },
  );

  it('OPTIONS says what is allowed [D3.options]', async () => {
    const response = await server.get('/bot', { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect(response.headers.get('access-control-allow-methods')).toBeNull();
  });
});

describe('origins', () => {
  it('every answer of the API is open to all of them, errors too [S4.1.cors] [D3.cors]', async () => {
    for (const path of [RECORD, '/api/v2/pricing/nobody', '/api/v2/pricing', '/api/v2/nowhere']) {
      const response = await server.get(path, { headers: { Origin: 'https://elsewhere.example' } });
      expect(response.headers.get('access-control-allow-origin'), path).toBe('*');
      expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it.each([RECORD, '/api/v2/nowhere'])(
    'a preflight of %s lets a condition through [D3.cors.preflight]',
    async (path) => {
      const response = await server.get(path, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://elsewhere.example',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': 'if-none-match',
        },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
      expect(response.headers.get('access-control-allow-headers')).toMatch(/If-None-Match/);
      expect(response.headers.get('access-control-max-age')).toBe('86400');
    },
  );
});

describe('hostile requests', () => {
  it.each(
    words(`
    /api/v2/pricing/%00 /api/v2/pricing/..%2f..%2fetc%2fpasswd /api/v2/pricing/%2e%2e%2fACME
    /api/v2/pricing/acme%0d%0aSet-Cookie:%20a=b /api/v2/pricing/__proto__ /api/v2/pricing/constructor
    /api/v2/pricing/%F0%9F%92%A9 /api/v2/pricing/acme/ /API/v2/pricing/acme //api/v2/pricing/acme /api/v2/history/%00
    /api/v2/evidence/%00 /go/..%2f.. /go/%2f%2fevil.example /tools/%3Cscript%3E/pricing /problems/%3Cscript%3E
    /assets/..%2fpackage.json /.env`),
  )('%s is a 404 that repeats nothing of it', async (path) => {
    const problem = await expectProblem(await server.get(path), 404, 'not_found');
    expect(JSON.stringify(problem)).not.toMatch(/passwd|<script>|Set-Cookie|evil|\\u0000/);
  });

  it.each([
    ['/api/v2/pricing/%zz', 'path'],
    ['/api/v2/pricing/%C0%AF', 'path'],
    ['/api/v2/discover?q=%', undefined],
    ['/api/v2/discover?q=%E0%A4', undefined],
    ['/api/v2/discover?q=a&q=b', 'q'],
    ['/api/v2/discover?a=1&a=2', 'a'],
    ['/api/v2/pricing?slugs[]=acme', 'slugs[]'],
    ['/api/v2/pricing/acme?fields[a][b]=1', 'fields[a][b]'],
    ['/api/v2/pricing/acme?__proto__[x]=1', '__proto__[x]'],
    ['/?q[]=a', 'q[]'],
  ])('%s is a 400', async (path, parameter) => {
    const problem = await expectProblem(await server.get(path), 400, 'invalid_parameter');
    expect((problem.errors as { parameter: string }[] | undefined)?.[0]?.parameter).toBe(parameter);
  });

  it('10 KB of a slug are a 414, and 7 KB of a word a 400', async () => {
    await expectProblem(await server.get(`/api/v2/pricing/${'a'.repeat(10_240)}`), 414, 'invalid_parameter');
    await expectProblem(await server.get(`/api/v2/discover?q=${'a'.repeat(7_000)}`), 400, 'invalid_parameter');
  });

  it.each([
    [
      '20 KB of headers',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_480)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    ['what is no HTTP', 'HELO there\r\n\r\n', '400 Bad Request'],
    ['a NUL in the request line', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n', '400 Bad Request'],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400 Bad Request'],
  ])('%s are refused with a problem under the standard reason', async (_name, bytes, status) => {
    const answer = await answerTo(server, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(answer).toContain('application/problem+json');
    expect(answer).toContain('"code":"invalid_parameter"');
  });

  it('that number a parameter without a meaning are not kept', async () => {
    const answers = server.generations.editionAt(Date.parse(NOON));
    await server.get(`${RECORD}?cachebuster=1`);
    expect(answers?.ready(`${RECORD}?cachebuster=1`, 'gzip')).toBeUndefined();
    await server.get(RECORD);
    expect(answers?.ready(RECORD, 'gzip')).toBeDefined();
  });
});

describe('each answer', () => {
  it('has a request id, the caller’s own if it is a plain one, and a line in the log under it', async () => {
    const own = await server.get(RECORD, { headers: { 'X-Request-Id': 'trace-0123456789' } });
    expect(own.headers.get('x-request-id')).toBe('trace-0123456789');
    const strange = await server.get(RECORD, { headers: { 'X-Request-Id': '<b>' } });
    const id = strange.headers.get('x-request-id') ?? '';
    expect(id).toMatch(/^[\w-]{8,}$/);
    expect(server.logged.find((line) => line.id === id)).toMatchObject({
      event: 'request',
      method: 'GET',
      url: RECORD,
      status: 200,
      operation: 'getPricing',
    });
  });

  it('is counted by operation and status', async () => {
    await server.get('/api/v2/pricing/nobody');
    const metrics = await (await server.get('/metrics')).text();
    expect(metrics).toMatch(/assay_http_requests_total\{operation="getPricing",status="404"\} [1-9]/);
    expect(metrics).toMatch(/assay_http_requests_total\{operation="none",status="404"\} [1-9]/);
    expect(metrics).toMatch(/assay_http_request_seconds_bucket\{le="0.001",operation="getPricing"\} [1-9]/);
    expect(metrics).toContain('assay_generation 1');
    expect(metrics).toContain('assay_records{status="verified"} 6');
    expect(metrics).toContain('assay_records{status="stale"} 0');
    expect(metrics).toContain('assay_records_going_stale{days="30"} 0');
  });

  it('that fails for a reason of ours says nothing of it, and the log all [D3.problem.internal]', async () => {
    const broken = await served(MARKET);
    const store = broken.generations.editionAt(Date.parse(NOON))?.store;
    // The handle is closed under the running server, as nothing of ours ever does.
    store?.generation.close();
    const response = await broken.get('/api/v2/pricing/delta');
    const id = response.headers.get('x-request-id');
    const problem = await expectProblem(response, 500, 'internal');
    expect(problem.detail).toBe('Internal error');
    expect(broken.logged.find((line) => line.event === 'failed')).toMatchObject({
      id,
      err: { message: expect.stringMatching(/database/) },
    });
  });
});
