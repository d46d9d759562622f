/** Makes the exports of a generation beside it, in a folder that is seen when all of it is on the disk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../../../config/site.ts';
import { makeFolder, removeFolder } from '../../../data/store/files/atomic-folder.ts';
import { type Current, generationFile } from '../../../data/store/generation/current.ts';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { openStore } from '../../store/store.ts';
import { newestFirst } from './export-directory.ts';
import { ExportManifest, MANIFEST } from './manifest.ts';
import { writeExports } from './write.ts';

export interface ExportPlace {
  /** Where generations are published. */
  generations: string;
  /** Where exports are kept. */
  dir: string;
}

export interface MakeOptions extends ExportPlace {
  current: Current;
  site: Site;
  /** Ends it before its end; nothing of it stays. */
  signal?: AbortSignal;
}

/** @throws {Error} the generation is not there any more, the disk is full, or it was told to stop */
export async function makeExports({ generations, dir, current, site, signal }: MakeOptions): Promise<ExportManifest> {
  try {
    return await makeFolder(dir, current.generation, async (temporary) => {
      const generation = openGeneration(generations, current);
      try {
        // Each product is asked for once, so nothing of it is worth remembering.
        return await writeExports({ ...(await openStore(generation, site)), generation }, temporary, signal);
      } finally {
        generation.close();
      }
    });
  } catch (cause) {
    throw new Error(`Cannot export generation ${current.generation} to ${dir}`, { cause });
  }
}

/** Whether this very generation is exported already. */
export function isExported({ dir }: Pick<ExportPlace, 'dir'>, { generation, sha256 }: Current): boolean {
  return exportedSha256(dir, generation) === sha256;
}

/**
 * Removes the exports whose generation is gone, but never the newest; and those that are ahead of the published
 * generation, whose numbers began anew.
 */
export function sweepExports({ generations, dir }: ExportPlace, current: Current): void {
  const [newest, ...others] = newestFirst(existsSync(dir) ? readdirSync(dir) : []).filter((generation) => {
    const isAhead = Number(generation) > Number(current.generation);
    if (isAhead) removeFolder(dir, generation);
    return !isAhead;
  });
  for (const generation of others) {
    const sha256 = exportedSha256(dir, generation);
    if (sha256 === undefined || !existsSync(join(generations, generationFile(sha256)))) removeFolder(dir, generation);
  }
  if (newest !== undefined && exportedSha256(dir, newest) === undefined) removeFolder(dir, newest);
}

/** Of the generation that it was made from; undefined where there is none, or nothing of ours. */
function exportedSha256(dir: string, generation: string): string | undefined {
  try {
    return ExportManifest.parse(JSON.parse(readFileSync(join(dir, generation, MANIFEST), 'utf8'))).generationSha256;
  } catch {
    return undefined;
  }
}
