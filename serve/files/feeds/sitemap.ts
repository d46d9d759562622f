/**
 * The sitemap (sitemaps.org 0.9): one list, or an index where there are more than 50,000 addresses. At some 150 bytes
 * each, the limit of 50 MB never applies.
 */
import * as z from 'zod';
import { type Html, html } from '../../../web/html.ts';
import { integerParameter } from '../../interface/parameters.ts';
import { FEEDS, sitemapPartPath } from '../../interface/published-files.ts';
import { fixedPages, pages } from '../../pages/list.ts';
import type { Store } from '../../store/store.ts';
import type { BulkFeed, BulkFile } from './bulk-feed.ts';

const MOST_ADDRESSES = 50_000;
/** Pages that change with the product's own prices alone. */
const DATED = new Set(['product', 'history-page', 'cost-guide']);
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const ofProducts = pages.flatMap(({ id, path, listed }) =>
  typeof listed === 'function' ? { path, isThere: listed, isDated: DATED.has(id) } : [],
);
const others = [...pages, ...fixedPages].flatMap(({ path, listed }) => (listed === true ? path : []));

const ofCategories = pages.flatMap(({ path, listed }) => (listed === 'categories' ? path : []));
const MOST_CATEGORIES = 1_000;
/** Each list has room for the pages of so many products; the first holds the other pages too. */
const PRODUCTS_A_PART = Math.floor(
  (MOST_ADDRESSES - others.length - ofCategories.length * MOST_CATEGORIES) / ofProducts.length,
);

export const sitemap: BulkFeed = {
  ...FEEDS.sitemap,
  params: z.object({}),
  files(store) {
    const parts = partsOf(store);
    return [parts === 1 ? listOf(store, FEEDS.sitemap.path, 0) : indexOf(store, parts)];
  },
};

export const sitemapParts: BulkFeed = {
  ...FEEDS.sitemapPart,
  params: z.object({ part: integerParameter(1, 99_999) }),
  files(store) {
    const parts = partsOf(store);
    return parts === 1 ? [] : Array.from({ length: parts }, (_, at) => listOf(store, sitemapPartPath(at + 1), at));
  },
};

function partsOf({ discovery }: Store): number {
  return Math.max(1, Math.ceil(discovery.count / PRODUCTS_A_PART));
}

function listOf({ site, generation }: Store, path: string, part: number): BulkFile {
  const address = (of: string, day: string | undefined) =>
    html`<url><loc>${site.baseUrl}${of}</loc>${day !== undefined && html`<lastmod>${day}</lastmod>`}</url>\n`;
  const published = generation.publishedAt.slice(0, 10);
  const categories = ofCategories.flatMap((of) => generation.categories().map(({ id }) => of.replace('{id}', id)));
  const first =
    part === 0 ? [...others, ...categories].map((of) => address(of, of === '/' ? published : undefined)) : [];
  return {
    path,
    head: String(html`${opening('urlset')}${first}`),
    product({ record: { slug }, index, recordedAt, ...listing }) {
      if (Math.floor(index / PRODUCTS_A_PART) !== part) return '';
      const listed = ofProducts.filter(({ isThere }) => isThere(listing));
      return String(
        html`${listed.map((of) => address(of.path.replace('{slug}', slug), of.isDated ? recordedAt?.slice(0, 10) : undefined))}`,
      );
    },
    end: () => '</urlset>\n',
  };
}

function indexOf({ site, generation }: Store, parts: number): BulkFile {
  const paths = Array.from({ length: parts }, (_, at) => sitemapPartPath(at + 1));
  const each = paths.map(
    (path) => html`<sitemap><loc>${site.baseUrl}${path}</loc><lastmod>${generation.publishedAt}</lastmod></sitemap>\n`,
  );
  return {
    path: FEEDS.sitemap.path,
    head: String(html`${opening('sitemapindex')}${each}`),
    product: () => '',
    end: () => '</sitemapindex>\n',
  };
}

function opening(element: string): Html {
  return html`<?xml version="1.0" encoding="utf-8"?>\n<${element} xmlns="${NAMESPACE}">\n`;
}
