/** The process that queues, once a minute, the sources due by the ledger. It has no state, so two do no harm. */
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { schedule } from 'node-cron';
import { pino } from 'pino';
import { PLAN_EVERY_MS, TICK_CRON } from '../../config/cadence.ts';
import { CannotStart } from '../../config/cannot-start.ts';
import { useUtc } from '../../config/env.ts';
import { metricsOf } from '../../config/metrics.ts';
import { listenForProbes } from '../../config/probe.ts';
import { endTelling, environmentOrEnd } from '../../config/process.ts';
import { VERIFY_QUEUE } from '../../config/queues.ts';
import { logErrors, redisOptions } from '../../config/redis.ts';
import { LiveCatalogue } from '../../data/catalogue/live-catalogue.ts';
import type { CatalogueProduct } from '../../data/product.ts';
import {
  readSourceFacts,
  sourceFactsOf,
  watchingOf,
  writtenVisits,
} from '../../data/store/ledger-queries/source-facts.ts';
import { cooperativeYield, inParts, inSlices, type Steps } from '../../data/store/steps.ts';
import { READER_VERSION } from '../read/reader-version.ts';
import { sourcesOfOlderReaders } from '../reread/older-readings.ts';
import { type CadencePlan, cadencePlan } from './cadence-plan.ts';
import { watchClock } from './clock-watch.ts';
import { type CrawlQueue, evictionOf, openCrawlQueue, tick, visitsUnderWay } from './crawl-queue.ts';
import { dueSoon } from './due.ts';
import { noteTick } from './last-tick.ts';

const { dataDir, catalogueDir, redisUrl, logLevel, schedulerPort, host, checksPerDay } = environmentOrEnd('scheduler');
const ledgerFile = join(dataDir, 'ledger.db');
const log = pino({ name: 'scheduler', level: logLevel }, pino.destination({ dest: 2, sync: true }));

type Queues = { crawl: CrawlQueue; verify: Queue };

/** @throws {Error} Redis drops jobs when it is full */
async function openQueues(url: string): Promise<Queues> {
  const crawl = logErrors(openCrawlQueue(url), log, 'queue_error');
  await crawl.waitUntilReady();
  const policy = await evictionOf(url);
  if (policy !== undefined && policy !== 'noeviction')
    throw new Error(`Cannot use this Redis: its maxmemory-policy "${policy}" drops jobs. Set it to noeviction`);
  if (policy === undefined) log.warn({ event: 'eviction_unknown' }, 'Check that Redis has maxmemory-policy noeviction');
  const verify = new Queue(VERIFY_QUEUE, { connection: redisOptions(url, 'producer') });
  verify.on('error', () => {}); // Logged by the other queue's client.
  await verify.waitUntilReady();
  return { crawl, verify };
}

type Planner = ReturnType<typeof plannerOf>;

type Products = () => readonly CatalogueProduct[];

/** What is done until the next plan. A source that is visited meanwhile is not due before it (config/cadence.ts). */
interface Plan extends CadencePlan {
  /** Products with sources that become due until then. */
  soon: readonly CatalogueProduct[];
}

/** Observations move the plan slowly, so it is made at intervals; `forget` is called after the clock or the catalogue changed. */
function plannerOf(products: Products, metrics: SchedulerMetrics) {
  let plan: { made: Plan; at: number } | undefined;

  async function make(now: Date): Promise<Plan> {
    const started = performance.now();
    const made = await inSlices(planUntil(products(), new Date(now.getTime() + PLAN_EVERY_MS)), cooperativeYield());
    const { freshness, isWithinBudget, hostsAtLimit, olderSources } = made;
    metrics.plannedFreshness.set(freshness);
    metrics.plannedChecks.set(made.checksPerDay);
    metrics.olderSources.set(olderSources);
    const ms = Math.round(performance.now() - started);
    log.info({ event: 'planned', freshness, checksPerDay: made.checksPerDay, hostsAtLimit, ms });
    if (!isWithinBudget)
      log.warn(
        { event: 'budget_short', budget: checksPerDay },
        'CHECKS_PER_DAY is too low for the cadences of the sources',
      );
    if (olderSources > 0) warnOfOlderReaders(olderSources);
    return made;
  }

  return {
    async at(now: Date): Promise<Plan> {
      if (plan === undefined || now.getTime() - plan.at >= PLAN_EVERY_MS)
        plan = { made: await make(now), at: now.getTime() };
      return plan.made;
    },
    forget() {
      plan = undefined;
    },
  };
}

function* planUntil(products: readonly CatalogueProduct[], until: Date): Steps<Plan & { olderSources: number }> {
  const slugs = products.map(({ slug }) => slug);
  const watching = yield* watchingOf(ledgerFile, slugs);
  const plan = yield* cadencePlan({ products, watching, checksPerDay });
  const soon = yield* dueSoon(products, { ...plan, now: until }, (part) => readSourceFacts(ledgerFile, part));
  const older = yield* inParts(slugs, (part) => sourcesOfOlderReaders(dataDir, part));
  return { ...plan, soon, olderSources: older.reduce((sum, sources) => sum + sources, 0) };
}

function warnOfOlderReaders(sources: number): void {
  log.warn(
    { event: 'older_readers', sources, readerVersion: READER_VERSION },
    'Read the archive again with npm run replay -- --apply. It was read by older readers; a difference between versions could look like a price change by the vendor',
  );
}

type Schedule = { products: Products; queues: Queues; planner: Planner; metrics: SchedulerMetrics };

async function look({ products: productsNow, queues, planner, metrics }: Schedule): Promise<void> {
  const started = performance.now();
  const products = productsNow();
  const written = writtenVisits(ledgerFile);
  try {
    const underWay = await visitsUnderWay(queues.crawl, queues.verify);
    const now = new Date();
    const { soon, ...plan } = await planner.at(now);
    const slugs = soon.map(({ slug }) => slug);
    const facts = await inSlices(sourceFactsOf(ledgerFile, slugs), cooperativeYield());
    const waits = { ...plan, isWritten: written.has };
    const { due, jobs, queued } = await tick(queues.crawl, { products: soon, facts, plan: waits, now, underWay });
    const ms = Math.round(performance.now() - started);
    const sources = products.reduce((sum, product) => sum + product.sources.length, 0);
    metrics.ticks.inc({ result: 'done' });
    metrics.dueSources.set(due);
    metrics.tickedAt.setToCurrentTime();
    noteTick(dataDir, { at: now.toISOString(), due, queued });
    log.info({ event: 'tick', sources, soon: soon.length, due, underWay: jobs.length, queued, ms });
  } catch (err) {
    metrics.ticks.inc({ result: 'failed' });
    log.warn({ event: 'tick_failed', err }, 'Retrying at the next tick');
  } finally {
    written.close();
  }
}

async function main(): Promise<void> {
  if (redisUrl === undefined) throw new CannotStart('Cannot schedule checks: REDIS_URL is not set');
  const live = await LiveCatalogue.open(catalogueDir, { log, clock: () => new Date(), dataDir });
  const products = () => live.catalogue().products;
  const queues = await openQueues(redisUrl);
  const metrics = createMetrics(Object.values(queues));
  const notReady = () => (queues.crawl.closing === undefined ? undefined : 'stopping');
  const probes = await listenForProbes({ port: schedulerPort, host, registry: metrics.registry, notReady, log });
  const planner = plannerOf(products, metrics);
  let lastLook = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    lastLook = lastLook.then(work);
    return lastLook;
  };
  const onTick = () => inTurn(() => look({ products, queues, planner, metrics }));
  function planAnew(): void {
    void inTurn(async () => planner.forget());
    void onTick();
  }
  live.whenTaken(planAnew);

  const scheduled = () => schedule(TICK_CRON, onTick, { noOverlap: true, timezone: 'UTC' });
  let task = scheduled();
  const unwatch = watchClock({
    onSet(byMs) {
      log.warn({ event: 'clock_set', byMs }, 'The system clock was set. Check NTP');
      void task.destroy();
      task = scheduled();
      planAnew();
    },
    clock: () => Date.now(),
    stopwatch: () => performance.now(),
  });

  async function stop(signal: string): Promise<void> {
    log.info({ event: 'stopping', reason: signal });
    probes?.close();
    unwatch();
    live.close();
    await task.destroy();
    // While Redis is away they close with an error.
    await Promise.allSettled(Object.values(queues).map((each) => each.close()));
    process.exit(0);
  }
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  await onTick();
}

type SchedulerMetrics = ReturnType<typeof createMetrics>;

/** @param queues whose jobs are counted at each scrape */
function createMetrics(queues: readonly Queue[]) {
  const { registry, counter, gauge, scraped } = metricsOf();
  const help = 'Jobs in the queues, by state; absent if Redis is down.';
  scraped({ name: 'assay_queue_jobs', help, labels: ['queue', 'state'] }, async (jobs) => {
    jobs.reset();
    for (const each of queues) {
      const counts = await each.getJobCounts('waiting', 'active', 'delayed', 'failed').catch(() => ({}));
      for (const [state, count] of Object.entries(counts)) jobs.set({ queue: each.name, state }, count);
    }
  });
  return {
    registry,
    ticks: counter('assay_ticks_total', 'Scheduler ticks, by result.', ['result']),
    tickedAt: gauge('assay_last_tick_timestamp_seconds', 'Time of the last tick.'),
    dueSources: gauge('assay_due_sources', 'Sources that were due at the last tick.'),
    plannedFreshness: gauge('assay_planned_freshness_ratio', 'Expected share of sources that are fresh, by weight.'),
    plannedChecks: gauge('assay_planned_checks_per_day', 'Planned checks per day.'),
    olderSources: gauge('assay_sources_of_older_readers', 'Sources last read by older readers.'),
  };
}

useUtc();
main().catch(endTelling(log));
