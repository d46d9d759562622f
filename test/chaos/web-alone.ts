/** A web process alone over a directory of generations, as an operator runs it; each line of its log is kept. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENVIRONMENT } from '../bare-environment.ts';
import { eventually } from '../eventually.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;

export interface WebAlone {
  origin(): string;
  log: readonly Record<string, unknown>[];
  get(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Has it look at what is published now, also at what it has refused before. */
  lookAgain(): void;
  stop(): Promise<void>;
}

/** Resolves when it listens. @param project whose program it is, if not this one's */
export async function startWebAlone(dataDir: string, project = PROJECT): Promise<WebAlone> {
  const child = spawn(process.execPath, ['serve/main.ts'], {
    cwd: project,
    env: { ...BARE_ENVIRONMENT, DATA_DIR: dataDir, PORT: '0', RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise((done) => child.once('exit', done));
  const log: Record<string, unknown>[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.startsWith('{')) log.push(JSON.parse(line));
  });
  const portSaid = () => log.find(({ event }) => event === 'listening')?.port;
  await eventually('the web process listens', () => portSaid() !== undefined || child.exitCode !== null, PATIENCE_MS);
  const origin = () => `http://127.0.0.1:${String(portSaid())}`;
  return {
    origin,
    log,
    async get(path) {
      const response = await fetch(`${origin()}${path}`);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    lookAgain: () => void child.kill('SIGHUP'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
