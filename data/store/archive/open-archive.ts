/** The archive of an installation, in the place that its settings name. */
import { join } from 'node:path';
import { type Archive, openArchive } from './archive.ts';
import { trimDirectory } from './cache-trim.ts';

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
