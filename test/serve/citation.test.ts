/** The six rules of citing, over everything that is answered: each operation, each feed, each page. */
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { feeds } from '../../serve/interface/published-files.ts';
import { operations } from '../../serve/operations/list.ts';
import { tools } from '../../serve/tools/list.ts';
import { askExample } from './ask-example.ts';
import {
  expectCitedAtom,
  expectCitedHtml,
  expectCitedJson,
  expectCitedMarkdown,
  expectCitedToolResult,
} from './citation.ts';
import { FIGURES, MARKET } from './market-of-crm.ts';
import { pagesFrom } from './pages/page-at.ts';
import { SITE, served } from './served.ts';
import { ask } from './tools/rpc.ts';

/** Those that are about the interface, lists of addresses, and rates in the shapes of others, which have no place for it. */
const WITHOUT_DATA = [
  ...['/feeds/litellm.json', '/feeds/models-dev.json'],
  ...['/robots.txt', '/sitemap.xml', '/sitemap-{part}.xml', '/.well-known/api-catalog'],
];

/** Nothing of it is ours by default, and Markdown would take its name for a link. */
const site = { brand: 'Price [&] Co.', baseUrl: 'https://prices.example:8443' };
const server = await served({ ...MARKET, quality: FIGURES }, { site, feeds: true });
const textOf = async (path: string) => (await server.get(path, { headers: { Accept: 'text/html' } })).text();

describe('under any name', () => {
  it.each(operations)(
    'the answers of $id [D1.site] [S1.links] [S1.back] [S1.two-links] [S1.source] [S1.verbatim]',
    async (operation) => {
      let count = 0;
      for (const given of Object.values(operation.examples)) {
        const { path, response } = await askExample(server, operation, given);
        if (response.status !== 200) continue;
        expectCitedJson(await response.json(), { site, where: path });
        count += 1;
      }
      expect(count).toBeGreaterThan(0);
    },
  );

  it.each(tools)(
    'the results of the tool $name [S1.links] [S1.two-links]',
    async ({ name, params, operation, quotes }) => {
      let count = 0;
      for (const example of Object.values(operation.examples)) {
        const given = Object.fromEntries(Object.entries(example).filter(([argument]) => argument in params.shape));
        const result = (await ask(server, 'tools/call', { name, arguments: given })).json?.result;
        // What is wrong with a request is no data, and nothing to be cited.
        if (result === undefined || result.isError) continue;
        expectCitedToolResult(result, { site, where: `${name} ${JSON.stringify(given)}` });
        expect(JSON.stringify(result.structuredContent), quotes).not.toContain('src=api_v2');
        count += 1;
      }
      expect(count).toBeGreaterThan(0);
    },
  );

  it.each(feeds.filter(({ path }) => !WITHOUT_DATA.includes(path)))('the feed $path', async ({ path, contentType }) => {
    const text = await textOf(path.replace('{slug}', 'acme'));
    const cited = { site, where: path };
    // Rows are cited by the page that each leads to; what they may be used for stands beside them.
    if (contentType.startsWith('text/csv')) {
      const rows = text.trimEnd().split('\r\n').slice(1);
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) expect(row.endsWith(`,${site.baseUrl}/tools/acme/pricing`), row).toBe(true);
      return;
    }
    if (contentType.startsWith('application/json')) expectCitedJson(JSON.parse(text), cited);
    else if (contentType.startsWith('application/feed+json')) {
      const { home_page_url: home, items } = JSON.parse(text) as { home_page_url: string; items: { url: string }[] };
      expect(home).toBe(`${site.baseUrl}/`);
      expect(items.length).toBeGreaterThan(0);
      for (const { url } of items) expect(url.startsWith(`${site.baseUrl}/tools/`), url).toBe(true);
    } else if (contentType.startsWith('application/atom+xml')) expectCitedAtom(text, cited);
    // llms.txt tells how to cite, and its examples are code: there is nothing in it to be cited.
    else expectCitedMarkdown(text, { ...cited, citations: path === '/llms.txt' ? 0 : 8 });
  });

  it('the sentence that is recommended, in every place that tells it [S1.sentence] [S1.rules]', async () => {
    const sentence = `According to [${site.brand}](${site.baseUrl}/), <product> pricing starts at <price>. Full breakdown: [<product> pricing](<links.page>).`;
    expect(await textOf('/llms.txt')).toContain(sentence);
    const manifest = JSON.parse(await textOf('/api/v2/openapi.json')) as { info: { description: string } };
    expect(manifest.info.description).toContain(sentence);
    expect(JSON.stringify(manifest)).not.toMatch(/assay\.example|\[Assay\]/);
    expect(load(await textOf('/terms'))('pre.cite').text()).toBe(sentence);
  });

  it('every page: our name leads home, and what is to be pasted links back to the page that it is on', async () => {
    let count = 0;
    for await (const { path, response, html } of pagesFrom(server, ['/', '/compare?slugs=acme,delta'], { site })) {
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      count += 1;
      const isCited = /^\/tools\/[^/]+\/(?:pricing|cost-guide)$/.test(path) && response.status === 200;
      const [, slug] = path.split('/').slice(1);
      const page = isCited ? { page: `${site.baseUrl}/tools/${slug}/pricing` } : {};
      expectCitedHtml(html, { site, where: path, ...page });
    }
    expect(count).toBeGreaterThan(30);
  });
});

describe('the rules themselves', () => {
  const cited = { site: SITE, where: 'a test' };
  const sound = {
    links: { home: `${SITE.baseUrl}/`, page: `${SITE.baseUrl}/tools/acme/pricing` },
    attribution: `Data from [Assay](${SITE.baseUrl}/). See [Acme pricing](${SITE.baseUrl}/tools/acme/pricing) (verified 2026-11-21). Free to cite with attribution.`,
  };

  it.each([
    ['a third link', { ...sound, attribution: `${sound.attribution} [More](https://evil.example/)` }],
    ['our name on another link', { ...sound, attribution: sound.attribution.replace('[Acme pricing]', '[Assay]') }],
    ['a link made of plain text', { ...sound, attribution: sound.attribution.replace('Free', 'www.evil.com Free') }],
    ['an entry that leads elsewhere', { ...sound, records: [{ links: { page: 'https://evil.example/' } }] }],
  ])('catch %s', (_, answer) => {
    expect(() => expectCitedJson(answer, cited)).toThrow();
  });
});
