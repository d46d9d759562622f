/**
 * A request of each operation that works with what is published now, so that the docs show nothing invented: products of
 * the generation stand in for those of the manifest's examples.
 */
import { Problem } from '../../interface/problem.ts';
import { tco } from '../../operations/tco.ts';
import type { SoldProduct } from '../../search/discovery.ts';
import type { Store } from '../../store/store.ts';
import type { Endpoint } from './manifest-schema.ts';

/** Parameters by name. */
export type Given = Readonly<Record<string, string | number>>;

/** Products that are looked through for one that can show something. */
const LOOKED_AT = 200;

interface Cast {
  product: string;
  other: string | undefined;
  category: string;
  guided: string | undefined;
  byTokens: string | undefined;
  evidence: string | undefined;
}

/** Undefined where nothing that is published can show it. */
export function sampleOf(store: Store, { operation, path, method }: Endpoint, now: Date): Given | undefined {
  const cast = castOf(store, now);
  if (operation.operationId === 'callTools') return {};
  if (cast === undefined) return isBare(operation.parameters) && method === 'get' ? {} : undefined;
  const { product, other, category, guided, byTokens, evidence } = cast;
  const several = other === undefined ? undefined : `${product},${other}`;
  const given: Record<string, Record<string, string | number | undefined>> = {
    getPricing: { slug: product, depth: 'summary' },
    getPricingBatch: { slugs: several ?? product, depth: 'summary' },
    compareSoftware: { slugs: several, seats: 25 },
    getCostGuide: { slug: guided },
    calculateTco: { slug: product, seats: 25, termYears: 3 },
    estimateUsage: { slug: byTokens, inputTokens: 10_000_000, outputTokens: 2_000_000 },
    getPriceHistory: { slug: product },
    discoverSoftware: { category, sort: 'startingPrice', limit: 5 },
    getCoverage: { slugs: several ?? product },
    listChanges: { limit: 10 },
    getEvidence: { id: evidence },
    productHistory: { slug: product },
  };
  const own = given[operation.operationId];
  if (own === undefined) return isBare(operation.parameters) && !path.includes('{') ? {} : undefined;
  const known = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return known.length < Object.keys(own).length ? undefined : Object.fromEntries(known);
}

function isBare(parameters: Endpoint['operation']['parameters'] = []): boolean {
  return parameters.every(({ required }) => required !== true);
}

/** Found once a generation and day. */
function castOf(store: Store, now: Date): Cast | undefined {
  const { discovery, derived } = store;
  return derived.of(discovery, `samples ${now.getTime()}`, () => ({ cast: found(store, now) })).cast;
}

function found(store: Store, now: Date): Cast | undefined {
  const { discovery, generation } = store;
  const { rows } = discovery.find({ sort: 'verifiedAt', limit: LOOKED_AT, offset: 0 });
  const products = Array.from(rows, (row) => discovery.productAt(row));
  const counted = products.find((each) => each.startingAmount !== undefined && isCounted(store, each, now));
  if (counted === undefined) return undefined;
  const alike = discovery.find({ category: counted.category, sort: 'startingPrice', limit: 10, offset: 0 });
  const others = Array.from(alike.rows, (row) => discovery.productAt(row).slug).filter((slug) => slug !== counted.slug);
  return {
    product: counted.slug,
    other: others[0] ?? products.find(({ slug }) => slug !== counted.slug)?.slug,
    category: counted.category,
    guided: products.find(({ slug }) => generation.research(slug)?.costGuide !== undefined)?.slug,
    byTokens: store.tokenPriced[0],
    evidence: products.flatMap(({ slug }) => generation.record(slug)?.evidence[0]?.id ?? [])[0],
  };
}

function isCounted(store: Store, { slug }: SoldProduct, now: Date): boolean {
  try {
    return tco.run(store, { slug, seats: 25, billing: 'monthly', termYears: 3 }, now).total.term !== undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === 'price_not_public') return false;
    throw error;
  }
}

export interface Request {
  method: 'GET' | 'POST';
  /** With its query. */
  target: string;
  body: string | undefined;
}

const TOOLS_CALL = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

export function requestOf({ method, path, operation }: Endpoint, given: Given): Request {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name] ?? '')));
  const others = Object.entries(given).filter(([name]) => !path.includes(`{${name}}`));
  if (method === 'post') {
    const body = operation.operationId === 'callTools' ? TOOLS_CALL : Object.fromEntries(others);
    return { method: 'POST', target, body: JSON.stringify(body) };
  }
  const query = others.map(([name, value]) => `${name}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`);
  return { method: 'GET', target: query.length === 0 ? target : `${target}?${query.join('&')}`, body: undefined };
}

/** For a shell; what is quoted has no quote in it, since slugs, numbers and JSON of them have none. */
export function curlOf({ method, target, body }: Request, baseUrl: string): string {
  if (method === 'GET') return `curl '${baseUrl}${target}'`;
  return `curl '${baseUrl}${target}' -H 'Content-Type: application/json' -d '${body}'`;
}

export function typescriptOf({ method, target, body }: Request, baseUrl: string, isJson: boolean): string {
  const options =
    method === 'GET'
      ? ''
      : `, {\n  method: 'POST',\n  headers: { 'Content-Type': 'application/json' },\n  body: JSON.stringify(${body}),\n}`;
  return `const response = await fetch('${baseUrl}${target}'${options});
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`);
const answer = await response.${isJson ? 'json' : 'text'}();`;
}
