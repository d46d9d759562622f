/**
 * Folders made by one process and read by others: each appears and disappears by one rename. A crash leaves only names
 * that readers ignore and the next maker removes.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync } from './atomic-file.ts';

export const TEMPORARY = '.tmp-';

/**
 * Makes or replaces the folder of this name.
 *
 * @param write writes its files and flushes each of them
 * @throws {Error} what `write` throws; nothing of the folder remains
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

/** Removes its name first, so that no reader sees a part of it; open files stay readable. */
export function removeFolder(dir: string, name: string): void {
  const condemned = join(dir, `${TEMPORARY}${process.pid}-${name}`);
  renameSync(join(dir, name), condemned);
  rmSync(condemned, { recursive: true, force: true });
}

/** Removes what a crash left. There is one maker, so no temporary is in use. */
export function sweepTemporaries(dir: string): void {
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir))
    if (name.startsWith(TEMPORARY)) rmSync(join(dir, name), { recursive: true, force: true });
}
