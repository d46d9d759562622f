/** What the ledger knows of one source for scheduling its next visit. */
import * as z from 'zod';
import { FailureKind } from './observation.ts';
import { Sha256 } from './page.ts';
import { Instant, Slug } from './product.ts';

/** What the last attempt on a source came to. */
export const Outcome = z.enum(['confirmed', 'changed', 'contradicted', 'unsupported', 'unreadable']);
export type Outcome = z.infer<typeof Outcome>;

export const SourceFacts = z.strictObject({
  slug: Slug,
  source: Slug,
  checkedAt: Instant,
  outcome: Outcome,
  failure: FailureKind.optional(),
  /** Attempts since the last readable page, and the latest ones that were refused. */
  failuresInARow: z.int().min(0),
  refusalsInARow: z.int().min(0),
  /** No attempt before this, by Retry-After or for want of a browser. */
  notBefore: Instant.optional(),
  /** Plain HTTP brought an empty application shell. */
  needsBrowser: z.boolean(),
  /** A contradicting reading waits. */
  disputed: z.boolean(),
  /** How many witnesses (data/witness.ts) state what it was last read to state. */
  witnesses: z.int().min(0),
  /** The last page that was archived and read. */
  page: z.strictObject({ sha256: Sha256, etag: z.string().optional(), lastModified: z.string().optional() }).optional(),
});
export type SourceFacts = z.infer<typeof SourceFacts>;

/** How long a product was observed, and the visits with changed prices. */
export interface Watching {
  since: string;
  until: string;
  changes: number;
}

/** Key of a source among all products' sources. */
export type SourceKey = `${Slug}.${Slug}`;

export function sourceKey(slug: Slug, source: Slug): SourceKey {
  return `${slug}.${source}`;
}
