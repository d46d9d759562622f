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

export type Searches = ReturnType<typeof searchesBy>;

/** @param onMoved called after each step */
export function searchesBy(trials: TrialReader, onMoved: () => void) {
  const searches = new Map<string, PricingSearch>();

  async function run(search: PricingSearch): Promise<void> {
    try {
      search.found = await trials.find(search.given, (words) => {
        search.steps.push(words);
        onMoved();
      });
    } catch (error) {
      search.failed = error instanceof Error ? error.message : String(error);
    }
    onMoved();
  }

  return {
    start(given: string): PricingSearch {
      const search: PricingSearch = { id: randomBytes(12).toString('hex'), given, steps: [] };
      searches.set(search.id, search);
      const [oldest] = searches.keys();
      if (searches.size > MOST_SEARCHES && oldest !== undefined) searches.delete(oldest);
      void run(search);
      return search;
    },
    get: (id: string) => searches.get(id),
  };
}
