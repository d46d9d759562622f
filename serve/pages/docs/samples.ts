/** A working request for each operation, with published products in place of the manifest's examples. */
import type { Request } from '../../interface/examples.ts';
import { tcoIfPriced } from '../../operations/tco.ts';
import type { SoldProduct } from '../../search/discovery.ts';
import type { Store } from '../../store/store.ts';
import { productsFound } from '../parts/product-choice.ts';
import type { Endpoint } from './openapi.ts';

export type Given = Readonly<Record<string, unknown>>;

const LOOKED_AT = 200;

interface Cast {
  product: string;
  other: string | undefined;
  category: string;
  guided: string | undefined;
  byTokens: string | undefined;
  evidence: string | undefined;
}

/** Undefined where no published product fits the operation. */
export function sampleOf(store: Store, { operation, path, method }: Endpoint, now: Date): Given | undefined {
  const { operationId, parameters = [] } = operation;
  const isBare = parameters.every(({ required }) => required !== true);
  // Once per generation and day.
  const { cast } = store.derived.of(store.discovery, `samples ${now.getTime()}`, () => ({
    cast: foundCast(store, now),
  }));
  if (operationId === 'callTools') return { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  if (cast === undefined) return isBare && method === 'get' ? {} : undefined;
  const { product, other, category, guided, byTokens, evidence } = cast;
  const several = other === undefined ? undefined : `${product},${other}`;
  const samples: Record<string, Given> = {
    getPricing: { slug: product, depth: 'summary' },
    getPricingBatch: { slugs: several ?? product, depth: 'summary' },
    compareSoftware: { slugs: several, seats: 25 },
    getCostGuide: { slug: guided },
    calculateTco: { slug: product, seats: 25, termYears: 3 },
    calculateStack: { items: [product, other ?? product].map((slug) => ({ slug, seats: 25 })) },
    estimateUsage: { slug: byTokens, inputTokens: 10_000_000, outputTokens: 2_000_000 },
    getPriceHistory: { slug: product },
    discoverSoftware: { category, sort: 'startingPrice', limit: 5 },
    resolveProduct: { q: product },
    getCoverage: { slugs: several ?? product },
    listChanges: { limit: 10 },
    getEvidence: { id: evidence },
    productHistory: { slug: product },
    reportMistake: { slug: product, words: 'The Pro plan costs $12 a month, not $10' },
  };
  const own = samples[operationId];
  if (own === undefined) return isBare && !path.includes('{') ? {} : undefined;
  return Object.values(own).includes(undefined) ? undefined : own;
}

function foundCast(store: Store, now: Date): Cast | undefined {
  const { generation } = store;
  const products = productsFound(store, { sort: 'verifiedAt', limit: LOOKED_AT });
  const counted = products.find((each) => each.startingAmount !== undefined && isCounted(store, each, now));
  if (counted === undefined) return undefined;
  const { slug, category } = counted;
  const alike = productsFound(store, { category, sort: 'startingPrice', limit: 10 });
  return {
    product: slug,
    other: [...alike, ...products].find((each) => each.slug !== slug)?.slug,
    category,
    guided: products.find((each) => generation.research(each.slug)?.costGuide !== undefined)?.slug,
    byTokens: store.tokenPriced[0],
    evidence: products.flatMap((each) => generation.record(each.slug)?.evidence[0]?.id ?? [])[0],
  };
}

function isCounted(store: Store, { slug }: SoldProduct, now: Date): boolean {
  return tcoIfPriced(store, { slug, seats: 25, billing: 'monthly', termYears: 3 }, now)?.total.term !== undefined;
}

/** Slugs, numbers and their JSON contain no single quote. */
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
