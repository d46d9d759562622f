/** Finds and reads pages as the crawler does, without storing them. A worker thread reads them, since pages are hostile. */
import type { Environment } from '../../config/env.ts';
import { findPricing, type SiteFound } from '../../crawler/find/find-pricing.ts';
import { openTrials, type TrialPage, type TrialTools, tryPage } from '../../crawler/find/trial.ts';
import type { Page, PageFormat } from '../../data/page.ts';
import type { Source } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import { decodePage } from '../../data/text/page-text.ts';
import { ConsoleProblem } from '../http/problem.ts';
import { keepLatest } from './keep-latest.ts';

export interface ReadPage {
  reading: PageReading;
  source: string;
  page: Pick<Page, 'format' | 'finalUrl'> & Partial<Pick<Page, 'via' | 'status'>>;
}

/** `failed`: why there is nothing to read. */
export type TrialReading = ReadPage | { failed: string };

/** A search for a site's pricing page that a person started. */
export interface PricingSearch {
  given: string;
  /** What it did so far, in words. */
  steps: string[];
  found?: SiteFound;
  /** It could not be made at all. */
  failed?: string;
}

const MOST_DOCUMENTS = 8;
const MOST_SEARCHES = 8;

export class TrialReader {
  readonly #environment: Environment;
  readonly #clock: () => Date;
  readonly #kept = new Map<string, { document: string; read: ReadPage }>();
  readonly #searches = new Map<string, PricingSearch>();
  // Opened at first use: most console processes never need a fetcher with its browser.
  #opened: ReturnType<typeof openTrials> | undefined;

  constructor(environment: Environment, clock: () => Date) {
    this.#environment = environment;
    this.#clock = clock;
  }

  async fetched(source: Pick<Source, 'url' | 'render' | 'kind'>): Promise<TrialReading> {
    const tried = await tryPage(source, await this.#tools());
    return 'failed' in tried ? tried : readPageOf(tried);
  }

  /** Starts a search and returns its name. @param onMoved called after each step */
  startSearch(given: string, onMoved: () => void): string {
    const search: PricingSearch = { given, steps: [] };
    void this.#run(search, onMoved);
    return keepLatest(this.#searches, search, MOST_SEARCHES);
  }

  /** Undefined for one of long ago. */
  search(name: string): PricingSearch | undefined {
    return this.#searches.get(name);
  }

  async uploaded(bytes: Buffer, { url, format }: { url: string; format: PageFormat }): Promise<ReadPage> {
    const { reading } = await this.#open().tools.reader.read({ bytes, charset: 'utf-8', format, url });
    return { reading, source: decodePage(bytes, 'utf-8'), page: { format, finalUrl: url } };
  }

  /** Keeps a page that was read, and the document that shows it; returns its name. */
  keep(document: string, read: ReadPage): string {
    return keepLatest(this.#kept, { document, read }, MOST_DOCUMENTS);
  }

  /** @throws {ConsoleProblem} it was long ago */
  kept(name: string): { document: string; read: ReadPage } {
    const kept = this.#kept.get(name);
    if (kept === undefined) throw new ConsoleProblem(404, 'This page is no longer stored. Read it again');
    return kept;
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }

  async #run(search: PricingSearch, onMoved: () => void): Promise<void> {
    try {
      search.found = await findPricing(search.given, await this.#tools(), (words) => {
        search.steps.push(words);
        onMoved();
      });
    } catch (error) {
      search.failed = error instanceof Error ? error.message : String(error);
    }
    onMoved();
  }

  #open(): ReturnType<typeof openTrials> {
    this.#opened ??= openTrials(this.#environment, this.#environment.redisUrl ?? '', this.#clock);
    return this.#opened;
  }

  async #tools(): Promise<TrialTools> {
    const trials = this.#open();
    if (await trials.isReady()) return trials.tools;
    throw new ConsoleProblem(503, 'Redis does not respond. Without it the console cannot limit requests to vendors');
  }
}

export function readPageOf({ reading, page, bytes }: TrialPage): ReadPage {
  return { reading, source: decodePage(bytes, page.charset), page };
}
