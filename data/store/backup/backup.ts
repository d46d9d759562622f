/**
 * Backups of what can't be computed: the ledger, the pages that it cites, and the published generation. `dir` contains the
 * pages of all backups, each once, and a folder for each backup, which appears complete or not at all:
 *
 *     pages/ab/cd/<sha256>.zst
 *     2026-11-22T04-00-00Z/ledger.db, pages.txt, manifest.json, generation/CURRENT, generation/gen-….db, reread.json
 *
 * A backup runs beside the writer. A page is archived before an entry cites it, and the ledger is copied before the pages,
 * so every page that the copy cites is there.
 */
import { randomUUID } from 'node:crypto';
import { constants, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as z from 'zod';
import { Sha256 } from '../../page.ts';
import { Instant } from '../../product.ts';
import { ArchiveCorrupt, pageFile, pageKey, unpackPage } from '../archive/archive.ts';
import { addFile, sync } from '../files/atomic-file.ts';
import { makeFolder, removeFolder, sweepTemporaries } from '../files/atomic-folder.ts';
import { hashFileSync } from '../files/hash-file.ts';
import { CURRENT_FILE, pointerText, readCurrent } from '../generation/current.ts';
import { citedPageHashes, ledgerFigures, ledgerSoundness } from '../ledger-queries/inspection.ts';

const BACKUP_FORMAT = 1;
export const PAGES = 'pages';
const MANIFEST = 'manifest.json';
const REREAD = 'reread.json';
export const LIST = 'pages.txt';

/** Of the backup's folder; a path that leads out of it is none. */
const FileName = z.string().regex(/^(?:generation\/)?\w[\w.-]*$/);

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
  /** The folder's files without this manifest. */
  files: z.array(z.strictObject({ name: FileName, bytes: z.int().min(0), sha256: Sha256 })),
  /** Number of pages; absent for an archive in a bucket, which is backed up by other means. */
  pages: z.int().min(0).optional(),
  /** Cited pages that the archive lacked or had damaged. */
  lost: z.array(Sha256),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

export interface Backup {
  /** Name of its folder. */
  name: string;
  manifest: BackupManifest;
  /** Number of pages that no earlier backup had. */
  copied: number;
}

interface BackupOptions {
  dataDir: string;
  dir: string;
  now: Date;
  /** Set for an archive in a bucket. */
  withoutPages?: boolean;
  /** Number of backups to keep, the newest; all by default. */
  keep?: number;
  onPages?: (total: number) => void;
  onPage?: () => void;
}

/** @throws {Error} there is no sound ledger, or the disk is full; no backup is then made */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, dir, now, keep, withoutPages = false } = options;
  await mkdir(join(dir, PAGES), { recursive: true });
  sweepTemporaries(dir);
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  const made = await makeFolder(dir, name, async (folder) => {
    // Copied before the ledger, so that the ledger contains all entries of the generation.
    const generation = await copyGeneration(join(dataDir, 'generations'), join(folder, 'generation'));
    const reread = join(dataDir, REREAD);
    if (existsSync(reread)) await copyFile(reread, join(folder, REREAD));
    const ledger = await copyLedger(join(dataDir, 'ledger.db'), join(folder, 'ledger.db'));
    const pages = withoutPages ? undefined : await copyPages(join(dataDir, 'archive'), join(dir, PAGES), options);
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

/** Names of the complete backups, the newest first. */
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
    throw new Error(`Cannot read ${file}: not a backup manifest of format ${BACKUP_FORMAT}`, { cause });
  }
}

/** Uses SQLite's online backup in one step, so that concurrent writes neither enter the copy nor restart it. */
async function copyLedger(file: string, target: string): Promise<BackupManifest['ledger']> {
  if (!existsSync(file)) throw new Error(`Cannot back up: no ledger at ${file}`);
  const ledger = new Database(file, { readonly: true, fileMustExist: true });
  try {
    await ledger.backup(target, { progress: () => 2 ** 31 - 1 });
  } finally {
    ledger.close();
  }
  const copy = new Database(target);
  try {
    // One file, readable on a read-only file system.
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
  const soundness = ledgerSoundness(target);
  const figures = ledgerFigures(target);
  if (soundness === undefined || figures === undefined) throw new Error(`Cannot back up ${file}: it is being created`);
  const { schema, damage, brokenAt } = soundness;
  if (damage.length > 0 || brokenAt !== undefined)
    throw new Error(`Cannot back up ${file}: ${damage[0] ?? `entry ${brokenAt} was changed`}`);
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
    throw new Error(`Cannot back up ${file}: its SHA-256 differs from CURRENT. Publish it again first`);
  // The pointer read above: another generation may have been published since.
  await writeFile(join(to, CURRENT_FILE), pointerText(current));
  return { number: generation, sha256 };
}

/** Copies missing pages and verifies their hashes. Damaged ones are left out. */
async function copyPages(from: string, to: string, { onPages, onPage }: Pick<BackupOptions, 'onPages' | 'onPage'>) {
  const found = await pagesIn(from);
  onPages?.(found.length);
  const all = new Set<string>();
  let copied = 0;
  for (const sha256 of found) {
    const target = pageFile(to, sha256);
    const isThere = existsSync(target);
    if (isThere || (await copyPage(from, to, sha256))) all.add(sha256);
    if (!isThere && all.has(sha256)) copied += 1;
    onPage?.();
  }
  return { all, copied };
}

/** Copies a page between archives; false where its bytes do not have its hash. */
export async function copyPage(from: string, to: string, sha256: string): Promise<boolean> {
  const file = pageFile(from, sha256);
  const bytes = await readFile(file);
  try {
    await unpackPage(bytes, sha256, file);
  } catch (error) {
    if (error instanceof ArchiveCorrupt) return false;
    throw error;
  }
  await addFile(to, pageKey(sha256), { bytes, temporary: `${pageFile(to, sha256)}.tmp-${randomUUID()}` });
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

/** Flushes each file below the folder and describes it. */
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

/** Hashes of the backup's pages. */
export function listedPages(dir: string, name: string): string[] {
  return readFileSync(join(dir, name, LIST), 'utf8')
    .split('\n')
    .filter(Boolean);
}

/** Whether a file matches its entry in the manifest. */
export function isAsListed(path: string, { bytes, sha256 }: { bytes: number; sha256: string }): boolean {
  return statSync(path).size === bytes && hashFileSync(path) === sha256;
}
