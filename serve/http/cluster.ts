/**
 * Several web processes behind one port (WEB_WORKERS), by node:cluster. The primary starts them, replaces one that died,
 * stops them, and carries what they tell each other; it answers no request itself.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import { countExit, restartDelayMs } from '../../config/backoff.ts';
import type { Environment } from '../../config/env.ts';
import { createServer } from '../../web/node-http.ts';
import { listenOrEnd, onceToldToStop } from '../../web/server.ts';
import type { RateLimiter, Taken } from './rate-limit.ts';

/** How long a client may spend a budget again that other processes have granted already. */
const TELL_MS = 100;
/** A process that is too busy to answer in time is left out of the status. */
const PATIENCE_MS = 1_000;

type Metrics = MetricObjectWithValues<MetricValue<string>>[];
interface Status {
  isServing: boolean;
  metrics: Metrics;
}
/** Between a worker and the primary, which asks all workers for their status when one of them asks. */
type Message = { taken: Taken } | { ask: number } | { asked: number; status?: Status; statuses?: Status[] };

/** Until the process is asked to stop. */
export async function runPrimary({ host, port, logLevel, webWorkers }: Environment): Promise<void> {
  const log = pino({ name: 'web', level: logLevel }, pino.destination(2));
  // Else each worker would find that the port is taken, again and again.
  const trial = createServer();
  await listenOrEnd(trial, { host, port, log });
  trial.close();
  const stopping = new AbortController();
  /** The last status of each worker; of those that died, their counters: a sum that fell would read as a restart of all. */
  const last = new Map<Worker, Status>();
  let gone: Metrics = [];
  let asks = 0;

  async function statuses(): Promise<Status[]> {
    const workers = running();
    asks += 1;
    const ask = asks;
    const answers = workers.map(async (worker) => {
      const status = await Promise.race([statusFrom(worker, ask), once(worker, 'exit'), delay(PATIENCE_MS)]);
      if (typeof status === 'object' && 'metrics' in status) last.set(worker, status);
    });
    for (const worker of workers) tell(worker, { ask });
    await Promise.all(answers);
    return [{ isServing: true, metrics: gone }, ...workers.flatMap((worker) => last.get(worker) ?? NOT_SERVING)];
  }

  async function keepRunning(): Promise<void> {
    let exits = { count: 0 };
    while (!stopping.signal.aborted) {
      const started = performance.now();
      const worker = cluster.fork();
      const [code, signal] = await once(worker, 'exit').catch((err: unknown) => [err]);
      const counters = last.get(worker)?.metrics.filter(({ type }) => !String(type).includes('gauge')) ?? [];
      last.delete(worker);
      gone = await AggregatorRegistry.aggregate([gone, counters]).getMetricsAsJSON();
      if (stopping.signal.aborted) return;
      exits = countExit(exits, performance.now() - started);
      const restartInMs = restartDelayMs(exits);
      const facts = { event: 'worker-exited', worker: worker.process.pid, code, signal, restartInMs };
      log.warn(facts, 'A web process ended; another takes its place');
      await delay(restartInMs, undefined, stopping).catch(() => {});
    }
  }

  cluster.on('message', (worker, message: Message) => {
    if ('taken' in message) for (const other of running()) if (other !== worker) tell(other, message);
    if ('ask' in message) void statuses().then((all) => tell(worker, { asked: message.ask, statuses: all }));
  });
  const signal = (name: NodeJS.Signals) => {
    for (const worker of running()) worker.process.kill(name);
  };
  process.on('SIGHUP', () => signal('SIGHUP'));
  const places = Array.from({ length: webWorkers }, keepRunning);
  onceToldToStop(async () => {
    stopping.abort();
    signal('SIGTERM');
    await Promise.all(places);
  });
}

const NOT_SERVING: Status = { isServing: false, metrics: [] };

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
}

function tell(to: Worker, message: Message): void {
  // A process that is ending needs no more messages.
  if (to.isConnected()) to.send(message, () => {});
}

/** Resolves with what is told of the ask; never where the other process ends. */
function statusFrom(worker: Worker, ask: number): Promise<Status> {
  return new Promise((resolve) => {
    worker.on('message', function hear(message: Message) {
      if (!('asked' in message) || message.asked !== ask || message.status === undefined) return;
      worker.off('message', hear);
      resolve(message.status);
    });
  });
}

/** The other web processes, as one of them sees them. */
export interface Others {
  /** Whether all of them have a generation. */
  areServing(): Promise<boolean>;
  /** What all of them count, in the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Nothing keeps this process alive after it. */
  leave(): void;
}

interface Own {
  registry: Registry;
  limiter: RateLimiter | undefined;
  isServing: () => boolean;
  /** Milliseconds that only grow, as the limiter's. */
  stopwatch: () => number;
}

/** `undefined` in the only web process. */
export function othersOf({ registry, limiter, isServing, stopwatch }: Own): Others | undefined {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  const waiting = new Map<number, (statuses: Status[]) => void>();
  let asks = 0;
  worker.on('message', async (message: Message) => {
    if ('taken' in message) limiter?.takenElsewhere(message.taken, stopwatch());
    else if ('ask' in message) {
      const status = { isServing: isServing(), metrics: await registry.getMetricsAsJSON() };
      tell(worker, { asked: message.ask, status });
    } else if (message.statuses !== undefined) {
      waiting.get(message.asked)?.(message.statuses);
      waiting.delete(message.asked);
    }
  });
  const timer = setInterval(() => {
    const taken = limiter?.takenHere() ?? [];
    if (taken.length > 0) tell(worker, { taken });
  }, TELL_MS);
  const statuses = (): Promise<Status[]> =>
    new Promise((resolve) => {
      asks += 1;
      waiting.set(asks, resolve);
      tell(worker, { ask: asks });
    });
  return {
    areServing: async () => (await statuses()).every((status) => status.isServing),
    metricsText: async () => AggregatorRegistry.aggregate((await statuses()).map(({ metrics }) => metrics)).metrics(),
    leave() {
      clearInterval(timer);
      worker.disconnect();
    },
  };
}
