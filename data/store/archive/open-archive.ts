/** The archive of an installation, wherever its settings say that it is. */
import { join } from 'node:path';
import { type Archive, openArchive } from './archive.ts';
import { trimDirectory } from './cache-trim.ts';

interface Place {
  dataDir: string;
  /** Its URL as config/env.ts has checked it, and how much of it stays near at hand. */
  archiveBucket?: { url: string; cacheMb: number } | undefined;
}

const TRIMMED_EVERY_MS = 60 * 60_000;

/** The client of a bucket is loaded where there is one: it is larger than all the rest of the process. */
export async function openArchiveOf({ dataDir, archiveBucket }: Place, now: Date): Promise<Archive> {
  const dir = join(dataDir, 'archive');
  const near = await openArchive(dir, now);
  if (archiveBucket === undefined) return near;
  const [{ bucketAddress, openBucket }, { bucketArchive }, { bringingNow }] = await Promise.all([
    import('./bucket.ts'),
    import('./bucket-archive.ts'),
    import('./fetch-page-sync.ts'),
  ]);
  // What can't be trimmed now may be an hour from now, and a full disk says so itself.
  const trim = () => trimDirectory(dir, archiveBucket.cacheMb * 1024 * 1024).catch(() => 0);
  await trim();
  setInterval(trim, TRIMMED_EVERY_MS).unref();
  const address = bucketAddress(archiveBucket.url);
  return bucketArchive(openBucket(address), near, bringingNow(address, dir));
}
