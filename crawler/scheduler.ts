/**
 * The scheduler's process: once a minute it asks the ledger what is due and puts it into the queue.
 *
 * It keeps nothing. A second scheduler, a restart, a flushed Redis or a missed hour costs nothing, since the ledger
 * knows what is due and the same facts make the same jobs.
 */
import { join } from 'node:path';
import { Queue } from 'bullmq';
import { schedule } from 'node-cron';
import { pino } from 'pino';
import { Counter, Gauge, Registry } from 'prom-client';
import { PLAN_EVERY_MS, TICK_CRON } from '../config/cadence.ts';
import { liveByUtc } from '../config/env.ts';
import { listenForProbes } from '../config/probe.ts';
import { endTelling, environmentOrEnd } from '../config/process.ts';
import { VERIFY_QUEUE } from '../config/queues.ts';
import { redisOptions } from '../config/redis.ts';
import { loadCatalogue } from '../data/catalogue.ts';
import { readSourceFacts, readWatching, writtenVisits } from '../data/store/ledger-facts.ts';
import { type CadencePlan, planCadences } from './cadence-plan.ts';
import { watchClock } from './clock-watch.ts';
import { openCrawlQueue, tick, visitsUnderWay } from './crawl-queue.ts';
import { evictionOf } from './eviction.ts';
import { noteTick } from './last-tick.ts';
import { READER_VERSION } from './read/reader-version.ts';
import { sourcesOfOlderReaders } from './reread/older-readings.ts';

const { dataDir, catalogueDir, redisUrl, logLevel, schedulerPort, host, checksPerDay } = environmentOrEnd();
// Logs go to stderr: stdout is for results.
const log = pino({ name: 'scheduler', level: logLevel }, pino.destination({ dest: 2, sync: true }));

async function main(): Promise<void> {
  if (redisUrl === undefined) throw new Error('Cannot schedule checks: REDIS_URL is not set');
  const { products } = loadCatalogue(catalogueDir);
  const ledgerFile = join(dataDir, 'ledger.db');
  const queue = openCrawlQueue(redisUrl);
  queue.on('error', (err) => log.warn({ event: 'queue_error', err }));
  await queue.waitUntilReady();
  const { eviction, policy } = await evictionOf(redisUrl);
  if (eviction === 'unsafe') {
    throw new Error(
      `Cannot use this Redis: its maxmemory-policy is "${policy}", which drops jobs; set it to noeviction`,
    );
  }
  if (eviction === 'unknown') log.warn({ event: 'eviction_unknown' }, 'See that Redis has maxmemory-policy noeviction');

  const registry = new Registry();
  const registers = [registry];
  const ticks = new Counter({
    name: 'assay_ticks_total',
    help: 'Looks at what is due, by how they ended.',
    labelNames: ['result'] as const,
    registers,
  });
  const verifyQueue = new Queue(VERIFY_QUEUE, { connection: redisOptions(redisUrl, 'producer') });
  const queues = [queue, verifyQueue];
  for (const each of queues) each.on('error', () => {}); // Told by the queue's own client above.
  await verifyQueue.waitUntilReady();
  new Gauge({
    name: 'assay_queue_jobs',
    help: 'Jobs in the queues, by state; absent while Redis is away.',
    labelNames: ['queue', 'state'] as const,
    registers,
    async collect() {
      this.reset();
      for (const each of queues) {
        const counts = await each.getJobCounts('waiting', 'active', 'delayed', 'failed').catch(() => ({}));
        for (const [state, count] of Object.entries(counts)) this.set({ queue: each.name, state }, count);
      }
    },
  });
  const tickedAt = new Gauge({
    name: 'assay_last_tick_timestamp_seconds',
    help: 'When was last looked at what is due.',
    registers,
  });
  const dueSources = new Gauge({
    name: 'assay_due_sources',
    help: 'Sources that were due at the last tick.',
    registers,
  });
  const plannedFreshness = new Gauge({
    name: 'assay_planned_freshness_ratio',
    help: 'Share of weight that the plan of checks expects to be fresh at any moment.',
    registers,
  });
  const plannedChecks = new Gauge({
    name: 'assay_planned_checks_per_day',
    help: 'Checks a day that the plan spends.',
    registers,
  });
  const olderSources = new Gauge({
    name: 'assay_sources_of_older_readers',
    help: 'Sources whose last page was read by other readers than the ones of now, while the archive was not read again.',
    registers,
  });
  const probes =
    schedulerPort === undefined
      ? undefined
      : await listenForProbes({
          port: schedulerPort,
          host,
          registry,
          notReady: () => (queue.closing === undefined ? undefined : 'stopping'),
        });
  if (probes !== undefined) log.info({ event: 'listening', address: probes.address() });

  let plan: { made: CadencePlan; at: number } | undefined;

  /** What was observed moves the plan, but slowly: it is made anew now and then, not at each tick. */
  function planAt(now: Date): CadencePlan {
    if (plan !== undefined && now.getTime() - plan.at < PLAN_EVERY_MS) return plan.made;
    const started = performance.now();
    const made = planCadences({ products, watching: readWatching(ledgerFile), checksPerDay });
    plan = { made, at: now.getTime() };
    plannedFreshness.set(made.freshness);
    plannedChecks.set(made.checksPerDay);
    const { freshness, isWithinBudget, hostsAtLimit } = made;
    const ms = Math.round(performance.now() - started);
    log.info({ event: 'planned', freshness, checksPerDay: made.checksPerDay, hostsAtLimit, ms });
    if (!isWithinBudget)
      log.warn({ event: 'budget_short', budget: checksPerDay }, 'CHECKS_PER_DAY is less than the longest waits need');
    tellOlderReaders();
    return made;
  }

  function tellOlderReaders(): void {
    const sources = sourcesOfOlderReaders(dataDir);
    olderSources.set(sources);
    if (sources > 0)
      log.warn(
        { event: 'older_readers', sources, readerVersion: READER_VERSION },
        'Read the archive again with npm run replay -- --apply: other readers than these read it, and what these read otherwise on a new page would be told as a change of the vendor',
      );
  }

  async function onTick(): Promise<void> {
    const started = performance.now();
    const written = writtenVisits(ledgerFile);
    try {
      const underWay = await visitsUnderWay(queue, verifyQueue);
      const facts = readSourceFacts(ledgerFile);
      const now = new Date();
      const { due, jobs, queued } = await tick(queue, {
        products,
        facts,
        plan: { ...planAt(now), isWritten: written.has },
        now,
        underWay,
      });
      const ms = Math.round(performance.now() - started);
      const sources = products.reduce((sum, product) => sum + product.sources.length, 0);
      ticks.inc({ result: 'done' });
      dueSources.set(due);
      tickedAt.setToCurrentTime();
      noteTick(dataDir, { at: now.toISOString(), due, queued });
      log.info({ event: 'tick', sources, visited: facts.size, due, underWay: jobs.length, queued, ms });
    } catch (err) {
      // The next tick sees the same facts; there is nothing to mend here.
      ticks.inc({ result: 'failed' });
      log.warn({ event: 'tick_failed', err }, 'The next tick will try again');
    } finally {
      written.close();
    }
  }

  const scheduled = () => schedule(TICK_CRON, onTick, { noOverlap: true, timezone: 'UTC' });
  let task = scheduled();
  const unwatch = watchClock({
    onSet(byMs) {
      log.warn({ event: 'clock_set', byMs }, 'The system’s clock was set; see that NTP keeps it');
      void task.destroy();
      task = scheduled();
      plan = undefined;
      void onTick();
    },
    clock: () => Date.now(),
    stopwatch: () => performance.now(),
  });

  async function stop(signal: string): Promise<void> {
    log.info({ event: 'stopping', reason: signal });
    probes?.close();
    unwatch();
    await task.destroy();
    await Promise.all(queues.map((each) => each.close()));
    process.exit(0);
  }
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
  await onTick();
}

liveByUtc();
main().catch(endTelling(log));
