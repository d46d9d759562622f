/** The web process under real Node, as the supervisor would start it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENVIRONMENT } from '../bare-environment.ts';
import { atEndOfFile } from '../end-of-file.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export type LogLine = Record<string, unknown>;

export interface WebProcess {
  child: ChildProcess;
  exit: Promise<number | null>;
  /** The next line of its log with this event, each of which has to be whole. @throws {Error} the log ended */
  until(event: string): Promise<LogLine>;
  /** All of its log to the end. */
  whole(): Promise<readonly LogLine[]>;
}

/** @param flags of Node */
export function startWeb(environment: Record<string, string>, flags: readonly string[] = []): WebProcess {
  const child = spawn(process.execPath, [...flags, 'serve/main.ts'], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, PORT: '0', RATE_LIMIT_PER_SECOND: '0', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  atEndOfFile(() => child.kill('SIGKILL'));
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const read: LogLine[] = [];
  const next = async (): Promise<LogLine | undefined> => {
    const { done, value } = await lines.next();
    if (done) return undefined;
    const line = JSON.parse(value) as LogLine;
    read.push(line);
    return line;
  };
  return {
    child,
    exit,
    async until(event) {
      for (let line = await next(); line !== undefined; line = await next()) if (line.event === event) return line;
      throw new Error(`The process ended before "${event}"`);
    },
    async whole() {
      while ((await next()) !== undefined);
      return read;
    },
  };
}
