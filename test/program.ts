/** One of our programs under real Node, with the lines of its log as they come. It is gone when the test file is done. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { atEndOfFile } from './end-of-file.ts';
import { eventually } from './eventually.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const PATIENCE_MS = 60_000;

export type LogLine = Record<string, unknown>;

export interface Program {
  child: ChildProcess;
  /** Lines of its log so far; one that is no JSON is a `msg`. */
  log: readonly LogLine[];
  /** Resolves with its exit code; null for a signal. */
  exited: Promise<number | null>;
  end(signal: NodeJS.Signals): Promise<number | null>;
  hasLogged(event: string): boolean;
  /** Resolves with the first line of that event, or another in their order from 0. @throws {Error} it ended before, or takes too long */
  until(event: string, at?: number): Promise<LogLine>;
}

export interface ProgramOptions {
  /** The command that runs it, with its arguments; it has to become the process, or have its number. */
  under?: readonly string[];
  /** The checkout whose program it is. */
  project?: string;
}

/** @param environment added to what every process needs */
export function startProgram(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { under = [], project = PROJECT }: ProgramOptions = {},
): Program {
  const [command = process.execPath, ...rest] = [...under, process.execPath, ...args];
  const child = spawn(command, rest, {
    cwd: project,
    env: { ...BARE_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log: LogLine[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    log.push(line.startsWith('{') ? JSON.parse(line) : { msg: line });
  });
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  atEndOfFile(() => end('SIGKILL'));
  const lineOf = (event: string, at = 0) => log.filter((line) => line.event === event)[at];
  return {
    child,
    log,
    exited,
    end,
    hasLogged: (event) => lineOf(event) !== undefined,
    async until(event, at) {
      const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
      const what = `"${event}" of ${args.join(' ')}`;
      await eventually(what, () => lineOf(event, at) !== undefined || hasEnded(), PATIENCE_MS);
      const line = lineOf(event, at);
      if (line === undefined) throw new Error(`Waited for ${what}; it ended and logged ${JSON.stringify(log)}`);
      return line;
    },
  };
}
