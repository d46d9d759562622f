/**
 * One attempt on one source at one instant. It travels by value from the crawler to the verifier and is written
 * down whole: an attempt that failed is an observation too.
 */
import * as z from 'zod';
import { Page, WebUrl } from './page.ts';
import { Instant, Slug } from './product.ts';
import { PageReading } from './reading.ts';

/**
 * What the crawler is asked to do. The scheduler knows the ledger and the crawler does not, so the job carries all
 * that the last visits taught: validators for a conditional request, and whether the page needs a browser.
 */
export const CrawlJob = z.strictObject({
  slug: Slug,
  source: Slug,
  url: z.url(),
  /** Which period this attempt is for; with slug and source it names the job and the observation. */
  slot: z.string().regex(/^[0-9TZ-]{4,24}$/, 'not a slot such as 2026-11-21T12-00Z'),
  render: z.enum(['http', 'browser']),
  /** Last page of this source that was archived. A 304, or the same hash again, is a cheap confirmation of it. */
  previous: z
    .strictObject({ sha256: z.string().length(64), etag: z.string().optional(), lastModified: z.string().optional() })
    .optional(),
  /** Instant that the visit counts as. Set by a replay, where capture dates are the clock; absent on the live web. */
  at: Instant.optional(),
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

/** Job and observation id. BullMQ refuses ids with a colon, so the parts are joined by a full stop, which no part contains. */
export function observationId(job: Pick<CrawlJob, 'slug' | 'source' | 'slot'>): string {
  return `${job.slug}.${job.source}.${job.slot}`;
}
