/**
 * The command `export`: the files of a generation in a directory of the caller's, copied from what the exporter made or
 * made now, each hashed again where it lies before the folder gets its name.
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { printJson, progress, UsageFault } from '../../../config/command.ts';
import { readEnvironment } from '../../../config/env.ts';
import { sync } from '../../../data/store/files/atomic-file.ts';
import { makeFolder } from '../../../data/store/files/atomic-folder.ts';
import { hashFile, readCurrent } from '../../../data/store/generation/current.ts';
import { keptExports, readManifest } from './export-directory.ts';
import { makeExports } from './make.ts';
import { type ExportManifest, MANIFEST } from './manifest.ts';

export interface ExportFlags {
  /** Number of the generation; the current one by default. */
  generation?: string;
  json: boolean;
}

/** @throws {UsageFault} there is no such generation, or no export of it @throws {Error} a file is not what its manifest says */
export async function exportTo(dir: string, { generation, json }: ExportFlags): Promise<number> {
  const { dataDir, baseUrl, brand } = readEnvironment();
  const generations = join(dataDir, 'generations');
  const kept = join(dataDir, 'exports');
  const current = readCurrent(generations);
  if (current === undefined) throw new UsageFault(`Cannot export: nothing is published in ${generations}`);
  const wanted = generation ?? current.generation;
  const place = join(resolve(dir), wanted);
  await mkdir(dir, { recursive: true });

  let how = 'there already';
  if ((await readManifest(dir, wanted)) === undefined) {
    if ((await readManifest(kept, wanted)) !== undefined) {
      progress(`copying generation ${wanted}, as the exporter made it`);
      await copyWhole(kept, dir, wanted);
      how = 'copied';
    } else if (wanted === current.generation) {
      progress(`making the files of generation ${wanted}`);
      await makeExports({ generations, dir, current, site: { baseUrl, brand } });
      how = 'made';
    } else {
      const list = (await keptExports(kept)).join(', ') || 'none';
      throw new UsageFault(`Cannot export generation ${wanted}: its files are not kept. Kept are ${list}`);
    }
  }
  const manifest = await verified(dir, wanted);
  if (json) printJson({ directory: place, how, manifest });
  else process.stdout.write(exportText(place, how, manifest));
  return 0;
}

/** It is seen when all of it is there and found right. */
async function copyWhole(from: string, dir: string, generation: string): Promise<void> {
  const { manifest } = (await readManifest(from, generation)) ?? raise(`Generation ${generation} was swept meanwhile`);
  await makeFolder(dir, generation, async (folder) => {
    for (const name of [...manifest.files.map((file) => file.name), MANIFEST]) {
      await copyFile(join(from, generation, name), join(folder, name), constants.COPYFILE_FICLONE);
      sync(join(folder, name));
    }
    await verified(dir, basename(folder));
  });
}

/** The manifest, after each of its files was read again. @throws {Error} one is not what it says */
async function verified(dir: string, folder: string): Promise<ExportManifest> {
  const { manifest } = (await readManifest(dir, folder)) ?? raise(`There is no ${MANIFEST} in ${join(dir, folder)}`);
  for (const { name, bytes, sha256 } of manifest.files) {
    const path = join(dir, folder, name);
    const { size } = await stat(path);
    if (size !== bytes || (await hashFile(path)) !== sha256)
      raise(
        `Cannot trust ${path}: its bytes are not those of its manifest. Remove ${join(dir, folder)} and export again`,
      );
  }
  return manifest;
}

function raise(message: string): never {
  throw new Error(message);
}

function exportText(place: string, how: string, { generation, publishedAt, files }: ExportManifest): string {
  const width = Math.max(...files.map(({ name }) => name.length));
  const lines = [
    `Generation ${generation} of ${publishedAt}, ${how}, every SHA-256 verified`,
    ...files.map(({ name, bytes, rows, sha256 }) => `  ${name.padEnd(width)}  ${sha256}  ${bytes} bytes, ${rows} rows`),
    place,
  ];
  return `${lines.join('\n')}\n`;
}
