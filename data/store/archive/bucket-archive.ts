/**
 * An archive in a bucket, which many machines share, with a directory near at hand.
 *
 * The bucket is the archive; the directory holds what it has acknowledged or given, may be emptied at any time, and is
 * kept below a size. A page is put into the bucket first, so what is near is also far. What comes from either is hashed
 * again: a damaged page near at hand is dropped and brought anew, a damaged one in the bucket is nobody's.
 */
import type { Sha256 } from '../../page.ts';
import { type Archive, ArchiveCorrupt, type ArchiveDirectory, pack, pageKey, sha256Of, unpackPage } from './archive.ts';
import type { Bucket } from './bucket.ts';

/** What waits for the bucket while everything else stands still. @throws {Error} it does not answer in time */
export type BringNow = (sha256: Sha256) => void;

export function bucketArchive(bucket: Bucket, near: ArchiveDirectory, bringNow: BringNow): Archive {
  return {
    async put(bytes) {
      const sha256 = sha256Of(bytes);
      if (near.has(sha256)) return sha256;
      const stored = await pack(bytes);
      if (!(await bucket.has(pageKey(sha256)))) await bucket.put(pageKey(sha256), stored);
      await near.keep(sha256, stored);
      return sha256;
    },
    async get(sha256) {
      const found = await near.get(sha256).catch((error) => dropped(near, sha256, error));
      if (found !== undefined) return found;
      await bring(bucket, near, sha256);
      return near.get(sha256);
    },
    getSync(sha256) {
      const found = getNow(near, sha256);
      if (found !== undefined) return found;
      bringNow(sha256);
      return near.getSync(sha256);
    },
    bring: (sha256) => bring(bucket, near, sha256),
  };
}

/** Nothing where the bucket does not have it either. @throws {ArchiveCorrupt} what the bucket has is damaged */
export async function bring(bucket: Bucket, near: ArchiveDirectory, sha256: Sha256): Promise<void> {
  if (near.has(sha256)) return;
  const stored = await bucket.get(pageKey(sha256));
  if (stored === undefined) return;
  await unpackPage(stored, sha256, pageKey(sha256));
  await near.keep(sha256, stored);
}

function getNow(near: ArchiveDirectory, sha256: Sha256): Buffer | undefined {
  try {
    return near.getSync(sha256);
  } catch (error) {
    return dropped(near, sha256, error);
  }
}

function dropped(near: ArchiveDirectory, sha256: Sha256, error: unknown): undefined {
  if (!(error instanceof ArchiveCorrupt)) throw error;
  near.drop(sha256);
}
