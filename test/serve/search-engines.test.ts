/** What search engines and other sites take from the head of every page in the sitemap, and of those that are not in it. */
import robotsParser from 'robots-parser';
import { describe, expect, it } from 'vitest';
import { freeTier, product, record } from '../builders.ts';
import { VISITS } from './browser/paths.ts';
import { CATALOGUE } from './browser/sample.ts';
import { pageAt } from './pages/page-at.ts';
import { thingsOn } from './schema-org.ts';
import { SITE, served } from './served.ts';
import { textsOf } from './strangers.ts';

const server = await served(CATALOGUE, { feeds: true });
const sitemap = await (await server.get('/sitemap.xml')).text();
const listed = textsOf(sitemap, 'loc').map((url) => url.replace(SITE.baseUrl, ''));

/** As if it were text: entities are one character each. */
const textIn = (page: string, pattern: RegExp) =>
  [...page.slice(0, page.indexOf('</head>')).matchAll(pattern)].map(([, text = '']) =>
    text.replaceAll(/&(?:#\d+|\w+);/g, '"'),
  );
const titlesOf = (page: string) => textIn(page, /<title>([^<]*)<\/title>/g);
const descriptionsOf = (page: string) => textIn(page, /<meta name="description" content="([^"]*)">/g);
const canonicalsOf = (page: string) => textIn(page, /<link rel="canonical" href="([^"]*)">/g);
const isIndexed = (page: string) => !page.includes('<meta name="robots" content="noindex">');

const pages = new Map<string, string>();
for (const path of listed) pages.set(path, await pageAt(server, path));

describe('the pages of the sitemap', () => {
  it('may be indexed, at their one canonical address', () => {
    for (const [path, page] of pages) {
      expect(isIndexed(page), path).toBe(true);
      expect(canonicalsOf(page)).toEqual([SITE.baseUrl + path]);
    }
    expect(pages.size).toBeGreaterThan(30);
  });

  it('have one title each, and no two the same', () => {
    const titles = [...pages.values()].flatMap(titlesOf);
    expect(titles).toHaveLength(pages.size);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('have a description of 50 to 160 characters', () => {
    for (const [path, page] of pages) {
      const [description = '', ...others] = descriptionsOf(page);
      expect(others).toEqual([]);
      expect(description.length, `${path}: ${description}`).toBeGreaterThanOrEqual(50);
      expect(description.length, `${path}: ${description}`).toBeLessThanOrEqual(160);
    }
  });

  it('may be asked for by robots, as all that is written for them [D5.robots]', async () => {
    const parse = robotsParser as unknown as typeof robotsParser.default;
    const rules = parse(`${SITE.baseUrl}/robots.txt`, await (await server.get('/robots.txt')).text());
    expect(listed.filter((path) => rules.isAllowed(SITE.baseUrl + path, 'Googlebot') !== true)).toEqual([]);
    const isAllowed = (path: string) => rules.isAllowed(SITE.baseUrl + path, 'AnyBot');
    expect(['/llms-full.txt', '/api/v2/pricing/acme', '/compare'].map(isAllowed)).toEqual([true, true, true]);
    expect(isAllowed('/go/acme?src=page')).toBe(false);
    const comparison = `${SITE.baseUrl}/compare?slugs=acme,orbit`;
    expect(['Googlebot', 'Twitterbot'].map((bot) => rules.isAllowed(comparison, bot))).toEqual([false, true]);
    expect(rules.getSitemaps()).toEqual([`${SITE.baseUrl}/sitemap.xml`]);
  });

  it('are dated by the last record of other prices, not by the last check', () => {
    const dated = [...sitemap.matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)</g)].map(([, url = '', day = '']) => [
      url.replace(SITE.baseUrl, ''),
      day,
    ]);
    const newest = CATALOGUE.products
      .find(({ product }) => product.slug === 'orbit')
      ?.snapshots.map(({ recordedAt }) => recordedAt.slice(0, 10))
      .sort()
      .at(-1);
    for (const page of ['pricing', 'history', 'cost-guide'])
      expect(Object.fromEntries(dated)[`/tools/orbit/${page}`]).toBe(newest);
    expect(dated.map(([path]) => path)).not.toContain('/tools/orbit/alternatives');
  });
});

describe('pages that are not in it', () => {
  it('of which nothing is known are not indexed', async () => {
    expect(listed.filter((path) => path.includes('/gamma/'))).toEqual([]);
    expect(isIndexed(await pageAt(server, '/tools/gamma/pricing'))).toBe(false);
  });

  it.each([
    ['/changes?slug=orbit', '/changes'],
    ['/category/crm?sort=-price', '/category/crm'],
    ['/models?currency=USD&sort=-input', '/models'],
    ['/tools/orbit/history?tier=teams', '/tools/orbit/history'],
    ['/calculators/tco?product=orbit&seats=12', '/calculators/tco'],
    ['/calculators/llm?products=models', '/calculators/llm'],
  ])('%s belongs to %s', async (path, base) => {
    expect(canonicalsOf(await pageAt(server, path))).toEqual([SITE.baseUrl + base]);
  });
});

describe('structured data', () => {
  it('of every page is of schema.org’s vocabulary, and complete by Google’s rules', async () => {
    const types = new Set<string>();
    for (const { path, status } of VISITS)
      for (const thing of thingsOn(await pageAt(server, path, status))) types.add(thing['@type'] ?? '');
    for (const page of pages.values()) thingsOn(page);
    expect([...types]).toEqual(expect.arrayContaining(['Product', 'WebPage', 'WebSite', 'BreadcrumbList']));
    const product = await pageAt(server, '/tools/orbit/pricing');
    expect(() => thingsOn(product.replaceAll('"priceCurrency"', '"cost"'))).toThrow('to deeply equal []');
  });

  it('has no product without an offer, and no offer without a currency', async () => {
    const { currency: _, ...base } = record({ tiers: [freeTier()] });
    const free = await served({ products: [{ product: product(), record: base, snapshots: [] }] });
    for (const page of [await pageAt(server, '/tools/gamma/pricing'), await pageAt(free, '/tools/acme/pricing')])
      expect(thingsOn(page).map((thing) => thing['@type'])).toEqual(['WebPage', 'BreadcrumbList']);
  });
});
