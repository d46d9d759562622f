/** The processes of a benchmark: services as the Procfile starts them, and programs of the lab, with what they use. */
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { childEnvironment } from '../../config/env.ts';
import { freePort } from '../../supervisor/port.ts';
import { parseProcfile } from '../../supervisor/procfile.ts';
import type { Bench } from './benchmark.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
/** The processor of the server under load, where the machine has another one for the load. */
export const SERVER_PROCESSOR = 0;

const READY_MS = 60_000;
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

export interface Program {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** Of `node`: flags, the program, its arguments. */
  args: (port: number) => readonly string[];
  cwd?: string;
  env?: (port: number) => Record<string, string>;
  /** Processor to bind it to. */
  processor?: number | undefined;
  readyMs?: number;
  /** File that gets its log. */
  log?: string;
}

/** Starts a program and waits until `/readyz` answers 200. @throws {Error} it ended, or was not ready in time */
export async function startProgram(bench: Bench, options: ProgramOptions): Promise<Program> {
  const { args, cwd = PROJECT, env = () => ({}), processor, readyMs = READY_MS, log } = options;
  const port = await freePort('127.0.0.1');
  const line = [process.execPath, ...args(port)];
  if (processor !== undefined && canPin) line.unshift('taskset', '-c', String(processor));
  const [command = '', ...rest] = line;
  const stderr = log === undefined ? 'ignore' : openSync(log, 'a');
  const stdio: StdioOptions = ['ignore', 'ignore', stderr];
  const child = bench.start(command, rest, { cwd, stdio, env: childEnvironment(env(port)) });
  const origin = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + readyMs; (await statusOf(`${origin}/readyz`)) !== 200; await delay(5)) {
    if (child.exitCode !== null) throw new Error(`Cannot start ${line.join(' ')}: it ended with ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error(`Cannot start ${line.join(' ')}: not ready in ${readyMs} ms`);
  }
  return { origin, pid: child.pid ?? 0, stop: () => ended(child) };
}

export interface ServiceOptions extends Pick<ProgramOptions, 'processor' | 'readyMs' | 'log'> {
  /** Flags of `node` besides those of the Procfile. */
  flags?: readonly string[];
  settings: Record<string, string>;
  /** The checkout whose code and flags run; this one by default. */
  checkout?: string | undefined;
}

/** A process of the Procfile by its name. */
export function startService(bench: Bench, name: string, options: ServiceOptions): Promise<Program> {
  const { settings, checkout = PROJECT, flags = [], ...others } = options;
  const args = parseProcfile(readFileSync(join(checkout, 'Procfile'), 'utf8')).find((each) => each.name === name)?.args;
  if (args === undefined) throw new Error(`Cannot find "${name}" in the Procfile of ${checkout}`);
  const portSetting = name === 'web' ? 'PORT' : `${name.toUpperCase()}_PORT`;
  const env = (port: number) => ({ ...settings, [portSetting]: String(port) });
  return startProgram(bench, { args: () => [...flags, ...args], cwd: checkout, env, ...others });
}

/** 0 where nothing listens. */
export async function statusOf(url: string): Promise<number> {
  try {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}

/** Resident memory in MB, now or at its peak; 0 where the system has no /proc. */
export function residentMb(pid = 0, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = fileOf(`/proc/${pid}/status`);
  return Number(new RegExp(`^${which}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
}

/** Milliseconds of processor time of a process and its children; 0 where the system has no /proc. */
export function processorMs(pid = 0): number {
  const children = fileOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  const own = threads.map((thread) => Number(fileOf(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6);
  return [...own, ...children.map(processorMs)].reduce((sum, ms) => sum + ms, 0);
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A temporary directory and child processes, which `clear` ends and removes, also while this process ends. */
export function setUpWorkbench(): Pick<Bench, 'dir' | 'start'> & { clear(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const children = new Set<ChildProcess>();
  return {
    dir,
    start(command, args, options = {}) {
      const child = spawn(command, args, options);
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    clear() {
      for (const child of children) child.kill('SIGKILL');
      // A process that has just been killed may still write.
      rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
