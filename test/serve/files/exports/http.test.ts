/** Downloading exports: conditions, ranges and what is not there, over real HTTP. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCurrent } from '../../../../data/store/generation/current.ts';
import { EXPORT_NAMES, ExportManifest } from '../../../../serve/files/exports/manifest.ts';
import { NOON } from '../../../builders.ts';
import { words } from '../../../words.ts';
import { answerTo, expectProblem, serve, sold } from '../../served.ts';
import { exporter } from './exported.ts';
import { sample } from './sample.ts';

const LATEST = '/exports/manifest.json';
const FILE = '/exports/000001/history.csv';

const place = exporter();
place.publish(sample());
await place.make();
const server = await serve(place.generations);
const bytes = readFileSync(join(place.dir, '000001/history.csv'));
const etag = `"${sha256(bytes)}"`;

function sha256(of: Uint8Array): string {
  return createHash('sha256').update(of).digest('hex');
}

const ask = (headers: Record<string, string>, path = FILE) => server.get(path, { headers });

describe('the manifest of the exports', () => {
  it('names files that are what it says, by length and digest [D5.exports.manifest] [D5.exports.whole] [D5.exports.digest]', async () => {
    const response = await server.get(LATEST);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('max-age=60');
    const manifest = ExportManifest.parse(await response.json());
    expect(manifest).toMatchObject({ generation: '000001', publishedAt: NOON, schemaVersion: '2.0.0' });
    expect(manifest.files.map(({ name }) => name)).toEqual(EXPORT_NAMES);
    for (const { name, url, bytes: length, sha256: digest, mediaType } of manifest.files) {
      expect(url).toBe(`https://assay.example/exports/000001/${name}`);
      const file = await server.get(new URL(url).pathname);
      const body = Buffer.from(await file.arrayBuffer());
      expect([body.length, sha256(body)]).toEqual([length, digest]);
      expect(file.headers.get('content-length')).toBe(String(length));
      expect(file.headers.get('content-type')).toBe(mediaType);
      expect(file.headers.get('etag')).toBe(`"${digest}"`);
      expect(file.headers.get('repr-digest')).toBe(`sha-256=:${Buffer.from(digest, 'hex').toString('base64')}:`);
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename="000001-${name}"`);
    }
  });

  it('stays reachable by its generation, and is conditional', async () => {
    const latest = await server.get(LATEST);
    const own = await server.get('/exports/000001/manifest.json');
    expect(await own.json()).toEqual(await latest.json());
    expect(own.headers.get('cache-control')).toContain('immutable');
    const again = await ask({ 'If-None-Match': latest.headers.get('etag') ?? '' }, LATEST);
    expect(again.status).toBe(304);
  });
});

describe('a file', () => {
  it('may be kept for ever, and is open to all [D5.exports.immutable] [D5.exports.cors]', async () => {
    const { headers } = await ask({ 'Accept-Encoding': 'gzip, br, zstd' });
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable, no-transform');
    expect(headers.get('last-modified')).toBe(new Date(NOON).toUTCString());
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('Content-Range');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/./);
    const preflight = await server.get(FILE, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Range');
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=100-99999999', 100, undefined],
    // Those that touch are one.
    ['bytes=0-4,5-9', 0, 10],
  ])('is sent by %s [D5.exports.ranges]', async (range, from, to) => {
    const response = await ask({ Range: range });
    expect(response.status).toBe(206);
    const slice = bytes.subarray(from, to);
    expect(Buffer.from(await response.arrayBuffer()).equals(slice)).toBe(true);
    const start = from < 0 ? bytes.length + from : from;
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${start + slice.length - 1}/${bytes.length}`);
    expect(response.headers.get('content-length')).toBe(String(slice.length));
    expect(response.headers.get('repr-digest')).toContain(Buffer.from(sha256(bytes), 'hex').toString('base64'));
    expect(response.headers.get('etag')).toBe(etag);
  });

  it.each(['bytes=0-0,5-5', 'lines=1-2', 'bytes=a-b'])(
    'is sent whole where %s is several, wrong or in no unit of bytes (RFC 9110 §14.2)',
    async (range) => {
      const response = await ask({ Range: range });
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
    },
  );

  it('has nothing behind its end: 416 says how long it is [D5.exports.ranges]', async () => {
    const response = await ask({ Range: `bytes=${bytes.length}-` });
    expect(response.headers.get('content-range')).toBe(`bytes */${bytes.length}`);
    expect(response.headers.get('repr-digest')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
    await expectProblem(response, 416, 'invalid_parameter');
  });

  it('goes on by If-Range where it is the same, and begins anew where not [D5.exports.ranges]', async () => {
    const statusIf = async (condition: string) => (await ask({ Range: 'bytes=5-', 'If-Range': condition })).status;
    expect([await statusIf(etag), await statusIf(new Date(NOON).toUTCString())]).toEqual([206, 206]);
    expect([await statusIf('"other"'), await statusIf('Mon, 01 Jan 2024 00:00:00 GMT')]).toEqual([200, 200]);
  });

  it('is told of by HEAD, which knows no ranges', async () => {
    const response = await server.get(FILE, { method: 'HEAD', headers: { Range: 'bytes=0-9' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  it('is not sent to a client that has it', async () => {
    for (const headers of [{ 'If-None-Match': etag }, { 'If-Modified-Since': new Date(NOON).toUTCString() }]) {
      const response = await ask(headers);
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await ask({ 'If-Match': etag })).status).toBe(200);
    await expectProblem(await ask({ 'If-Match': '"other"' }), 412, 'invalid_parameter');
  });

  it('is in the log and the metrics with the bytes that went out', async () => {
    await (await ask({ Range: 'bytes=0-99' })).arrayBuffer();
    await expect
      .poll(() => server.logged)
      .toContainEqual(expect.objectContaining({ status: 206, bytes: 100, url: FILE, method: 'GET' }));
    const metrics = await (await server.get('/metrics')).text();
    expect(metrics).toMatch(
      /operation="getExportedFile"[^\n]*status="206"|status="206"[^\n]*operation="getExportedFile"/,
    );
  });
});

describe('the published generation itself', () => {
  const POINTER = '/exports/current.json';

  it('is named by the pointer, which is conditional and says what the publisher wrote', async () => {
    const current = readCurrent(place.generations);
    const response = await server.get(POINTER);
    expect(await response.json()).toEqual(current);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const tag = { 'If-None-Match': response.headers.get('etag') ?? '' };
    const unchanged = await server.get(POINTER, { headers: tag });
    expect([unchanged.status, unchanged.headers.get('content-length')]).toEqual([304, null]);
    expect((await server.get(POINTER, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    const head = await server.get(POINTER, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    await expectProblem(await (await serve(join(place.dir, 'nowhere'))).get(POINTER), 503, 'unavailable');
  });

  it('is its very file, whole or by ranges, under a name that is its content’s', async () => {
    const current = readCurrent(place.generations);
    const path = `/exports/generations/${current?.file}`;
    const whole = readFileSync(join(place.generations, current?.file ?? ''));
    const response = await ask({}, path);
    expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true);
    expect(response.headers.get('etag')).toBe(`"${current?.file}"`);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const rest = await ask({ Range: 'bytes=1000-', 'If-Range': `"${current?.file}"` }, path);
    expect(rest.status).toBe(206);
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(1000))).toBe(true);
    const other = await ask({ Range: 'bytes=1000-', 'If-Range': '"another"' }, path);
    expect(other.status).toBe(200);
    await other.body?.cancel();
  });
});

describe('what is not there', () => {
  it.each(
    words(`
    /exports/000001/ledger.db /exports/generations/CURRENT /exports/generations/staging.db
    /exports/generations/..%2fledger.db /exports/generations/gen-0123456789abcdef.db
    /exports/000001/..%2f..%2fstaging.db /exports/..%2fgenerations/manifest.json /exports/.tmp-1/manifest.json
    /exports/1/history.csv /exports/000999/history.csv /exports/000001/history.csv%00 /exports/ /exports`),
  )('%s is a 404', async (path) => {
    const response = await server.get(path);
    expect(response.headers.get('content-disposition')).toBeNull();
    await expectProblem(response, 404, 'not_found');
  });

  it('no path leads out of the folder, however it is written', async () => {
    // As bytes, since a client would tidy the path.
    for (const path of ['/exports/../staging.db', '/exports/000001/../../staging.db', '/exports//000001/history.csv']) {
      const answer = await answerTo(server, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  it('nothing exported yet is a 503, and a generation that was swept a 410 [D5.exports.kept]', async () => {
    const other = exporter();
    other.publish(sample());
    const { url, get } = await serve(other.generations);
    expect(url).not.toBe(server.url);
    const early = await get(LATEST);
    expect(early.headers.get('retry-after')).toBe('10');
    await expectProblem(early, 503, 'unavailable');
    expect(await expectProblem(await get(FILE), 404, 'not_found')).toMatchObject({
      detail: 'Generation 000001 is not exported. /exports/manifest.json lists the latest',
    });
    await other.make();
    other.publish({
      products: [sold({ slug: 'new' })],
    });
    await other.make();
    expect(readdirSync(other.dir).sort()).toEqual(['000001', '000002']);
    expect((await get(FILE)).status).toBe(200);
    expect(await (await get(LATEST)).json()).toMatchObject({ generation: '000002' });
    rmSync(join(other.dir, '000001'), { recursive: true });
    expect(await expectProblem(await get(FILE), 410, 'not_found')).toMatchObject({
      detail: 'The files of generation 000001 were deleted. /exports/manifest.json lists the latest',
    });
  });
});
