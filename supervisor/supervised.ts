/** A process that is kept running, with backoff, until it is stopped. It leads its own session, so a Ctrl-C does not reach it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { countExit, NO_EXITS } from '../config/backoff.ts';

const LAST_WORDS_MS = 500;

export interface Command {
  name: string;
  file: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Written to its stdin, which is then closed. */
  input?: string;
  /** Opens an IPC channel, which closes when the supervisor dies (exit-with-supervisor.ts). */
  hasChannel?: boolean;
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
  readonly #command: Command;
  readonly #options: SupervisedOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess | undefined;
  #lastExit: Exit = { code: 0, signal: null };
  #ended: Promise<void> | undefined;

  constructor(command: Command, options: SupervisedOptions) {
    super();
    this.#command = command;
    this.#options = options;
  }

  start(): void {
    this.#ended ??= this.#keepRunning();
  }

  /** Stops it, by force after `graceMs`. True if it stopped by itself and without an error. */
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

  kill(): void {
    this.#stopping.abort();
    signalGroup(this.#child?.pid, 'SIGKILL');
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    let exits = NO_EXITS;
    while (!signal.aborted) {
      const started = performance.now();
      const exit = await this.#run();
      if (signal.aborted) return;
      const ranMs = Math.round(performance.now() - started);
      exits = countExit(exits, ranMs);
      const restartInMs = exits.waitMs;
      this.#options.log.warn({ event: 'exited', process: this.#command.name, ...exit, ranMs, restartInMs });
      await delay(restartInMs, undefined, { signal }).catch(() => {});
    }
  }

  async #run(): Promise<Exit> {
    const { name, file, args, env, cwd, input, hasChannel = false } = this.#command;
    const stdio = ['pipe', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])] as const;
    const child = spawn(file, args, { env, cwd, detached: true, stdio: [...stdio] });
    this.#child = child;
    const { stdin, stdout, stderr, pid } = child;
    // It may die before it has read its input, or never start; its exit tells both.
    stdin?.on('error', () => {}).end(input);
    for (const stream of [stdout, stderr]) {
      const lines = stream && createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
      lines?.on('line', (line) => this.#options.onLine(name, line));
    }
    if (pid !== undefined) this.emit('spawn', pid);
    const closed = new Promise((resolve) => child.once('close', resolve));
    this.#lastExit = await exitOf(child, this.#options.log);
    signalGroup(pid, 'SIGKILL');
    // Its last words are still in the pipes; a process that left its session may hold them open for ever.
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
    log.error({ event: 'not-started', err });
    return { code: 127, signal: null };
  }
}

/** Signals the process and all that it started, as far as they still run. */
export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
