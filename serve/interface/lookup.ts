/** Finds the product that a slug or a path names. */

import * as z from 'zod';
import { type CatalogueProduct, pricingUrl, Slug } from '../../data/product.ts';
import type { PricingRecord } from '../../data/record.ts';
import { percentDecoded } from '../../data/text/percent-encoding.ts';
import { label } from '../record/vendor-text.ts';
import type { Store } from '../store/store.ts';
import { invalidParameter, Moved, Problem } from './problem.ts';
import { Tombstone } from './problem-shape.ts';

export interface Found {
  product: CatalogueProduct;
  record: PricingRecord;
}

type Retired = NonNullable<CatalogueProduct['retired']>;

/** `find` throws for all but the first; a batch lists them. */
type Sought =
  | ({ kind: 'found' } & Found)
  | { kind: 'moved'; to: string }
  | { kind: 'retired'; product: CatalogueProduct; tombstone: Tombstone }
  | { kind: 'unknown' };

export function seek({ generation }: Store, slug: string): Sought {
  const product = generation.product(slug);
  if (product === undefined) {
    if (!Slug.safeParse(slug).success) return { kind: 'unknown' };
    const to = generation.canonical(slug);
    return to === undefined || to === slug ? { kind: 'unknown' } : { kind: 'moved', to };
  }
  if (product.retired !== undefined)
    return { kind: 'retired', product, tombstone: tombstone(product, product.retired) };
  const record = generation.record(slug);
  return record === undefined ? { kind: 'unknown' } : { kind: 'found', product, record };
}

/** @throws {Moved} an alias @throws {Problem} `retired` with its tombstone; `not_found` with up to five near slugs */
export function find(store: Store, slug: string): Found {
  const sought = seek(store, slug);
  if (sought.kind === 'found') return sought;
  if (sought.kind === 'moved') throw new Moved(slug, sought.to);
  if (sought.kind === 'retired')
    throw new Problem('retired', `${sought.product.name} is no longer sold`, {
      members: { tombstone: sought.tombstone },
    });
  // Other text of a request is not repeated.
  const detail = Slug.safeParse(slug).success ? `No product "${slug}"` : 'No product has this slug';
  throw new Problem('not_found', detail, {
    members: { suggestions: store.suggestions.for(slug) },
  });
}

/** Like `find`, but follows an alias. @throws {Problem} */
export function findAlias(store: Store, slug: string): Found {
  const sought = seek(store, slug);
  return find(store, sought.kind === 'moved' ? sought.to : slug);
}

function tombstone({ slug, name, category }: CatalogueProduct, retired: Retired): Tombstone {
  const { reason, on: retiredOn, successor, source } = retired;
  return { slug, name, category, reason, retiredOn, successor, source };
}

/** Products of a batch without an answer. */
export const Missing = z.strictObject({
  notFound: z.array(z.string()).meta({ description: 'Requested slugs without a record, as requested.' }),
  retired: z.array(Tombstone).optional().meta({ description: 'Discontinued products among `notFound`.' }),
});
type Missing = z.infer<typeof Missing>;

/** One answer for each product; `answerOf` may have none. */
export function lookUpAll<Answer>(
  store: Store,
  slugs: readonly string[],
  answerOf: (found: Found) => Answer | undefined,
): { answers: Answer[]; missing: Missing } {
  const answers = new Map<string, Answer>();
  const notFound: string[] = [];
  const retired: Tombstone[] = [];
  for (const slug of slugs) {
    const named = seek(store, slug);
    const sought = named.kind === 'moved' ? seek(store, named.to) : named;
    const answer = sought.kind === 'found' ? answerOf(sought) : undefined;
    if (sought.kind === 'found' && answer !== undefined) answers.set(sought.product.slug, answer);
    else notFound.push(label(slug, 80));
    if (sought.kind === 'retired') retired.push(sought.tombstone);
  }
  return { answers: [...answers.values()], missing: { notFound, ...(retired.length > 0 && { retired }) } };
}

/** Its id, where the catalogue has no name. */
export function categoryName({ generation }: Store, category: string): string {
  return generation.categories().find(({ id }) => id === category)?.name ?? category;
}

/** Names by slug, of a product that is asked for and of those that changed. */
export function namesOf(
  { generation }: Pick<Store, 'generation'>,
  asked: string | undefined,
  changes: readonly { slug: string }[],
): Map<string, string> {
  const slugs = new Set([asked ?? [], ...changes.map(({ slug }) => slug)].flat());
  return new Map(Array.from(slugs, (slug) => [slug, generation.product(slug)?.name ?? slug]));
}

/** @throws {Problem} `invalid_parameter`, listing the categories that there are */
export function knownCategory({ generation, derived }: Store, category: string): string {
  const categories = generation.categories();
  const ids = derived.of(categories, 'ids', () => new Set(categories.map(({ id }) => id)));
  if (ids.has(category)) return category;
  throw invalidParameter('category', 'Unknown category', [...ids]);
}

/** Path segments, ours and common elsewhere, that name no product. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'api v1 v2 tool tools product products software pricing prices price cost cost-guide history alternatives ' +
    'negotiation-email compare category categories go'
  ).split(' '),
);

export function notFound(store: Pick<Store, 'suggestions'> | undefined, path: string): Problem {
  // The last segment is usually the subject.
  const name = namesIn(path).at(-1);
  const suggestions = name === undefined || store === undefined ? [] : store.suggestions.for(name);
  return new Problem('not_found', 'No page at this path', {
    ...(suggestions.length > 0 && { members: { suggestions } }),
  });
}

/** The segments of a path that may name a product, in lower case. */
export function namesIn(path: string): string[] {
  return path.split('/').flatMap((segment) => {
    const name = percentDecoded(segment).toLowerCase();
    return name === '' || NO_NAMES.has(name) ? [] : [name];
  });
}

export const SOURCES = ['api_v2', 'mcp', 'feed', 'page'];

const WEB = new Set(['https:', 'http:']);

/** Where /go/{slug} leads. @throws {Problem} an unknown or retired product, or one without a pricing page */
export function pricingRedirect(store: Store, given: ReadonlyMap<string, string>): { location: string; src: string } {
  const { product } = findAlias(store, given.get('slug') ?? '');
  const url = pricingUrl(product);
  // Serialized by the URL standard: ASCII, and safe in a header.
  const { protocol, href: location } = new URL(url ?? 'about:blank');
  if (!WEB.has(protocol)) throw new Problem('not_found', `No pricing page is known for ${product.name}`);
  const src = given.get('src') ?? '';
  return { location, src: SOURCES.includes(src) ? src : 'other' };
}
