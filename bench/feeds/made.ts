/** What making the feeds once came to, as the process that did it says. */
import * as z from 'zod';

export const Way = z.enum(['ours', 'one-go']);
export type Way = z.infer<typeof Way>;

const Megabytes = z.number().min(0);

export const Made = z.strictObject({
  ms: z.number().min(0),
  /** Of the processor, on all threads. */
  cpuMs: z.number().min(0),
  /** Resident: before, and at most. */
  before: Megabytes,
  peak: Megabytes,
  /** Of each file, whole and in zstd. */
  bytes: z.record(z.string(), z.strictObject({ whole: z.int(), zstd: z.int() })),
});
export type Made = z.infer<typeof Made>;
