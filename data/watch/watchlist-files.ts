/** The watchlists of a directory: one YAML file each. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type * as z from 'zod';
import { parsedYaml } from '../catalogue/yaml-lines.ts';
import { replaceFile } from '../store/files/atomic-file.ts';
import { Watchlist } from './watchlist.ts';

/** `team-tools.yaml`. An example ends in `.example` and is none. */
const NAME = /^([a-z0-9][a-z0-9-]{0,60})\.ya?ml$/;

export interface WatchlistFile {
  /** Without its ending. */
  name: string;
  content: { watchlist: Watchlist } | { faults: string[] };
}

/** Sorted by name; none where the directory is not there. */
export function readWatchlists(dir: string): WatchlistFile[] {
  return filesIn(dir).map(({ name, path }) => {
    const read = parsedYaml(readFileSync(path, 'utf8'), Watchlist);
    return { name, content: 'value' in read ? { watchlist: read.value } : read };
  });
}

/** Changes whenever a file does. */
export function stampOf(dir: string): string {
  return filesIn(dir)
    .map(({ path }) => {
      const { mtimeMs, size, ino } = statSync(path);
      return `${path} ${mtimeMs} ${size} ${ino}`;
    })
    .join('\n');
}

export function isWatchlistName(name: string): boolean {
  return NAME.test(`${name}.yaml`);
}

/** Readable by its owner alone: it may hold secrets. @throws {z.ZodError} it is no watchlist */
export function writeWatchlist(dir: string, name: string, watchlist: z.input<typeof Watchlist>): void {
  if (!isWatchlistName(name)) throw new RangeError(`Cannot write a watchlist "${name}"`);
  Watchlist.parse(watchlist);
  const file = fileNamed(dir, name)?.path ?? join(dir, `${name}.yaml`);
  const temporary = `${file}.tmp-${process.pid}`;
  writeFileSync(temporary, '', { mode: 0o600 });
  replaceFile(file, stringify(watchlist), temporary);
}

/** @returns whether there was one */
export function removeWatchlist(dir: string, name: string): boolean {
  const found = fileNamed(dir, name);
  if (found !== undefined) rmSync(found.path);
  return found !== undefined;
}

function fileNamed(dir: string, name: string): { path: string } | undefined {
  return filesIn(dir).find((file) => file.name === name);
}

function filesIn(dir: string): { name: string; path: string }[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir)
    .toSorted()
    .flatMap((file) => {
      const name = NAME.exec(file)?.[1];
      return name === undefined ? [] : [{ name, path: join(dir, file) }];
    });
}
