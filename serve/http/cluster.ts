/**
 * Several web processes behind one port (WEB_WORKERS), by node:cluster. The primary starts and replaces workers and
 * relays their messages; it answers no request.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import { countExit, NO_EXITS } from '../../config/backoff.ts';
import type { Environment } from '../../config/env.ts';
import { createServer } from '../../web/node-http.ts';
import type { RateLimiter, Taken } from '../../web/rate-limit.ts';
import { listenOrEnd, onceToldToStop } from '../../web/server.ts';

/** Interval at which workers share what they granted. */
const TELL_MS = 100;
/** A worker that does not answer in time counts as it did last time. */
const PATIENCE_MS = 1_000;
/** Under Node's permission model the primary needs it; no worker gets it. */
const STARTS_OTHERS = '--allow-child-process';

type Metrics = MetricObjectWithValues<MetricValue<string>>[];
/** A worker requests the metrics of all; the primary collects them and answers with the sum. */
type Message = { taken: Taken } | { ask: true } | { metrics: Metrics } | { sum: string };

export async function runPrimary({ host, port, logLevel, webWorkers }: Environment): Promise<void> {
  const log = pino({ name: 'web', level: logLevel }, pino.destination(2));
  if (process.permission?.has('child') === false) {
    log.fatal(
      { event: 'cannot_start' },
      `Cannot start several web processes: WEB_WORKERS needs Node's ${STARTS_OTHERS}`,
    );
    process.exit(2);
  }
  cluster.setupPrimary({ execArgv: process.execArgv.filter((flag) => flag !== STARTS_OTHERS) });
  // Otherwise every worker would find the port taken, again and again.
  const trial = createServer();
  await listenOrEnd(trial, { host, port, log });
  trial.close();
  const stopping = new AbortController();
  const last = new Map<Worker, Metrics>();
  /** Counters of workers that ended, so that the sum never falls. */
  let gone: Metrics = [];

  async function sum(): Promise<string> {
    const counted = running().map((worker) => once(worker, 'counted'));
    for (const worker of running()) tell(worker, { ask: true });
    await Promise.race([Promise.all(counted), delay(PATIENCE_MS)]);
    return AggregatorRegistry.aggregate([gone, ...last.values()]).metrics();
  }

  async function keepRunning(): Promise<void> {
    for (let exits = NO_EXITS; !stopping.signal.aborted; ) {
      const started = performance.now();
      const worker = cluster.fork();
      const [code, signal] = await once(worker, 'exit').catch((error: unknown) => [error]);
      const counts = last.get(worker)?.filter(({ type }) => String(type) !== 'gauge') ?? [];
      last.delete(worker);
      gone = await AggregatorRegistry.aggregate([gone, counts]).getMetricsAsJSON();
      if (stopping.signal.aborted) return;
      exits = countExit(exits, performance.now() - started);
      const restartInMs = exits.waitMs;
      const facts = { event: 'worker-exited', worker: worker.process.pid, code, signal, restartInMs };
      log.warn(facts, 'A web process ended; starting another');
      await delay(restartInMs, undefined, stopping).catch(() => {});
    }
  }

  cluster.on('message', async (worker, message: Message) => {
    if ('taken' in message) for (const other of running()) if (other !== worker) tell(other, message);
    if ('ask' in message) tell(worker, { sum: await sum() });
    if ('metrics' in message) {
      last.set(worker, message.metrics);
      worker.emit('counted');
    }
  });
  const signal = (name: NodeJS.Signals) => running().map((worker) => worker.process.kill(name));
  process.on('SIGHUP', () => signal('SIGHUP'));
  const places = Array.from({ length: webWorkers }, keepRunning);
  onceToldToStop(async () => {
    stopping.abort();
    signal('SIGTERM');
    await Promise.all(places);
  });
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
}

function tell(to: Worker, message: Message): void {
  if (to.isConnected()) to.send(message, () => {});
}

export type Others = ReturnType<typeof othersOf>;

export function othersOf(worker: Worker, registry: Registry, limiter: RateLimiter | undefined) {
  const waiting: ((sum: string) => void)[] = [];
  worker.on('message', async (message: Message) => {
    if ('taken' in message) limiter?.takenElsewhere(message.taken, performance.now());
    if ('ask' in message) tell(worker, { metrics: await registry.getMetricsAsJSON() });
    if ('sum' in message) waiting.shift()?.(message.sum);
  });
  const timer = setInterval(() => {
    const taken = limiter?.takenHere() ?? [];
    if (taken.length > 0) tell(worker, { taken });
  }, TELL_MS);
  function metricsText(): Promise<string> {
    tell(worker, { ask: true });
    return new Promise((resolve) => waiting.push(resolve));
  }
  return {
    metricsText,
    /** Whether all listening workers have a generation. */
    areServing: async () => !/^assay_generation 0$/m.test(await metricsText()),
    leave() {
      clearInterval(timer);
      worker.disconnect();
    },
  };
}
