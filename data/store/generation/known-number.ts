/** The highest number of a publication that a data directory knows. Numbers never fall, whichever files were lost. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publishedPointer } from './current.ts';
import { readLastPublication } from './last-publication.ts';

/** Folders of DATA_DIR whose entries are named by the generation that they were made of. */
const MADE_OF_GENERATIONS = ['exports', 'feeds'];

/** 0 where none is known. @param dir of the published generations, in a data directory */
export function knownNumber(dir: string): number {
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
