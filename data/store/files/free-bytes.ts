/** Free space of a disk. */
import { statfsSync } from 'node:fs';
import { ifAbsent } from './atomic-file.ts';

/** What programs may still write to the file system of a directory; undefined before the directory is made. */
export function freeBytes(dir: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch (error) {
    return ifAbsent(error);
  }
}
