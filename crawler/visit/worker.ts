/**
 * The crawler's process: takes visits from the queue, makes them and hands each observation over to the verifier.
 *
 * Many may run at once: the queue divides the work, and politeness is in Redis for all. The jobs of a process that dies
 * are run again, and an observation that is handed over twice is one row.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { CannotStart } from '../../config/cannot-start.ts';
import { beatAsCrawler, type Heart } from '../../config/heartbeat.ts';
import { metricsOf } from '../../config/metrics.ts';
import { POLITENESS, userAgent } from '../../config/politeness.ts';
import { listenForProbes } from '../../config/probe.ts';
import { endTelling, environmentOrEnd } from '../../config/process.ts';
import {
  CRAWL_QUEUE,
  closeWorker,
  countingJobs,
  SHUTDOWN_GRACE_MS,
  VERIFY_JOB_OPTIONS,
  VERIFY_QUEUE,
  workerPolicy,
} from '../../config/queues.ts';
import { logErrors, redisOptions } from '../../config/redis.ts';
import { derived, LiveCatalogue } from '../../data/catalogue/live-catalogue.ts';
import type { Observation } from '../../data/observation.ts';
import { openArchiveOf } from '../../data/store/archive/open-archive.ts';
import { openWeb } from '../fetch/web.ts';
import type { Tokens } from '../model/chat.ts';
import {
  type AskResult,
  agreementOf,
  type ModelReader,
  type ModelReaderTools,
  type ModelSettings,
  openModelReader,
} from '../model/model-reader.ts';
import { hintsBy, vendorsOf } from './catalogue-hints.ts';
import { openReadWorker } from './read-worker.ts';
import { type VisitTools, visit } from './visit.ts';
import { type VisitEnd, visitJob, wants } from './visit-job.ts';

/** Part of the grace period for closing browser and queue. */
const CLOSING_MS = 2_000;

const environment = environmentOrEnd('crawler');
const log = pino({ name: 'crawler', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));
const clock = () => new Date();

function die(error: unknown): never {
  log.fatal({ event: 'died', err: error }, error instanceof Error ? error.message : 'Cannot continue');
  process.exit(1);
}

function logEnd({ id, url, attempt, result, observation, waitMs, error }: VisitEnd): void {
  const facts = {
    event: 'visited',
    job: id,
    url,
    attempt,
    result,
    ...(waitMs !== undefined && { waitMs }),
    ...(observation?.kind === 'failure' && { failure: observation.failure, detail: observation.detail }),
    ...(observation?.kind === 'page' && pageFacts(observation)),
  };
  if (error === undefined) log.info(facts);
  else log.error({ ...facts, err: error }, 'Internal error during a visit');
}

function pageFacts({ page: { via, bytes }, reading }: Extract<Observation, { kind: 'page' }>) {
  return { via, bytes, verdict: reading.verdict, tiers: reading.tiers.length, models: reading.models.length };
}

type Visiting = {
  tools: VisitTools;
  live: LiveCatalogue;
  verifyQueue: Queue<Observation>;
  metrics: CrawlerMetrics;
  heart: Heart;
};

/** Undefined where no language model is configured. */
function modelReaderOf(
  settings: ModelSettings | undefined,
  { metrics, ...tools }: Pick<ModelReaderTools, 'redis' | 'archive'> & { metrics: CrawlerMetrics },
): ModelReader | undefined {
  if (settings === undefined) return undefined;
  const { model } = settings;
  return openModelReader({
    ...tools,
    settings,
    clock,
    onResult(result, { tokens, detail }) {
      metrics.countAnswer(model, result, tokens);
      const facts = { event: 'model_asked', model, result, ...tokens, ...(detail !== undefined && { detail }) };
      if (detail === undefined) log.debug(facts);
      else log.warn(facts, detail);
    },
  });
}

function openWorker(redisUrl: string, { tools, live, verifyQueue, metrics, heart }: Visiting) {
  const { work, unfinished } = countingJobs(
    visitJob({
      visit: (job) => visit(job, tools).finally(metrics.time()),
      isWanted(job) {
        const product = live.product(job.slug);
        return product !== undefined && wants(product, job);
      },
      async handOver(observation) {
        await verifyQueue.add('verify', observation, { ...VERIFY_JOB_OPTIONS, jobId: observation.id });
      },
      clock,
      onEnd(end) {
        heart.worked();
        metrics.count(end);
        logEnd(end);
      },
    }),
  );
  const worker = new Worker(CRAWL_QUEUE, work, {
    connection: redisOptions(redisUrl, 'worker'),
    concurrency: environment.crawlConcurrency,
    autorun: false,
    ...workerPolicy(environment.jobLockMs),
  });
  logErrors(worker, log, 'queue_error').on('stalled', (job) =>
    log.warn({ event: 'stalled', job }, 'A worker crashed during a job; the job is repeated'),
  );
  return { worker, unfinished };
}

async function main(): Promise<void> {
  const { redisUrl, catalogueDir, dataDir, crawlConcurrency, crawlerPort, host, chromiumPath } = environment;
  if (redisUrl === undefined) throw new CannotStart('Cannot visit sources: REDIS_URL is not set');
  const live = await LiveCatalogue.open(catalogueDir, { log, clock, dataDir });
  const vendors = derived(live.catalogue, ({ products }) => vendorsOf(products));
  const hintsOf = hintsBy(live.product, vendors);
  const archive = await openArchiveOf(environment, clock());
  const metrics = createMetrics();
  const reader = openReadWorker({
    onFault: (fault, url) => log.error({ event: 'reader_failed', url, fault }, 'The reader failed on a page'),
  });
  const redis = logErrors(new Redis(redisOptions(redisUrl, 'worker')), log, 'redis_error');
  const settings = { ...environment, userAgent: userAgent(environment.botUrl), limits: POLITENESS };
  const web = openWeb({ ...settings, redis, clock });
  // Waits for Redis, so that no visit is lost where Redis is away at its end.
  const connection = redisOptions(redisUrl, 'worker');
  const verifyQueue = logErrors(new Queue<Observation>(VERIFY_QUEUE, { connection }), log, 'verify_queue_error');
  const heart = beatAsCrawler(redis, clock);
  const model = modelReaderOf(environment.modelService, { redis, archive, metrics });
  const tools = { ...web, archive, reader, clock, hintsOf, ...(model && { model }) };
  const { worker, unfinished } = openWorker(redisUrl, { tools, live, verifyQueue, metrics, heart });

  let isStopping = false;
  const notReady = () => {
    if (isStopping) return 'stopping';
    return redis.status === 'ready' ? undefined : `Redis is ${redis.status}`;
  };
  const probes = await listenForProbes({ port: crawlerPort, host, registry: metrics.registry, notReady, log });

  async function stop(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ event: 'stopping', reason: signal });
    live.close();
    const isDone = await closeWorker(worker, { unfinished: unfinished(), waitMs: SHUTDOWN_GRACE_MS - CLOSING_MS });
    if (!isDone) log.warn({ event: 'cut_off' }, 'Unfinished visits will be repeated');
    // Closing a browser or a queue may hang; nothing is lost by not waiting longer.
    await Promise.race([
      Promise.allSettled([web.stop(), reader.stop(), verifyQueue.close()]),
      delay(CLOSING_MS, undefined, { ref: false }),
    ]);
    probes?.close();
    process.exit(0);
  }
  process.on('SIGTERM', () => void stop('SIGTERM').catch(die));
  process.on('SIGINT', () => void stop('SIGINT').catch(die));

  worker.run().catch(die);
  await worker.waitUntilReady();
  log.info({
    event: 'ready',
    concurrency: crawlConcurrency,
    browser: chromiumPath ?? 'none',
    model: environment.modelService?.model ?? 'none',
  });
}

type CrawlerMetrics = ReturnType<typeof createMetrics>;

function createMetrics() {
  const { registry, counter, histogram } = metricsOf();
  const visits = counter('assay_visits_total', 'Visits to sources, by result.', ['result', 'failure', 'via']);
  const bytes = counter('assay_page_bytes_total', 'Decoded bytes of pages read.');
  const help = 'Duration of a visit, including reading, without waiting time.';
  const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
  const seconds = histogram({ name: 'assay_visit_seconds', help, buckets });
  const asked = 'Requests to the language model, by result.';
  const answers = counter('assay_model_questions_total', asked, ['model', 'result']);
  const used = 'Tokens of requests and responses, as the service counts them.';
  const spent = counter('assay_model_tokens_total', used, ['model', 'direction']);
  const unsupported = 'Ids and claims in responses that the page does not support.';
  const dropped = counter('assay_model_dropped_total', unsupported, ['model']);
  const stating = 'Facts stated by both the readers and the model, or by only one of them.';
  const facts = counter('assay_model_facts_total', stating, ['model', 'stated']);
  return {
    registry,
    /** Starts the clock of a visit; the returned function stops it. */
    time: (): (() => void) => seconds.startTimer(),
    /** A wish to ask a language model, by what came of it. */
    countAnswer(model: string, result: AskResult, tokens: Tokens = { input: 0, output: 0 }): void {
      answers.inc({ model, result });
      for (const [direction, count] of Object.entries(tokens)) spent.inc({ model, direction }, count);
    },
    count({ result, observation }: VisitEnd): void {
      const failure = observation?.kind === 'failure' ? observation.failure : '';
      const via = observation?.kind === 'page' ? observation.page.via : '';
      visits.inc({ result, failure, via });
      if (observation?.kind !== 'page') return;
      bytes.inc(observation.page.bytes);
      const { reading } = observation;
      if (reading.model === undefined) return;
      const { model } = reading.model;
      dropped.inc({ model }, reading.model.dropped);
      for (const [stated, count] of Object.entries(agreementOf(reading))) facts.inc({ model, stated }, count);
    },
  };
}

main().catch(endTelling(log));
