/** The thread that copies a staging database of another thread (data/store/generation/copy-aside.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { placeCopy } from './publish.ts';

const { file, dir, now } = workerData as { file: string; dir: string; now: Date };
const staging = new Database(file, { fileMustExist: true });
try {
  parentPort?.postMessage(placeCopy(staging, dir, now));
  // The database's own thread leaves its log to us: writing gigabytes back would block it.
  staging.pragma('wal_checkpoint(TRUNCATE)');
} finally {
  staging.close();
}
