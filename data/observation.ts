/** One attempt on one source at one instant, successful or not. The crawler hands it to the verifier by value. */
import * as z from 'zod';
import { Page, WebUrl } from './page.ts';
import { Instant, Slug } from './product.ts';
import { PageReading } from './reading.ts';

/** A visit to make. The crawler does not read the ledger, so the job carries what earlier visits found out. */
export const CrawlJob = z.strictObject({
  slug: Slug,
  source: Slug,
  url: z.url(),
  /** The period of this attempt; with slug and source it names the job and the observation. */
  slot: z.string().regex(/^[0-9TZ-]{4,24}$/, 'must be a slot such as 2026-11-21T12-00Z'),
  render: z.enum(['http', 'browser']),
  /** The last archived page of this source, which a 304 or the same hash confirms. */
  previous: z
    .strictObject({ sha256: z.string().length(64), etag: z.string().optional(), lastModified: z.string().optional() })
    .optional(),
  at: Instant.optional(),
  /** Two witnesses or more state what the source was last read to state (data/witness.ts). */
  isWitnessed: z.literal(true).optional(),
});
export type CrawlJob = z.infer<typeof CrawlJob>;

/** Why there is no page. `refused`: the vendor says no (403, 429). `disallowed`: robots.txt says no. */
export const FailureKind = z.enum([
  'unreachable',
  'timeout',
  'refused',
  'disallowed',
  'blocked_address',
  'too_large',
  'too_many_redirects',
  'bad_status',
  'wrong_type',
  'browser_missing',
  'crashed',
]);
export type FailureKind = z.infer<typeof FailureKind>;

export const ObservationId = z.string().min(5).max(240);

const base = {
  /** `<slug>.<source>.<slot>`: delivered twice, it is one row. */
  id: ObservationId,
  slug: Slug,
  source: Slug,
  url: WebUrl,
  slot: z.string(),
  observedAt: Instant,
};

export const Observation = z.discriminatedUnion('kind', [
  /** The source answered with a page, which was archived and read. */
  z.strictObject({ ...base, kind: z.literal('page'), page: Page, reading: PageReading }),
  /** 304: the source says that the page is still the one of this hash. */
  z.strictObject({
    ...base,
    kind: z.literal('unchanged'),
    sha256: z.string().length(64),
    via: z.enum(['http', 'browser']),
  }),
  z.strictObject({
    ...base,
    kind: z.literal('failure'),
    failure: FailureKind,
    detail: z.string().max(300),
    status: z.int().optional(),
    /** Earliest instant at which the vendor, or our own back-off, allows another attempt. */
    notBefore: Instant.optional(),
  }),
]);
export type Observation = z.infer<typeof Observation>;

/** Job and observation id. A full stop joins the parts: no part contains one, and BullMQ refuses colons. */
export function observationId(job: Pick<CrawlJob, 'slug' | 'source' | 'slot'>): string {
  return `${job.slug}.${job.source}.${job.slot}`;
}
