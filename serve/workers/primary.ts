/**
 * Several web processes behind one port: starts them, starts another in the place of one that died, stops them all, and
 * carries what they tell each other. It hands connections out in turn and answers none itself.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { countExit, restartDelayMs } from '../../config/backoff.ts';
import type { Environment } from '../../config/env.ts';
import { createServer } from '../../web/node-http.ts';
import { listenOrEnd, onceToldToStop } from '../../web/server.ts';
import { Counts } from './counts.ts';
import type { FromPrimary, FromWorker } from './messages.ts';

interface Options {
  log: Logger;
  /** How many. */
  workers: number;
}

/** Until it is asked to stop. */
export async function runWorkers({ host, port, logLevel, webWorkers }: Environment): Promise<void> {
  const log = pino({ name: 'web', level: logLevel }, pino.destination(2));
  // Each of them would find a port that is taken, again and again.
  const probe = createServer();
  await listenOrEnd(probe, { host, port, log });
  probe.close();
  const primary = new Primary({ log, workers: webWorkers });
  process.on('SIGHUP', () => primary.signal('SIGHUP'));
  onceToldToStop(() => primary.stop());
  primary.start();
}

class Primary {
  readonly #options: Options;
  readonly #stopping = new AbortController();
  readonly #serving = new Set<number>();
  readonly #counts = new Counts((worker, ask) => tell(worker, { about: 'count-wanted', ask }));
  #ended: Promise<unknown> = Promise.resolve();
  #isComplete = false;

  constructor(options: Options) {
    this.#options = options;
    cluster.on('message', (worker, message: FromWorker) => void this.#hear(worker, message));
    cluster.on('online', (worker) => {
      if (this.#isComplete) tell(worker, { about: 'complete' });
    });
  }

  start(): void {
    const places = Array.from({ length: this.#options.workers }, () => this.#keepRunning());
    this.#ended = Promise.all(places);
  }

  /** Resolves when the last one has ended; none cuts a request short. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.signal('SIGTERM');
    await this.#ended;
  }

  /** To each of them. */
  signal(signal: NodeJS.Signals): void {
    for (const worker of workersNow()) worker.process.kill(signal);
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    let exits = { count: 0 };
    while (!signal.aborted) {
      const started = performance.now();
      const worker = cluster.fork();
      const exit = await exitOf(worker);
      this.#serving.delete(worker.id);
      this.#counts.left(worker.id);
      if (signal.aborted) return;
      exits = countExit(exits, performance.now() - started);
      const restartInMs = restartDelayMs(exits);
      this.#options.log.warn(
        { event: 'worker-exited', worker: worker.process.pid, ...exit, restartInMs },
        'A web process ended; another takes its place',
      );
      await delay(restartInMs, undefined, { signal }).catch(() => {});
    }
  }

  async #hear(worker: Worker, message: FromWorker): Promise<void> {
    if (message.about === 'serving') this.#arrived(worker);
    else if (message.about === 'counted') this.#counts.counted(worker.id, message);
    else if (message.about === 'taken') {
      for (const other of workersNow()) if (other !== worker) tell(other, message);
    } else if (message.about === 'total-wanted') {
      tell(worker, { about: 'total', ask: message.ask, text: await this.#counts.total(workersNow()) });
    }
  }

  #arrived({ id }: Worker): void {
    this.#serving.add(id);
    if (this.#isComplete || this.#serving.size < this.#options.workers) return;
    this.#isComplete = true;
    for (const worker of workersNow()) tell(worker, { about: 'complete' });
  }
}

/** `once` rejects with what `error` tells: it could not be started at all. */
async function exitOf(worker: Worker): Promise<Record<string, unknown>> {
  try {
    const [code, signal] = (await once(worker, 'exit')) as [number | null, NodeJS.Signals | null];
    return { code, signal };
  } catch (err) {
    return { err };
  }
}

function workersNow(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
}

function tell(worker: Worker, message: FromPrimary): void {
  // What a process that is dying is not told, nobody misses.
  worker.send(message, () => {});
}
