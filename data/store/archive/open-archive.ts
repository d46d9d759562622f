/** The archive of an installation, in the place that its settings name. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Archive, openArchive } from './archive.ts';

interface Place {
  dataDir: string;
  /** Its URL as config/env.ts has checked it, and the size of its cache. */
  archiveBucket?: { url: string; cacheMb: number } | undefined;
}

const TRIMMED_EVERY_MS = 60 * 60_000;

/** The bucket's client is loaded only where there is a bucket: it is larger than the rest of the process. */
export async function openArchiveOf({ dataDir, archiveBucket }: Place, now: Date): Promise<Archive> {
  const dir = join(dataDir, 'archive');
  const cache = await openArchive(dir, now);
  if (archiveBucket === undefined) return cache;
  const [{ bucketAddress, openBucket }, { bucketArchive }, { fetchingSync }] = await Promise.all([
    import('./bucket.ts'),
    import('./bucket-archive.ts'),
    import('./fetch-page-sync.ts'),
  ]);
  // A failed trim is tried again in an hour; a full disk is reported where it is written to.
  const trim = () => trimDirectory(dir, archiveBucket.cacheMb * 1024 * 1024).catch(() => 0);
  await trim();
  setInterval(trim, TRIMMED_EVERY_MS).unref();
  const address = bucketAddress(archiveBucket.url);
  return bucketArchive(openBucket(address), cache, fetchingSync(address, dir));
}

/** Fraction of the size that remains, so that the next page does not trim again. */
const DOWN_TO = 0.9;

/**
 * Keeps the cache of an archive in a bucket below a size: the oldest files are removed first. Returns the number of removed
 * files. Others may write and remove files there meanwhile.
 */
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
