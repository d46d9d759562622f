/** Keeping the directory near at hand of an archive in a bucket below a size: what has lain there longest goes first. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Down to which part of the size, so that it is not done again for the next page. */
const DOWN_TO = 0.9;

interface Stored {
  file: string;
  bytes: number;
  since: number;
}

/** @returns how many files are gone. Others may write and remove there meanwhile. */
export async function trimDirectory(dir: string, mostBytes: number): Promise<number> {
  const all: Stored[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!/\.(?:zst|text)$/.test(entry.name) || !entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined) all.push({ file, bytes: found.size, since: found.mtimeMs });
  }
  let bytes = all.reduce((sum, stored) => sum + stored.bytes, 0);
  if (bytes <= mostBytes) return 0;
  let gone = 0;
  for (const stored of all.sort((a, b) => a.since - b.since)) {
    if (bytes <= mostBytes * DOWN_TO) break;
    await rm(stored.file, { force: true });
    bytes -= stored.bytes;
    gone += 1;
  }
  return gone;
}
