/**
 * The paths published for programs beside the API, for routes, headers, the manifest, llms.txt, the api-catalog and
 * robots.txt.
 */

export interface Feed {
  id: string;
  path: string;
  contentType: string;
  /** A few words, as a heading. */
  summary: string;
}

export const FEEDS = {
  llms: {
    id: 'llmsText',
    path: '/llms.txt',
    contentType: 'text/plain; charset=utf-8',
    summary: 'How language models read and cite this site',
  },
  fullText: {
    id: 'llmsFullText',
    path: '/llms-full.txt',
    contentType: 'text/plain; charset=utf-8',
    summary: 'One plain-text record per product',
  },
  tools: {
    id: 'llmsTools',
    path: '/llms-tools.json',
    contentType: 'application/json; charset=utf-8',
    summary: 'The whole catalogue as JSON: each product with its tiers and features',
  },
  pricing: {
    id: 'llmsPricing',
    path: '/llms-pricing.json',
    contentType: 'application/json; charset=utf-8',
    summary: 'Prices and token rates of all products as JSON',
  },
  travelling: {
    id: 'travellingPrices',
    path: '/feeds/prices.json',
    contentType: 'application/json; charset=utf-8',
    summary: 'Prices and rates of all products, today and in the past, as the npm package carries them',
  },
  liteLlm: {
    id: 'liteLlmPrices',
    path: '/feeds/litellm.json',
    contentType: 'application/json; charset=utf-8',
    summary: 'Token rates in the shape of LiteLLM’s price file',
  },
  modelsDev: {
    id: 'modelsDevPrices',
    path: '/feeds/models-dev.json',
    contentType: 'application/json; charset=utf-8',
    summary: 'Token rates in the shape of models.dev’s API',
  },
  changes: {
    id: 'changesFeed',
    path: '/feed.xml',
    contentType: 'application/atom+xml; charset=utf-8',
    summary: 'Price changes as Atom, newest first',
  },
  changesJson: {
    id: 'changesJsonFeed',
    path: '/feed.json',
    contentType: 'application/feed+json; charset=utf-8',
    summary: 'The same as JSON Feed',
  },
  productHistory: {
    id: 'productHistory',
    path: '/tools/{slug}/history.csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    summary: 'All prices of one product as CSV; one row per price and interval',
  },
  apiCatalog: {
    id: 'apiCatalog',
    path: '/.well-known/api-catalog',
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    summary: 'Index of the endpoints, for programs (RFC 9727)',
  },
  sitemap: {
    id: 'sitemap',
    path: '/sitemap.xml',
    contentType: 'application/xml; charset=utf-8',
    summary: 'Sitemap of the pages, or an index of sitemaps',
  },
  sitemapPart: {
    id: 'sitemapPart',
    path: '/sitemap-{part}.xml',
    contentType: 'application/xml; charset=utf-8',
    summary: 'Part of the sitemap, if one file is not enough',
  },
  robots: {
    id: 'robots',
    path: '/robots.txt',
    contentType: 'text/plain; charset=utf-8',
    summary: 'Rules for crawlers (RFC 9309)',
  },
} as const satisfies Record<string, Feed>;

/** Of one product. */
export function productFeedPath(slug: string): string {
  return `${FEEDS.changes.path}?slug=${slug}`;
}

export const feeds: readonly Feed[] = Object.values(FEEDS);

const PATHS: ReadonlySet<string> = new Set(feeds.map(({ path }) => path));
/** The parts around a parameter. */
const AROUND = [...PATHS].filter((path) => path.includes('{')).map((path) => path.split(/\{[a-z]+\}/, 2));

export function isFeedPath(path: string): boolean {
  return PATHS.has(path) || AROUND.some(([before = '', after = '']) => path.startsWith(before) && path.endsWith(after));
}

export function sitemapPartPath(part: number): string {
  return FEEDS.sitemapPart.path.replace('{part}', String(part));
}

export const MANIFEST_PATH = '/api/v2/openapi.json';

/** A JSON Pointer into the manifest. */
export function manifestPath(path: string, method: string): string {
  return `${MANIFEST_PATH}#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`;
}

export const TOOLS_PATH = '/api/mcp';

export const EXPORTS_PATH = '/exports';

export const EXPORTS = {
  path: `${EXPORTS_PATH}/manifest.json`,
  summary: 'Downloads: records, price history and changes as JSON Lines, CSV, Parquet and SQLite',
};

/** For replicas. */
export const POINTER_PATH = `${EXPORTS_PATH}/current.json`;
export const PUBLISHED_PATH = `${EXPORTS_PATH}/generations/{published}`;
