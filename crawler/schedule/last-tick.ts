/** The scheduler's last tick, in DATA_DIR, for commands that report on the scheduler. */
import * as z from 'zod';
import { Instant } from '../../data/product.ts';
import { stateFile } from '../../data/store/files/state-file.ts';

export const LastTick = z.object({
  at: Instant,
  /** Numbers of sources that were due, and of jobs that were queued. */
  due: z.int().min(0),
  queued: z.int().min(0),
});
export type LastTick = z.infer<typeof LastTick>;

export const { write: noteTick, read: readLastTick } = stateFile('last-tick.json', LastTick);
