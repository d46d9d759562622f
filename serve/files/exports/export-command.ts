/** The command `export`: copies the exporter's files of a generation, or makes them, and verifies every hash. */
import { constants } from 'node:fs';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { printJson, progress, UsageFault } from '../../../config/command.ts';
import { readEnvironment } from '../../../config/env.ts';
import { sync } from '../../../data/store/files/atomic-file.ts';
import { makeFolder } from '../../../data/store/files/atomic-folder.ts';
import { hashFile } from '../../../data/store/files/hash-file.ts';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { foldersIn, MANIFEST, readManifest } from '../folder/read.ts';
import { ExportManifest } from './manifest.ts';
import { makeExports } from './write.ts';

interface ExportFlags {
  /** The current one by default. */
  generation?: string;
  json: boolean;
}

/** @throws {UsageFault} there is no such generation, or no export of it @throws {Error} a file is not what its manifest says */
export async function exportTo(dir: string, { generation, json }: ExportFlags): Promise<number> {
  const { dataDir, baseUrl, brand } = readEnvironment();
  const generations = join(dataDir, 'generations');
  const kept = join(dataDir, 'exports');
  const current = readCurrent(generations);
  if (current === undefined) throw new UsageFault(`Cannot export: no generation is published in ${generations}`);
  const wanted = generation ?? current.generation;
  await mkdir(dir, { recursive: true });

  let how = 'there already';
  if ((await manifestOf(dir, wanted)) === undefined) {
    const made = await manifestOf(kept, wanted);
    if (made !== undefined) {
      progress(`copying the exporter’s files of generation ${wanted}`);
      await copyFolder(kept, dir, made);
      how = 'copied';
    } else if (wanted === current.generation) {
      progress(`writing the files of generation ${wanted}`);
      await makeExports(dir, { generations, current, site: { baseUrl, brand } });
      how = 'made';
    } else {
      const list = (await foldersIn(kept)).map(({ name }) => name).join(', ') || 'none';
      throw new UsageFault(`Cannot export generation ${wanted}: it has no files. Available: ${list}`);
    }
  }
  const manifest = await verified(dir, wanted);
  const directory = join(resolve(dir), wanted);
  if (json) printJson({ directory, how, manifest });
  else process.stdout.write(exportText(directory, how, manifest));
  return 0;
}

async function manifestOf(dir: string, name: string): Promise<ExportManifest | undefined> {
  return (await readManifest(join(dir, name), ExportManifest))?.manifest;
}

async function copyFolder(from: string, dir: string, { generation, files }: ExportManifest): Promise<void> {
  await makeFolder(dir, generation, async (folder) => {
    for (const name of [...files.map((file) => file.name), MANIFEST]) {
      await copyFile(join(from, generation, name), join(folder, name), constants.COPYFILE_FICLONE);
      sync(join(folder, name));
    }
    await verified(dir, basename(folder));
  });
}

/** Reads each file again. @throws {Error} a file is not what the manifest says */
async function verified(dir: string, name: string): Promise<ExportManifest> {
  const folder = join(dir, name);
  const manifest = await manifestOf(dir, name);
  if (manifest === undefined) throw new Error(`No ${MANIFEST} in ${folder}`);
  for (const file of manifest.files) {
    const path = join(folder, file.name);
    const { size } = await stat(path);
    if (size !== file.bytes || (await hashFile(path)) !== file.sha256)
      throw new Error(`${path} differs from its manifest. Remove ${folder} and export again`);
  }
  return manifest;
}

function exportText(directory: string, how: string, { generation, publishedAt, files }: ExportManifest): string {
  const width = Math.max(...files.map(({ name }) => name.length));
  const lines = [
    `Generation ${generation} of ${publishedAt}, ${how}, all files verified`,
    ...files.map(({ name, bytes, rows, sha256 }) => `  ${name.padEnd(width)}  ${sha256}  ${bytes} bytes, ${rows} rows`),
    directory,
  ];
  return `${lines.join('\n')}\n`;
}
