/** All processes of one installation: Redis, then those of the Procfile. Stopped in reverse order. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { CannotPublish, oneLine } from '../config/cannot-start.ts';
import { childEnvironment, type Environment } from '../config/env.ts';
import { environmentOf, only, PROGRAM_VARIABLES } from '../config/process-variables.ts';
import { SHUTDOWN_GRACE_MS } from '../config/queues.ts';
import { answers, embeddedRedis, shutDownLeftover } from './embedded-redis.ts';
import type { WriteLine } from './log-line.ts';
import type { ProcfileEntry } from './procfile.ts';
import { isRunning, type RunningProcess, type RunningProcesses } from './running.ts';
import { type Command, Supervised, signalGroup } from './supervised.ts';
import { writingNothing } from './write-limit.ts';

const REDIS = 'redis';

const GRACE_MS = SHUTDOWN_GRACE_MS + 2_000;

const FOREIGN_REDIS_MS = 5_000;

const EXIT_WITH_SUPERVISOR = new URL('./exit-with-supervisor.ts', import.meta.url).href;

export interface ProcessGroupOptions {
  log: Logger;
  writeLine: WriteLine;
  project: string;
  running: RunningProcesses;
}

export class ProcessGroup {
  readonly #options: ProcessGroupOptions;
  readonly #stopping = new AbortController();
  readonly #stages = new Map<string, Supervised>();
  #redis: Supervised | undefined;
  #env: NodeJS.ProcessEnv = {};

  constructor(options: ProcessGroupOptions) {
    this.#options = options;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /**
   * Takes the data directory, and ends the processes that a killed supervisor left running, Redis last. They stop by
   * themselves (exit-with-supervisor.ts).
   * @throws {CannotPublish} the directory can't be written @throws {CannotStart} another supervisor works on it
   */
  async claim(): Promise<void> {
    const { log, running } = this.#options;
    running.claim();
    const orphans = running.takeOrphans();
    for (const isLast of [false, true]) {
      const these = orphans.filter(({ name }) => (name === REDIS) === isLast);
      await Promise.all(these.map((orphan) => stopOrphan(orphan, log)));
    }
    for (const { pid } of orphans) running.remove(pid);
  }

  /** Sets the variables from which each process is given its own. */
  equip({ chromiumPath }: Environment, variables: Record<string, string>): void {
    const chromium = chromiumPath === undefined ? {} : { CHROMIUM_PATH: chromiumPath };
    this.#env = childEnvironment({ ...variables, ...chromium });
  }

  /** Starts or reaches the queue. @throws {CannotPublish} there is none */
  async open(environment: Environment): Promise<void> {
    // An installation that takes its generations from another node needs no queue.
    if (environment.generationSource === undefined) this.#env.REDIS_URL = await this.#startQueue(environment);
  }

  /** Starts those that are not started yet. */
  start(entries: readonly ProcfileEntry[]): void {
    if (this.stopping.aborted) return;
    for (const { name, args } of entries.filter(({ name }) => !this.#stages.has(name))) {
      const nodeArgs = ['--import', EXIT_WITH_SUPERVISOR, ...args];
      const started = { file: process.execPath, args: nodeArgs, env: environmentOf(name, this.#env) };
      const command = name === 'web' ? writingNothing(started) : started;
      const stage = this.#supervised({ name, ...command, hasChannel: true }, this.#options.writeLine);
      this.#stages.set(name, stage);
      stage.start();
    }
  }

  /** Stops all, Redis last. True if none needed force. */
  async stop(reason: string): Promise<boolean> {
    const { log } = this.#options;
    log.info({ event: 'stopping', reason });
    this.#stopping.abort();
    const stopped = await Promise.all([...this.#stages.values()].map((stage) => stage.stop(GRACE_MS)));
    const redisStopped = (await this.#redis?.stop(GRACE_MS)) ?? true;
    const isClean = redisStopped && !stopped.includes(false);
    log.info({ event: 'stopped', isClean });
    return isClean;
  }

  kill(): void {
    for (const each of [...this.#stages.values(), this.#redis]) each?.kill();
  }

  async #startQueue({ redisUrl, redisServerPath, dataDir }: Environment): Promise<string> {
    if (redisUrl !== undefined) {
      await this.#reach(redisUrl);
      return redisUrl;
    }
    if (redisServerPath === undefined)
      throw new CannotPublish('Cannot start: no redis-server found. Install Redis, or set REDIS_URL');
    const { url, config } = await embeddedRedis(dataDir).catch((cause: unknown) => {
      throw new CannotPublish(`Cannot start Redis in ${dataDir}: ${oneLine(cause)}`, { cause });
    });
    await shutDownLeftover(url);
    if (!this.stopping.aborted) await this.#startRedis({ file: redisServerPath, config, url, dataDir });
    return url;
  }

  async #reach(url: string): Promise<void> {
    try {
      await answers(url, AbortSignal.any([this.stopping, AbortSignal.timeout(FOREIGN_REDIS_MS)]));
    } catch (cause) {
      if (this.stopping.aborted) return;
      // Without the password that the URL may contain.
      const { host, pathname } = new URL(url);
      throw new CannotPublish(`Cannot connect to REDIS_URL at "${host}${pathname}": ${oneLine(cause)}`, { cause });
    }
  }

  async #startRedis({ file, config, url, dataDir }: StartedRedis): Promise<void> {
    const { log } = this.#options;
    const lines: string[] = [];
    const onLine: WriteLine = (_name, line) => {
      log.debug({ event: REDIS, line });
      lines.push(line);
      lines.splice(0, lines.length - 10);
    };
    const command = {
      name: REDIS,
      file,
      args: ['-'],
      env: only(PROGRAM_VARIABLES, childEnvironment({})),
      input: config,
    };
    const redis = this.#supervised(command, onLine);
    this.#redis = redis;
    const died = new AbortController();
    redis.on('exit', () => {
      died.abort();
      if (!this.stopping.aborted) log.warn({ event: 'redis-said', lines: [...lines] });
    });
    redis.start();
    try {
      await answers(url, AbortSignal.any([died.signal, this.stopping]));
      log.info({ event: 'redis-answers', url: url.replace(/:[^/@]*@/, ':…@') });
    } catch (cause) {
      if (this.stopping.aborted) return;
      await redis.stop(GRACE_MS);
      const said = lines.join('\n');
      const mend = DAMAGED_JOBS.test(said) ? `. Delete ${join(dataDir, 'redis')}: sources are then visited again` : '';
      throw new CannotPublish(`Cannot start Redis with ${file}: it exited${mend}\n${said}`, { cause });
    }
  }

  #supervised(command: Omit<Command, 'cwd'>, onLine: WriteLine): Supervised {
    const { log, running, project } = this.#options;
    const supervised = new Supervised({ ...command, cwd: project }, { log, onLine });
    supervised.on('spawn', (pid) => {
      running.add(command.name, pid);
      log.info({ event: 'started', process: command.name, child: pid });
    });
    supervised.on('exit', (_exit, pid) => {
      if (pid !== undefined) running.remove(pid);
    });
    return supervised;
  }
}

interface StartedRedis {
  file: string;
  config: string;
  url: string;
  dataDir: string;
}

/** In the words of Redis. */
const DAMAGED_JOBS = /AOF manifest|reading the append only file/;

async function stopOrphan(orphan: RunningProcess, log: Logger): Promise<void> {
  const { name, pid } = orphan;
  log.warn({ event: 'stopping-leftover', process: name, child: pid });
  if (isRunning(orphan)) process.kill(pid, 'SIGTERM');
  const deadline = performance.now() + GRACE_MS;
  while (isRunning(orphan)) {
    if (performance.now() > deadline) signalGroup(pid, 'SIGKILL');
    await delay(50);
  }
  signalGroup(pid, 'SIGKILL');
}
