/**
 * The verifier's process: takes observations from the queue, writes them down with what follows from them, publishes.
 *
 * It is the only writer of the ledger; a second one is refused by the ledger's lock. A job is acknowledged only after
 * its observation is on the disk, and a job delivered twice is one row. The catalogue is published before the first
 * job is taken, so that a new installation serves within seconds.
 */
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'bullmq';
import { type Logger, pino } from 'pino';
import * as z from 'zod';
import { type Environment, readEnvironment } from '../config/env.ts';
import { listenForProbes } from '../config/probe.ts';
import { SHUTDOWN_GRACE_MS, VERIFY_QUEUE, workerPolicy } from '../config/queues.ts';
import { redisOptions } from '../config/redis.ts';
import { type Catalogue, loadCatalogue } from '../data/catalogue.ts';
import { type Archive, openArchive } from '../data/store/archive.ts';
import { type Ledger, openLedger } from '../data/store/ledger.ts';
import { openStaging, type Staging } from '../data/store/staging.ts';
import { labelledReliability } from './calibration-figures.ts';
import { committer } from './commit.ts';
import type { WordsAround } from './evidence-context.ts';
import { recordHistories } from './imported-history.ts';
import { createMetrics, tellHealth, type VerifierMetrics } from './metrics.ts';
import { publishNow } from './publish.ts';
import { type Publishing, publishing } from './publishing.ts';
import { type VerifyJobs, verifyJobs } from './verify-jobs.ts';

/** Jobs in hand at once: what a group commit can bring together. */
const CONCURRENCY = 64;
/** Left of the grace for publishing and closing, once no job is in hand any more. */
const CLOSING_MS = 5_000;
/** Closing the worker waits for Redis, which may be away: without a job in hand there is nothing to wait for. */
const IDLE_CLOSE_MS = 1_000;

interface Stores {
  catalogue: Catalogue;
  ledger: Ledger;
  staging: Staging;
  archive: Archive;
}

const clock = () => new Date();

async function main(environment: Environment, log: Logger): Promise<void> {
  const { redisUrl } = environment;
  if (redisUrl === undefined) throw new Error('Cannot take observations: REDIS_URL is not set');
  const stores = await openStores(environment);
  const { ledger, archive, catalogue } = stores;
  const metrics = createMetrics();
  const publisher = startPublishing(environment, { stores, metrics, log });
  const products = new Map(catalogue.products.map((product) => [product.slug, product]));
  const jobs = verifyJobs({
    committer: committer({
      ledger,
      archive,
      products,
      clock,
      onFalseText({ id }) {
        metrics.falseTexts.inc();
        log.warn({ event: 'alarm', name: 'page_text_false', id }, 'Alarm: page_text_false');
      },
    }),
    products,
    metrics,
    log,
    onWritten: publisher.touch,
  });
  const worker = startWorker(redisUrl, jobs, log);
  const probes = await startProbes(environment, { worker, metrics, log });

  let isStopping = false;
  async function stop(reason: string, code: number): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ event: 'stopping', reason });
    publisher.stop();
    const isIdle = jobs.inHand() === 0;
    const patience = isIdle ? IDLE_CLOSE_MS : SHUTDOWN_GRACE_MS - CLOSING_MS;
    const isDrained = await Promise.race([worker.close().then(() => true), delay(patience, isIdle)]);
    // A job that is not drained stalls in the queue and is brought again.
    if (!isDrained) log.warn({ event: 'not_drained', jobs: jobs.inHand() }, 'Stopped with jobs in hand');
    try {
      if (publisher.isPending()) publisher.flush();
    } catch (err) {
      log.error({ event: 'publish_failed', err }, 'What is pending is published at the next start');
    }
    probes?.close();
    stores.staging.close();
    ledger.close();
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

/** @throws {Error} another verifier writes to the ledger, or a file of the catalogue is wrong */
async function openStores({ dataDir, catalogueDir }: Environment): Promise<Stores> {
  mkdirSync(dataDir, { recursive: true });
  const catalogue = loadCatalogue(catalogueDir);
  const ledger = openLedger(join(dataDir, 'ledger.db'));
  const staging = openStaging(join(dataDir, 'staging.db'));
  return { catalogue, ledger, staging, archive: await openArchive(join(dataDir, 'archive'), clock()) };
}

interface PublishingContext {
  stores: Stores;
  metrics: VerifierMetrics;
  log: Logger;
}

/** Publishes what there is, and from then on whatever is written. */
function startPublishing(
  { dataDir, publishQuietMs, publishMaxWaitMs }: Environment,
  { stores, metrics, log }: PublishingContext,
): Publishing {
  const around: WordsAround = new Map();
  const labelled = labelledReliability();
  const dir = join(dataDir, 'generations');
  let historiesOf = '';

  function publish(): void {
    const started = performance.now();
    const day = clock().toISOString().slice(0, 10);
    try {
      // A new day can be the one that a dataset dated ahead.
      if (historiesOf !== day) recordHistories(stores.ledger, stores.catalogue, clock());
      historiesOf = day;
      const { health, ...report } = publishNow({ ...stores, dir, around, labelled, now: clock() });
      const ms = Math.round(performance.now() - started);
      metrics.publications.inc({ result: report.unchanged ? 'unchanged' : 'published' });
      metrics.publishSeconds.observe(ms / 1000);
      metrics.publishedAt.setToCurrentTime();
      tellHealth(metrics, health);
      for (const alarm of health.alarms) log.warn({ event: 'alarm', ...alarm }, `Alarm: ${alarm.name}`);
      log.info({ event: 'published', ms, ...report }, `Published generation ${report.generation}`);
    } catch (error) {
      metrics.publications.inc({ result: 'failed' });
      throw error;
    }
  }

  const publisher = publishing({
    publish,
    // The ledger can be written though nothing can be published: observations are not turned away for it.
    onFailure: (err, retryMs) => log.error({ event: 'publish_failed', err, retryMs }, 'The published generation stays'),
    quietMs: publishQuietMs,
    maxWaitMs: publishMaxWaitMs,
  });
  publisher.attempt();
  return publisher;
}

function startWorker(redisUrl: string, jobs: VerifyJobs, log: Logger): Worker {
  const worker = new Worker(VERIFY_QUEUE, jobs.process, {
    connection: redisOptions(redisUrl, 'worker'),
    concurrency: CONCURRENCY,
    autorun: false,
    ...workerPolicy(environment.jobLockMs),
  });
  let lastError = '';
  worker.on('error', (err) => {
    // Each attempt to reconnect fails alike while Redis is away; the first says it all.
    if (err.message !== lastError) log.warn({ event: 'queue_error', err });
    lastError = err.message;
  });
  worker.on('ready', () => {
    lastError = '';
    log.info({ event: 'ready' }, 'Taking observations');
  });
  worker.on('failed', (job, err) => log.warn({ event: 'job_failed', job: job?.id, attempt: job?.attemptsMade, err }));
  return worker;
}

async function startProbes(
  { verifierPort, host }: Environment,
  { worker, metrics, log }: { worker: Worker; metrics: VerifierMetrics; log: Logger },
): Promise<Server | undefined> {
  if (verifierPort === undefined) return undefined;
  const notReady = () => (worker.isRunning() && !worker.closing ? undefined : 'not taking jobs');
  const probes = await listenForProbes({ port: verifierPort, host, registry: metrics.registry, notReady });
  log.info({ event: 'listening', address: probes.address() });
  return probes;
}

function settings(): Environment {
  try {
    return readEnvironment();
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    process.stderr.write(`Cannot read the environment\n${z.prettifyError(cause)}\n`);
    process.exit(2);
  }
}

const environment = settings();
// Logs go to stderr: stdout is for results.
const log = pino({ name: 'verifier', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));

main(environment, log).catch((err) => {
  log.fatal({ event: 'cannot_start', err }, err instanceof Error ? err.message : 'Cannot start');
  process.exit(1);
});
