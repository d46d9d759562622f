/**
 * A page's text as it stands in the archive beside its page: `<dir>/ab/cd/<sha256>.text`.
 *
 * It follows from the page's bytes (data/text/page-text.ts), so it may be lost or damaged: whoever needs it then makes it
 * again. A SHA-256 over the text and all that it follows from comes first in the file, so that a text of other bytes,
 * of another charset or of an older rule is never taken for this one.
 */
import { hash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Page } from '../../page.ts';
import { TEXT_RULE } from '../../text/page-text.ts';

/** What a text follows from, the rule apart. */
export type TextOrigin = Pick<Page, 'sha256' | 'charset' | 'format'>;

/** Of less, making the text again costs no more than having it kept. */
export const TEXT_KEPT_FROM_BYTES = 16 * 1024;

const SUM_BYTES = 32;

function sumOf({ sha256, charset, format }: TextOrigin, text: string): Buffer {
  return hash('sha256', `${sha256}\n${charset}\n${format}\n${TEXT_RULE}\n${text}`, 'buffer');
}

export function packText(origin: TextOrigin, text: string): Buffer {
  return Buffer.concat([sumOf(origin, text), zstdCompressSync(text)]);
}

/** Undefined where what is stored is damaged, or follows from anything else. */
export function unpackText(origin: TextOrigin, stored: Buffer): string | undefined {
  try {
    const text = zstdDecompressSync(stored.subarray(SUM_BYTES)).toString();
    return sumOf(origin, text).equals(stored.subarray(0, SUM_BYTES)) ? text : undefined;
  } catch {
    // Cut short by a power cut, or overwritten: as good as not there.
    return undefined;
  }
}
