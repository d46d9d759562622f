/**
 * The archive of every page read, by the SHA-256 of its bytes: `<dir>/ab/cd/<sha256>.zst`, in a directory, or in a bucket
 * with a directory as its cache (bucket-archive.ts).
 *
 * The crawler writes and the verifier cuts quotes from the same bytes. A page is there completely or not at all, and is
 * hashed again when it is read, since a disk may return wrong bytes.
 */
import { hash, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { Sha256 } from '../../page.ts';
import { addFile, ifAbsent, readIfThere } from '../files/atomic-file.ts';

/** Folder of temporaries: a single one, so that a start need not walk 65,536 folders for leftovers. */
const UNFINISHED = 'unfinished';
/** A younger temporary may belong to another process that is writing it. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** The archive's bytes under a hash have another hash. */
export class ArchiveCorrupt extends Error {
  override name = 'ArchiveCorrupt';
}

export interface Archive {
  /** Resolves when the bytes would survive a power cut. Bytes that are there already are not written again. */
  put(bytes: Uint8Array): Promise<Sha256>;
  /** Undefined for an unknown page. @throws {ArchiveCorrupt} what is stored is damaged */
  get(sha256: Sha256): Promise<Buffer | undefined>;
  /** For the verifier, whose transaction can't wait. @throws {ArchiveCorrupt} */
  getSync(sha256: Sha256): Buffer | undefined;
  /** Copies a page from the bucket to the cache, so that `getSync` does not block; nothing to do in a directory. */
  prefetch(sha256: Sha256): Promise<void>;
}

/** A directory that also stores and removes packed pages. */
export interface ArchiveDirectory extends Archive {
  has(sha256: Sha256): boolean;
  /** @param stored the page as `pack` makes it */
  store(sha256: Sha256, stored: Buffer): Promise<void>;
  remove(sha256: Sha256): void;
}

/** A page's bytes; undefined where the archive lacks the page, or has it damaged. */
export async function soundPage(archive: Pick<Archive, 'get'>, sha256: Sha256): Promise<Buffer | undefined> {
  return archive.get(sha256).catch((error: unknown) => {
    if (error instanceof ArchiveCorrupt) return undefined;
    throw error;
  });
}

/** A page's path below the archive. */
export function pageKey(sha256: Sha256): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.zst`;
}

/** A page's file in the archive at `dir`. */
export function pageFile(dir: string, sha256: Sha256): string {
  return join(dir, pageKey(sha256));
}

export function sha256Of(bytes: Uint8Array): Sha256 {
  return hash('sha256', bytes);
}

/** A page's bytes as they are stored. */
export const pack: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdCompress);

const decompress = promisify(zstdDecompress);

/** A page's bytes from its stored form. @throws {ArchiveCorrupt} they do not have this hash */
export async function unpackPage(stored: Uint8Array, sha256: Sha256, file: string): Promise<Buffer> {
  return verified(await decompress(stored).catch(damaged(file)), sha256, file);
}

/** Opens the archive, creates the directory if needed, and removes leftovers of crashed writers. */
export async function openArchive(dir: string, now: Date = new Date()): Promise<ArchiveDirectory> {
  const unfinished = join(dir, UNFINISHED);
  await mkdir(unfinished, { recursive: true });
  await removeAbandoned(unfinished, now);
  const fileOf = (sha256: Sha256) => pageFile(dir, sha256);
  const store = (sha256: Sha256, bytes: Buffer) =>
    addFile(dir, pageKey(sha256), { bytes, temporary: join(unfinished, randomUUID()) });
  return {
    has: (sha256) => existsSync(fileOf(sha256)),
    store,
    remove: (sha256) => rmSync(fileOf(sha256), { force: true }),
    async prefetch() {},
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      const isThere = await access(fileOf(sha256)).then(() => true, ifAbsent);
      if (!isThere) await store(sha256, await pack(bytes));
      return sha256;
    },
    async get(sha256) {
      const file = fileOf(sha256);
      const stored = await readFile(file).catch(ifAbsent);
      return stored && unpackPage(stored, sha256, file);
    },
    getSync(sha256) {
      const file = fileOf(sha256);
      const stored = readIfThere(file);
      return stored && verified(decompressSync(stored, file), sha256, file);
    },
  };
}

function decompressSync(stored: Buffer, file: string): Buffer {
  try {
    return zstdDecompressSync(stored);
  } catch (error) {
    return damaged(file)(error);
  }
}

function damaged(file: string): (cause: unknown) => never {
  return (cause) => {
    throw new ArchiveCorrupt(`Cannot decompress ${file}`, { cause });
  };
}

function verified(bytes: Buffer, sha256: Sha256, file: string): Buffer {
  if (sha256Of(bytes) === sha256) return bytes;
  throw new ArchiveCorrupt(`Cannot use ${file}: the hash of its bytes differs from its name`);
}

async function removeAbandoned(unfinished: string, now: Date): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const file = join(unfinished, name);
    const found = await stat(file).catch(ifAbsent);
    if (found !== undefined && now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
}
