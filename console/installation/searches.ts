/** Searches for pricing pages that people started: their steps while they run, what they found, the latest few in memory. */
import { randomBytes } from 'node:crypto';
import type { SiteFound } from '../../crawler/find/find-pricing.ts';
import type { TrialReader } from './trial-reading.ts';

export interface PricingSearch {
  id: string;
  given: string;
  /** What it did so far, in words. */
  steps: string[];
  found?: SiteFound;
  /** It could not be made at all. */
  failed?: string;
}

const MOST_SEARCHES = 8;

export class Searches {
  readonly #trials: TrialReader;
  readonly #onMoved: () => void;
  readonly #searches = new Map<string, PricingSearch>();

  /** @param onMoved called after each step */
  constructor(trials: TrialReader, onMoved: () => void) {
    this.#trials = trials;
    this.#onMoved = onMoved;
  }

  start(given: string): PricingSearch {
    const search: PricingSearch = { id: randomBytes(12).toString('hex'), given, steps: [] };
    this.#searches.set(search.id, search);
    const [oldest] = this.#searches.keys();
    if (this.#searches.size > MOST_SEARCHES && oldest !== undefined) this.#searches.delete(oldest);
    void this.#run(search);
    return search;
  }

  get(id: string): PricingSearch | undefined {
    return this.#searches.get(id);
  }

  async #run(search: PricingSearch): Promise<void> {
    try {
      search.found = await this.#trials.find(search.given, (words) => {
        search.steps.push(words);
        this.#onMoved();
      });
    } catch (error) {
      search.failed = error instanceof Error ? error.message : String(error);
    }
    this.#onMoved();
  }
}
