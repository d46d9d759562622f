/**
 * A process that is kept running: started, started again with backoff when it exits, and stopped on demand.
 *
 * Each is the leader of its own session. So a Ctrl-C at the terminal reaches the supervisor alone, which stops them in
 * order, and what a process leaves behind when it dies (a browser) is found by its group.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { countExit, restartDelayMs } from '../config/backoff.ts';
import { eachLine } from './output.ts';

const LAST_WORDS_MS = 500;

export interface Command {
  name: string;
  file: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Written to its stdin, which is then closed. */
  input?: string;
  /** Opens an IPC channel, whose closing tells a Node program that we are gone (tether.ts). */
  isTethered?: boolean;
}

export interface SupervisedOptions {
  log: Logger;
  onLine(name: string, line: string): void;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export class Supervised extends EventEmitter<{ spawn: [pid: number]; exit: [exit: Exit, pid: number | undefined] }> {
  readonly name: string;
  readonly #command: Command;
  readonly #options: SupervisedOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;
  #lastExit: Exit = { code: 0, signal: null };
  #ended: Promise<void> | undefined;

  constructor(command: Command, options: SupervisedOptions) {
    super();
    this.name = command.name;
    this.#command = command;
    this.#options = options;
  }

  start(): void {
    this.#ended ??= this.#keepRunning();
  }

  /** Asks it to stop, and makes it stop after `graceMs`. True if it stopped by itself and without a complaint. */
  async stop(graceMs: number): Promise<boolean> {
    this.#stopping.abort();
    const child = this.#child;
    if (child === undefined) return true;
    child.kill('SIGTERM');
    const deadline = setTimeout(() => this.kill(), graceMs);
    await this.#ended;
    clearTimeout(deadline);
    const { code, signal } = this.#lastExit;
    return signal === 'SIGTERM' || code === 0;
  }

  /** At once, with all that it started. */
  kill(): void {
    this.#stopping.abort();
    signalGroup(this.#child?.pid, 'SIGKILL');
  }

  async #keepRunning(): Promise<void> {
    const { log } = this.#options;
    let exits = { count: 0 };
    while (!this.#stopping.signal.aborted) {
      const started = performance.now();
      const exit = await this.#run();
      if (this.#stopping.signal.aborted) return;
      exits = countExit(exits, performance.now() - started);
      const restartInMs = restartDelayMs(exits);
      log.warn({ event: 'exited', process: this.name, ...exit, restartInMs });
      await delay(restartInMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  async #run(): Promise<Exit> {
    const { file, args, env, cwd, input, isTethered = false } = this.#command;
    const child = spawn(file, args, {
      env,
      cwd,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...(isTethered ? (['ipc'] as const) : [])],
    });
    this.#child = child;
    const { stdin, stdout, stderr, pid } = child;
    // It may die before it has read its input, or never start; both are told by its exit.
    stdin?.on('error', () => {}).end(input);
    for (const stream of [stdout, stderr]) {
      if (stream !== null) eachLine(stream, (line) => this.#options.onLine(this.name, line));
    }
    if (pid !== undefined) this.emit('spawn', pid);
    const closed = new Promise((resolve) => child.once('close', resolve));
    this.#lastExit = await exitOf(child, this.#options.log);
    signalGroup(pid, 'SIGKILL');
    // Its last words are still in the pipes; something that left its session may hold them open for ever.
    await Promise.race([closed, delay(LAST_WORDS_MS)]);
    this.#child = undefined;
    this.emit('exit', this.#lastExit, pid);
    return this.#lastExit;
  }
}

async function exitOf(child: ChildProcess, log: Logger): Promise<Exit> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [Exit['code'], Exit['signal']];
    return { code, signal };
  } catch (err) {
    // `once` rejects with what `error` tells: the program could not be started at all.
    log.error({ event: 'not-started', err });
    return { code: 127, signal: null };
  }
}

/** To the process and all that it started; gone already is as good. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
