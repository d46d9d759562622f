/**
 * Folders that are made by one process and read by others: each appears whole, by one rename, and goes the same way. What
 * a crash leaves has a name that no reader looks at, and is swept by the next maker.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync } from './atomic-file.ts';

const TEMPORARY = '.tmp-';

/**
 * Makes a folder of this name, in place of the one that has it.
 *
 * @param write writes its files and flushes each of them
 * @throws {Error} what `write` throws; nothing of it stays
 */
export async function makeFolder<Made>(
  dir: string,
  name: string,
  write: (temporary: string) => Promise<Made>,
): Promise<Made> {
  const temporary = join(dir, `${TEMPORARY}${process.pid}`);
  try {
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
    const made = await write(temporary);
    sync(temporary);
    if (existsSync(join(dir, name))) removeFolder(dir, name);
    renameSync(temporary, join(dir, name));
    sync(dir);
    return made;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Its name goes first, so that no half of it is ever seen. Whoever reads a file of it goes on. */
export function removeFolder(dir: string, name: string): void {
  const condemned = join(dir, `${TEMPORARY}${process.pid}-${name}`);
  renameSync(join(dir, name), condemned);
  rmSync(condemned, { recursive: true, force: true });
}

/** What a crash left. There is one maker, so none of them is in use. */
export function sweepTemporaries(dir: string): void {
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir))
    if (name.startsWith(TEMPORARY)) rmSync(join(dir, name), { recursive: true, force: true });
}
