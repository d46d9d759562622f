/**
 * A disk from which the power may go at any moment. Pure: it is told what a process did, and tells what may be there
 * afterwards.
 *
 * The rules are POSIX's and no kinder: a file's content lasts from the fsync of the file on, its name from the fsync of
 * its directory on, and of all that was not synced any part may have reached the disk. What is written to one name after
 * the other in a directory lasts in that order, as on every file system with a journal.
 */
import { basename, dirname } from 'node:path';
import type { DiskEvent } from './write-log.ts';

/** Nothing is torn within one (as SQLite assumes, too). */
const SECTOR = 512;

type Write = { offset: number; bytes: Buffer } | { size: number };

class File {
  durable: Buffer = Buffer.alloc(0);
  unsynced: Write[] = [];

  content(survives: Survival): Buffer {
    let content: Buffer = Buffer.from(this.durable);
    for (const write of this.unsynced) content = written(content, write, survives);
    return content;
  }

  sync(): void {
    this.durable = this.content(ALL_SURVIVES);
    this.unsynced = [];
  }
}

/** Names that are set, or removed where undefined, in one step. */
type Naming = [name: string, file: File | undefined][];

class Directory {
  durable = new Map<string, File>();
  unsynced: Naming[] = [];

  files(lasting: number): Map<string, File> {
    const files = new Map(this.durable);
    for (const [name, file] of this.unsynced.slice(0, lasting).flat()) {
      if (file === undefined) files.delete(name);
      else files.set(name, file);
    }
    return files;
  }

  sync(): void {
    this.durable = this.files(this.unsynced.length);
    this.unsynced = [];
  }
}

/** What of the things that were not synced reached the disk. */
export interface Survival {
  /** Of so many changes of names in a directory, how many of the first. */
  names(unsynced: number): number;
  /** Of so many sectors of a write, how many of the first. */
  sectors(sectors: number): number;
}

/** As after a `kill -9`: the system writes it all, later. */
export const ALL_SURVIVES: Survival = { names: (unsynced) => unsynced, sectors: (sectors) => sectors };
export const NOTHING_UNSYNCED: Survival = { names: () => 0, sectors: () => 0 };

/** Half of it, and every tenth write torn. */
export function someSurvives(random: () => number): Survival {
  return {
    names: (unsynced) => Math.floor(random() * (unsynced + 1)),
    sectors(sectors) {
      if (random() < 0.1) return Math.floor(random() * sectors);
      return random() < 0.5 ? sectors : 0;
    },
  };
}

export class LossyDisk {
  readonly #root: string;
  readonly #directories = new Map<string, Directory>();

  /** @param root what lies elsewhere is not looked at; it and the directories in it last from the moment they are made */
  constructor(root: string) {
    this.#root = root;
  }

  /** @throws {Error} it is done to a file that is not there */
  apply(event: DiskEvent): void {
    switch (event.kind) {
      case 'said':
        break;
      case 'mkdir':
        this.#directory(event.path);
        break;
      case 'create':
        this.#create(event.path, event.isEmptied);
        break;
      case 'write':
      case 'resize':
        this.#file(event.path)?.unsynced.push(event);
        break;
      case 'remove':
        this.#name(event.path, [[basename(event.path), undefined]]);
        break;
      case 'rename':
        this.#rename(event.from, event.to);
        break;
      case 'sync':
        (this.#directories.get(event.path) ?? this.#file(event.path))?.sync();
        break;
      default:
        event satisfies never;
    }
  }

  /** Path below the root → content, if the power goes now. */
  after(survives: Survival): Map<string, Buffer> {
    const tree = new Map<string, Buffer>();
    for (const [path, directory] of this.#directories) {
      const files = directory.files(survives.names(directory.unsynced.length));
      for (const [name, file] of files)
        tree.set(`${path}/${name}`.slice(this.#root.length + 1), file.content(survives));
    }
    return tree;
  }

  #isBelow(path: string): boolean {
    return path === this.#root || path.startsWith(`${this.#root}/`);
  }

  #directory(path: string): Directory | undefined {
    if (!this.#isBelow(path)) return undefined;
    const directory = this.#directories.get(path) ?? new Directory();
    this.#directories.set(path, directory);
    return directory;
  }

  #now(path: string): File | undefined {
    const directory = this.#directory(dirname(path));
    return directory?.files(directory.unsynced.length).get(basename(path));
  }

  #file(path: string): File | undefined {
    if (!this.#isBelow(path)) return undefined;
    const file = this.#now(path);
    if (file === undefined) throw new Error(`Something was done to ${path}, which is not there`);
    return file;
  }

  #name(path: string, naming: Naming): void {
    this.#directory(dirname(path))?.unsynced.push(naming);
  }

  #create(path: string, isEmptied: boolean): void {
    const there = this.#now(path);
    if (there === undefined) this.#name(path, [[basename(path), new File()]]);
    else if (isEmptied) there.unsynced.push({ size: 0 });
  }

  #rename(from: string, to: string): void {
    if (!this.#isBelow(from)) return;
    if (dirname(from) !== dirname(to)) throw new Error(`${from} was renamed into another directory`);
    this.#name(from, [
      [basename(from), undefined],
      [basename(to), this.#file(from)],
    ]);
  }
}

/** Changes the content in place as far as it is long enough. */
function written(content: Buffer, write: Write, { sectors }: Survival): Buffer {
  if ('size' in write) return sectors(1) === 0 ? content : resized(content, write.size);
  const { offset, bytes } = write;
  const lasting = bytes.subarray(0, sectors(Math.ceil(bytes.length / SECTOR)) * SECTOR);
  if (lasting.length === 0) return content;
  const long = content.length < offset + lasting.length ? resized(content, offset + lasting.length) : content;
  lasting.copy(long, offset);
  return long;
}

function resized(content: Buffer, size: number): Buffer {
  const next = Buffer.alloc(size);
  content.copy(next);
  return next;
}
