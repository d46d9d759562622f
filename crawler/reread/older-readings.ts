/** Whether other readers read the archive: until it is re-read, a better reading looks like a change of price. */
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

/** Records that the whole archive was re-read by these readers and handed to the verifier. */
export function noteReread(dataDir: string): void {
  const file = fileIn(dataDir);
  replaceFile(file, `${JSON.stringify({ readerVersion: READER_VERSION })}\n`, `${file}.tmp-${process.pid}`);
}

/** Number of sources whose last page was read by other readers; 0 once the archive was re-read. */
export function sourcesOfOlderReaders(dataDir: string): number {
  const file = fileIn(dataDir);
  const done = existsSync(file) ? Reread.parse(JSON.parse(readFileSync(file, 'utf8'))).readerVersion : undefined;
  return done === READER_VERSION ? 0 : readSourcesOfOtherReaders(join(dataDir, 'ledger.db'), READER_VERSION);
}
