import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { POLITENESS, userAgent } from '../../../config/politeness.ts';
import { createHttpClient, type HttpClient } from '../../../crawler/fetch/exchange.ts';
import type { Fetched } from '../../../crawler/fetch/fetched.ts';
import { httpFetcher, type PageQuestion, type VisitLimits } from '../../../crawler/fetch/http.ts';
import { type LoopbackServer, serve, writeEndlessly } from '../loopback-server.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const AGENT = userAgent('https://assay.test/bot');

let server: LoopbackServer | undefined;
let client: HttpClient | undefined;
afterEach(async () => {
  await client?.agent.destroy();
  await server?.close();
  server = client = undefined;
});

async function fetched(
  listener: RequestListener,
  limits: Partial<VisitLimits> = {},
  question: Partial<PageQuestion> = {},
): Promise<Fetched> {
  server = await serve(listener);
  const vendors = new Map([
    ['acme.test', server.port],
    ['www.acme.test', server.port],
  ]);
  client = createHttpClient({ loopbackVendors: vendors, connectTimeoutMs: 1_000, userAgent: AGENT });
  const asked = { url: 'https://acme.test/pricing', clock: () => NOW, ...question };
  return httpFetcher(client, { ...POLITENESS, totalTimeoutMs: 3_000, ...limits })(asked);
}

const page = (body: string | Buffer, headers: Record<string, string> = { 'content-type': 'text/html' }) =>
  ((_req: IncomingMessage, res: ServerResponse) => res.writeHead(200, headers).end(body)) as RequestListener;

const redirectTo = (location: string) =>
  ((_req: IncomingMessage, res: ServerResponse) => res.writeHead(302, { location }).end('moved')) as RequestListener;

/** Beside the ways of test/vendor-web/vendors, whose transport and wire fail likewise (test/crawler/vendor-web.test.ts). */
describe('a fetch that fails', () => {
  it('a gzip bomb, by its ratio, long before it is whole', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    const result = await fetched(page(bomb, { 'content-type': 'text/html', 'content-encoding': 'gzip' }));
    expect(result).toMatchObject({
      kind: 'failure',
      failure: 'too_large',
      detail: expect.stringContaining('100 times'),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('an endless body', async () => {
    const result = await fetched(
      (_req, res) => {
        res.writeHead(200, { 'content-type': 'text/html' });
        writeEndlessly(res, Buffer.alloc(64 * 1024, 'a'));
      },
      { maxDecodedBytes: 1024 * 1024 },
    );
    expect(result).toMatchObject({ kind: 'failure', failure: 'too_large', detail: expect.stringContaining('1048576') });
  });

  it('redirects that together take too long', async () => {
    const slow: RequestListener = (req, res) => void setTimeout(() => redirectTo(`/${req.url?.length}`)(req, res), 120);
    expect(await fetched(slow, { totalTimeoutMs: 300 })).toMatchObject({ failure: 'timeout' });
  });

  it.each([
    ['a redirect loop, after five redirects', '/again', 'too_many_redirects', 6],
    // guard.test.ts has them all.
    ['a redirect to an address inside', 'http://169.254.169.254/latest/', 'blocked_address', 1],
  ])('%s', async (_, location, failure, requests) => {
    expect(await fetched(redirectTo(location))).toMatchObject({ kind: 'failure', failure });
    expect(server?.requests).toHaveLength(requests);
  });

  it('what its server sent, without what would control a terminal', async () => {
    const result = await fetched(redirectTo('http://[\u009b2Jinside'));
    expect(result).toMatchObject({ detail: 'Cannot visit "http://[2Jinside": not a URL' });
  });

  it('a compressed body that ends early', async () => {
    const cut = gzipSync('<p>Pro $12</p>'.repeat(100)).subarray(0, 40);
    const result = await fetched(page(cut, { 'content-type': 'text/html', 'content-encoding': 'gzip' }));
    expect(result).toMatchObject({ kind: 'failure', failure: 'unreachable' });
  });

  it.each([
    [403, 'refused'],
    [404, 'bad_status'],
    [204, 'bad_status'],
    [206, 'bad_status'],
    [304, 'bad_status'],
    [302, 'bad_status'],
  ])('status %i, which is %s', async (status, failure) => {
    const result = await fetched((_req, res) => res.writeHead(status).end());
    expect(result).toMatchObject({ kind: 'failure', failure, status });
  });

  it.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 13:00:00 GMT', 3_600_000],
    ['soon', undefined],
  ])('too many requests, with Retry-After %s', async (header, wait) => {
    const result = await fetched((_req, res) => res.writeHead(429, { 'retry-after': header }).end());
    expect(result).toMatchObject({ kind: 'failure', failure: 'refused', status: 429 });
    expect(result.kind === 'failure' && result.retryAfterMs).toBe(wait);
  });

  it('a port where nobody listens', async () => {
    server = await serve(() => {});
    const { port } = server;
    await server.close();
    client = createHttpClient({
      loopbackVendors: new Map([['gone.test', port]]),
      connectTimeoutMs: 500,
      userAgent: AGENT,
    });
    const result = await httpFetcher(client, POLITENESS)({ url: 'https://gone.test/', clock: () => NOW });
    expect(result).toMatchObject({
      kind: 'failure',
      failure: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('a fetch that succeeds', () => {
  it('says who we are, and asks conditionally only for what it has', async () => {
    await fetched(page('<p>hello'));
    const headers = server?.requests[0]?.headers;
    expect(headers).toMatchObject({ 'user-agent': 'AssayBot/1.0 (+https://assay.test/bot)', host: 'acme.test' });
    expect(headers?.['accept-encoding']).toBe('br, zstd, gzip, deflate');
    expect(headers).not.toHaveProperty('if-none-match');
    expect(headers).not.toHaveProperty('cookie');
  });

  it('takes 304 for the page it has', async () => {
    const previous = { sha256: 'a'.repeat(64), etag: '"v7"', lastModified: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    const result = await fetched((_req, res) => res.writeHead(304).end(), {}, { previous });
    expect(result).toEqual({ kind: 'unchanged' });
    expect(server?.requests[0]?.headers).toMatchObject({
      'if-none-match': '"v7"',
      'if-modified-since': 'Sat, 21 Nov 2026 10:00:00 GMT',
    });
  });

  it('keeps validators that are well formed and no others', async () => {
    const good = { 'content-type': 'text/html', etag: 'W/"a-1"', 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' };
    expect(await fetched(page('x', good))).toMatchObject({ etag: good.etag, lastModified: good['last-modified'] });
    await server?.close();
    const bad = await fetched(
      page('x', { 'content-type': 'text/html', etag: 'no quotes', 'last-modified': 'yesterday' }),
    );
    expect(bad).not.toHaveProperty('etag');
    expect(bad).not.toHaveProperty('lastModified');
  });

  it('follows redirects and says where they ended', async () => {
    const result = await fetched((req, res) => {
      if (req.headers.host === 'acme.test') redirectTo('https://www.acme.test/pricing/?ref=1#plans')(req, res);
      else page('<p>Pro $12')(req, res);
    });
    expect(result).toMatchObject({ kind: 'page', finalUrl: 'https://www.acme.test/pricing/?ref=1#plans', status: 200 });
    expect(server?.requests.map(({ host }) => host)).toEqual(['acme.test', 'www.acme.test']);
  });

  it('asks before every hop, and stops where it is told to', async () => {
    const hops: string[] = [];
    await fetched(redirectTo('/next'), { maxRedirects: 2 }, { beforeHop: async (url) => void hops.push(url.pathname) });
    expect(hops).toEqual(['/pricing', '/next', '/next']);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['identity', (body: Buffer) => body],
  ])('decodes %s', async (coding, encode) => {
    const body = Buffer.from(`<p>Größe €12</p>${'x'.repeat(5_000)}`);
    const result = await fetched(
      page(encode(body) as Buffer, { 'content-type': 'text/html', 'content-encoding': coding }),
    );
    expect(result.kind === 'page' && result.bytes.equals(body)).toBe(true);
  });

  it('takes a small page of repetition, which no bomb is', async () => {
    const body = gzipSync(Buffer.alloc(60 * 1024, ' '));
    const result = await fetched(page(body, { 'content-type': 'text/html', 'content-encoding': 'gzip' }));
    expect(result).toMatchObject({ kind: 'page' });
  });
});
