/** What the servers are asked for. Pure: the same number of products gives the same requests. */

export type BaselineName = 'raw' | 'naive';

export interface Case {
  name: string;
  /** Asked in turn. */
  paths(products: number): string[];
  coding?: 'br' | 'zstd';
  /** With the entity tag of the answer. */
  conditional?: true;
  baselines: readonly BaselineName[];
}

const FIELDS = [
  'priceRange',
  'startingPrice',
  'freeTier',
  'tiers',
  'discounts',
  'hiddenCosts',
  'positioning',
  'evidence',
];
const ORDERS = ['relevance', 'startingPrice', 'name', 'verifiedAt'];
/** Of each case that is not the same for all products. */
const REQUESTS = 2_000;
const BATCH = 20;
const DAY_MS = 86_400_000;

/**
 * A parameter that means nothing: answers to such requests are not kept, so each of them is worked out.
 */
const NOT_KEPT = 'n=1';

/** What is asked for most: out of memory, once it was asked for. */
export const HOT: readonly Case[] = [
  { name: 'full', paths: (products) => records(products, ''), baselines: ['raw', 'naive'] },
  { name: 'summary', paths: (products) => records(products, '?depth=summary'), baselines: ['raw', 'naive'] },
  {
    name: 'not modified (304)',
    paths: (products) => records(products, ''),
    conditional: true,
    baselines: ['raw', 'naive'],
  },
  // Express compresses nothing by itself.
  { name: 'full, br', paths: (products) => records(products, ''), coding: 'br', baselines: ['raw'] },
  { name: 'full, zstd', paths: (products) => records(products, ''), coding: 'zstd', baselines: ['raw'] },
  {
    name: `batch of ${BATCH}`,
    paths: (products) => requests(200, (at) => `/api/v2/pricing?slugs=${slugs(at, products).join()}`),
    baselines: ['raw', 'naive'],
  },
  {
    name: 'page of a product, br',
    paths: (products) => requests(products, (at) => `/tools/product-${at}/pricing`),
    coding: 'br',
    baselines: ['raw'],
  },
  { name: 'feed', paths: () => ['/feed.xml'], baselines: ['raw', 'naive'] },
];

/** What has to be put together for the one request. */
export const WORKED_OUT: readonly Case[] = [
  {
    name: 'any fields, worked out',
    paths: (products) =>
      requests(REQUESTS, (at) => {
        const wanted = 1 + ((at * 7_919) % (2 ** FIELDS.length - 1));
        const fields = FIELDS.filter((_, bit) => (wanted >> bit) & 1).join();
        return `/api/v2/pricing/product-${at % products}?fields=${fields}&depth=${at % 2 ? 'full' : 'summary'}&${NOT_KEPT}`;
      }),
    baselines: ['raw'],
  },
  {
    name: 'asOf, worked out',
    paths: (products) =>
      requests(REQUESTS, (at) => `/api/v2/pricing/product-${(at * 37) % products}?asOf=${pastDay(at)}&${NOT_KEPT}`),
    baselines: ['raw'],
  },
];

/** Over many products. */
export const DISCOVER: readonly Case[] = [
  { name: 'discover, asked before', paths: () => requests(REQUESTS, search), baselines: ['raw'] },
  {
    name: 'discover, worked out',
    paths: () => requests(REQUESTS, (at) => `${search(at)}&${NOT_KEPT}`),
    baselines: ['raw'],
  },
];

function requests(count: number, path: (at: number) => string): string[] {
  return Array.from({ length: count }, (_, at) => path(at));
}

function records(products: number, query: string): string[] {
  return requests(products, (at) => `/api/v2/pricing/product-${at}${query}`);
}

function slugs(at: number, products: number): string[] {
  return Array.from({ length: Math.min(BATCH, products) }, (_, next) => `product-${(at * BATCH + next) % products}`);
}

/** One of the last 60 days before the first generation was published. */
function pastDay(at: number): string {
  return new Date(Date.parse('2026-11-20T00:00:00Z') - (at % 60) * DAY_MS).toISOString().slice(0, 10);
}

/** Every filter alone and with others, in every order. */
function search(at: number): string {
  const filters = [
    ...(at % 2 ? [`category=category-${at % 40}`] : []),
    ...(at % 3 ? [`maxPrice=${10 + (at % 57)}`] : []),
    ...(at % 5 === 0 ? ['hasFreeTier=true'] : []),
    ...(at % 7 === 0 ? [`q=product+${at % 100}`] : []),
    `sort=${ORDERS[at % ORDERS.length]}`,
    `offset=${at % 13}`,
  ];
  return `/api/v2/discover?${filters.join('&')}`;
}
