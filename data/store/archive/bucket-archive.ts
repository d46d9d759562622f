/**
 * An archive in a bucket that many machines share, with a directory as its cache.
 *
 * The cache may be emptied at any time and has a maximum size. A page is stored in the bucket first, so every cached page
 * is in the bucket. A damaged page of the cache is removed and fetched again.
 */
import type { Sha256 } from '../../page.ts';
import { type Archive, ArchiveCorrupt, type ArchiveDirectory, pack, pageKey, sha256Of, unpackPage } from './archive.ts';
import type { Bucket } from './bucket.ts';

/** Fetches a page into the cache and blocks the thread meanwhile. @throws {Error} the bucket does not answer in time */
export type FetchPageSync = (sha256: Sha256) => void;

export function bucketArchive(bucket: Bucket, cache: ArchiveDirectory, fetchSync: FetchPageSync): Archive {
  const prefetch = (sha256: Sha256) => fetchPage(bucket, cache, sha256);
  const removeDamaged = (sha256: Sha256, error: unknown): undefined => {
    if (!(error instanceof ArchiveCorrupt)) throw error;
    cache.remove(sha256);
  };
  const cachedSync = (sha256: Sha256) => {
    try {
      return cache.getSync(sha256);
    } catch (error) {
      return removeDamaged(sha256, error);
    }
  };
  return {
    prefetch,
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      if (cache.has(sha256)) return sha256;
      const stored = await pack(bytes);
      if (!(await bucket.has(pageKey(sha256)))) await bucket.put(pageKey(sha256), stored);
      await cache.store(sha256, stored);
      return sha256;
    },
    async get(sha256) {
      const found = await cache.get(sha256).catch((error) => removeDamaged(sha256, error));
      if (found !== undefined) return found;
      await prefetch(sha256);
      return cache.get(sha256);
    },
    getSync(sha256) {
      const found = cachedSync(sha256);
      if (found !== undefined) return found;
      fetchSync(sha256);
      return cache.getSync(sha256);
    },
  };
}

/** Copies a page from the bucket, if it is there, to the cache. @throws {ArchiveCorrupt} the bucket's page is damaged */
export async function fetchPage(bucket: Bucket, cache: ArchiveDirectory, sha256: Sha256): Promise<void> {
  if (cache.has(sha256)) return;
  const stored = await bucket.get(pageKey(sha256));
  if (stored === undefined) return;
  await unpackPage(stored, sha256, pageKey(sha256));
  await cache.store(sha256, stored);
}
