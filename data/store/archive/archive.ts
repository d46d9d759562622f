/**
 * Every page ever read, by the SHA-256 of its bytes: `<dir>/ab/cd/<sha256>.zst`, in a directory, or in a bucket with a
 * directory near at hand (data/store/archive/bucket-archive.ts).
 *
 * The crawler writes and the verifier cuts quotes from what was written, so a directory lives beside the ledger and
 * needs nothing but Node. A page is there whole or not at all: temporary on the same file system, fsync, rename, fsync of
 * the directory. What is read back is hashed again, since a disk may lie and a price may not.
 */
import { hash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { Sha256 } from '../../page.ts';

/**
 * Where pages are written before they are renamed. One directory, not the page's own, so that clearing what crashes
 * left does not walk 65,536 directories at every start.
 */
const UNFINISHED = 'unfinished';
/** Younger ones may belong to another process that is writing right now. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** The archive holds bytes under this hash that are not those bytes. */
export class ArchiveCorrupt extends Error {
  override name = 'ArchiveCorrupt';
}

/** Where a page lies in the archive that is kept in `dir`. */
export function pageFile(dir: string, sha256: Sha256): string {
  return join(dir, pageKey(sha256));
}

/** The bytes of a page from those that are stored of it. @throws {ArchiveCorrupt} they are not of that hash */
export async function unpackPage(stored: Uint8Array, sha256: Sha256, file: string): Promise<Buffer> {
  return verified(await decompress(stored).catch(damaged(file)), sha256, file);
}

export interface Archive {
  /** Resolves when the bytes would survive a power cut. Bytes that are there already are not written again. */
  put(bytes: Uint8Array): Promise<Sha256>;
  /** @throws {ArchiveCorrupt} what is stored is damaged */
  get(sha256: Sha256): Promise<Buffer | undefined>;
  /** For the verifier, whose transaction can't wait. @throws {ArchiveCorrupt} */
  getSync(sha256: Sha256): Buffer | undefined;
  /** Fetches the page into the local directory, so that `getSync` need not. A local page needs nothing. */
  bring(sha256: Sha256): Promise<void>;
}

/** What a page's files are called below the archive, wherever that is. */
export function pageKey(sha256: Sha256): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}.zst`;
}

/** A directory that also takes and gives files as they are stored. */
export interface ArchiveDirectory extends Archive {
  has(sha256: Sha256): boolean;
  /** A page as `pack` makes it. */
  keep(sha256: Sha256, stored: Buffer): Promise<void>;
  /** A page that is not to be used any more. */
  drop(sha256: Sha256): void;
}

const decompress = promisify(zstdDecompress);

/** A page's bytes as they are stored. */
export const pack: (bytes: Uint8Array) => Promise<Buffer> = promisify(zstdCompress);

export function sha256Of(bytes: Uint8Array): Sha256 {
  return hash('sha256', bytes);
}

/** Opens the archive, making the directory if there is none, and clears what crashed writers left in it. */
export async function openArchive(dir: string, now: Date = new Date()): Promise<ArchiveDirectory> {
  const unfinished = join(dir, UNFINISHED);
  await mkdir(unfinished, { recursive: true });
  await removeAbandoned(unfinished, now);
  const fileOf = (sha256: Sha256) => pageFile(dir, sha256);
  return {
    has: (sha256) => existsSync(fileOf(sha256)),
    keep: (sha256, stored) => writeWhole(fileOf(sha256), stored, unfinished),
    drop: (sha256) => rmSync(fileOf(sha256), { force: true }),
    async bring() {},
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      const file = fileOf(sha256);
      if (!(await exists(file))) await writeWhole(file, await pack(bytes), unfinished);
      return sha256;
    },
    async get(sha256) {
      const file = fileOf(sha256);
      const stored = await readFile(file).catch(absent);
      return stored && unpackPage(stored, sha256, file);
    },
    getSync(sha256) {
      const file = fileOf(sha256);
      const stored = readNow(file);
      if (stored === undefined) return undefined;
      try {
        return verified(zstdDecompressSync(stored), sha256, file);
      } catch (error) {
        return error instanceof ArchiveCorrupt ? raise(error) : damaged(file)(error);
      }
    },
  };
}

function raise(error: Error): never {
  throw error;
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

function readNow(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    return absent(error);
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    (error) => absent(error) ?? false,
  );
}

function damaged(file: string): (cause: unknown) => never {
  return (cause) => {
    throw new ArchiveCorrupt(`Cannot decompress ${file}`, { cause });
  };
}

function verified(bytes: Buffer, sha256: Sha256, file: string): Buffer {
  if (sha256Of(bytes) === sha256) return bytes;
  throw new ArchiveCorrupt(`Cannot use ${file}: its bytes do not have the hash that it is named by`);
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Two writers of the same bytes write two temporaries and rename over one name: either is the right file. */
async function writeWhole(file: string, stored: Buffer, unfinished: string): Promise<void> {
  const dir = dirname(file);
  // The directories that were made must be durable too, or a power cut takes the page with its directory.
  const made = await mkdir(dir, { recursive: true });
  const temporary = join(unfinished, randomUUID());
  try {
    await writeAndSync(temporary, stored);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dir);
  if (made !== undefined) {
    await syncDirectory(dirname(dir));
    await syncDirectory(dirname(dirname(dir)));
  }
}

async function writeAndSync(file: string, bytes: Buffer): Promise<void> {
  const handle: FileHandle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeAbandoned(unfinished: string, now: Date): Promise<void> {
  for (const name of await readdir(unfinished)) {
    const file = join(unfinished, name);
    const found = await stat(file).catch(absent);
    if (found !== undefined && now.getTime() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
}
