/** Writes the copies that evidence pages show. They are derived: one that is lost is written again at the next full publication. */
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync } from 'node:zlib';
import type { Sha256 } from '../../page.ts';
import { type PageCopy, shortened } from '../../text/page-copy.ts';
import { canonicalJson } from '../files/canonical-json.ts';
import { copyFile, LONGEST_COPY } from './read-copy.ts';

const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Not flushed, since thousands are written at once after an upgrade. */
export function writeCopy(dir: string, sha256: Sha256, copy: PageCopy): void {
  const path = copyFile(dir, sha256);
  // A power cut may leave an empty file.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  mkdirSync(dir, { recursive: true });
  const shown = copy.isNoArchive ? { ...copy, text: '', blocks: [] } : shortened(copy, LONGEST_COPY);
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, zstdCompressSync(canonicalJson(shown), CHECKED));
  renameSync(temporary, path);
}
