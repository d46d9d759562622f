/** The current generation's log, followed from publication to publication. */
import type { CatalogueProduct } from '../data/product.ts';
import { type Current, readCurrent } from '../data/store/generation/current.ts';
import { type Generation, openGeneration } from '../data/store/generation/generation.ts';
import type { Published } from './channels/event.ts';
import type { Log } from './plan.ts';

export interface PublishedLog extends Log, Published {
  product(slug: string): CatalogueProduct | undefined;
}

export class LogFollower {
  readonly #dir: string;
  #current: Current | undefined;
  #generation: Generation | undefined;
  #log: PublishedLog | undefined;

  /** @param dir of the generations */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Undefined before the first generation. */
  get log(): PublishedLog | undefined {
    return this.#log;
  }

  /**
   * Takes a newer generation; a damaged one leaves the last in place.
   * @returns whether it took one @throws {Error} it can't be read
   */
  follow(): boolean {
    const current = readCurrent(this.#dir);
    if (current === undefined || current.sha256 === this.#current?.sha256) return false;
    const generation = openGeneration(this.#dir, current);
    // Reads are synchronous, so none is under way.
    this.#generation?.close();
    this.#generation = generation;
    this.#current = current;
    this.#log = logOf(generation);
    return true;
  }

  close(): void {
    this.#generation?.close();
  }
}

function logOf(generation: Generation): PublishedLog {
  const products = new Map(generation.list().map(({ slug, name, category }) => [slug, { name, category }]));
  return {
    end: generation.lastChangeSeq(),
    changes: (query) => generation.changes(query),
    categoryOf: (slug) => products.get(slug)?.category,
    nameOf: (slug) => products.get(slug)?.name,
    evidence: (id) => generation.evidence(id),
    product: (slug) => generation.product(slug),
  };
}
