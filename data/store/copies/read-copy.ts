/** Copies of archived pages, `<dir>/<sha256>.<version>.zst`, and pictures, `<dir>/<sha256>.webp`: the verifier writes them, the web process shows them. */
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Sha256 } from '../../page.ts';
import { COPY_VERSION, type PageCopy } from '../../text/page-copy.ts';
import { readIfThere } from '../files/atomic-file.ts';

/** Of a copy's text, in UTF-16 units. */
export const LONGEST_COPY = 512 * 1024;
/** A copy is JSON of its text and the ranges of its blocks. */
const MOST_BYTES = 16 * 1024 * 1024;

export function copyFile(dir: string, sha256: Sha256): string {
  return join(dir, `${sha256}.${COPY_VERSION}.zst`);
}

export function pictureFile(dir: string, sha256: Sha256): string {
  return join(dir, `${sha256}.webp`);
}

/** Undefined where it is absent or damaged: the checksum of zstd tells. */
export function readCopy(dir: string, sha256: Sha256): PageCopy | undefined {
  try {
    const stored = readIfThere(copyFile(dir, sha256));
    // Our verifier wrote it from a value of this type.
    return stored && JSON.parse(zstdDecompressSync(stored, { maxOutputLength: MOST_BYTES }).toString());
  } catch {
    return undefined;
  }
}
