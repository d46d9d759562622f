/**
 * CURRENT: the pointer to the one generation that is published now. It is replaced in one step, and names a file that
 * was complete, checked and flushed before.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Sha256 } from '../../page.ts';
import { Instant } from '../../product.ts';

/** Version of generation.sql and of the JSON in it. A reader refuses what it does not know. */
export const GENERATION_SCHEMA = 5;

/** Of a published file: by its content. */
export const PUBLISHED_NAME = /^gen-[0-9a-f]{16}\.db$/;

export const Current = z.strictObject({
  file: z.string().regex(PUBLISHED_NAME),
  sha256: Sha256,
  bytes: z.int().min(1),
  /** Number of the publication; it only grows. */
  generation: z.string().regex(/^\d{6,}$/),
  publishedAt: Instant,
  schema: z.int().min(1),
  products: z.int().min(0),
  /** Where the ledger stood; `chain` is the head of its hash chain, published so that the past can't be rewritten unseen. */
  ledger: z.strictObject({ entries: z.int().min(0), changes: z.int().min(0), chain: Sha256 }),
});
export type Current = z.infer<typeof Current>;

export const CURRENT_FILE = 'CURRENT';

/** Its file: `sum` is over the text of the rest, so that no digit of it changes unseen. One of before that has none. */
const PointerFile = Current.extend({ sum: Sha256.optional() });

/** What is written to its file. */
export function pointerText(current: Current): string {
  const members = Current.parse(current);
  return `${JSON.stringify({ ...members, sum: sumOf(members) })}\n`;
}

/** @param current in the order of its schema */
function sumOf(current: Current): string {
  return createHash('sha256').update(JSON.stringify(current)).digest('hex');
}

/** Name of the file of these bytes. */
export function generationFile(sha256: string): string {
  return `gen-${sha256.slice(0, 16)}.db`;
}

/**
 * Absent before the first publication.
 * @throws {Error} the pointer is not of its schema or sum, which nothing of ours ever writes
 */
export function readCurrent(dir: string): Current | undefined {
  const path = join(dir, CURRENT_FILE);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw cause;
  }
  try {
    const { sum, ...current } = PointerFile.parse(JSON.parse(text));
    if (sum !== undefined && sum !== sumOf(current)) throw new Error('It is not what was written: its sum is another');
    return current;
  } catch (cause) {
    throw new Error(`Cannot read ${path}: it is not a pointer to a generation`, { cause });
  }
}

/** SHA-256 of a file's bytes, without blocking: for a process that answers requests meanwhile. */
export async function hashFile(file: string): Promise<string> {
  const sum = createHash('sha256');
  // One piece of memory for the whole file; a stream takes new ones, which stay resident when they are freed.
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const handle = await open(file);
  try {
    for (let read = await handle.read(buffer); read.bytesRead > 0; read = await handle.read(buffer))
      sum.update(buffer.subarray(0, read.bytesRead));
  } finally {
    await handle.close();
  }
  return sum.digest('hex');
}

/** The same at once, for a process that has nothing else to do until it knows. */
export function hashFileSync(file: string): string {
  const sum = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  const descriptor = openSync(file, 'r');
  try {
    for (let read = readSync(descriptor, buffer); read > 0; read = readSync(descriptor, buffer))
      sum.update(buffer.subarray(0, read));
  } finally {
    closeSync(descriptor);
  }
  return sum.digest('hex');
}
