/** Reads a fetched or uploaded page as the crawler does, without storing it. A worker thread reads it, since pages are hostile. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Environment } from '../../config/env.ts';
import { POLITENESS, userAgent } from '../../config/politeness.ts';
import { redisOptions } from '../../config/redis.ts';
import { openWeb, type Web } from '../../crawler/fetch/web.ts';
import { openReadWorker, type ReadWorker } from '../../crawler/visit/read-worker.ts';
import { visit } from '../../crawler/visit/visit.ts';
import type { Page, PageFormat } from '../../data/page.ts';
import type { Source } from '../../data/product.ts';
import type { PageReading } from '../../data/reading.ts';
import { sha256Of } from '../../data/store/archive/archive.ts';
import { decodePage } from '../../data/text/page-text.ts';
import { ConsoleProblem } from '../http/problem.ts';
import { span } from '../view/wording.ts';

export interface ReadPage {
  reading: PageReading;
  source: string;
  page: Pick<Page, 'format' | 'finalUrl'> & Partial<Pick<Page, 'via' | 'status'>>;
}

/** `failed`: why there is nothing to read. */
export type TrialReading = ReadPage | { failed: string };

/** The latest pages, kept in memory so that they can be shown. */
const MOST_DOCUMENTS = 8;
const REDIS_ANSWERS_MS = 3_000;

export class TrialReader {
  readonly #environment: Environment;
  readonly #clock: () => Date;
  readonly #documents = new Map<string, string>();
  // Opened at first use: most console processes never need a fetcher with its browser.
  #worker: ReadWorker | undefined;
  #opened: { web: Web; redis: Redis } | undefined;

  constructor(environment: Environment, clock: () => Date) {
    this.#environment = environment;
    this.#clock = clock;
  }

  async fetched({ url, render, kind }: Pick<Source, 'url' | 'render' | 'kind'>): Promise<TrialReading> {
    const stored = new Map<string, Buffer>();
    const slot = `${this.#clock().toISOString().slice(0, 10)}-${randomBytes(2).readUInt16BE()}`;
    const ended = await visit(
      { slug: 'dry-run', source: 'page', url, slot, render },
      {
        ...(await this.#web()),
        reader: this.#reader(),
        clock: this.#clock,
        hintsOf: () => (kind === 'openapi' ? { isApi: true } : {}),
        archive: {
          async put(bytes) {
            const sha256 = sha256Of(bytes);
            stored.set(sha256, Buffer.from(bytes));
            return sha256;
          },
        },
      },
    );
    if (ended.kind === 'postponed')
      return { failed: `The host is asked again no sooner than in ${span(ended.waitMs)}: try once more then` };
    const { observation } = ended;
    if (observation.kind === 'failure')
      return { failed: `${observation.failure.replaceAll('_', ' ')}: ${observation.detail}` };
    const bytes = observation.kind === 'page' ? stored.get(observation.page.sha256) : undefined;
    if (observation.kind !== 'page' || bytes === undefined) return { failed: 'The page was not brought' };
    const { page, reading } = observation;
    return { reading, source: decodePage(bytes, page.charset), page };
  }

  async uploaded(bytes: Buffer, { url, format }: { url: string; format: PageFormat }): Promise<ReadPage> {
    const { reading } = await this.#reader().read({ bytes, charset: 'utf-8', format, url });
    return { reading, source: decodePage(bytes, 'utf-8'), page: { format, finalUrl: url } };
  }

  /** Keeps a document for `document`; returns its name. */
  keep(document: string): string {
    const name = randomBytes(12).toString('hex');
    this.#documents.set(name, document);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > MOST_DOCUMENTS && oldest !== undefined) this.#documents.delete(oldest);
    return name;
  }

  document(name: string): string | undefined {
    return this.#documents.get(name);
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#opened?.web.stop(), this.#worker?.stop()]);
    this.#opened?.redis.disconnect();
  }

  #reader(): ReadWorker {
    this.#worker ??= openReadWorker();
    return this.#worker;
  }

  async #web(): Promise<Web> {
    this.#opened ??= openWebOf(this.#environment, this.#clock);
    const { web, redis } = this.#opened;
    if (redis.status !== 'ready')
      await once(redis, 'ready', { signal: AbortSignal.timeout(REDIS_ANSWERS_MS) }).catch(() => {
        throw new ConsoleProblem(503, 'Redis does not answer, and without it no host can be asked politely');
      });
    return web;
  }
}

function openWebOf(environment: Environment, clock: () => Date): { web: Web; redis: Redis } {
  const { redisUrl = '', botUrl } = environment;
  const redis = new Redis(redisOptions(redisUrl, 'producer')).on('error', () => {});
  return { redis, web: openWeb({ ...environment, redis, userAgent: userAgent(botUrl), limits: POLITENESS, clock }) };
}
