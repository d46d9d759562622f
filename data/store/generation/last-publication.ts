/** The verifier's last successful publication, as a file in DATA_DIR. */
import * as z from 'zod';
import { Instant } from '../../product.ts';
import { lastDone } from '../files/last-run.ts';

export const LastPublication = z.object({
  at: Instant,
  ms: z.int().min(0),
  /** The ledger's entries. CURRENT may state fewer: entries without effect make no new generation. */
  entries: z.int().min(0),
});
export type LastPublication = z.infer<typeof LastPublication>;

export const { note: notePublication, read: readLastPublication } = lastDone('last-publication.json', LastPublication);
