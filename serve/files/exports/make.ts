import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '../../../data/store/files/atomic-folder.ts';
import { type Current, generationFile } from '../../../data/store/generation/current.ts';
import { foldersIn, readManifest } from '../folder/read.ts';
import { type Source, writeFolder } from '../folder/write.ts';
import { ExportManifest } from './manifest.ts';
import { writeExports } from './write.ts';

/** @throws {Error} the generation is gone, the disk is full, or `signal` aborts; nothing of it stays */
export function makeExports(dir: string, source: Source, signal?: AbortSignal): Promise<ExportManifest> {
  const target = { dir, name: source.current.generation };
  return writeFolder(target, source, (store, files) => writeExports(store, files, signal));
}

export async function isExported(dir: string, { generation, sha256 }: Current): Promise<boolean> {
  return (await sourceOf(dir, generation)) === sha256;
}

/**
 * Removes the exports whose generation is gone, except the newest, and those numbered above the published generation.
 */
export async function sweepExports(dir: string, { generations, current }: Source): Promise<void> {
  const folders = await foldersIn(dir);
  const newest = folders.find(({ generation }) => generation <= Number(current.generation));
  for (const { name, generation } of folders) {
    const sha256 = await sourceOf(dir, name);
    const isCurrent = name === newest?.name || existsSync(join(generations, generationFile(sha256 ?? '')));
    const isAhead = generation > Number(current.generation);
    if (sha256 === undefined || isAhead || !isCurrent) removeFolder(dir, name);
  }
}

/** Undefined where there is no export. */
async function sourceOf(dir: string, name: string): Promise<string | undefined> {
  return (await readManifest(join(dir, name), ExportManifest))?.manifest.generationSha256;
}
