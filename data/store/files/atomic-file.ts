/** Files that appear complete or not at all, and survive a power cut. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
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

/** Replaces a file's content in one step: a reader sees the old or the new content. */
export function replaceFile(path: string, content: string, temporary: string): void {
  try {
    writeFileSync(temporary, content, { flush: true });
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { recursive: true, force: true });
    throw new Error(`Cannot write ${path}`, { cause });
  }
  sync(dirname(path));
}

/** Writes a file `ab/cd/name` below `dir` and flushes it with the folders that it needed. Others may write the same. */
export async function addFile(dir: string, name: string, file: { bytes: Buffer; temporary: string }): Promise<void> {
  const path = `${dir}/${name}`;
  const folder = dirname(path);
  const made = await mkdir(folder, { recursive: true });
  await mkdir(dirname(file.temporary), { recursive: true });
  try {
    await writeFile(file.temporary, file.bytes, { flag: 'wx', flush: true });
    await rename(file.temporary, path);
  } catch (error) {
    await rm(file.temporary, { force: true });
    throw error;
  }
  // A new folder must be flushed too, or a power cut removes the file with it.
  const names = made === undefined ? [folder] : [folder, dirname(folder), dir];
  for (const each of names) await syncDirectory(each);
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A file's bytes; undefined where there is no such file. */
export function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    return ifAbsent(error);
  }
}

/** For `catch`: undefined where there is no such file. @throws any other error */
export function ifAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

/** Whether there is no such file. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
