import { type Current, readCurrent } from '../data/store/generation/current.ts';

/** What is published in a directory of generations. @throws {Error} nothing is */
export function currentOf(dir: string): Current {
  const current = readCurrent(dir);
  if (current === undefined) throw new Error(`Nothing is published in ${dir}`);
  return current;
}
