/**
 * What the console reads and hands over: the ledger beside its writer, the archive, the published generation, the queues.
 * It writes nothing of its own but the file of a product that somebody adds.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { Queue } from 'bullmq';
import { ALARMS } from '../../config/alarms.ts';
import type { Environment } from '../../config/env.ts';
import { openHandOver } from '../../config/hand-over.ts';
import { CRAWL_QUEUE, VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { type CadencePlan, planCadences } from '../../crawler/schedule/cadence-plan.ts';
import type { CrawlQueue } from '../../crawler/schedule/crawl-queue.ts';
import { type Catalogue, loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { type Action, actionOf } from '../../data/pipeline/operator-action.ts';
import type { ReaderHealth } from '../../data/pipeline/reader-health.ts';
import type { Decision } from '../../data/pipeline/review-decision.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import type { SourceFacts } from '../../data/source-facts.ts';
import type { Archive } from '../../data/store/archive/archive.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { type Current, readCurrent } from '../../data/store/generation/current.ts';
import { type LastPublication, readLastPublication } from '../../data/store/generation/last-publication.ts';
import { readerRows } from '../../data/store/ledger/reader-rows.ts';
import { lastCheckedAt } from '../../data/store/ledger-queries/captures.ts';
import { besideWriter, readSourceFacts, readWatching } from '../../data/store/ledger-queries/source-facts.ts';
import { readerHealth } from '../../verifier/publish/reader-health.ts';
import { ConsoleProblem } from '../http/problem.ts';

/** Made of the whole ledger, and moves slowly. */
const PLAN_KEPT_MS = 60_000;
/** A person waits; the verifier takes milliseconds, or does not run. */
const JUDGED_WITHIN_MS = 10_000;
const DAY_MS = 86_400_000;

export interface Depth {
  name: string;
  counts: Record<string, number>;
  isPaused: boolean;
  /** Processes that take its jobs. */
  workers: number;
}

/** Handed over; the ledger has it, or will once the verifier runs again. */
export type HandedOver = 'written' | 'queued';

export interface Installation {
  readonly environment: Environment;
  readonly catalogue: Catalogue;
  readonly archive: Archive;
  readonly queues: { crawl: CrawlQueue; verify: Queue };
  product(slug: string): CatalogueProduct | undefined;
  /** Its file was written; the other processes know it at their next start. */
  added(product: CatalogueProduct): void;
  /** Undefined while there is no ledger. */
  ledger<T>(ask: (ledger: Database.Database) => T): T | undefined;
  facts(): Map<string, SourceFacts>;
  /** As the scheduler plans, within a minute. */
  plan(): CadencePlan;
  health(): ReaderHealth | undefined;
  published(): Current | undefined;
  lastPublication(): LastPublication | undefined;
  /** @throws {Error} Redis does not answer */
  depths(): Promise<Depth[]>;
  /** @throws {ConsoleProblem} the verifier refuses it, with its words */
  handOver(job: Decision | Action): Promise<HandedOver>;
  /** Writes down what is being done, before it is done. @throws {ConsoleProblem} without a name or a reason */
  note(what: Pick<Action, 'action' | 'slug' | 'by' | 'reason'>): Promise<HandedOver>;
  close(): Promise<void>;
}

export async function openInstallation(environment: Environment, clock: () => Date): Promise<Installation> {
  const { dataDir, catalogueDir, redisUrl, checksPerDay } = environment;
  if (redisUrl === undefined) throw new Error('Cannot look after the queues: REDIS_URL is not set');
  const catalogue = loadCatalogue(catalogueDir);
  const file = join(dataDir, 'ledger.db');
  const archive = await openArchiveOf(environment, clock());
  const connection = redisOptions(redisUrl, 'producer');
  const queues = { crawl: new Queue(CRAWL_QUEUE, { connection }), verify: new Queue(VERIFY_QUEUE, { connection }) };
  // Whatever needs it fails and says so.
  for (const queue of Object.values(queues)) queue.on('error', () => {});
  let plan: { made: CadencePlan; at: number } | undefined;

  async function handOver(job: Decision | Action): Promise<HandedOver> {
    if (redisUrl === undefined) return 'queued';
    const open = await openHandOver(redisUrl, JUDGED_WITHIN_MS);
    try {
      await open.judged(job);
      return 'written';
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      // BullMQ's words for one that nobody has taken up.
      if (/timed out before finishing/.test(words)) return 'queued';
      throw new ConsoleProblem(409, words);
    } finally {
      await open.close();
    }
  }

  return {
    environment,
    catalogue,
    archive,
    queues,
    added(product) {
      catalogue.products.push(product);
      catalogue.products.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    },
    product: (slug) => catalogue.products.find((product) => product.slug === slug),
    ledger: (ask) => besideWriter(file, ask),
    facts: () => readSourceFacts(file),
    plan() {
      const now = clock().getTime();
      if (plan === undefined || now - plan.at > PLAN_KEPT_MS)
        plan = {
          made: planCadences({ products: catalogue.products, watching: readWatching(file), checksPerDay }),
          at: now,
        };
      return plan.made;
    },
    health: () =>
      besideWriter(file, (ledger) => {
        const since = new Date(Date.parse(lastCheckedAt(ledger) ?? clock().toISOString()) - ALARMS.days * DAY_MS);
        return readerHealth(readerRows(ledger).counts(since.toISOString().slice(0, 10)));
      }),
    published: () => readCurrent(join(dataDir, 'generations')),
    lastPublication: () => readLastPublication(dataDir),
    depths: () => Promise.all(Object.values(queues).map(depthOf)),
    handOver,
    async note(what) {
      const salt = randomBytes(6).toString('base64url');
      const action = actionOf(what, { now: clock(), salt });
      return handOver(action);
    },
    async close() {
      await Promise.allSettled(Object.values(queues).map((queue) => queue.close()));
    },
  };
}

async function depthOf(queue: Queue): Promise<Depth> {
  const [counts, isPaused, workers] = await Promise.all([
    queue.getJobCounts('active', 'waiting', 'prioritized', 'delayed', 'failed', 'completed'),
    queue.isPaused(),
    queue.getWorkersCount(),
  ]);
  return { name: queue.name, counts, isPaused, workers };
}
