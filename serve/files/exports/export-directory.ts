/**
 * The exports that are there, as whoever answers from them sees them: a folder a generation, which appears whole, by
 * one rename, and is never written to again.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportManifest, GenerationId, MANIFEST } from './manifest.ts';

/** Numbers of the generations, the newest first. */
export async function keptExports(dir: string): Promise<string[]> {
  return newestFirst(await absentAs<string[]>([], readdir(dir)));
}

export function newestFirst(names: readonly string[]): string[] {
  return names.filter((name) => GenerationId.safeParse(name).success).sort((a, b) => Number(b) - Number(a));
}

/** The manifest as it was written, and what it says; undefined where that generation has none. */
export async function readManifest(
  dir: string,
  generation: string,
): Promise<{ text: string; manifest: ExportManifest } | undefined> {
  const text = await absentAs(undefined, readFile(join(dir, generation, MANIFEST), 'utf8'));
  // Our own exporter wrote it, and renamed it into place when it was whole.
  return text === undefined ? undefined : { text, manifest: JSON.parse(text) as ExportManifest };
}

/** Where what is asked of the disk is not there, `absent`. */
export async function absentAs<Value>(absent: Value, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return absent;
    throw error;
  }
}
