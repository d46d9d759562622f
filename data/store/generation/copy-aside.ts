/** Copies the staging database in a thread of its own: copying, checking and hashing gigabytes would block this one. */
import { Worker } from 'node:worker_threads';
import type { PlacedCopy } from './publish.ts';

/** @param file of the staging database, whose content is committed @throws {Error} as `placeCopy` */
export function copyAside(file: string, dir: string, now: Date): Promise<PlacedCopy> {
  return new Promise((resolve, reject) => {
    let placed: PlacedCopy | undefined;
    new Worker(new URL('./copy-thread.ts', import.meta.url), { workerData: { file, dir, now } })
      .on('message', (message: PlacedCopy) => {
        placed = message;
      })
      .on('error', reject)
      .on('exit', (code) => {
        if (placed === undefined)
          reject(new Error(`Cannot publish a generation in ${dir}: the copy ended with ${code}`));
        else resolve(placed);
      });
  });
}
