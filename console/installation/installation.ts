/** What the console reads: ledger, archive, published generation, queues; and what it hands over to the verifier. */
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Environment } from '../../config/env.ts';
import { readCrawlerHeartbeat } from '../../config/heartbeat.ts';
import { CRAWL_QUEUE, type Depth, depthOf, VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { sourcesOfOlderReaders } from '../../crawler/reread/older-readings.ts';
import { type CadencePlan, cadencePlan } from '../../crawler/schedule/cadence-plan.ts';
import type { CrawlQueue } from '../../crawler/schedule/crawl-queue.ts';
import type { Catalogue } from '../../data/catalogue/catalogue.ts';
import { LiveCatalogue, type LiveCatalogueOptions } from '../../data/catalogue/live-catalogue.ts';
import { type Action, actionOf } from '../../data/pipeline/operator-action.ts';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';
import type { CatalogueProduct, Slug } from '../../data/product.ts';
import type { SourceFacts } from '../../data/source-facts.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { type Current, publishedPointer } from '../../data/store/generation/current.ts';
import { type Generation, openGeneration } from '../../data/store/generation/generation.ts';
import { besideWriter, sourceFactsOf, watchingOf } from '../../data/store/ledger-queries/source-facts.ts';
import { cooperativeYield, inSlices, type Steps } from '../../data/store/steps.ts';
import { healthOf, type Observed, observed } from '../../verifier/status/observe.ts';
import { type HandedOver, type VerifierLink, verifierLink } from './verifier-link.ts';

/** The plan reads the whole ledger and changes slowly. */
const PLAN_CACHED_MS = 60_000;

type Opened = Pick<Installation, 'environment' | 'live' | 'archive'> & Pick<LiveCatalogueOptions, 'clock'>;

export class Installation {
  readonly environment: Environment;
  readonly archive: Archive;
  readonly ledgerFile: string;
  readonly queues: { crawl: CrawlQueue; verify: Queue };
  readonly live: LiveCatalogue;
  readonly verifier: VerifierLink;
  readonly #redis: Redis;
  readonly #clock: () => Date;
  readonly #since: Date;
  #lastEdit: Promise<unknown> = Promise.resolve();
  #generation: Generation | undefined;
  #plan: { made: Promise<CadencePlan>; of: Catalogue; at: number } | undefined;

  /** @throws {Error} REDIS_URL is not set */
  static async open(environment: Environment, { clock, log }: LiveCatalogueOptions): Promise<Installation> {
    const { catalogueDir, dataDir } = environment;
    const live = await LiveCatalogue.open(catalogueDir, { clock, log, dataDir });
    return new Installation({ environment, live, archive: await openArchiveOf(environment, clock()), clock });
  }

  private constructor({ environment, live, archive, clock }: Opened) {
    const { redisUrl } = environment;
    if (redisUrl === undefined) throw new Error('Cannot open the queues: REDIS_URL is not set');
    this.environment = environment;
    this.live = live;
    this.archive = archive;
    this.ledgerFile = join(environment.dataDir, 'ledger.db');
    const connection = redisOptions(redisUrl, 'producer');
    this.queues = { crawl: new Queue(CRAWL_QUEUE, { connection }), verify: new Queue(VERIFY_QUEUE, { connection }) };
    for (const queue of Object.values(this.queues)) queue.on('error', () => {});
    this.verifier = verifierLink(redisUrl);
    this.#redis = new Redis(connection).on('error', () => {});
    this.#clock = clock;
    this.#since = clock();
  }

  /** As it is now. */
  get catalogue(): Catalogue {
    return this.live.catalogue();
  }

  product(slug: string): CatalogueProduct | undefined {
    return this.catalogue.products.find((product) => product.slug === slug);
  }

  /** Runs edits of files one after another, so that none is written over another. */
  inTurn<T>(edit: () => Promise<T>): Promise<T> {
    const done = this.#lastEdit.then(edit);
    this.#lastEdit = done.catch(() => {});
    return done;
  }

  ledger<T>(ask: (ledger: Database.Database) => T): T | undefined {
    return besideWriter(this.ledgerFile, ask);
  }

  /** Of the sources of these products, or of all, that were ever visited. */
  facts(slugs = slugsOf(this.catalogue)): Promise<Map<string, SourceFacts>> {
    return inSlices(sourceFactsOf(this.ledgerFile, slugs), cooperativeYield());
  }

  /** The scheduler's plan, up to a minute old. */
  plan(): Promise<CadencePlan> {
    const now = this.#clock().getTime();
    const { catalogue } = this;
    if (this.#plan?.of !== catalogue || now - this.#plan.at > PLAN_CACHED_MS) {
      const made = inSlices(this.#planOf(catalogue), cooperativeYield());
      this.#plan = { made, of: catalogue, at: now };
      made.catch(() => {
        this.#plan = undefined;
      });
    }
    return this.#plan.made;
  }

  *#planOf(catalogue: Catalogue): Steps<CadencePlan> {
    const watching = yield* watchingOf(this.ledgerFile, slugsOf(catalogue));
    const { checksPerDay } = this.environment;
    return yield* cadencePlan({ products: catalogue.products, watching, checksPerDay });
  }

  health(): ReaderHealth | undefined {
    return healthOf(this.ledgerFile);
  }

  /** The published generation, kept open until another one is published; undefined where there is none that opens. */
  generation(): Generation | undefined {
    const current = this.published();
    if (current === undefined || current.sha256 === this.#generation?.sha256) return this.#generation;
    this.#generation?.close();
    this.#generation = undefined;
    try {
      this.#generation = openGeneration(join(this.environment.dataDir, 'generations'), current);
    } catch {
      // assay doctor says what is wrong with it.
    }
    return this.#generation;
  }

  /** Undefined also where the pointer is damaged: an alarm says so. */
  published(): Current | undefined {
    return publishedPointer(join(this.environment.dataDir, 'generations'));
  }

  /** @throws {Error} Redis does not answer */
  depths(): Promise<Depth[]> {
    return Promise.all(Object.values(this.queues).map(depthOf));
  }

  /** What alarms are judged by, also while Redis is away. */
  async observed(): Promise<Observed> {
    const { dataDir, publishMaxWaitMs } = this.environment;
    const depths = await this.depths().catch(() => undefined);
    const crawler = await readCrawlerHeartbeat(this.#redis).catch(() => undefined);
    const elsewhere = {
      ...{ depths, crawler, publishMaxWaitMs, watchedSince: this.#since },
      isWithinBudget: (await this.plan()).isWithinBudget,
      olderReaders: sourcesOfOlderReaders(dataDir),
      catalogueFault: this.live.fault(),
    };
    return observed(dataDir, elsewhere, this.#clock());
  }

  /** Records an action before it is done. @throws {ConsoleProblem} without a name or a reason */
  note(what: Omit<Action, 'kind' | 'id' | 'at'>): Promise<HandedOver> {
    return this.verifier.handOver(actionOf(what, { now: this.#clock() }));
  }

  async close(): Promise<void> {
    this.live.close();
    this.#redis.disconnect();
    this.#generation?.close();
    await Promise.allSettled([this.verifier.close(), ...Object.values(this.queues).map((queue) => queue.close())]);
  }
}

function slugsOf({ products }: Catalogue): Slug[] {
  return products.map(({ slug }) => slug);
}
