/** Whether other readers read the archive: until it is re-read, a better reading looks like a change of price. */
import { join } from 'node:path';
import * as z from 'zod';
import type { Slug } from '../../data/product.ts';
import { stateFile } from '../../data/store/files/state-file.ts';
import { readSourcesOfOtherReaders } from '../../data/store/ledger-queries/source-facts.ts';
import { READER_VERSION } from '../read/reader-version.ts';

const { read, write } = stateFile('reread.json', z.object({ readerVersion: z.string() }));

/** Records that the whole archive was re-read by these readers and handed to the verifier. */
export function noteReread(dataDir: string): void {
  write(dataDir, { readerVersion: READER_VERSION });
}

/** Number of sources whose last page was read by other readers, of all products or of some; 0 once the archive was re-read. */
export function sourcesOfOlderReaders(dataDir: string, slugs?: readonly Slug[]): number {
  return read(dataDir)?.readerVersion === READER_VERSION
    ? 0
    : readSourcesOfOtherReaders(join(dataDir, 'ledger.db'), READER_VERSION, slugs);
}
