/** The verifier's last publication that succeeded, left in DATA_DIR for whoever asks whether it keeps up. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Instant } from '../product.ts';

export const LastPublication = z.object({
  /** Its end. */
  at: Instant,
  /** How long it took. */
  ms: z.int().min(0),
  /** Entries of the ledger that it is of. CURRENT may say fewer: what changes nothing makes no new generation. */
  entries: z.int().min(0),
});
export type LastPublication = z.infer<typeof LastPublication>;

function fileIn(dataDir: string): string {
  return join(dataDir, 'last-publication.json');
}

/** Whole or not at all; that it survives a power cut is not needed. */
export function notePublication(dataDir: string, publication: LastPublication): void {
  const file = fileIn(dataDir);
  const temporary = `${file}.tmp-${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(publication)}\n`);
  renameSync(temporary, file);
}

/** Undefined before the first one. */
export function readLastPublication(dataDir: string): LastPublication | undefined {
  const file = fileIn(dataDir);
  return existsSync(file) ? LastPublication.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
