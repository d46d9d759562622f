/** Requests of the serve benchmark. Pure: equal sizes give equal requests. */
import type { Target } from './load.ts';

/** Of a baseline. */
export type Kind = 'raw' | 'express' | 'sdk';

export interface Case {
  name: string;
  targets: Target[];
  /** Sent with the entity tag of each answer. */
  conditional?: true;
  baselines: readonly Kind[];
}

/** Of one case. */
const REQUESTS = 200;
const ORDERS = ['relevance', 'startingPrice', 'name', 'verifiedAt'];
/** A parameter without a meaning and another value in each request: no cache has the answer. */
const UNCACHED = '&n=[<id>]';
const MCP_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

export function casesOf(products: number): Case[] {
  const slug = (at: number) => `product-${at % products}`;
  const gets = (path: (at: number) => string, headers: Target['headers'] = {}) =>
    Array.from({ length: REQUESTS }, (_, at) => ({ path: path(at), headers }));
  const record = (at: number) => `/api/v2/pricing/${slug(at)}`;
  const compare = (at: number) => `/api/v2/compare?slugs=${slug(at)},${slug(at + 1)},${slug(at + 2)}`;
  const discover = (at: number) =>
    `/api/v2/discover?category=category-${at % 40}&maxPrice=${20 + (at % 57)}&sort=${ORDERS[at % 4]}&offset=${at % 13}`;
  const br = { 'accept-encoding': 'br' };
  const both = ['raw', 'express'] as const;
  const calls = Array.from({ length: REQUESTS }, (_, id) => {
    const params = { name: 'get_pricing', arguments: { slug: slug(id) } };
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
    return { path: '/api/mcp', headers: MCP_HEADERS, body };
  });
  return [
    { name: 'record', targets: gets(record), baselines: both },
    { name: 'record not modified (304)', targets: gets(record), conditional: true, baselines: both },
    { name: 'record, br', targets: gets(record, br), baselines: ['raw'] },
    { name: 'compare', targets: gets(compare), baselines: both },
    { name: 'discover asked before', targets: gets(discover), baselines: both },
    { name: 'page of a product, br', targets: gets((at) => `/tools/${slug(at)}/pricing`, br), baselines: ['raw'] },
    { name: 'tools/call asked before', targets: calls, baselines: ['raw', 'express', 'sdk'] },
    { name: 'discover, uncached', targets: gets((at) => discover(at) + UNCACHED), baselines: ['raw'] },
    {
      name: 'summary of a record, uncached',
      targets: gets((at) => `${record(at)}?depth=summary${UNCACHED}`),
      baselines: ['raw'],
    },
  ];
}
