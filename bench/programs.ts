/** Programs of the house and of the benchmarks that listen on a port: started, and awaited until they are ready. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { childEnvironment } from '../config/env.ts';
import type { Bench } from './benchmark.ts';
import { pinned } from './processor.ts';

export interface Program {
  port: number;
  origin: string;
  pid: number;
  stop(): void;
  /** Resolves when it has ended, and holds nothing any more. */
  gone: Promise<void>;
}

export interface ProgramOptions {
  /** Of Node. */
  flags?: readonly string[];
  /** Told the port that it shall listen on. */
  args?: (port: number) => string[];
  settings?: (port: number) => Record<string, string>;
  /** The processor that it is bound to; without it, any. */
  processor?: number;
  stdio?: SpawnOptions['stdio'];
  /** Milliseconds until it must be ready, instead of a minute. */
  withinMs?: number;
}

const ROOT = join(import.meta.dirname, '..');
const START_MS = 60_000;

/**
 * @param file from the project's root; must answer `/readyz` with 200 once it can work
 * @throws {Error} it ended, or was not ready in time
 */
export async function startProgram(
  { start }: Pick<Bench, 'start'>,
  file: string,
  { flags = [], args, settings, processor, stdio = 'ignore', withinMs = START_MS }: ProgramOptions,
): Promise<Program> {
  const port = await freePort();
  const line = [...flags, join(ROOT, file), ...(args?.(port) ?? [])];
  const command: [string, string[]] =
    processor === undefined ? [process.execPath, line] : pinned(processor, process.execPath, line);
  const child = start(...command, { stdio, env: childEnvironment(settings?.(port) ?? {}) });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const origin = `http://127.0.0.1:${port}`;
  await isReady(child, { file, origin, withinMs });
  return { port, origin, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL'), gone };
}

interface Awaited {
  file: string;
  origin: string;
  withinMs: number;
}

async function isReady(child: ChildProcess, { file, origin, withinMs }: Awaited): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await delay(5)) {
    if (child.exitCode !== null) throw new Error(`Cannot start ${file}: it ended with ${child.exitCode}`);
    const status = await request(`${origin}/readyz`).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 0, // Not listening yet.
    );
    if (status === 200) return;
  }
  throw new Error(`Cannot start ${file}: it was not ready in ${withinMs} ms`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('Cannot find a free port');
  return address.port;
}
