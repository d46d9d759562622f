/** The thread of fetch-page-sync.ts. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Sha256 } from '../../page.ts';
import { type ArchiveDirectory, openArchive } from './archive.ts';
import { openBucket } from './bucket.ts';
import { fetchPage } from './bucket-archive.ts';
import { DONE, FAILED, type FetchTask } from './fetch-page-sync.ts';

const { address, dir, state, message } = workerData as FetchTask;
const bucket = openBucket(address);
let cache: ArchiveDirectory | undefined;

parentPort?.on('message', async (sha256: Sha256) => {
  try {
    cache ??= await openArchive(dir);
    await fetchPage(bucket, cache, sha256);
    Atomics.store(state, 0, DONE);
  } catch (error) {
    const { written } = new TextEncoder().encodeInto(error instanceof Error ? error.message : String(error), message);
    Atomics.store(state, 1, written);
    Atomics.store(state, 0, FAILED);
  }
  Atomics.notify(state, 0);
});
