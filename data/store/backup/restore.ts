/**
 * Restores a backup to a data directory. Everything is copied and checked in a folder beside its place, then renamed into
 * place, the ledger last. Existing data is moved aside, not removed.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pageFile } from '../archive/archive.ts';
import { sync } from '../files/atomic-file.ts';
import { publishedPointer } from '../generation/current.ts';
import { LEDGER_SCHEMA } from '../ledger/database.ts';
import { lockLedger } from '../ledger/lock.ts';
import { ledgerFigures, ledgerSoundness } from '../ledger-queries/inspection.ts';
import { type BackupManifest, copyPage, isAsListed, LIST, listedPages, PAGES, readBackup } from './backup.ts';

/** The data directory already has data. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}

interface RestoreOptions {
  dir: string;
  /** Name of the backup's folder. */
  name: string;
  dataDir: string;
  now: Date;
  /** Moves existing data aside. */
  force: boolean;
  onPages?: (total: number) => void;
  onPage?: () => void;
}

export interface Restored {
  manifest: BackupManifest;
  /** Folder to which existing data was moved. */
  replaced?: string;
}

/** Names that are not part of the restored state: running processes, the lock, and jobs, which are safe with any ledger. */
const STAYS = /^(?:supervisor|redis|ledger\.db\.lock.*|replaced-.*)$/;
/** Names in the order in which they are moved into place. */
const PLACED = ['archive', 'generations', 'reread.json', 'ledger.db'];

/**
 * @throws {RestoreRefused} there is data already, and `force` is not set
 * @throws {LedgerTaken} a verifier runs on it
 * @throws {Error} something of the backup is missing or not what its manifest says; nothing was changed
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { dataDir, force, now } = options;
  if (!force && occupied(dataDir).length > 0)
    throw new RestoreRefused(`${dataDir} already has data: ${occupied(dataDir).join(', ')}`);
  mkdirSync(dataDir, { recursive: true });
  const lock = lockLedger(join(dataDir, 'ledger.db'));
  const folder = join(dataDir, '.restoring');
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const manifest = await copyBackup(options, folder);
    const replaced = moveAside(dataDir, { now, manifest });
    for (const each of PLACED) {
      const place = join(dataDir, each);
      if (existsSync(join(folder, each)) && !existsSync(place)) renameSync(join(folder, each), place);
      sync(dataDir);
    }
    return { manifest, ...(replaced !== undefined && { replaced }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
}

function occupied(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !STAYS.test(name) && name !== '.restoring') : [];
}

/** Copies the backup to the folder and checks it. @throws {Error} it is not what its manifest says */
async function copyBackup({ dir, name, onPages, onPage }: RestoreOptions, folder: string): Promise<BackupManifest> {
  const manifest = readBackup(dir, name);
  for (const file of manifest.files) {
    const target = join(folder, file.name.replace(/^generation\//, 'generations/'));
    const source = join(dir, name, file.name);
    if (!existsSync(source)) throw new Error(`Cannot restore ${name}: ${source} is missing`);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
    if (!isAsListed(target, file)) throw new Error(`Cannot restore ${name}: ${source} differs from its manifest`);
    sync(target);
  }
  examineLedger(join(folder, 'ledger.db'), name, manifest);
  const pages = listedPages(dir, name);
  onPages?.(pages.length);
  const archive = join(folder, 'archive');
  await mkdir(archive);
  for (const sha256 of pages) {
    const source = pageFile(join(dir, PAGES), sha256);
    if (!existsSync(source)) throw new Error(`Cannot restore ${name}: the page ${source} is missing`);
    if (!(await copyPage(join(dir, PAGES), archive, sha256)))
      throw new Error(`Cannot restore ${name}: the page ${source} is damaged`);
    onPage?.();
  }
  rmSync(join(folder, LIST));
  return manifest;
}

function examineLedger(file: string, name: string, { ledger }: BackupManifest): void {
  const { schema = 0, damage = ['not a backup'], brokenAt } = ledgerSoundness(file) ?? {};
  if (schema > LEDGER_SCHEMA)
    throw new Error(
      `Cannot restore ${name}: its ledger has schema ${schema}; this version reads up to ${LEDGER_SCHEMA}`,
    );
  if (damage.length > 0 || brokenAt !== undefined)
    throw new Error(`Cannot restore ${name}: its ledger is damaged, ${damage[0] ?? `at entry ${brokenAt}`}`);
  const { entries, chain } = ledgerFigures(file) ?? {};
  if (entries !== ledger.entries || chain !== ledger.chain)
    throw new Error(`Cannot restore ${name}: its ledger differs from its manifest`);
}

/**
 * Newer generations than the backup's stay: numbers only grow, and consumers are served from them until one is published
 * from the restored ledger.
 */
function moveAside(dataDir: string, { now, manifest }: { now: Date; manifest: BackupManifest }): string | undefined {
  // A pointer that can't be read need not stay.
  const published = Number(publishedPointer(join(dataDir, 'generations'))?.generation ?? 0);
  const names = occupied(dataDir).filter(
    (name) => name !== 'generations' || published <= Number(manifest.generation?.number ?? 0),
  );
  if (names.length === 0) return undefined;
  const aside = join(dataDir, `replaced-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  mkdirSync(aside);
  for (const name of names) renameSync(join(dataDir, name), join(aside, name));
  sync(dataDir);
  return aside;
}
