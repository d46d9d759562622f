/** Files that appear whole or not at all, and stay after a power cut. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Flushes a file, or the names in a directory, to the disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Replaces a file's content in one step: a reader sees the old or the new, never a part. */
export function replaceFile(path: string, content: string, temporary: string): void {
  try {
    writeFileSync(temporary, content, { flush: true });
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new Error(`Cannot write ${path}`, { cause });
  }
  sync(dirname(path));
}
