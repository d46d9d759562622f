/**
 * Reads folders of files. One process writes each folder once (write.ts), named by its generation, with a manifest of
 * lengths and SHA-256.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { isAbsent } from '../../../data/store/files/atomic-file.ts';

export const MANIFEST = 'manifest.json';

export interface FileEntry {
  name: string;
  bytes: number;
  sha256: string;
}

interface Folder {
  name: string;
  generation: number;
  /** UTC; empty where the folder is of the generation alone. */
  day: string;
}

const FOLDER_NAME = /^(\d{6,15})(?:-(\d{4}-\d\d-\d\d))?$/;

/** The newest first. */
export async function foldersIn(dir: string): Promise<Folder[]> {
  return (await absentAs<string[]>([], readdir(dir)))
    .flatMap((name) => {
      const [, generation, day = ''] = FOLDER_NAME.exec(name) ?? [];
      return generation === undefined ? [] : { name, generation: Number(generation), day };
    })
    .sort((a, b) => b.generation - a.generation || (a.day < b.day ? 1 : -1));
}

/** Parsed manifests by path, with what tells that a file of another content has the name now. */
const known = new Map<string, { version: string; found: unknown }>();
const MOST_KNOWN = 100;

/** Undefined where the folder is gone or its manifest does not fit the schema. A path has one schema. */
export async function readManifest<Schema extends z.ZodType>(
  folder: string,
  schema: Schema,
): Promise<Manifest<Schema> | undefined> {
  const path = join(folder, MANIFEST);
  try {
    const { ino, size, mtimeMs } = await stat(path);
    const version = `${ino} ${size} ${mtimeMs}`;
    const cached = known.get(path);
    if (cached?.version === version) return cached.found as Manifest<Schema>;
    const text = await readFile(path, 'utf8');
    const found = { text, manifest: schema.parse(JSON.parse(text)) };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(path, { version, found });
    return found;
  } catch {
    return undefined;
  }
}

interface Manifest<Schema extends z.ZodType> {
  text: string;
  manifest: z.output<Schema>;
}

export async function absentAs<Value>(absent: Value, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return absent;
    throw error;
  }
}
