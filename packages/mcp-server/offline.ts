/**
 * Tools straight from a generation on this machine: a directory of published ones, whose current one is followed, or
 * one file of them.
 */
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Site } from '../../config/site.ts';
import { type Current, GENERATION_SCHEMA, hashFileSync, readCurrent } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { openStore, type Store } from '../../serve/store/store.ts';
import { callTool, definitions, type Toolbox, toolNamed } from '../../serve/tools/toolbox.ts';

const DAY_MS = 86_400_000;

/** What opening a generation asks for. */
type Named = Pick<Current, 'file' | 'sha256' | 'bytes' | 'generation' | 'publishedAt' | 'schema'>;

interface Options {
  site: Site;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

/** @throws {Error} there is no generation, or none that this version can read */
export async function offlineToolbox(path: string, { site, clock }: Options): Promise<Toolbox> {
  const isDirectory = statSync(path).isDirectory();
  const dir = isDirectory ? path : dirname(path);
  const named = () => (isDirectory ? currentOf(path) : namedFile(path));
  let store = await opened(named());

  async function opened(current: Named): Promise<Store> {
    return openStore(openGeneration(dir, { ...UNKNOWN, ...current }), site);
  }

  /** A directory has a newer one now and then; a file never changes. */
  async function newest(): Promise<Store> {
    const current = isDirectory ? currentOf(path) : undefined;
    if (current === undefined || current.sha256 === store.generation.sha256) return store;
    const before = store;
    store = await opened(current);
    before.generation.close();
    return store;
  }

  return {
    definitions: definitions(),
    async call(name, given) {
      const tool = toolNamed(name);
      const newestStore = await newest();
      const now = new Date(Math.floor(clock() / DAY_MS) * DAY_MS);
      return callTool(tool, given, { site, now: () => ({ store: newestStore, now }) });
    },
  };
}

/** Of the ledger and the number of products nothing is asked here. */
const UNKNOWN = { products: 0, ledger: { entries: 0, changes: 0, chain: '' } };

function currentOf(dir: string): Current {
  const current = readCurrent(dir);
  if (current === undefined) throw new Error(`Nothing is published in ${dir}`);
  return current;
}

/** A file's number and day stand beside it, never in it. */
function namedFile(path: string): Named {
  const [dir, file] = [dirname(path), basename(path)];
  const current = readCurrent(dir);
  if (current?.file === file) return current;
  const { size, mtime } = statSync(path);
  const sha256 = hashFileSync(path);
  // As a file that was copied from its place, it is named by its hash and dated by its own time.
  const publishedAt = mtime.toISOString();
  return { file, sha256, bytes: size, generation: sha256.slice(0, 16), publishedAt, schema: GENERATION_SCHEMA };
}
