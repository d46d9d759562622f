/** The verifier's last successful publication, as a file in DATA_DIR. */
import * as z from 'zod';
import { Instant } from '../../product.ts';
import { stateFile } from '../files/state-file.ts';

export const LastPublication = z.object({
  at: Instant,
  ms: z.int().min(0),
  /** The ledger's entries. CURRENT may state fewer: entries without effect make no new generation. */
  entries: z.int().min(0),
  /** Number of the generation; files of older versions have none. */
  generation: z.string().optional(),
});
export type LastPublication = z.infer<typeof LastPublication>;

export const { write: notePublication, read: readLastPublication } = stateFile(
  'last-publication.json',
  LastPublication,
);
