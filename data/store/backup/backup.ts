/**
 * A backup of what can't be made anew: the ledger, the pages that it cites, and the generation that was published from
 * it. `dir` holds the pages of all backups, each once, and a folder a backup, which appears whole, manifest and all, or
 * not at all:
 *
 *     pages/ab/cd/<sha256>.zst
 *     2026-11-22T04-00-00Z/ledger.db, pages.txt, manifest.json, generation/CURRENT, generation/gen-….db, reread.json
 *
 * It is made beside the running writer. The ledger is copied before the archive is looked through, and a page is archived
 * before an entry cites it, so each page that the copy cites is there.
 */
import { constants, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as z from 'zod';
import { Sha256 } from '../../page.ts';
import { Instant } from '../../product.ts';
import { ArchiveCorrupt, pageFile, unpackPage } from '../archive/archive.ts';
import { sync } from '../files/atomic-file.ts';
import { makeFolder, removeFolder, sweepTemporaries } from '../files/atomic-folder.ts';
import { CURRENT_FILE, hashFileSync, pointerText, readCurrent } from '../generation/current.ts';
import { citedPageHashes, ledgerFigures, ledgerSoundness } from '../ledger-queries/inspection.ts';

const BACKUP_FORMAT = 1;
export const PAGES = 'pages';
const MANIFEST = 'manifest.json';
const REREAD = 'reread.json';
export const LIST = 'pages.txt';

export const BackupManifest = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  madeAt: Instant,
  ledger: z.strictObject({
    schema: z.int().min(1),
    entries: z.int().min(0),
    changes: z.int().min(0),
    /** Head of the hash chain. */
    chain: Sha256,
  }),
  /** Number and hash of the generation; absent before the first publication. */
  generation: z.strictObject({ number: z.string(), sha256: Sha256 }).optional(),
  /** Of this backup's folder, but for this manifest. */
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int().min(0), sha256: Sha256 })),
  /** How many; absent where the archive is a bucket, which has to keep them itself. */
  pages: z.int().min(0).optional(),
  /** Pages that an entry cites, and that the archive had lost or damaged. */
  lost: z.array(Sha256),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export interface Backup {
  /** Name of its folder. */
  name: string;
  manifest: BackupManifest;
  /** Pages that this backup was the first to copy. */
  copied: number;
}

export interface BackupOptions {
  dataDir: string;
  dir: string;
  now: Date;
  /** The archive is a bucket: its pages are not for this. */
  withoutPages?: boolean;
  /** Whole backups that stay, the newest; all of them by default. */
  keep?: number;
  onPages?: (total: number) => void;
  onPage?: () => void;
}

/** @throws {Error} there is no sound ledger, or the disk is full; no part of it is then taken for a backup */
export async function makeBackup({
  dataDir,
  dir,
  now,
  keep,
  withoutPages = false,
  onPages,
  onPage,
}: BackupOptions): Promise<Backup> {
  await mkdir(join(dir, PAGES), { recursive: true });
  sweepTemporaries(dir);
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const made = await makeFolder(dir, name, async (folder) => {
    // Before the ledger, so that the ledger has all that it was published from.
    const generation = await copyGeneration(join(dataDir, 'generations'), join(folder, 'generation'));
    const reread = join(dataDir, REREAD);
    if (existsSync(reread)) await copyFile(reread, join(folder, REREAD));
    const ledger = await copyLedger(join(dataDir, 'ledger.db'), join(folder, 'ledger.db'));
    const pages = withoutPages
      ? undefined
      : await copyPages(join(dataDir, 'archive'), join(dir, PAGES), { onPages, onPage });
    const cited = pages === undefined ? [] : citedPageHashes(join(folder, 'ledger.db'));
    const all = [...(pages?.all ?? [])];
    await writeFile(join(folder, LIST), all.map((sha256) => `${sha256}\n`).join(''));
    const manifest: BackupManifest = {
      format: BACKUP_FORMAT,
      madeAt: now.toISOString(),
      ledger,
      ...(generation !== undefined && { generation }),
      files: filesIn(folder),
      ...(pages !== undefined && { pages: all.length }),
      lost: cited.filter((sha256) => pages?.all.has(sha256) === false),
    };
    writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { flush: true });
    return { manifest, copied: pages?.copied ?? 0 };
  });
  if (keep !== undefined) for (const old of backupsIn(dir).slice(keep)) removeFolder(dir, old);
  return { name, ...made };
}

/** Names of the whole backups, the newest first. */
export function backupsIn(dir: string): string[] {
  return (existsSync(dir) ? readdirSync(dir) : [])
    .filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(name) && existsSync(join(dir, name, MANIFEST)))
    .sort()
    .reverse();
}

/** @throws {Error} it has no manifest of the format that is known here */
export function readBackup(dir: string, name: string): BackupManifest {
  const file = join(dir, name, MANIFEST);
  try {
    return BackupManifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`Cannot read ${file}: it is no manifest of a backup of format ${BACKUP_FORMAT}`, { cause });
  }
}

/** By SQLite's online backup, in one step: what is written meanwhile is not in it, and makes it begin no second time. */
async function copyLedger(file: string, target: string): Promise<BackupManifest['ledger']> {
  if (!existsSync(file)) throw new Error(`Cannot back up: there is no ledger at ${file}`);
  const ledger = new Database(file, { readonly: true, fileMustExist: true });
  try {
    await ledger.backup(target, { progress: () => 2 ** 31 - 1 });
  } finally {
    ledger.close();
  }
  const copy = new Database(target);
  try {
    // One file, which can be read where nothing can be written.
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
  const soundness = ledgerSoundness(target);
  const figures = ledgerFigures(target);
  if (soundness === undefined || figures === undefined) throw new Error(`Cannot back up ${file}: it is being made`);
  const { schema, damage, brokenAt } = soundness;
  if (damage.length > 0 || brokenAt !== undefined)
    throw new Error(`Cannot back up ${file}: ${damage[0] ?? `entry ${brokenAt} is not what was written`}`);
  const { entries, changes, chain } = figures;
  sync(target);
  return { schema, entries, changes, chain };
}

async function copyGeneration(from: string, to: string): Promise<BackupManifest['generation']> {
  const current = readCurrent(from);
  if (current === undefined) return undefined;
  await mkdir(to);
  const { file, generation, sha256 } = current;
  await copyFile(join(from, file), join(to, file), constants.COPYFILE_FICLONE);
  if (hashFileSync(join(to, file)) !== sha256)
    throw new Error(`Cannot back up ${file}: it is not of the SHA-256 that CURRENT states. Publish it again first`);
  // The pointer that was read, whatever is published meanwhile.
  await writeFile(join(to, CURRENT_FILE), pointerText(current));
  return { number: generation, sha256 };
}

interface Progress {
  onPages: ((total: number) => void) | undefined;
  onPage: (() => void) | undefined;
}

/** Copies those that are not there yet, each hashed again on the way. Damaged ones are left out. */
async function copyPages(from: string, to: string, { onPages, onPage }: Progress) {
  const found = await pagesIn(from);
  onPages?.(found.length);
  const all = new Set<string>();
  let copied = 0;
  for (const sha256 of found) {
    const target = pageFile(to, sha256);
    const isThere = existsSync(target);
    if (isThere || (await copyPage(pageFile(from, sha256), target, sha256))) all.add(sha256);
    if (!isThere && all.has(sha256)) copied += 1;
    onPage?.();
  }
  return { all, copied };
}

/** False where its bytes are not those of its hash. The copy appears whole or not at all. */
export async function copyPage(file: string, target: string, sha256: string): Promise<boolean> {
  const stored = await readFile(file);
  try {
    await unpackPage(stored, sha256, file);
  } catch (error) {
    if (error instanceof ArchiveCorrupt) return false;
    throw error;
  }
  const temporary = `${target}.tmp-${process.pid}`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await writeFile(temporary, stored, { flush: true });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
  return true;
}

/** Hashes of all pages of an archive, in order. */
async function pagesIn(archive: string): Promise<string[]> {
  const names = existsSync(archive) ? await readdir(archive, { recursive: true }) : [];
  return names
    .map((name) => basename(name))
    .filter((name) => /^[0-9a-f]{64}\.zst$/.test(name))
    .map((name) => name.slice(0, 64))
    .sort();
}

/** Flushes each file below the folder, and tells what it is. */
function filesIn(folder: string): BackupManifest['files'] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => {
      sync(path);
      sync(dirname(path));
      return { name: path.slice(folder.length + 1), bytes: statSync(path).size, sha256: hashFileSync(path) };
    });
}

/** The hashes that a backup lists. */
export function listedPages(dir: string, name: string): string[] {
  return readFileSync(join(dir, name, LIST), 'utf8')
    .split('\n')
    .filter(Boolean);
}

/** Whether a file of a backup is what its manifest says. */
export function isAsListed(path: string, { bytes, sha256 }: { bytes: number; sha256: string }): boolean {
  return statSync(path).size === bytes && hashFileSync(path) === sha256;
}
