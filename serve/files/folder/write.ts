/** Writes a folder of files from one generation. Readers see it once all of it is on the disk. */
import { chmodSync, closeSync, createReadStream, createWriteStream, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Site } from '../../../config/site.ts';
import { sync } from '../../../data/store/files/atomic-file.ts';
import { makeFolder } from '../../../data/store/files/atomic-folder.ts';
import { hashFile } from '../../../data/store/files/hash-file.ts';
import type { Current } from '../../../data/store/generation/current.ts';
import { openGeneration } from '../../../data/store/generation/generation.ts';
import { type Coding, ENCODER } from '../../cache/coding.ts';
import { openStore, type Store } from '../../store/store.ts';
import { type FileEntry, MANIFEST } from './read.ts';

export interface Source {
  generations: string;
  current: Current;
  site: Site;
}

/**
 * @param write finishes the files and returns the manifest @throws {Error} the generation is gone, the disk is full, or
 * `write` throws; the folder is removed
 */
export async function writeFolder<Manifest>(
  { dir, name }: { dir: string; name: string },
  { generations, current, site }: Source,
  write: (store: Store, files: FolderFiles) => Promise<Manifest>,
): Promise<Manifest> {
  try {
    return await makeFolder(dir, name, async (temporary) => {
      const files = new FolderFiles(temporary);
      const generation = openGeneration(generations, current);
      try {
        const manifest = await write(await openStore(generation, site), files);
        files.append(MANIFEST, `${JSON.stringify(manifest)}\n`);
        await files.finish(MANIFEST);
        return manifest;
      } finally {
        generation.close();
        files.close();
      }
    });
  } catch (cause) {
    throw new Error(`Cannot write the files of generation ${current.generation} in ${dir}`, { cause });
  }
}

interface Compression {
  coding: Exclude<Coding, 'identity'>;
  name: string;
  signal: AbortSignal | undefined;
}

export class FolderFiles {
  readonly #folder: string;
  readonly #open = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  path(name: string): string {
    return join(this.#folder, name);
  }

  append(name: string, text: string): void {
    const descriptor = this.#open.get(name) ?? openSync(this.path(name), 'wx');
    this.#open.set(name, descriptor);
    writeFileSync(descriptor, text);
  }

  async compress(source: string, { coding, name, signal }: Compression): Promise<void> {
    const target = createWriteStream(this.path(name), { flags: 'wx' });
    await pipeline(createReadStream(this.path(source)), ENCODER[coding](), target, { signal });
  }

  /** Makes the file read-only and flushes it to the disk. */
  async finish(name: string): Promise<FileEntry> {
    this.#close(name);
    const path = this.path(name);
    chmodSync(path, 0o444);
    sync(path);
    return { name, bytes: statSync(path).size, sha256: await hashFile(path) };
  }

  close(): void {
    for (const name of this.#open.keys()) this.#close(name);
  }

  #close(name: string): void {
    const descriptor = this.#open.get(name);
    this.#open.delete(name);
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
