/** The console under real Node, as the supervisor would start it, on a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENVIRONMENT } from '../bare-environment.ts';

const ROOT = resolve(import.meta.dirname, '../..');

export interface ConsoleProcess {
  child: ChildProcess;
  url: string;
  stop(): Promise<void>;
}

/** @throws {Error} it ended before it listened, with what it said */
export async function startConsole(environment: Record<string, string>): Promise<ConsoleProcess> {
  const child = spawn(process.execPath, ['console/main.ts'], {
    cwd: ROOT,
    env: { ...BARE_ENVIRONMENT, CONSOLE_PORT: '0', CONSOLE_USER: 'ada', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const port = /"event":"listening".*"port":(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    child.stderr.resume();
    return {
      child,
      url: `http://127.0.0.1:${port}`,
      async stop() {
        child.kill('SIGTERM');
        await exit;
      },
    };
  }
  throw new Error(`The console does not listen:\n${said.join('\n')}`);
}
