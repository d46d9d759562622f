/**
 * The catalogue of a running process. A change of its files is taken up once they have settled; while any of them is wrong,
 * or most of them are gone, the catalogue stays as it was, and `fault` says why.
 *
 * `fs.watch` only says when to look: the stamps of all files are compared, also now and then without a word from it, since
 * network and container mounts have none. chokidar would watch each of some 2,000 files in each process, for the names of
 * changed files, which the comparison gives anyway.
 */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogueProduct, Slug } from '../product.ts';
import { cooperativeYield, each, inSlices, type Steps } from '../store/steps.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import { CatalogueFiles } from './catalogue-files.ts';
import { type CatalogueFault, CatalogueRefused, faultLine } from './catalogue-refused.ts';
import { ParsedYaml } from './parsed-yaml.ts';

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
  /** With the file of parsed YAML. */
  dataDir?: string;
  /** Whether this process writes that file. */
  savesParsed?: boolean;
}

const PARSED_FILE = 'catalogue-parsed.jsonl';

type Products = ReadonlyMap<Slug, CatalogueProduct>;
type Valid = { catalogue: Catalogue; products: Products };

export class LiveCatalogue {
  readonly #files: CatalogueFiles;
  readonly #options: LiveCatalogueOptions;
  #catalogue: Catalogue;
  #products: Products;
  readonly #removed = new Set<Slug>();
  #refused: RefusedCatalogue | undefined;
  #onTaken = () => {};
  #watchers: FSWatcher[] = [];
  #looking: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isAsked = false;
  #isClosed = false;
  #taking: Promise<unknown> = Promise.resolve();

  private constructor(files: CatalogueFiles, { catalogue, products }: Valid, options: LiveCatalogueOptions) {
    this.#options = options;
    this.#files = files;
    this.#catalogue = catalogue;
    this.#products = products;
    this.#watch();
    this.#lookIn(LOOKED_EVERY_MS);
  }

  /** @throws {CatalogueRefused} there is no catalogue to begin with */
  static async open(dir: string, options: LiveCatalogueOptions): Promise<LiveCatalogue> {
    const { dataDir, savesParsed, log } = options;
    const files = new CatalogueFiles(dir);
    const texts = dataDir === undefined ? undefined : await ParsedYaml.open(join(dataDir, PARSED_FILE));
    const catalogue = await inSlices(catalogueOf(files, texts), cooperativeYield());
    const products = await inSlices(bySlug(catalogue), cooperativeYield());
    if (savesParsed === true)
      await texts
        ?.save()
        .catch((err) => log.error({ event: 'parsed_not_saved', err }, 'The next start parses the whole catalogue'));
    return new LiveCatalogue(files, { catalogue, products }, options);
  }

  /** The latest valid one. It never changes; a change makes another. */
  readonly catalogue = (): Catalogue => this.#catalogue;

  /** As its file is now: a job on what was just written may be faster than the watcher. One without a file is as before. */
  readonly product = (slug: Slug): CatalogueProduct | undefined => {
    const isTaken = this.#files.isRead('products', slug);
    return (isTaken ? undefined : this.#files.product(slug)) ?? this.#products.get(slug);
  };

  /** Whether it was in the catalogue of this process, and is no more. */
  readonly wasRemoved = (slug: Slug): boolean => this.#removed.has(slug) && !this.#products.has(slug);

  readonly fault = (): RefusedCatalogue | undefined => this.#refused;

  /** Calls it after each change that was taken up. */
  whenTaken(listener: () => void): void {
    this.#onTaken = listener;
  }

  /** Takes up changes now, without waiting for the files to settle. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      if ((await this.#stamp()) !== this.#files.stampRead) await this.#take();
    });
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
      while (!this.#isClosed && this.#isOther(stamp)) {
        const before = stamp;
        await delay(SETTLED_MS, undefined, { ref: false });
        stamp = await this.#stamp();
        if (stamp !== before) continue;
        await this.#inTurn(async () => {
          if (this.#isOther(stamp)) await this.#take();
        });
        break;
      }
    } finally {
      this.#isLooking = false;
      const rest = (performance.now() - started) * REST_PER_LOOK;
      // What was changed meanwhile may have been passed already.
      if (!this.#isClosed) this.#lookIn(this.#isAsked ? SETTLED_MS : Math.max(LOOKED_EVERY_MS, rest));
    }
  }

  #isOther(stamp: string): boolean {
    return stamp !== this.#files.stampRead || this.#refused !== undefined;
  }

  #stamp(): Promise<string> {
    return inSlices(this.#files.stamp(), cooperativeYield());
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#taking.then(work);
    this.#taking = done.catch(() => {});
    return done;
  }

  async #take(): Promise<void> {
    const { log, clock } = this.#options;
    // A folder may have been replaced.
    this.#watch();
    try {
      const taken = await inSlices(this.#taken(), cooperativeYield());
      this.#refused = undefined;
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

  /** @throws {CatalogueRefused} */
  *#taken(): Steps<Difference> {
    const next = yield* catalogueOf(this.#files);
    requireMost(this.#catalogue, next, this.#files.dir);
    const products = yield* bySlug(next);
    const taken = yield* difference(this.#products, products);
    this.#catalogue = next;
    this.#products = products;
    return taken;
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

function* bySlug({ products }: Catalogue): Steps<Products> {
  const known = new Map<Slug, CatalogueProduct>();
  yield* each(products, (product) => known.set(product.slug, product));
  return known;
}

/** @throws {CatalogueRefused} */
function requireMost(before: Catalogue, after: Catalogue, dir: string): void {
  const [had, has] = [before.products.length, after.products.length];
  if (!isMissing(had, has)) return;
  const said = `${had - has} of ${had} products are missing: retire products in their files instead of deleting the files`;
  throw new CatalogueRefused(dir, [{ file: 'products', said }]);
}

type Difference = Record<'added' | 'changed' | 'removed', Slug[]>;

function* difference(had: Products, has: Products): Steps<Difference> {
  const found: Difference = { added: [], changed: [], removed: [] };
  yield* each(has, ([slug, product]) => {
    const before = had.get(slug);
    // An unchanged file is not parsed again.
    if (before !== product) found[before === undefined ? 'added' : 'changed'].push(slug);
  });
  yield* each(had.keys(), (slug) => {
    if (!has.has(slug)) found.removed.push(slug);
  });
  return found;
}
