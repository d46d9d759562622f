/** From the slug that a consumer wrote to the product that they meant, or to an answer that helps them on. */
import * as z from 'zod';
import { type CatalogueProduct, Day, Slug } from '../data/product.ts';
import type { PricingRecord } from '../data/record.ts';
import { invalidParameter, Moved, Problem } from './problem.ts';
import type { Store } from './store.ts';
import { nearest } from './suggestions.ts';

export interface Found {
  product: CatalogueProduct;
  record: PricingRecord;
}

/** What became of a slug; `find` throws for all but the first, a batch lists them. */
export type Sought =
  | ({ kind: 'found' } & Found)
  | { kind: 'moved'; to: string }
  | { kind: 'retired'; product: CatalogueProduct; tombstone: Tombstone }
  | { kind: 'unknown' };

export function seek({ generation }: Store, slug: string): Sought {
  if (!Slug.safeParse(slug).success) return { kind: 'unknown' };
  const product = generation.product(slug);
  if (product === undefined) {
    const to = generation.canonical(slug);
    return to === undefined || to === slug ? { kind: 'unknown' } : { kind: 'moved', to };
  }
  if (product.retired !== undefined)
    return { kind: 'retired', product, tombstone: tombstone(product, product.retired) };
  const record = generation.record(slug);
  return record === undefined ? { kind: 'unknown' } : { kind: 'found', product, record };
}

/** Where one answer speaks of several products, an alias is as good as the slug. */
export function follow(store: Store, slug: string): Exclude<Sought, { kind: 'moved' }> {
  const sought = seek(store, slug);
  if (sought.kind !== 'moved') return sought;
  const target = seek(store, sought.to);
  return target.kind === 'moved' ? { kind: 'unknown' } : target;
}

/**
 * @throws {Moved} an alias
 * @throws {Problem} `retired` with its tombstone; `not_found` with up to five near slugs
 */
export function find(store: Store, slug: string): Found {
  const sought = seek(store, slug);
  switch (sought.kind) {
    case 'found':
      return sought;
    case 'moved':
      throw new Moved(slug, sought.to);
    case 'retired':
      throw new Problem('retired', `${sought.product.name} is no longer sold`, {
        members: { tombstone: sought.tombstone },
      });
    case 'unknown':
      throw notFound(store, slug);
    default:
      return sought satisfies never;
  }
}

/** Where a slug does not stand in the path nobody can be led elsewhere, so an alias is as good as it. @throws {Problem} */
export function findAlias(store: Store, slug: string): Found {
  const sought = seek(store, slug);
  return find(store, sought.kind === 'moved' ? sought.to : slug);
}

export function notFound({ listed }: Store, slug: string): Problem {
  const names = listed.flatMap((row) => [row.slug, ...row.aliases]);
  const named = Slug.safeParse(slug).success ? ` "${slug}"` : '';
  return new Problem('not_found', `There is no product${named}`, { members: { suggestions: nearest(slug, names) } });
}

/** What is left of a product that its vendor has ended. */
export const Tombstone = z.strictObject({
  slug: Slug,
  name: z.string(),
  category: Slug,
  reason: z.string(),
  retiredOn: Day.optional(),
  successor: Slug.optional(),
  source: z.url(),
});
export type Tombstone = z.infer<typeof Tombstone>;

function tombstone(
  { slug, name, category }: CatalogueProduct,
  retired: NonNullable<CatalogueProduct['retired']>,
): Tombstone {
  return {
    slug,
    name,
    category,
    reason: retired.reason,
    retiredOn: retired.on,
    successor: retired.successor,
    source: retired.source,
  };
}

/** Where the vendor states its prices, as the catalogue has it. */
export function pricingUrl({ sources }: Pick<CatalogueProduct, 'sources'>): string | undefined {
  return (sources.find(({ kind }) => kind === 'pricing') ?? sources[0])?.url;
}

/** @throws {Problem} `invalid_parameter`, listing the categories that there are */
export function knownCategory({ generation }: Store, category: string): string {
  const ids = generation.categories().map(({ id }) => id);
  if (ids.includes(category)) return category;
  throw invalidParameter('category', 'There is no such category', ids);
}
