/** The notifier's process: follows the published log and sends what changed, through a queue of its own. */
import { join } from 'node:path';
import { type Job, Queue, Worker } from 'bullmq';
import { type Logger, pino } from 'pino';
import { CannotStart } from '../config/cannot-start.ts';
import type { Environment } from '../config/env.ts';
import { beatInto } from '../config/heartbeat.ts';
import { listenForProbes } from '../config/probe.ts';
import { endTelling, environmentOrEnd } from '../config/process.ts';
import { closeWorker, countingJobs, NOTIFY_JOB_OPTIONS, NOTIFY_QUEUE, workerPolicy } from '../config/queues.ts';
import { logErrors, redisOptions } from '../config/redis.ts';
import { openDeliveries } from '../data/store/deliveries/deliveries.ts';
import { createMetrics, type NotifierMetrics } from './metrics.ts';
import { Notifier, type Report } from './notifier.ts';
import { retryAfter } from './plan.ts';
import { LogFollower } from './published-log.ts';
import { reportDesk } from './reports/report-desk.ts';
import { reportEndpoint } from './reports/report-endpoint.ts';
import { sendersOf } from './senders.ts';

const LOOK_MS = 1_000;
/** The queue may be lost: every subscription is planned again this often. */
const PLAN_MS = 15_000;
const CONCURRENCY = 16;
const SHUTDOWN_MS = 20_000;
const CLOSING_MS = 2_000;

const STATES = ['active', 'paused', 'ended'] as const;

const clock = () => new Date();

interface NotifyJob {
  subscription: string;
}

async function main(environment: Environment, log: Logger): Promise<void> {
  const { redisUrl, dataDir, baseUrl, host, notifierPort: port, watchlistsDir } = environment;
  if (redisUrl === undefined) throw new CannotStart('Cannot deliver: REDIS_URL is not set');
  const metrics = createMetrics();
  const follower = new LogFollower(join(dataDir, 'generations'));
  const deliveries = openDeliveries(dataDir);
  const connection = redisOptions(redisUrl, 'producer');
  const queue = logErrors(new Queue<NotifyJob>(NOTIFY_QUEUE, { connection }), log, 'queue_error');
  const notifier = new Notifier({
    deliveries,
    watchlistsDir,
    baseUrl,
    log: () => follower.log,
    ...sendersOf(environment, clock),
    enqueue: async (jobId, subscription) => {
      await queue.add('deliver', { subscription }, { ...NOTIFY_JOB_OPTIONS, jobId });
    },
    report: (event) => reported(event, { metrics, log }),
  });
  const { worker, unfinished } = startWorker(redisUrl, { notifier, jobLockMs: environment.jobLockMs, log });
  const heart = beatInto(dataDir, 'notifier', clock);
  const countStates = () => {
    const states = deliveries.all().map(({ state }) => state);
    for (const state of STATES) metrics.subscriptions.set({ state }, states.filter((each) => each === state).length);
  };
  countStates();
  const onPlanned = () => {
    heart.worked();
    countStates();
  };
  const looking = follow({ follower, notifier, log, onPlanned });
  const { desk, answer } = reportsOf(environment, { redisUrl, follower, log });
  const { registry } = metrics;
  const probes = await listenForProbes({ port, host, registry, notReady: () => undefined, log, answer });
  async function stop(reason: string): Promise<void> {
    log.info({ event: 'stopping', reason });
    looking.stop();
    await closeWorker(worker, { unfinished: unfinished(), waitMs: SHUTDOWN_MS });
    setTimeout(() => process.exit(0), CLOSING_MS).unref();
    await Promise.allSettled([queue.close(), desk.close()]);
    probes?.close();
    follower.close();
    deliveries.close();
    process.exit(0);
  }
  process.once('SIGTERM', () => void stop('SIGTERM'));
  process.once('SIGINT', () => void stop('SIGINT'));
}

type Reported = { redisUrl: string; follower: LogFollower; log: Logger };

function reportsOf(environment: Environment, { redisUrl, follower, log }: Reported) {
  const { baseUrl, brand, dataDir, reportsPassedTo, trustedProxies } = environment;
  const desk = reportDesk({
    ...{ redisUrl, baseUrl, clock, ledgerFile: join(dataDir, 'ledger.db') },
    published: () => follower.log,
    onUnchecked: (err) => log.warn({ event: 'not_checked', err }, 'The reported product is visited in its turn'),
  });
  const answer = reportEndpoint({
    site: { baseUrl, brand },
    desk,
    // The web process is a proxy of ours.
    trustedHops: reportsPassedTo === undefined ? trustedProxies : 1,
    stopwatch: () => performance.now(),
    onProblem: ({ code, cause: err }) =>
      log[err === undefined ? 'info' : 'warn']({ event: 'report_refused', code, err }),
  });
  return { desk, answer };
}

interface Following {
  follower: LogFollower;
  notifier: Notifier;
  log: Logger;
  onPlanned(): void;
}

/** Looks for a new generation and for changed watchlists, and plans after each, and now and then. */
function follow({ follower, notifier, log, onPlanned }: Following): { stop(): void } {
  let plannedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  async function look(): Promise<void> {
    const hasMore = follower.follow();
    const isChanged = notifier.readWatchlists();
    if (!hasMore && !isChanged && performance.now() - plannedAt < PLAN_MS) return;
    await notifier.plan();
    plannedAt = performance.now();
    onPlanned();
  }
  const lookInTurn = () => {
    if (isLooking || performance.now() - failedAt < PLAN_MS) return;
    isLooking = true;
    look()
      .catch((err) => {
        failedAt = performance.now();
        log.warn({ event: 'not_planned', err, retryMs: PLAN_MS }, 'Trying again');
      })
      .finally(() => {
        isLooking = false;
      });
  };
  lookInTurn();
  const timer = setInterval(lookInTurn, LOOK_MS);
  return { stop: () => clearInterval(timer) };
}

interface Work {
  notifier: Notifier;
  jobLockMs: number;
  log: Logger;
}

function startWorker(redisUrl: string, { notifier, jobLockMs, log }: Work) {
  const { work, unfinished } = countingJobs(async (job: Job<NotifyJob>) => {
    if (job.id !== undefined) await notifier.deliver(job.id, job.data.subscription);
  });
  const worker = new Worker<NotifyJob>(NOTIFY_QUEUE, work, {
    connection: redisOptions(redisUrl, 'worker'),
    concurrency: CONCURRENCY,
    settings: { backoffStrategy: (attempts) => retryAfter(attempts, Math.random()) },
    ...workerPolicy(jobLockMs),
  });
  logErrors(worker, log, 'worker_error');
  worker.on('ready', () => log.info({ event: 'ready' }, 'Delivering'));
  return { worker, unfinished };
}

function reported(report: Report, { metrics, log }: { metrics: NotifierMetrics; log: Logger }): void {
  if (report.kind === 'fault') {
    const { file, faults } = report;
    log.error({ event: 'watchlist_fault', file, faults }, `Watchlist ${file} is not taken up: ${faults.join('; ')}`);
    return;
  }
  const { kind, subscription, reason } = report;
  metrics.deliveries.inc({ channel: subscription.channel.kind, result: kind });
  const facts = { event: kind, subscription: subscription.id, reason };
  if (kind === 'delivered') log.info(facts);
  else log.warn(facts);
}

const environment = environmentOrEnd('notifier');
const log = pino({ name: 'notifier', level: environment.logLevel }, pino.destination({ dest: 2, sync: true }));

main(environment, log).catch(endTelling(log));
