/**
 * All processes of one Assay: Redis, then those of the Procfile. Starts them in that order and stops them in the
 * other, keeps the list of what runs, and hands each of them the environment in which it finds the queue.
 */
import type { Logger } from 'pino';
import { CannotStart } from '../config/cannot-start.ts';
import { childEnvironment, type Environment } from '../config/env.ts';
import { SHUTDOWN_GRACE_MS } from '../config/queues.ts';
import { answers, embeddedRedis } from './embedded-redis.ts';
import { stopLeftovers } from './orphans.ts';
import type { WriteLine } from './output.ts';
import type { ProcfileEntry } from './procfile.ts';
import type { RunningProcesses } from './running.ts';
import { type Command, Supervised } from './supervised.ts';

const REDIS = 'redis';

/** A stage gives up on what it holds after its own grace; this is a little more. */
const GRACE_MS = SHUTDOWN_GRACE_MS + 2_000;

/** A server that somebody else runs is up, or it isn't. */
const FOREIGN_REDIS_MS = 5_000;

const TETHER = new URL('./exit-with-supervisor.ts', import.meta.url).href;

export interface HouseOptions {
  log: Logger;
  writeLine: WriteLine;
  /** The folder that the Procfile's paths are relative to. */
  project: string;
  running: RunningProcesses;
}

export class House {
  readonly #options: HouseOptions;
  readonly #stopping = new AbortController();
  readonly #stages: Supervised[] = [];
  #redis: Supervised | undefined;
  #env: NodeJS.ProcessEnv = {};

  constructor(options: HouseOptions) {
    this.#options = options;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  async stopLeftovers(): Promise<void> {
    const { log, running } = this.#options;
    await stopLeftovers(running.leftovers, { log, isLast: ({ name }) => name === REDIS, graceMs: GRACE_MS });
    for (const { pid } of running.leftovers) running.remove(pid);
  }

  /**
   * Sees to the queue. False if the house was stopped meanwhile. `variables` are those that were decided here and not by
   * the operator.
   *
   * @throws {CannotStart} there is no queue
   */
  async open(environment: Environment, variables: Record<string, string>): Promise<boolean> {
    // What takes its generations from another node has no use for a queue.
    const queue = environment.generationSource === undefined ? { REDIS_URL: await this.#startQueue(environment) } : {};
    const { chromiumPath } = environment;
    this.#env = childEnvironment({
      ...variables,
      ...queue,
      ...(chromiumPath === undefined ? {} : { CHROMIUM_PATH: chromiumPath }),
    });
    return !this.stopping.aborted;
  }

  /** None of them, if the house was stopped. */
  start(entries: readonly ProcfileEntry[]): void {
    if (this.stopping.aborted) return;
    for (const { name, args } of entries) {
      const arguments_ = ['--import', TETHER, ...args];
      const command = { name, file: process.execPath, args: arguments_, env: this.#env, isTethered: true };
      const stage = this.#supervised(command, this.#options.writeLine);
      this.#stages.push(stage);
      stage.start();
    }
  }

  /** Asks all to stop, Redis last. True if nobody had to be forced. */
  async stop(reason: string): Promise<boolean> {
    const { log } = this.#options;
    log.info({ event: 'stopping', reason });
    this.#stopping.abort();
    const stopped = await Promise.all(this.#stages.map((stage) => stage.stop(GRACE_MS)));
    const redisStopped = (await this.#redis?.stop(GRACE_MS)) ?? true;
    const isClean = redisStopped && !stopped.includes(false);
    log.info({ event: 'stopped', isClean });
    return isClean;
  }

  kill(): void {
    for (const each of [...this.#stages, this.#redis]) each?.kill();
  }

  async #startQueue({ redisUrl, redisServerPath, dataDir }: Environment): Promise<string> {
    if (redisUrl !== undefined) {
      await this.#reach(redisUrl);
      return redisUrl;
    }
    if (redisServerPath === undefined) {
      throw new CannotStart('Cannot start without a queue: there is no redis-server. Install Redis, or set REDIS_URL');
    }
    const { url, config } = await embeddedRedis(dataDir);
    await this.#startRedis({ file: redisServerPath, config, url });
    return url;
  }

  async #reach(url: string): Promise<void> {
    try {
      await answers(url, AbortSignal.any([this.stopping, AbortSignal.timeout(FOREIGN_REDIS_MS)]));
    } catch (cause) {
      if (this.stopping.aborted) return;
      // Without the password that may stand in the URL.
      const { host, pathname } = new URL(url);
      throw new CannotStart(`Cannot reach the Redis of REDIS_URL at "${host}${pathname}"`, { cause });
    }
  }

  async #startRedis({ file, config, url }: { file: string; config: string; url: string }): Promise<void> {
    if (this.stopping.aborted) return;
    const { log } = this.#options;
    const said: string[] = [];
    // Chatter in good times, and the only explanation in bad ones.
    const onLine: WriteLine = (_name, line) => {
      log.debug({ event: REDIS, line });
      said.push(line);
      said.splice(0, said.length - 10);
    };
    const redis = this.#supervised(
      { name: REDIS, file, args: ['-'], env: childEnvironment({}), input: config },
      onLine,
    );
    this.#redis = redis;
    const died = new AbortController();
    redis.on('exit', () => {
      died.abort();
      if (!this.stopping.aborted) log.warn({ event: 'redis-said', lines: [...said] });
    });
    redis.start();
    try {
      await answers(url, AbortSignal.any([died.signal, this.stopping]));
      log.info({ event: 'redis-answers', url: url.replace(/:[^/@]*@/, ':…@') });
    } catch (cause) {
      if (this.stopping.aborted) return;
      await redis.stop(GRACE_MS);
      throw new CannotStart(`Cannot start Redis by ${file}: it ended before it answered\n${said.join('\n')}`, {
        cause,
      });
    }
  }

  #supervised(command: Omit<Command, 'cwd'>, onLine: WriteLine): Supervised {
    const { log, running, project } = this.#options;
    const supervised = new Supervised({ ...command, cwd: project }, { log, onLine });
    supervised.on('spawn', (pid) => {
      this.#note(() => running.add(command.name, pid));
      log.info({ event: 'started', process: command.name, child: pid });
    });
    supervised.on('exit', (_exit, pid) => {
      if (pid !== undefined) this.#note(() => running.remove(pid));
    });
    return supervised;
  }

  /** A full disk must not end the processes: the list matters to the next supervisor only if this one is killed. */
  #note(write: () => void): void {
    try {
      write();
    } catch (err) {
      this.#options.log.error({ event: 'list-not-written', err });
    }
  }
}
