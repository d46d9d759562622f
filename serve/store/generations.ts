/**
 * Follows the pointer to the current generation and swaps it in. It hashes a file first, since SQLite does not notice a
 * changed byte, and keeps serving the old generation where the new one is unusable.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Site } from '../../config/site.ts';
import { readCopy } from '../../data/store/copies/read-copy.ts';
import { hashFile } from '../../data/store/files/hash-file.ts';
import { type Current, keptPointers, readCurrent } from '../../data/store/generation/current.ts';
import { openGeneration } from '../../data/store/generation/generation.ts';
import { cooperativeYield } from '../../data/store/steps.ts';
import { dayOf, Edition } from './edition.ts';
import { openStore, type Store } from './store.ts';

/** A partial copy may be complete after this long. */
const SECOND_LOOK_MS = 30_000;

type Refusal = 'unreadable_pointer' | 'wrong_hash' | 'older' | 'cannot_open';

interface Options {
  dir: string;
  copiesDir: string;
  site: Site;
  log: Logger;
  metrics: { refused(reason: Refusal): void };
  clock: () => number;
}

export class Generations {
  readonly #options: Options;
  #store: Store | undefined;
  #pointer: Current | undefined;
  #edition: Edition | undefined;
  #refused: { sha256: string; at: number; reason: Refusal; generation: string | undefined } | undefined;
  #following: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The current generation on the day of `ms`; `undefined` before the first generation. */
  editionAt(ms: number): Edition | undefined {
    const edition = this.#edition;
    if (edition === undefined || edition.day === dayOf(ms)) return edition;
    this.#edition = new Edition(edition.store, dayOf(ms));
    return this.#edition;
  }

  get pointer(): Current | undefined {
    return this.#pointer;
  }

  /** What CURRENT names, while it can't be served. */
  get refused(): { generation: string | undefined; reason: Refusal } | undefined {
    return this.#refused && { generation: this.#refused.generation, reason: this.#refused.reason };
  }

  get dir(): string {
    return this.#options.dir;
  }

  get store(): Store | undefined {
    return this.#store;
  }

  /** Polls, since file system events get lost. */
  async start(everyMs: number): Promise<void> {
    await this.follow();
    this.#timer = setInterval(() => void this.follow(), everyMs);
  }

  /** Takes a newer, complete generation. Never rejects. */
  follow({ again = false } = {}): Promise<void> {
    if (again) this.#refused = undefined;
    this.#following ??= this.#look().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#following;
    this.#store?.generation.close();
    this.#store = undefined;
    this.#edition = undefined;
  }

  async #look(): Promise<void> {
    await this.#lookAtCurrent();
    if (this.#store === undefined) await this.#takeKept();
  }

  async #lookAtCurrent(): Promise<void> {
    const { dir, clock } = this.#options;
    let current: Current | undefined;
    try {
      current = readCurrent(dir);
    } catch (error) {
      return this.#refuse('unreadable_pointer', { sha256: 'CURRENT' }, error);
    }
    if (current === undefined) return;
    if (current.sha256 === this.#store?.generation.sha256) {
      this.#refused = undefined;
      return;
    }
    if (current.sha256 === this.#refused?.sha256 && clock() - this.#refused.at < SECOND_LOOK_MS) return;
    const old = this.#store;
    if (old !== undefined && Number(current.generation) <= Number(old.generation.id))
      return this.#refuse('older', current);
    const refusal = await this.#take(current);
    if (refusal !== undefined) return this.#refuse(refusal.reason, current, refusal.error);
    this.#refused = undefined;
  }

  /** The newest sound generation, where the current one is damaged or CURRENT is lost. */
  async #takeKept(): Promise<void> {
    for (const kept of keptPointers(this.#options.dir)) {
      if (kept.sha256 === this.#refused?.sha256 || (await this.#take(kept)) !== undefined) continue;
      const facts = { event: 'fell_back', generation: kept.generation, refused: this.refused };
      this.#options.log.error(facts, 'The current generation is damaged or missing; serving the newest valid one');
      return;
    }
  }

  /** @returns why it can't be served */
  async #take(pointer: Current): Promise<{ reason: Refusal; error?: unknown } | undefined> {
    const { dir, copiesDir, site, log } = this.#options;
    const old = this.#store;
    try {
      const sha256 = await hashFile(join(dir, pointer.file));
      if (sha256 !== pointer.sha256) return { reason: 'wrong_hash' };
      const generation = openGeneration(dir, pointer, { sha256 });
      try {
        await this.#swap(await openStore(generation, site, (page) => readCopy(copiesDir, page)));
      } catch (error) {
        generation.close();
        throw error;
      }
    } catch (error) {
      return { reason: 'cannot_open', error };
    }
    // Operations are synchronous, so none is using the old one here.
    old?.generation.close();
    this.#pointer = pointer;
    const { generation: id, products } = pointer;
    log.info({ event: 'swapped', products, previous: old?.generation.id }, `Serving generation ${id}`);
    return undefined;
  }

  async #swap(store: Store): Promise<void> {
    const edition = new Edition(store, dayOf(this.#options.clock()));
    if (this.#edition !== undefined) await edition.warm(this.#edition, cooperativeYield());
    this.#store = store;
    this.#edition = edition;
  }

  #refuse(reason: Refusal, found: { sha256: string; generation?: string }, error?: unknown): void {
    const { sha256, generation } = found;
    if (this.#refused?.sha256 !== sha256 || this.#options.clock() - this.#refused.at >= SECOND_LOOK_MS) {
      this.#options.metrics.refused(reason);
      const serving = this.#store?.generation.id ?? 'none';
      this.#options.log.error(
        { event: 'refused', reason, sha256, serving, err: error },
        'Cannot load the published generation',
      );
      this.#refused = { sha256, at: this.#options.clock(), reason, generation };
    }
  }
}
