/** The scheduler's last look at what is due, left in DATA_DIR for whoever asks whether it still looks. */
import * as z from 'zod';
import { Instant } from '../../data/product.ts';
import { lastDone } from '../../data/store/files/last-run.ts';

export const LastTick = z.object({
  at: Instant,
  /** Sources that were due, and jobs that were put into the queue. */
  due: z.int().min(0),
  queued: z.int().min(0),
});
export type LastTick = z.infer<typeof LastTick>;

export const { note: noteTick, read: readLastTick } = lastDone('last-tick.json', LastTick);
