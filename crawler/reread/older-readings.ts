/**
 * Whether the archive was read by other readers than today's: until `npm run replay -- --apply` has been through it, a
 * better reader's first new page of a source reads as a change of the vendor's.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../../data/store/files/atomic-file.ts';
import { readSourcesOfOtherReaders } from '../../data/store/ledger-queries/source-facts.ts';
import { READER_VERSION } from '../read/reader-version.ts';

const Reread = z.object({ readerVersion: z.string() });

function fileIn(dataDir: string): string {
  return join(dataDir, 'reread.json');
}

/** All of the archive has been read again by these readers, and handed to the verifier. */
export function noteReread(dataDir: string): void {
  const file = fileIn(dataDir);
  replaceFile(file, `${JSON.stringify({ readerVersion: READER_VERSION })}\n`, `${file}.tmp-${process.pid}`);
}

/** Sources whose last page was read by other readers; none once the archive was read again by these. */
export function sourcesOfOlderReaders(dataDir: string): number {
  const file = fileIn(dataDir);
  const done = existsSync(file) ? Reread.parse(JSON.parse(readFileSync(file, 'utf8'))).readerVersion : undefined;
  return done === READER_VERSION ? 0 : readSourcesOfOtherReaders(join(dataDir, 'ledger.db'), READER_VERSION);
}
