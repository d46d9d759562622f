/** What an hour of mixed traffic asks, and who asks it. */
import type { Ask } from './crowd.ts';

/** Requests of one hour at 20 a second on average; three in four are what caches and clients repeat. */
const HOUR = {
  hot: 34_000,
  cold: 14_000,
  conditional: 8_000,
  tool: 6_000,
  page: 5_000,
  bad: 3_000,
  feed: 1_500,
  export: 500,
} as const;
export type Kind = keyof typeof HOUR;

export const REQUESTS_AN_HOUR = Object.values(HOUR).reduce((sum, count) => sum + count, 0);

/** What each kind may be answered by. */
export const MAY_BE: Record<Kind, (status: number) => boolean> = {
  hot: (status) => status === 200,
  cold: (status) => status === 200,
  conditional: (status) => status === 200 || status === 304,
  tool: (status) => status === 200,
  page: (status) => status === 200,
  bad: (status) => status >= 400 && status < 500,
  feed: (status) => status === 200,
  export: (status) => status === 200,
};

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const FEEDS = [
  '/llms.txt',
  '/llms-full.txt',
  '/llms-pricing.json',
  '/feed.xml',
  '/sitemap.xml',
  '/.well-known/api-catalog',
];
const MOST_SEATS = 5_000;

const BAD: readonly Omit<Ask, 'kind'>[] = [
  { path: '/api/v2/pricing/nobody-sells-this' },
  { path: '/api/v2/pricing?slugs=' },
  { path: '/api/v2/changes?limit=many' },
  { path: '/api/v2/pricing/%E0%A4%A' },
  { path: '/api/v2/evidence/ev_0' },
  { path: `/api/v2/pricing?slugs=${Array.from({ length: 100 }, (_, n) => `a-${n}`).join(',')}` },
  { path: '/api/v2/no-such-operation' },
  { path: '/tools/nobody-sells-this/pricing' },
  { path: '/api/v2/tco', method: 'POST', headers: JSON_HEADERS, body: '{"slug":' },
  { path: '/api/v2/tco', method: 'POST', headers: JSON_HEADERS, body: '{"slug":"steady-0","seats":-1}' },
  {
    path: '/api/v2/tco',
    method: 'POST',
    headers: JSON_HEADERS,
    body: `{"slug":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  },
  { path: '/api/v2/cost-guide/nobody-sells-this' },
  { path: '/api/mcp', method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' },
];

export interface TrafficOptions {
  slugs: readonly string[];
  random: () => number;
  /** Validators of answers so far, by path. */
  etags: ReadonlyMap<string, string>;
}

/** The next request of anybody. */
export function nextAsk({ slugs, random, etags }: TrafficOptions): Ask {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // The index is within the list.
  const kind = kindAt(random());
  const slug = pick(slugs);
  const other = pick(slugs.filter((each) => each !== slug));
  const seats = 1 + Math.floor(random() * MOST_SEATS);
  switch (kind) {
    case 'hot':
      return { kind, path: `/api/v2/pricing/${slug}` };
    case 'cold':
      return { kind, ...pick(coldAsks(slug, other, seats)) };
    case 'conditional': {
      const path = `/api/v2/pricing/${slug}`;
      const etag = etags.get(path);
      return { kind, path, ...(etag !== undefined && { headers: { 'if-none-match': etag } }) };
    }
    case 'tool':
      return {
        kind,
        path: '/api/mcp',
        method: 'POST',
        headers: JSON_HEADERS,
        body: pick(toolCalls(slug, other, seats)),
      };
    case 'page':
      return { kind, path: pick(['/', '/changes', `/tools/${slug}/pricing`, `/tools/${slug}/history`, '/docs']) };
    case 'bad':
      return { kind, ...pick(BAD) };
    case 'feed':
      return { kind, path: pick(FEEDS) };
    case 'export':
      return { kind, path: pick(['/exports/manifest.json', '/exports/current.json']) };
  }
}

/** Hardly any of them is asked for twice. */
function coldAsks(slug: string, other: string, seats: number): Omit<Ask, 'kind'>[] {
  const body = JSON.stringify({ slug, seats });
  return [
    { path: `/api/v2/compare?slugs=${slug},${other}&seats=${seats}` },
    { path: '/api/v2/tco', method: 'POST', headers: JSON_HEADERS, body },
    { path: `/api/v2/pricing?slugs=${slug},${other}&fields=tiers` },
    { path: `/api/v2/history/${slug}` },
    { path: `/api/v2/changes?limit=${1 + (seats % 100)}` },
    { path: `/api/v2/discover?limit=${1 + (seats % 20)}` },
    { path: `/api/v2/coverage?slugs=${slug},${other}` },
  ];
}

function toolCalls(slug: string, other: string, seats: number): string[] {
  const call = (name: string, given: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: seats, method: 'tools/call', params: { name, arguments: given } });
  return [
    call('get_pricing', { slug }),
    call('get_price_history', { slug }),
    call('calculate_tco', { slug, seats }),
    call('compare_software', { slugs: [slug, other] }),
    JSON.stringify({ jsonrpc: '2.0', id: seats, method: 'tools/list', params: {} }),
  ];
}

function kindAt(share: number): Kind {
  let left = share * REQUESTS_AN_HOUR;
  for (const [kind, count] of Object.entries(HOUR) as [Kind, number][]) {
    left -= count;
    if (left < 0) return kind;
  }
  return 'hot';
}
