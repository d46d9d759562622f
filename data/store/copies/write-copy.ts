/** Writes the copies that evidence pages show. They are derived: one that is lost is written again at the next full publication. */
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync } from 'node:zlib';
import { isPicture, type Sha256 } from '../../page.ts';
import { type PageCopy, shortened } from '../../text/page-copy.ts';
import { canonicalJson } from '../files/canonical-json.ts';
import { copyFile, LONGEST_COPY, pictureFile } from './read-copy.ts';

const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

/** Nothing, where the bytes are no picture: a crawler on another machine archived them. */
export function writePicture(dir: string, sha256: Sha256, bytes: Uint8Array): void {
  if (isPicture(bytes)) write(dir, pictureFile(dir, sha256), () => bytes);
}

/** Not flushed, since thousands are written at once after an upgrade. */
export function writeCopy(dir: string, sha256: Sha256, copy: PageCopy): void {
  write(dir, copyFile(dir, sha256), () => {
    const shown = copy.isNoArchive ? { ...copy, text: '', blocks: [] } : shortened(copy, LONGEST_COPY);
    return zstdCompressSync(canonicalJson(shown), CHECKED);
  });
}

function write(dir: string, path: string, bytesOf: () => Uint8Array): void {
  // A power cut may leave an empty file.
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  mkdirSync(dir, { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, bytesOf());
  renameSync(temporary, path);
}
