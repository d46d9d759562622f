/** The verifier's last publication that succeeded, left in DATA_DIR for whoever asks whether it keeps up. */
import * as z from 'zod';
import { Instant } from '../../product.ts';
import { lastDone } from '../files/last-run.ts';

export const LastPublication = z.object({
  /** Its end. */
  at: Instant,
  /** How long it took. */
  ms: z.int().min(0),
  /** Entries of the ledger that it is of. CURRENT may say fewer: what changes nothing makes no new generation. */
  entries: z.int().min(0),
});
export type LastPublication = z.infer<typeof LastPublication>;

export const { note: notePublication, read: readLastPublication } = lastDone('last-publication.json', LastPublication);
