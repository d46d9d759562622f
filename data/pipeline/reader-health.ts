/** How well each reader finds prices, and the alarms that follow. */
import * as z from 'zod';
import { Day, Instant, Slug } from '../product.ts';
import { ReaderName } from '../reading.ts';

const Count = z.int().min(0);
const Share = z.number().min(0).max(1);

/** A source that lost its prices, since its first page without. */
export const EmptiedSource = z.strictObject({ slug: Slug, source: Slug, since: Instant });
export type EmptiedSource = z.infer<typeof EmptiedSource>;

export const ReaderFigures = z.strictObject({
  reader: ReaderName,
  /** Sources on which it ever found prices, and those on whose last page it does. */
  known: Count,
  finding: Count,
  /** Of all sources read, the share on whose last page it finds prices. */
  coverage: Share,
  /** Of its known sources, the share without prices on the last page. */
  emptiness: Share,
  emptied: z.array(EmptiedSource),
});
export type ReaderFigures = z.infer<typeof ReaderFigures>;

/**
 * `reader_collapsed`: many sources lost this reader at once, since a version of the readers or on a day.
 * `sources_emptied`: a notable share of all sources have no reader left that finds prices.
 */
export const Alarm = z.strictObject({
  name: z.enum(['reader_collapsed', 'sources_emptied']),
  reader: ReaderName.optional(),
  since: z.strictObject({ version: z.string().optional(), day: Day.optional() }).optional(),
  /** Affected sources, of those examined. */
  sources: Count,
  of: Count,
});
export type Alarm = z.infer<typeof Alarm>;

export const ReaderHealth = z.strictObject({
  /** Sources of which a page was read. */
  sources: Count,
  /** On whose last page several readers, one, or none any more find prices; the rest never had any. */
  agreement: z.strictObject({ several: Count, one: Count, none: Count }),
  emptied: z.array(EmptiedSource),
  readers: z.array(ReaderFigures),
  alarms: z.array(Alarm),
});
export type ReaderHealth = z.infer<typeof ReaderHealth>;

/** The ledger's counts behind these figures. */
export interface ReaderCounts {
  sources: number;
  agreement: ReaderHealth['agreement'];
  emptied: EmptiedSource[];
  readers: { reader: ReaderName; known: number; finding: number; emptied: EmptiedSource[] }[];
  /** Sources that lost a reader under a version that is not the one it last found prices under, or on a day. */
  losses: { reader: ReaderName; version?: string; day?: string; sources: number; of: number }[];
}
