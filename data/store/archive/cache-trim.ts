/** Keeps the cache of an archive in a bucket below a size: the oldest files are removed first. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Fraction of the size that remains, so that the next page does not trim again. */
const DOWN_TO = 0.9;

/** Returns the number of removed files. Others may write and remove files there meanwhile. */
export async function trimDirectory(dir: string, mostBytes: number): Promise<number> {
  const all: { file: string; bytes: number; since: number }[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!/\.(?:zst|text)$/.test(entry.name) || !entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined) all.push({ file, bytes: found.size, since: found.mtimeMs });
  }
  let bytes = all.reduce((sum, stored) => sum + stored.bytes, 0);
  if (bytes <= mostBytes) return 0;
  let removed = 0;
  for (const stored of all.sort((a, b) => a.since - b.since)) {
    if (bytes <= mostBytes * DOWN_TO) break;
    await rm(stored.file, { force: true });
    bytes -= stored.bytes;
    removed += 1;
  }
  return removed;
}
