/** The servers that are compared, each in a process of its own, all on the same processor in turn. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { childEnvironment } from '../../config/env.ts';
import type { Bench } from '../benchmark.ts';
import { pinned } from '../processor.ts';

export interface RunningServer {
  port: number;
  origin: string;
  pid: number;
  stop(): void;
}

const ROOT = join(import.meta.dirname, '../..');
const PROCESSOR = 0;
const START_MS = 60_000;

type Starting = Pick<Bench, 'start'>;

/** Our own server on a data directory, as it is run in service; its log goes nowhere. */
export function startOurs(
  { start }: Starting,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  return started(start, (port) => ({
    args: [join(ROOT, 'serve/main.ts')],
    options: { env: childEnvironment({ PORT: String(port), DATA_DIR: dataDir, ...settings }) },
  }));
}

/** A baseline of this folder. */
export function startBaseline({ start }: Starting, program: string, args: readonly string[]): Promise<RunningServer> {
  return started(start, (port) => ({ args: [join(import.meta.dirname, program), String(port), ...args], options: {} }));
}

interface Program {
  args: string[];
  options: SpawnOptions;
}

async function started(start: Bench['start'], program: (port: number) => Program): Promise<RunningServer> {
  const port = await freePort();
  const { args, options } = program(port);
  const child = start(...pinned(PROCESSOR, process.execPath, args), { stdio: 'ignore', ...options });
  const origin = `http://127.0.0.1:${port}`;
  await isReady(child, origin);
  return { port, origin, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') };
}

async function isReady(child: ChildProcess, origin: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await delay(50)) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
    const status = await request(`${origin}/readyz`).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 0, // Not listening yet.
    );
    if (status === 200) return;
  }
  throw new Error(`${child.spawnargs.join(' ')} was not ready in ${START_MS} ms`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('Cannot find a free port');
  return address.port;
}
