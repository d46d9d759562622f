/** A directory of a test's own, gone when the test file is done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfFile } from './end-of-file.ts';

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'assay-test-'));
  atEndOfFile(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
