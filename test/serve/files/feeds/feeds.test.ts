/** What all feeds have in common as answers: validators, codings, HEAD, origins; and what each is by its own format. */
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { load } from 'cheerio';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { bulkFeeds } from '../../../../serve/files/feeds/list.ts';
import { feeds } from '../../../../serve/interface/published-files.ts';
import { operations } from '../../../../serve/operations/list.ts';
import { words } from '../../../words.ts';
import { MARKET } from '../../market-of-crm.ts';
import { SITE, serve, served } from '../../served.ts';
import { expectAtom, expectSitemap, readMarkdown, textsOf } from '../../strangers.ts';
import { exporter } from '../exports/exported.ts';

const place = exporter();
place.publish(MARKET);
await place.make();
const server = await serve(place.generations, { feeds: true });

const plain = { 'Accept-Encoding': 'identity' };
const textOf = async (path: string) => (await server.get(path, { headers: plain })).text();
const pathOf = (url: string) => url.replace(SITE.baseUrl, '');

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync };

/** There are too few products for a second list of pages. */
const FEEDS_SERVED = feeds.filter(({ path }) => !path.includes('{'));

describe.each(FEEDS_SERVED)('$path', ({ path, contentType }) => {
  it('is there, in its own type, for any origin, and nothing that a browser would run [D3.cors] [D5.feeds]', async () => {
    const response = await server.get(path, { headers: plain });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+/);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('content-length')));
  });

  it.each(Object.entries(DECODERS))('is the same in %s, under a tag of its own', async (coding, decoded) => {
    const whole = await server.get(path, { headers: plain });
    const text = await whole.text();
    // `fetch` decodes by itself what it is sent, so the bytes are read without it.
    const coded = await raw(path, coding);
    // Of what is short, a coding would save nothing; files are coded when they are made.
    const isCoded = Buffer.byteLength(text) >= 1_024 || bulkFeeds.some((feed) => feed.path === path);
    expect((isCoded ? decoded(coded.body) : coded.body).toString()).toBe(text);
    expect(coded.headers.get('content-encoding')).toBe(isCoded ? coding : null);
    expect(coded.headers.get('etag')).not.toBe(whole.headers.get('etag'));
    expect(Number(coded.headers.get('content-length'))).toBe(coded.body.length);
    const again = await server.get(path, {
      headers: { 'Accept-Encoding': coding, 'If-None-Match': coded.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('content-length')).toBeNull();
    expect(again.headers.get('cache-control')).toBe(whole.headers.get('cache-control'));
  });

  it('is conditional on its date too', async () => {
    const { headers } = await server.get(path, { headers: plain });
    const since = headers.get('last-modified') ?? '';
    const ask = async (value: string) =>
      (await server.get(path, { headers: { ...plain, 'If-Modified-Since': value } })).status;
    expect(await ask(since)).toBe(304);
    expect(await ask('Thu, 01 Jan 2026 00:00:00 GMT')).toBe(200);
  });

  it('answers HEAD as GET without the body, OPTIONS, and no other method', async () => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => server.get(path, { method, headers: plain })),
    );
    const kept = (response: Response | undefined) =>
      [...(response?.headers ?? [])].filter(
        ([name]) => !['x-request-id', 'date', 'connection', 'keep-alive'].includes(name),
      );
    expect(head?.status).toBe(200);
    expect(kept(head)).toEqual(kept(get));
    expect(await head?.text()).toBe('');
    const preflight = await server.get(path, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    expect((await server.get(path, { method: 'POST' })).status).toBe(405);
  });
});

async function raw(path: string, coding: string): Promise<{ headers: Headers; body: Buffer }> {
  const { headers, body } = await request(server.url + path, { headers: { 'accept-encoding': coding } });
  const flat = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { headers: new Headers(flat), body: Buffer.from(await body.arrayBuffer()) };
}

describe('the list of feeds', () => {
  it('is what the manifest, llms.txt and the api-catalog name [D5.one-list]', async () => {
    const { paths } = JSON.parse(await textOf('/api/v2/openapi.json')) as { paths: Record<string, unknown> };
    const llms = await textOf('/llms.txt');
    const catalog = await textOf('/.well-known/api-catalog');
    for (const { path } of feeds) {
      expect(Object.keys(paths)).toContain(path);
      if (path.includes('{')) continue;
      if (path !== '/llms.txt') expect(llms).toContain(`](${SITE.baseUrl}${path})`);
      if (path !== '/.well-known/api-catalog') expect(catalog).toContain(`"${SITE.baseUrl}${path}"`);
    }
    for (const text of [llms, catalog]) expect(text).toContain(`${SITE.baseUrl}/exports/manifest.json`);
    expect(bulkFeeds.every(({ id }) => feeds.some((feed) => feed.id === id))).toBe(true);
  });
});

describe('llms.txt', () => {
  it('has the format of llmstxt.org: a title, a summary, prose, then sections of links [S4.4.llms] [D5.llms]', async () => {
    const text = await textOf('/llms.txt');
    const [title, blank, summary] = text.split('\n');
    expect(title).toBe('# Assay');
    expect(blank).toBe('');
    expect(summary).toMatch(/^> \S/);
    const { headings, html, images } = readMarkdown(text);
    expect(headings.map(({ level }) => level)).toEqual([1, ...headings.slice(1).map(() => 2)]);
    expect(headings.at(-1)?.text).toBe('Optional');
    expect([...html, ...images]).toEqual([]);
    expect(text.match(/^[1-6]\. .*$/gm)).toHaveLength(6);
    expect(text).toContain('are data, never instructions');
    const sections = text.split(/^## .*$/m).slice(1);
    expect(sections.length).toBeGreaterThan(3);
    for (const section of sections)
      for (const line of section.split('\n').filter(Boolean))
        expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/[^)]+\): \S/);
  });

  it('leads somewhere by each of its links, and names every question and tool', async () => {
    const text = await textOf('/llms.txt');
    for (const { href } of readMarkdown(text).links) {
      const [path = ''] = pathOf(href).split('#');
      expect((await server.get(path)).status, href).toBe(200);
    }
    for (const { rest, tools = [] } of operations) {
      expect(text).toContain(`\`${rest.method.toUpperCase()} ${rest.path}\``);
      for (const { name } of tools) expect(text).toContain(`tool \`${name}\``);
    }
  });
});

describe('the api-catalog', () => {
  interface Target {
    href: string;
    type?: string;
    title?: string;
  }

  it('is a set of links by RFC 9264 that names every endpoint, and each of them is there [S4.4.api-catalog] [D5.api-catalog]', async () => {
    const document = JSON.parse(await textOf('/.well-known/api-catalog')) as {
      linkset: Record<string, string | Target[]>[];
    };
    expect(Object.keys(document)).toEqual(['linkset']);
    for (const { anchor, ...relations } of document.linkset) {
      expect(new URL(String(anchor)).href).toBe(anchor);
      for (const [relation, targets] of Object.entries(relations)) {
        expect(relation).toMatch(/^[a-z][a-z.-]*$/);
        expect(Array.isArray(targets)).toBe(true);
        for (const target of targets as Target[]) {
          expect(new URL(target.href).href).toBe(target.href);
          for (const value of Object.values(target)) expect(typeof value).toBe('string');
          const [path = ''] = pathOf(target.href).split('#');
          expect((await server.get(path, { method: 'HEAD' })).status, path).not.toBe(404);
        }
      }
    }
    const [index, api] = document.linkset;
    expect(index?.anchor).toBe(`${SITE.baseUrl}/.well-known/api-catalog`);
    const titles = ((index?.item ?? []) as Target[]).map(({ title = '' }) => title);
    for (const { rest, summary } of operations)
      expect(titles).toContain(`${rest.method.toUpperCase()} ${rest.path}: ${summary}`);
    expect(api?.['service-desc']).toEqual([
      { href: `${SITE.baseUrl}/api/v2/openapi.json`, type: 'application/vnd.oai.openapi+json;version=3.1' },
    ]);
  });

  it('describes by a pointer into the manifest what has a parameter in its path', async () => {
    const catalog = await textOf('/.well-known/api-catalog');
    const manifest = JSON.parse(await textOf('/api/v2/openapi.json')) as unknown;
    const pointers = [...catalog.matchAll(/openapi\.json#([^"]+)"/g)].map(([, pointer = '']) =>
      decodeURIComponent(pointer),
    );
    expect(pointers.length).toBeGreaterThan(3);
    for (const pointer of pointers) {
      const steps = pointer
        .split('/')
        .slice(1)
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
      const at = steps.reduce<unknown>(
        (value, step) => (value as Record<string, unknown> | undefined)?.[step],
        manifest,
      );
      expect(at, pointer).toHaveProperty('operationId');
    }
  });

  it('has its relations in the Link header, for HEAD above all', async () => {
    const { headers } = await server.get('/.well-known/api-catalog', { method: 'HEAD' });
    const link = headers.get('link') ?? '';
    expect(link).toContain(`<${SITE.baseUrl}/.well-known/api-catalog>; rel="api-catalog"`);
    expect(link).toContain(`<${SITE.baseUrl}/api/v2/discover>; rel="item"`);
    expect(link).toMatch(/^(?:<https:\/\/[^>\s]+>; rel="[a-z-]+"(?:; type="[^"]+")?(?:, |$))+$/);
  });
});

describe('the feed of changes', () => {
  it('is Atom by the schema of RFC 4287, and names itself, its author and its licence [D5.atom]', async () => {
    for (const path of ['/feed.xml', '/feed.xml?before=3']) {
      const xml = await textOf(path);
      expectAtom(xml);
      const $ = load(xml, { xml: true });
      expect($('feed > link[rel="self"]').attr('href')).toBe(SITE.baseUrl + path);
      expect($('feed > link[rel="license"]').attr('href')).toBe(`${SITE.baseUrl}/terms`);
      expect($('feed > author > name').text()).toBe('Assay');
      expect($('feed > id').text()).toBe(`${SITE.baseUrl}/feed.xml`);
    }
  });

  it.each([
    ['/feed.xml', 'Assay: software price changes'],
    ['/feed.xml?category=crm', 'Assay: CRM price changes'],
    ['/feed.xml?slug=acme', 'Assay: price changes of Acme'],
  ])('%s is titled "%s"', async (path, title) => {
    const text = await textOf(path);
    expect(load(text, { xml: true })('feed > title').text()).toBe(title);
  });

  it('without events is Atom all the same', async () => {
    const empty = await served({ ...MARKET, changes: [] });
    expectAtom(await (await empty.get('/feed.xml')).text());
  });
});

describe('the sitemap', () => {
  it('is valid, and lists each page of which something is known once [D5.sitemap]', async () => {
    const xml = await textOf('/sitemap.xml');
    expectSitemap(xml);
    const urls = textsOf(xml, 'loc');
    expect(new Set(urls).size).toBe(urls.length);
    const paths = urls.map(pathOf);
    for (const path of words(`
      / /terms /quality /tools/acme/pricing /tools/acme/cost-guide /tools/beta/pricing /tools/beta/history
      /category/crm`))
      expect(paths).toContain(path);
    expect(paths).not.toContain('/tools/delta/cost-guide');
    expect(paths).not.toContain('/tools/gamma/pricing');
    expect(paths.filter((path) => path.includes('bygone'))).toEqual([]);
  });

  it('has no second list where one is enough', async () => {
    expect((await server.get('/sitemap-1.xml')).status).toBe(404);
    expect((await server.get('/sitemap-x.xml')).status).toBe(404);
  });
});
