/**
 * A page that was observed before, read again from the archive by later readers. It is no visit: it says what an
 * earlier observation should have said, and holds from that observation's instant.
 */
import * as z from 'zod';
import { ObservationId } from '../observation.ts';
import { Page } from '../page.ts';
import { Instant, Slug } from '../product.ts';
import { PageReading } from '../reading.ts';

export const Rereading = z.strictObject({
  kind: z.literal('rereading'),
  id: ObservationId,
  slug: Slug,
  source: Slug,
  url: z.url(),
  /** The observation whose page was read again, and its instant. */
  of: ObservationId,
  observedAt: Instant,
  page: Page,
  reading: PageReading,
});
export type Rereading = z.infer<typeof Rereading>;

/** One version of the readers reads a page once: `<slug>.<source>.<slot>.r<version>`. */
export function rereadingId(observation: string, readerVersion: string): string {
  return `${observation}.r${readerVersion}`;
}
