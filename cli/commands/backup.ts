/** The commands `backup` and `restore`. */
import { type ProgressBar, printJson, progressBar, UsageFault } from '../../config/command.ts';
import { readEnvironment } from '../../config/env.ts';
import { type BackupManifest, backupsIn, makeBackup } from '../../data/store/backup/backup.ts';
import { RestoreRefused, restore } from '../../data/store/backup/restore.ts';
import { LedgerTaken } from '../../data/store/ledger/lock.ts';
import { isRunning, runningUnder } from '../../supervisor/running.ts';

export interface BackupFlags {
  keep?: number;
  json: boolean;
}

/** 0 complete; 1 the archive lacks pages that the ledger cites. @throws {Error} there is no sound ledger */
export async function backUp(dir: string, { keep, json }: BackupFlags): Promise<number> {
  const { dataDir, archiveBucket } = readEnvironment();
  const withoutPages = archiveBucket !== undefined;
  const pages = pagesBar('pages checked');
  const made = await makeBackup({
    dataDir,
    dir,
    withoutPages,
    now: new Date(),
    ...(keep !== undefined && { keep }),
    ...pages,
  });
  pages.clear();
  const { name, manifest, copied } = made;
  if (json) printJson(made);
  else
    process.stdout.write(
      `Backup ${name} in ${dir}\n${contents(manifest)}  copied      ${copied} pages that were not there yet\n`,
    );
  return manifest.lost.length === 0 ? 0 : 1;
}

export interface RestoreFlags {
  from?: string;
  force: boolean;
  json: boolean;
}

/** @throws {UsageFault} no such backup, or DATA_DIR is in use @throws {Error} the backup is damaged */
export async function restoreFrom(dir: string, { from, force, json }: RestoreFlags): Promise<number> {
  const { dataDir } = readEnvironment();
  const backups = backupsIn(dir);
  const name = from ?? backups[0];
  if (name === undefined || !backups.includes(name))
    throw new UsageFault(
      `Cannot restore: ${dir} holds ${backups.length === 0 ? 'no complete backup' : `only ${backups.join(', ')}`}`,
    );
  const running = runningUnder(dataDir)?.processes.filter(isRunning) ?? [];
  if (running.length > 0)
    throw new UsageFault(
      `Cannot restore while Assay runs on ${dataDir}. Stop it first (${running.map((each) => each.name).join(', ')})`,
    );
  const pages = pagesBar('pages verified');
  try {
    const restored = await restore({ dir, name, dataDir, force, now: new Date(), ...pages });
    pages.clear();
    if (json) printJson({ name, dataDir, ...restored });
    else {
      const aside = restored.replaced === undefined ? '' : `  moved to    ${restored.replaced}\n`;
      process.stdout.write(`Restored ${name} to ${dataDir}\n${contents(restored.manifest)}${aside}`);
    }
    return 0;
  } catch (error) {
    pages.clear();
    if (error instanceof RestoreRefused)
      throw new UsageFault(`Cannot restore: ${error.message}. Name another DATA_DIR, or move it aside with --force`);
    if (error instanceof LedgerTaken)
      throw new UsageFault(`Cannot restore while a verifier runs on ${dataDir}. Stop it first`);
    throw error;
  }
}

function contents({ ledger, generation, pages, lost }: BackupManifest): string {
  return [
    `  ledger      ${ledger.entries} entries, hash chain ${ledger.chain.slice(0, 16)}…\n`,
    `  generation  ${generation === undefined ? 'none' : `${generation.number}, ${generation.sha256.slice(0, 16)}…`}\n`,
    `  pages       ${pages ?? 'in the bucket of ARCHIVE_URL (not backed up)'}\n`,
    ...lost.map((sha256) => `  LOST        ${sha256}: cited by the ledger, missing from the archive\n`),
  ].join('');
}

function pagesBar(done: string) {
  let bar: ProgressBar | undefined;
  return {
    onPages(total: number) {
      bar = progressBar(total, done);
    },
    onPage: () => bar?.step(),
    clear: () => bar?.clear(),
  };
}
