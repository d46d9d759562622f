/** Requests of the serve benchmark. Pure: equal sizes give equal requests. */
import type { Target } from './load.ts';

export interface Case {
  name: string;
  targets: Target[];
  /** Sent with the entity tag of each answer. */
  conditional?: true;
  baselines: readonly ('raw' | 'express' | 'sdk')[];
}

/** Of one case. */
const REQUESTS = 200;
const ORDERS = ['relevance', 'startingPrice', 'name', 'verifiedAt'];
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
/** A parameter without a meaning and another value in each request: no cache has the answer. */
const UNCACHED = '&n=[<id>]';

export function casesOf(products: number): Case[] {
  const product = (at: number) => `product-${at % products}`;
  const gets = (path: (at: number) => string, headers: Target['headers'] = {}) =>
    Array.from({ length: REQUESTS }, (_, at) => ({ path: path(at), headers }));
  const record = (at: number) => `/api/v2/pricing/${product(at)}`;
  const both = ['raw', 'express'] as const;
  return [
    { name: 'record', targets: gets(record), baselines: both },
    { name: 'record not modified (304)', targets: gets(record), conditional: true, baselines: both },
    { name: 'record, br', targets: gets(record, { 'accept-encoding': 'br' }), baselines: ['raw'] },
    {
      name: 'compare',
      targets: gets((at) => `/api/v2/compare?slugs=${product(at)},${product(at + 1)},${product(at + 2)}`),
      baselines: both,
    },
    { name: 'discover asked before', targets: gets(search), baselines: both },
    {
      name: 'page of a product, br',
      targets: gets((at) => `/tools/${product(at)}/pricing`, { 'accept-encoding': 'br' }),
      baselines: ['raw'],
    },
    {
      name: 'tools/call asked before',
      targets: Array.from({ length: REQUESTS }, (_, at) => toolCall(at, product(at))),
      baselines: ['raw', 'express', 'sdk'],
    },
    { name: 'discover, uncached', targets: gets((at) => search(at) + UNCACHED), baselines: ['raw'] },
    {
      name: 'any fields of a record, uncached',
      targets: gets((at) => {
        const fields = FIELDS.filter((_, bit) => ((1 + ((at * 7_919) % 255)) >> bit) & 1).join();
        return `${record(at)}?fields=${fields}${UNCACHED}`;
      }),
      baselines: ['raw'],
    },
  ];
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

function toolCall(id: number, slug: string): Target {
  const params = { name: 'get_pricing', arguments: { slug } };
  return {
    path: '/api/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  };
}
