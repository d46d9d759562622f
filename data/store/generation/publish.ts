/**
 * Publishes the staging database, so that CURRENT always names a complete file of the stated hash, even after a crash.
 *
 * Copy to a temporary → check → flush → name it by its hash → flush the directory → replace the pointer. A database is
 * never renamed over another: SQLite would replay the old one's log into the new one, which passes its integrity check.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { replaceFile, sync } from '../files/atomic-file.ts';
import { TEMPORARY } from '../files/atomic-folder.ts';
import { hashFileSync } from '../files/hash-file.ts';
import { type SqlValue, sumRow } from '../files/row-digest.ts';
import {
  CURRENT_FILE,
  type Current,
  GENERATION_SCHEMA,
  generationFile,
  PUBLISHED_NAME,
  pointerAt,
  pointerFile,
  pointerText,
  publishedPointer,
} from './current.ts';
import { openGeneration } from './generation.ts';
import { readLastPublication } from './last-publication.ts';

export interface Published {
  /** Number of the publication that CURRENT names. */
  generation: string;
  file: string;
  sha256: string;
  bytes: number;
  /** CURRENT named this content already, and still does. */
  unchanged: boolean;
}

interface PublishMeta {
  now: Date;
  ledger: { entries: number; changes: number; chain: string };
  nextNumber: (known: number) => number;
}

/** Number of older generations that stay, whatever their age. */
const KEPT_GENERATIONS = 3;
/** Later superseded ones stay too: a reader may have read the pointer and not yet opened the file. */
const KEPT_MS = 10 * 60_000;

/** A sound copy of a staging database, in its place. */
export interface PlacedCopy {
  file: string;
  sha256: string;
  bytes: number;
  products: number;
}

/** @throws {Error} the copy is not sound, or could not be written */
export function placeCopy(staging: Database.Database, dir: string, now: Date): PlacedCopy {
  mkdirSync(dir, { recursive: true });
  sweepTemporaries(dir);
  const temporary = join(dir, `${TEMPORARY}${process.pid}.db`);
  try {
    const products = copy(staging, temporary);
    sync(temporary);
    const sha256 = hashFileSync(temporary);
    const { size: bytes } = statSync(temporary);
    const file = generationFile(sha256);
    place(temporary, join(dir, file), { sha256, now });
    sync(dir);
    return { file, sha256, bytes, products };
  } catch (cause) {
    throw new Error(`Cannot publish a generation in ${dir}`, { cause });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** @throws {Error} the pointer could not be written; what was published before still is */
export function publishCopy({ file, sha256, bytes, products }: PlacedCopy, dir: string, meta: PublishMeta): Published {
  try {
    const before = publishedPointer(dir);
    if (before?.sha256 === sha256) return { generation: before.generation, file, sha256, bytes, unchanged: true };
    const generation = String(meta.nextNumber(knownNumber(dir))).padStart(6, '0');
    const { entries, changes, chain } = meta.ledger;
    const current: Current = {
      file,
      sha256,
      bytes,
      generation,
      publishedAt: meta.now.toISOString(),
      schema: GENERATION_SCHEMA,
      products,
      ledger: { entries, changes, chain },
    };
    pointTo(dir, current, { before, now: meta.now });
    return { generation, file, sha256, bytes, unchanged: false };
  } catch (cause) {
    throw new Error(`Cannot publish a generation in ${dir}`, { cause });
  }
}

/**
 * Publishes a complete generation of another node, under its own number.
 *
 * @param path of its file, in the same directory, flushed and of the hash that the pointer states
 * @throws {Error} it can't be opened here; what was published before still is
 */
export function adoptGeneration(dir: string, current: Current, { path, now }: { path: string; now: Date }): void {
  const { file, sha256 } = current;
  const placed = join(dir, file);
  if (path !== placed) place(path, placed, { sha256, now });
  sync(dir);
  openGeneration(dir, current, { sha256 }).close();
  pointTo(dir, current, { before: publishedPointer(dir), now });
}

function pointTo(dir: string, current: Current, { before, now }: { before: Current | undefined; now: Date }): void {
  if (before !== undefined) keepPointer(dir, before);
  replaceFile(join(dir, CURRENT_FILE), pointerText(current), join(dir, `${TEMPORARY}${process.pid}`));
  keepPointer(dir, current);
  // Its age counts from now: a reader may have just read the old pointer.
  if (before !== undefined && existsSync(join(dir, before.file))) utimesSync(join(dir, before.file), now, now);
  sweepGenerations(dir, { current: current.file, now });
}

/** Written again where the content is published under another number. */
function keepPointer(dir: string, current: Current): void {
  const path = join(dir, pointerFile(current.file));
  if (pointerAt(path)?.generation === current.generation) return;
  replaceFile(path, pointerText(current), join(dir, `${TEMPORARY}${process.pid}`));
}

/** Copies and checks. Returns the number of products. */
function copy(staging: Database.Database, path: string): number {
  staging.prepare('VACUUM INTO ?').run(path);
  const database = new Database(path, { fileMustExist: true });
  try {
    database.pragma('journal_mode = OFF');
    // Overwrites deleted rows with zeros, so that equal content is equal bytes.
    database.pragma('secure_delete = ON');
    database.exec('DELETE FROM staging');
  } finally {
    database.close();
  }
  const readable = new Database(path, { readonly: true, fileMustExist: true });
  try {
    readable.pragma(`mmap_size = ${statSync(path).size}`);
    return check(readable, staging);
  } finally {
    readable.close();
  }
}

const SUMMED_TABLES = [
  'products',
  'records',
  'changes',
  'categories',
  'apis',
  'forecasts',
  'quality',
  'price_lines',
  'indices',
] as const;
const TABLES = [...SUMMED_TABLES, 'aliases', 'evidence', 'identifiers'] as const;

function check(database: Database.Database, staging: Database.Database): number {
  const verdict = database.pragma('quick_check(1)', { simple: true });
  if (verdict !== 'ok') throw new Error(`The copy is damaged: ${String(verdict)}`);
  const counts = TABLES.map((table) => {
    const count = (of: Database.Database) => Number(of.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    if (count(database) !== count(staging)) throw new Error(`The copy has other ${table} than the staging database`);
    return count(database);
  });
  // SQLite's pages carry no checksum: a changed digit in a price passes every check but this one.
  for (const table of SUMMED_TABLES) {
    for (const row of database.prepare<[], SqlValue[]>(`SELECT * FROM ${table}`).raw().iterate()) {
      const sum = row.at(-1);
      if (!(sum instanceof Uint8Array) || !sumRow(row.slice(0, -1)).equals(sum))
        throw new Error(`A row of ${table} was changed: ${String(row[0])}`);
    }
  }
  return counts[0] ?? 0;
}

/** Gives the temporary its final name, unless a sound file has it already. */
function place(temporary: string, path: string, { sha256, now }: { sha256: string; now: Date }): void {
  if (!existsSync(path) || hashFileSync(path) !== sha256) {
    // A file of this name with other bytes is debris.
    removeDatabase(path);
    chmodSync(temporary, 0o444);
    renameSync(temporary, path);
  }
  utimesSync(path, now, now);
}

function removeDatabase(path: string): void {
  for (const suffix of ['-wal', '-shm', '-journal', '']) rmSync(path + suffix, { force: true });
}

/** Removes what a crash left. There is one publisher, so no temporary is in use. */
function sweepTemporaries(dir: string): void {
  for (const name of readdirSync(dir)) {
    const isTemporary = name.startsWith(TEMPORARY);
    const isJournal = /^gen-[0-9a-f]{16}\.db-/.test(name);
    if (isTemporary || isJournal) rmSync(join(dir, name), { force: true });
  }
}

/** Removes the names of old generations; a reader that has one open can still read it. */
function sweepGenerations(dir: string, { current, now }: { current: string; now: Date }): void {
  readdirSync(dir)
    .filter((name) => PUBLISHED_NAME.test(name) && name !== current)
    .map((name) => ({ path: join(dir, name), age: now.getTime() - statSync(join(dir, name)).mtimeMs }))
    .sort((a, b) => a.age - b.age)
    .slice(KEPT_GENERATIONS)
    .filter(({ age }) => age >= KEPT_MS)
    .forEach(({ path }) => {
      rmSync(pointerFile(path), { force: true });
      removeDatabase(path);
    });
}

/** Folders of DATA_DIR whose entries are named by the generation that they were made of. */
const MADE_OF_GENERATIONS = ['exports', 'feeds'];

/**
 * The highest number of a publication that the data directory knows, 0 where there is none: numbers never fall, whichever
 * files were lost. `dir` has the published generations.
 */
function knownNumber(dir: string): number {
  const dataDir = dirname(dir);
  const names = MADE_OF_GENERATIONS.flatMap((folder) => namesIn(join(dataDir, folder)));
  const known = [publishedPointer(dir)?.generation, readLastPublication(dataDir)?.generation, ...names];
  return Math.max(0, ...known.map((number) => Number.parseInt(number ?? '0', 10)).filter(Number.isSafeInteger));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d{6,}(?:-|$)/.test(name));
  } catch {
    return []; // Nothing was made there yet.
  }
}
