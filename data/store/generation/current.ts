/**
 * CURRENT, the pointer to the published generation. It is replaced in one step, and names a file that was complete, checked
 * and flushed before.
 *
 * The pointer of each generation that is kept stands beside its file: a reader that finds the current one damaged serves the
 * newest sound one. Generations of older versions have none until the next is published.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { Sha256 } from '../../page.ts';
import { Instant } from '../../product.ts';
import { readIfThere } from '../files/atomic-file.ts';

/** Version of generation.sql and of the JSON in it. Of the versions from LEAST_READABLE on, generation.ts knows what differs. */
export const GENERATION_SCHEMA = 10;

/** What the release before this one published. */
export const LEAST_READABLE = 5;

/** A program also reads what the release before it published, so that it serves while the verifier is upgraded. */
export function isReadable(schema: number): boolean {
  return schema >= LEAST_READABLE && schema <= GENERATION_SCHEMA;
}

/** A generation's file, named by its content. */
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
  /** The ledger's position. Publishing the head of its hash chain reveals a rewritten past. */
  ledger: z.strictObject({ entries: z.int().min(0), changes: z.int().min(0), chain: Sha256 }),
});
export type Current = z.infer<typeof Current>;

export const CURRENT_FILE = 'CURRENT';

/** The file's content: `sum` covers the text of the rest. Files of older versions have none. */
const PointerFile = Current.extend({ sum: Sha256.optional() });

/** The file's content for a pointer. */
export function pointerText(current: Current): string {
  const members = Current.parse(current);
  return `${JSON.stringify({ ...members, sum: sumOf(members) })}\n`;
}

/** @param current in the order of its schema */
function sumOf(current: Current): string {
  return createHash('sha256').update(JSON.stringify(current)).digest('hex');
}

/** Name of the generation's file with this hash. */
export function generationFile(sha256: string): string {
  return `gen-${sha256.slice(0, 16)}.db`;
}

/**
 * Undefined before the first publication.
 * @throws {Error} the pointer does not match its schema or its sum
 */
export function readCurrent(dir: string): Current | undefined {
  return readPointer(join(dir, CURRENT_FILE));
}

/** @throws {Error} as `readCurrent` */
function readPointer(path: string): Current | undefined {
  const text = readIfThere(path)?.toString();
  if (text === undefined) return undefined;
  try {
    const { sum, ...current } = PointerFile.parse(JSON.parse(text));
    if (sum !== undefined && sum !== sumOf(current)) throw new Error('Its checksum is wrong');
    return current;
  } catch (cause) {
    throw new Error(`Cannot read ${path}: not a generation pointer`, { cause });
  }
}

/** The pointer, or undefined where it is absent or can't be read: the next publication replaces it. */
export function publishedPointer(dir: string): Current | undefined {
  return pointerAt(join(dir, CURRENT_FILE));
}

/** Undefined where there is none, or none that can be read. */
export function pointerAt(path: string): Current | undefined {
  try {
    return readPointer(path);
  } catch {
    return undefined;
  }
}

const KEPT_NAME = /^gen-[0-9a-f]{16}\.json$/;

/** Name of the pointer of a generation's file. */
export function pointerFile(file: string): string {
  return file.replace(/\.db$/, '.json');
}

/** The newest first, without those that can't be read or whose file is gone. */
export function keptPointers(dir: string): Current[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => KEPT_NAME.test(name))
    .flatMap((name) => pointerAt(join(dir, name)) ?? [])
    .filter(({ file }) => existsSync(join(dir, file)))
    .sort((a, b) => Number(b.generation) - Number(a.generation));
}
