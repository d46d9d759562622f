import { describe, expect, it } from 'vitest';
import type { FeedProduct } from '../../../../serve/files/feeds/bulk-feed.ts';
import { sitemap, sitemapParts } from '../../../../serve/files/feeds/sitemap.ts';
import type { Store } from '../../../../serve/store/store.ts';
import { NOON } from '../../../builders.ts';
import { repetitions } from '../../../long.ts';
import { SITE } from '../../served.ts';
import { expectSitemap, textsOf } from '../../strangers.ts';

/** As much of a store as a sitemap asks for. */
const storeOf = (count: number) =>
  ({ site: SITE, generation: { publishedAt: NOON, categories: () => [] }, discovery: { count } }) as unknown as Store;

/** The longest slug that there may be. */
const slugOf = (index: number) => `p${index}-`.padEnd(80, 'x');

function filesOf(count: number): Map<string, string> {
  const store = storeOf(count);
  const files = [...sitemap.files(store), ...sitemapParts.files(store)];
  const texts = new Map(files.map(({ path, head }) => [path, [head]]));
  for (let index = 0; index < count; index += 1) {
    const record = { slug: slugOf(index), verification: { verifiedAt: '2026-11-21' } };
    const product = {
      record,
      index,
      isKnown: true,
      hasHistory: true,
      hasCostGuide: true,
      hasApi: false,
      categoryName: 'CRM',
    } as unknown as FeedProduct;
    for (const file of files) texts.get(file.path)?.push(file.product(product));
  }
  return new Map(files.map(({ path, end }) => [path, [...(texts.get(path) ?? []), end()].join('')]));
}

describe('a sitemap', () => {
  it.each([0, 1, 100])('of %i products is one list', (count) => {
    const files = filesOf(count);
    expect([...files.keys()]).toEqual(['/sitemap.xml']);
    const xml = files.get('/sitemap.xml') ?? '';
    expectSitemap(xml);
    expect(textsOf(xml, 'loc').filter((url) => url.includes('/tools/'))).toHaveLength(count * 4);
  });

  it('of more than fit is an index of lists, each within its limits, with every page once [D5.sitemap]', () => {
    const count = repetitions(13_000, 60_000);
    const files = filesOf(count);
    const index = files.get('/sitemap.xml') ?? '';
    expectSitemap(index);
    const lists = textsOf(index, 'loc').map((url) => url.replace(SITE.baseUrl, ''));
    expect(lists).toEqual([...files.keys()].slice(1));
    const all: string[] = [];
    for (const path of lists) {
      const xml = files.get(path) ?? '';
      expectSitemap(xml);
      expect(Buffer.byteLength(xml)).toBeLessThan(50 * 1024 * 1024);
      const urls = textsOf(xml, 'loc');
      expect(urls.length).toBeGreaterThan(0);
      expect(urls.length).toBeLessThanOrEqual(50_000);
      all.push(...urls);
    }
    expect(all.filter((url) => url.includes('/tools/'))).toHaveLength(4 * count);
    expect(new Set(all).size).toBe(all.length);
  });
});
