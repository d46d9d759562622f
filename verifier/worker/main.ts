/**
 * The verifier's process: takes observations from the queue, writes them with their consequences, and publishes.
 *
 * The lock of the ledger admits one writer; a second verifier stands by and takes over. The kernel releases the lock with
 * the process, so two never write. A job is acknowledged after its observation is on disk, and a job delivered twice is one
 * row. The catalogue is published before the first job, so that a new installation serves within seconds.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Job, Worker } from 'bullmq';
import { type Logger, pino } from 'pino';
import { CannotStart } from '../../config/cannot-start.ts';
import type { Environment } from '../../config/env.ts';
import { beatInto } from '../../config/heartbeat.ts';
import { listenForProbes } from '../../config/probe.ts';
import { endTelling, environmentOrEnd } from '../../config/process.ts';
import {
  closeWorker,
  countingJobs,
  PUBLISH_JOB,
  SHUTDOWN_GRACE_MS,
  VERIFY_QUEUE,
  workerPolicy,
} from '../../config/queues.ts';
import { logErrors, redisOptions } from '../../config/redis.ts';
import { LiveCatalogue } from '../../data/catalogue/live-catalogue.ts';
import { freeBytes } from '../../data/store/files/free-bytes.ts';
import { LedgerTaken } from '../../data/store/ledger/lock.ts';
import { closeStores, type Made, openStores, publication, type Stores } from '../publish/publication.ts';
import type { PublishReport } from '../publish/publish.ts';
import { Publishing } from '../publish/publish-timer.ts';
import { committer } from './commit.ts';
import { waitingForDisk } from './disk-wait.ts';
import { createMetrics, setHealth, type VerifierMetrics } from './metrics.ts';
import { type VerifyJobs, verifyJobs } from './verify-jobs.ts';

const CONCURRENCY = 64;
/** Part of the grace period for publishing and closing. */
const CLOSING_MS = 5_000;

/** Interval at which a standby verifier tries the lock. */
const STANDBY_MS = 250;

const clock = () => new Date();

async function main(environment: Environment, log: Logger): Promise<void> {
  const { redisUrl, verifierPort: port, host, dataDir } = environment;
  if (redisUrl === undefined) throw new CannotStart('Cannot process observations: REDIS_URL is not set');
  const metrics = createMetrics(() => freeBytes(dataDir) ?? Number.NaN);
  const { registry } = metrics;
  let notReady = (): string | undefined => 'standby: another verifier writes to the ledger';
  const probes = await listenForProbes({ port, host, registry, notReady: () => notReady(), log });
  const endAtOnce = () => process.exit(0);
  process.once('SIGTERM', endAtOnce).once('SIGINT', endAtOnce);
  const { stores, live } = await openWhenFree(environment, log);
  process.off('SIGTERM', endAtOnce).off('SIGINT', endAtOnce);
  const { ledger, archive } = stores;
  // One that stands by is silent: the writer beats.
  const heart = beatInto(dataDir, 'verifier', clock);
  const publisher = startPublishing(environment, { stores, metrics, log });
  live.whenTaken(publisher.touch);
  const products = { get: live.product };
  const jobs = verifyJobs({
    committer: committer({ ledger, archive, products, clock }),
    recordAction: (action) => ledger.recordAction(action, clock()),
    products,
    wasRemoved: live.wasRemoved,
    metrics,
    log,
    onWritten() {
      heart.worked();
      publisher.touch();
    },
  });
  const { worker, unfinished } = startWorker(redisUrl, { jobs, publisher }, log);
  notReady = () => (worker.isRunning() && !worker.closing ? undefined : 'not processing jobs');

  let isStopping = false;
  async function stop(reason: string, code: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ event: 'stopping', reason });
    live.close();
    await drain({ worker, unfinished, publisher });
    probes?.close();
    closeStores(stores);
    log.info({ event: 'stopped' });
    process.exit(code);
  }
  process.once('SIGTERM', () => void stop('SIGTERM', 0));
  process.once('SIGINT', () => void stop('SIGINT', 0));
  worker.run().catch((err) => {
    log.fatal({ event: 'worker_ended', err });
    return stop('the worker ended', 1);
  });
}

/** Waits for the jobs in hand, within the grace period, and publishes what is pending. */
async function drain({ worker, unfinished, publisher }: Draining): Promise<void> {
  publisher.stop();
  const waitMs = SHUTDOWN_GRACE_MS - CLOSING_MS;
  // The queue delivers an unfinished job again.
  if (!(await closeWorker(worker, { unfinished: unfinished(), waitMs })))
    log.warn({ event: 'not_drained', jobs: unfinished() }, 'Stopped with unfinished jobs');
  try {
    if (publisher.isPending) await Promise.race([publisher.flush(), delay(CLOSING_MS)]);
  } catch (err) {
    log.error({ event: 'publish_failed', err }, 'Pending changes are published at the next start');
  }
}

async function openWhenFree(environment: Environment, log: Logger): Promise<{ stores: Stores; live: LiveCatalogue }> {
  const { catalogueDir, dataDir } = environment;
  const live = await LiveCatalogue.open(catalogueDir, { log, clock, dataDir, savesParsed: true });
  for (let isFirst = true; ; isFirst = false) {
    try {
      return { stores: await openStores(environment, clock(), () => live.catalogue), live };
    } catch (error) {
      if (!(error instanceof LedgerTaken)) throw error;
    }
    if (isFirst) log.info({ event: 'standing_by' }, 'Another verifier writes to the ledger; waiting');
    await delay(STANDBY_MS);
  }
}

type PublishingContext = { stores: Stores; metrics: VerifierMetrics; log: Logger };

/** Publishes at once, then after each write. */
function startPublishing(
  { dataDir, publishQuietMs, publishMaxWaitMs }: Environment,
  { stores, metrics, log }: PublishingContext,
): Publishing<PublishReport> {
  const publishAt = publication(stores, dataDir);

  async function publish(): Promise<Made> {
    const started = performance.now();
    try {
      const made = await publishAt(clock());
      const { health, gates: _, ...report } = made.report;
      const ms = Math.round(performance.now() - started);
      metrics.publications.inc({ result: report.unchanged ? 'unchanged' : 'published' });
      metrics.publishSeconds.observe(ms / 1000);
      metrics.publishedAt.setToCurrentTime();
      setHealth(metrics, health);
      for (const alarm of health.alarms) log.warn({ event: 'alarm', ...alarm }, `Alarm: ${alarm.name}`);
      log.info({ event: 'published', ms, ...report }, `Published generation ${report.generation}`);
      return made;
    } catch (error) {
      metrics.publications.inc({ result: 'failed' });
      throw error;
    }
  }

  const publisher = new Publishing({
    publish,
    onFailure: (err, retryMs) =>
      log.error({ event: 'publish_failed', err, retryMs }, 'The published generation is unchanged'),
    quietMs: publishQuietMs,
    maxWaitMs: publishMaxWaitMs,
    stopwatch: () => performance.now(),
  });
  void publisher.attempt();
  return publisher;
}

/** `unfinished`: number of jobs. */
type Draining = { worker: Worker; unfinished: () => number; publisher: Publishing<PublishReport> };

type Work = { jobs: VerifyJobs; publisher: Publishing<PublishReport> };

function startWorker(redisUrl: string, { jobs, publisher }: Work, log: Logger): Omit<Draining, 'publisher'> {
  const write = waitingForDisk((job: Job) => jobs.process(job), { log, now: Date.now });
  const { work, unfinished } = countingJobs(async (job: Job, token?: string) =>
    job.name === PUBLISH_JOB ? publisher.flush() : write(job, token),
  );
  const worker = new Worker(VERIFY_QUEUE, work, {
    connection: redisOptions(redisUrl, 'worker'),
    concurrency: CONCURRENCY,
    autorun: false,
    ...workerPolicy(environment.jobLockMs),
  });
  logErrors(worker, log, 'queue_error');
  worker.on('ready', () => log.info({ event: 'ready' }, 'Processing observations'));
  worker.on('failed', (job, err) => log.warn({ event: 'job_failed', job: job?.id, attempt: job?.attemptsMade, err }));
  return { worker, unfinished };
}

const environment = environmentOrEnd('verifier');
const log = pino({ name: 'verifier', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));

main(environment, log).catch(endTelling(log));
