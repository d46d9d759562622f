/**
 * The catalogue of a running process. A change of its files is taken up once they have settled; while any of them is wrong,
 * or most of them are gone, the catalogue stays as it was, and `fault` says why.
 *
 * `fs.watch` only says when to look: the stamps of all files are compared, also now and then without a word from it, since
 * network and container mounts have none. chokidar would watch each of some 2,000 files in each process, for the names of
 * changed files, which the comparison gives anyway.
 */
import { type FSWatcher, watch } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueProduct, Slug } from '../product.ts';
import { atOnce, cooperativeYield, inSlices, type Steps } from '../store/steps.ts';
import { type Catalogue, CatalogueRefused, catalogueOf, loadCatalogue } from './catalogue.ts';
import { type CatalogueFault, CatalogueFiles, faultLine } from './catalogue-files.ts';

/** Files have settled when two looks this far apart find the same. A file that is being written is not read half. */
const SETTLED_MS = 300;
const LOOKED_EVERY_MS = 10_000;
/** Between looks, so many times as long as one took. */
const REST_PER_LOOK = 20;

const LEAST_SHARE_OF_PRODUCTS = 0.9;

/** So many products are gone at once that a directory must be missing: over a tenth and more than one, or all. */
export function isMissing(had: number, has: number): boolean {
  return has < had && (has === 0 || (has < had - 1 && has < had * LEAST_SHARE_OF_PRODUCTS));
}

/** Why the files are not taken up, and since when. */
export interface RefusedCatalogue {
  faults: readonly CatalogueFault[];
  since: Date;
}

export interface LiveCatalogueOptions {
  log: Record<'info' | 'error', (facts: object, words: string) => void>;
  clock: () => Date;
}

export class LiveCatalogue {
  readonly #files: CatalogueFiles;
  readonly #options: LiveCatalogueOptions;
  #catalogue: Catalogue;
  #products: ReadonlyMap<Slug, CatalogueProduct>;
  readonly #removed = new Set<Slug>();
  /** Stamp of the files as they were last read. */
  #read: string;
  #refused: RefusedCatalogue | undefined;
  #onTaken = () => {};
  #watchers: FSWatcher[] = [];
  #looking: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isAsked = false;
  #isClosed = false;

  /** @throws {CatalogueRefused} there is no catalogue to begin with */
  constructor(dir: string, options: LiveCatalogueOptions) {
    this.#options = options;
    this.#files = new CatalogueFiles(dir);
    this.#read = atOnce(this.#files.stamp());
    this.#catalogue = loadCatalogue(this.#files);
    this.#products = bySlug(this.#catalogue);
    this.#watch();
    this.#lookIn(LOOKED_EVERY_MS);
  }

  /** The latest valid one. It never changes; a change makes another. */
  readonly catalogue = (): Catalogue => this.#catalogue;

  /** As its file is now: a job on what was just written may be faster than the watcher. */
  readonly product = (slug: Slug): CatalogueProduct | undefined => {
    if (!this.#files.isRead('products', slug)) this.refresh();
    return this.#products.get(slug);
  };

  /** Whether it was in the catalogue of this process, and is no more. */
  readonly wasRemoved = (slug: Slug): boolean => this.#removed.has(slug) && !this.#products.has(slug);

  readonly fault = (): RefusedCatalogue | undefined => this.#refused;

  /** Calls it after each change that was taken up. */
  whenTaken(listener: () => void): void {
    this.#onTaken = listener;
  }

  /** Takes up changes now, without waiting for the files to settle. */
  refresh(): void {
    const stamp = atOnce(this.#files.stamp());
    if (stamp !== this.#read) atOnce(this.#take(stamp));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#looking);
    for (const watcher of this.#watchers) watcher.close();
  }

  #watch(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = this.#files.folders.flatMap((folder) => {
      try {
        // Without a watcher, as for a missing folder, there still are the looks at intervals.
        return [watch(folder, { persistent: false }, () => void this.#look()).on('error', () => {})];
      } catch {
        return [];
      }
    });
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#looking);
    this.#looking = setTimeout(() => void this.#look(), ms).unref();
  }

  /** In slices: the files of a large catalogue take seconds to look at. */
  async #look(): Promise<void> {
    this.#isAsked = true;
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    this.#isAsked = false;
    const started = performance.now();
    try {
      let stamp = await this.#stamp();
      while (!this.#isClosed && (stamp !== this.#read || this.#refused !== undefined)) {
        const before = stamp;
        await delay(SETTLED_MS, undefined, { ref: false });
        stamp = await this.#stamp();
        if (stamp !== before) continue;
        if (stamp !== this.#read || this.#refused !== undefined) await inSlices(this.#take(stamp), cooperativeYield());
        break;
      }
    } finally {
      this.#isLooking = false;
      const rest = (performance.now() - started) * REST_PER_LOOK;
      // What was changed meanwhile may have been passed already.
      if (!this.#isClosed) this.#lookIn(this.#isAsked ? SETTLED_MS : Math.max(LOOKED_EVERY_MS, rest));
    }
  }

  #stamp(): Promise<string> {
    return inSlices(this.#files.stamp(), cooperativeYield());
  }

  *#take(stamp: string): Steps<void> {
    const { log, clock } = this.#options;
    this.#read = stamp;
    // A folder may have been replaced.
    this.#watch();
    const before = this.#catalogue;
    try {
      const next = yield* catalogueOf(this.#files);
      // It was refreshed meanwhile.
      if (this.#read !== stamp) return;
      requireMost(before, next, this.#files.dir);
      this.#catalogue = next;
      this.#products = bySlug(next);
      this.#refused = undefined;
      const taken = difference(before, next);
      for (const slug of taken.removed) this.#removed.add(slug);
      log.info({ event: 'catalogue_taken', ...taken }, 'The catalogue has changed');
    } catch (error) {
      if (!(error instanceof CatalogueRefused)) throw error;
      const { faults } = error;
      const isKnown = isDeepStrictEqual(faults, this.#refused?.faults);
      this.#refused = { faults, since: this.#refused?.since ?? clock() };
      const told = `A catalogue file was rejected; the previous catalogue is in use: ${faults.map(faultLine).join('; ')}`;
      if (!isKnown) log.error({ event: 'catalogue_refused', faults }, told.slice(0, 2_000));
      return;
    }
    this.#onTaken();
  }
}

/** A value that follows from the catalogue, made once for each. */
export function derived<T>(catalogue: () => Catalogue, make: (catalogue: Catalogue) => T): () => T {
  let made: { of: Catalogue; value: T } | undefined;
  return () => {
    const of = catalogue();
    if (made?.of !== of) made = { of, value: make(of) };
    return made.value;
  };
}

function bySlug({ products }: Catalogue): ReadonlyMap<Slug, CatalogueProduct> {
  return new Map(products.map((product) => [product.slug, product]));
}

/** @throws {CatalogueRefused} */
function requireMost(before: Catalogue, after: Catalogue, dir: string): void {
  const [had, has] = [before.products.length, after.products.length];
  if (!isMissing(had, has)) return;
  const said = `${had - has} of ${had} products are missing: retire products in their files instead of deleting the files`;
  throw new CatalogueRefused(dir, [{ file: 'products', said }]);
}

function difference(before: Catalogue, after: Catalogue) {
  const [had, has] = [bySlug(before), bySlug(after)];
  return {
    added: [...has.keys()].filter((slug) => !had.has(slug)),
    // An unchanged file is not parsed again.
    changed: [...has].filter(([slug, product]) => had.has(slug) && had.get(slug) !== product).map(([slug]) => slug),
    removed: [...had.keys()].filter((slug) => !has.has(slug)),
  };
}
