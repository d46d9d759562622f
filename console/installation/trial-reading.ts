/** Reads a fetched or uploaded page as the crawler does, without storing it. A worker thread reads it, since pages are hostile. */
import { randomBytes } from 'node:crypto';
import type { Environment } from '../../config/env.ts';
import { findPricing, type SiteFound } from '../../crawler/find/find-pricing.ts';
import { openTrials, type TrialPage, type TrialTools, tryPage } from '../../crawler/find/trial.ts';
import type { Page, PageFormat } from '../../data/page.ts';
import type { Source } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import { decodePage } from '../../data/text/page-text.ts';
import { ConsoleProblem } from '../http/problem.ts';

export interface ReadPage {
  reading: PageReading;
  source: string;
  page: Pick<Page, 'format' | 'finalUrl'> & Partial<Pick<Page, 'via' | 'status'>>;
}

/** `failed`: why there is nothing to read. */
export type TrialReading = ReadPage | { failed: string };

/** The latest pages, kept in memory so that they can be shown. */
const MOST_DOCUMENTS = 8;

export class TrialReader {
  readonly #environment: Environment;
  readonly #clock: () => Date;
  readonly #kept = new Map<string, { document: string; read: ReadPage }>();
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

  async find(url: string, onStep: (words: string) => void): Promise<SiteFound> {
    return findPricing(url, await this.#tools(), onStep);
  }

  async uploaded(bytes: Buffer, { url, format }: { url: string; format: PageFormat }): Promise<ReadPage> {
    const { reading } = await this.#open().tools.reader.read({ bytes, charset: 'utf-8', format, url });
    return { reading, source: decodePage(bytes, 'utf-8'), page: { format, finalUrl: url } };
  }

  /** Keeps a page that was read, and the document that shows it; returns its name. */
  keep(document: string, read: ReadPage): string {
    const name = randomBytes(12).toString('hex');
    this.#kept.set(name, { document, read });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_DOCUMENTS && oldest !== undefined) this.#kept.delete(oldest);
    return name;
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
