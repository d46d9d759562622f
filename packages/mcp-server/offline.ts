/** Tools over a generation on this machine: one file, or a directory of published ones, of which the newest serves. */
import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Site } from '../../config/site.ts';
import { hashFileSync } from '../../data/store/files/hash-file.ts';
import { type Current, GENERATION_SCHEMA, readCurrent } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { openStore } from '../../serve/store/store.ts';
import { callTool, definitions, type Toolbox, toolNamed } from '../../serve/tools/toolbox.ts';

const DAY_MS = 86_400_000;

interface Options {
  site: Site;
  /** Milliseconds since the epoch. */
  clock: () => number;
}

/** @throws {Error} there is no generation, or none that this version can read */
export async function offlineToolbox(path: string, { site, clock }: Options): Promise<Toolbox> {
  const isDirectory = statSync(path).isDirectory();
  const dir = isDirectory ? path : dirname(path);
  const open = (current: Current) => openStore(openGeneration(dir, current), site);
  let store = await open(isDirectory ? currentOf(path) : currentOfFile(path));
  let lastLook: Promise<unknown> = Promise.resolve();

  async function look() {
    const current = isDirectory ? currentOf(path) : undefined;
    if (current !== undefined && current.sha256 !== store.generation.sha256) {
      const before = store;
      store = await open(current);
      before.generation.close();
    }
    return store;
  }

  /** One look after another: opening takes a while, and two that overlap would close the same generation. */
  function newest() {
    const looking = lastLook.then(look);
    lastLook = looking.catch(() => {});
    return looking;
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

function currentOf(dir: string): Current {
  const current = readCurrent(dir);
  if (current === undefined) throw new Error(`No generation is published in ${dir}`);
  return current;
}

/** The pointer beside the file; a copied file is named by its hash and dated by its own time. */
function currentOfFile(path: string): Current {
  const file = basename(path);
  const current = readCurrent(dirname(path));
  if (current?.file === file) return current;
  const { size: bytes, mtime } = statSync(path);
  const sha256 = hashFileSync(path);
  return {
    file,
    sha256,
    bytes,
    generation: sha256.slice(0, 16),
    publishedAt: mtime.toISOString(),
    schema: GENERATION_SCHEMA,
    // Not used here.
    products: 0,
    ledger: { entries: 0, changes: 0, chain: '' },
  };
}
