/** At which addresses every declared page is looked at. A new page whose parameters are among `SAMPLES` needs no line here. */
import { fixedPages, pages } from '../../../serve/pages/list.ts';
import { firstOf } from '../../long.ts';
import { BEFORE, PROOFS } from './orbit-page.ts';

/** What stands for `{name}` in a path. */
const SAMPLES: Record<string, string> = { slug: 'orbit', id: 'crm', code: 'not_found', operation: 'getPricing' };

/** By the id of a page, in place of its path: where it takes a query, or where one address would not show all of it, which the long run looks at. */
const ADDRESSES: Record<string, readonly string[]> = {
  home: ['/', '/?page=1', '/?q=acme', '/?q=nothingofthename'],
  product: ['orbit', 'models', 'beta', 'gamma'].map((slug) => `/tools/${slug}/pricing`),
  'evidence-page': [
    `/evidence/${PROOFS.monthly.id}`,
    `/evidence/${PROOFS.monthly.id}?with=${BEFORE.pageSha256}`,
    `/evidence/${PROOFS.saml.id}`,
  ],
  'compare-page': ['/compare?slugs=orbit,acme,models,gamma&seats=10', '/compare', '/compare?slugs=orbit&add=orbitt'],
  'llm-calculator': ['/calculators/llm?products=models,tokens&cachedInputTokens=2000000', '/calculators/llm'],
  'report-page': [
    '/report?slug=orbit',
    '/report?slug=orbit&outcome=received',
    '/report?slug=orbit&outcome=rate_limited',
  ],
  'price-index': ['/index', '/index?basis=imported-plans&category=crm'],
  'stack-page': ['/stack?items=orbit:teams:12,gamma::3,nobody::1&since=2020-01-01', '/stack'],
  'tco-calculator': [
    '/calculators/tco?product=orbit&tier=teams&seats=12&years=3',
    '/calculators/tco',
    '/calculators/tco?product=gamma',
  ],
};

/** What is shown where there is no page; the last is the first without the name of a product. */
const PROBLEMS: readonly Visit[] = firstOf(2, [
  { name: 'unknown-product', path: '/tools/orbitt/pricing', status: 404 },
  { name: 'retired-product', path: '/tools/bygone/pricing', status: 410 },
  { name: 'unknown-path', path: '/prices', status: 404 },
]);

export interface Visit {
  /** Of its screenshots. */
  name: string;
  path: string;
  status: number;
}

export const VISITS: readonly Visit[] = [
  ...[...pages, ...fixedPages]
    .filter(({ contentType = 'text/html' }) => contentType.startsWith('text/html'))
    .flatMap(({ id, path }) =>
      firstOf(1, ADDRESSES[id] ?? [path.replaceAll(/\{(\w+)\}/g, (_, name) => sample(name))]).map((at, index) => ({
        name: index === 0 ? id : `${id}-${index + 1}`,
        path: at,
        status: 200,
      })),
    ),
  ...PROBLEMS,
];

function sample(name: string): string {
  const value = SAMPLES[name];
  if (value === undefined) throw new Error(`say in ${import.meta.filename} what stands for {${name}}`);
  return value;
}
