/** The other side of data/store/archive/fetch-page-sync.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Sha256 } from '../../page.ts';
import { type ArchiveDirectory, openArchive } from './archive.ts';
import { openBucket } from './bucket.ts';
import { bring } from './bucket-archive.ts';
import { DONE, type Errand, FAILED } from './fetch-page-sync.ts';

const { address, dir, state, words } = workerData as Errand;
const bucket = openBucket(address);
let near: ArchiveDirectory | undefined;

parentPort?.on('message', async (sha256: Sha256) => {
  try {
    near ??= await openArchive(dir);
    await bring(bucket, near, sha256);
    Atomics.store(state, 0, DONE);
  } catch (error) {
    const { written } = new TextEncoder().encodeInto(error instanceof Error ? error.message : String(error), words);
    Atomics.store(state, 1, written);
    Atomics.store(state, 0, FAILED);
  }
  Atomics.notify(state, 0);
});
