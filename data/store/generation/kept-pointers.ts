/**
 * The pointer of each generation that is kept, beside its file: a reader that finds the current one damaged serves the
 * newest sound one. Generations of older versions have none until the next is published.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Current, pointerAt } from './current.ts';

const NAME = /^gen-[0-9a-f]{16}\.json$/;

/** Name of the pointer of a generation's file. */
export function pointerFile(file: string): string {
  return file.replace(/\.db$/, '.json');
}

/** The newest first, without those that can't be read or whose file is gone. */
export function keptPointers(dir: string): Current[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .filter((name) => NAME.test(name))
    .flatMap((name) => pointerAt(join(dir, name)) ?? [])
    .filter(({ file }) => existsSync(join(dir, file)))
    .sort((a, b) => Number(b.generation) - Number(a.generation));
}
