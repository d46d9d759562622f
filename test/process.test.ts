/**
 * Each process under real `node`. Vitest compiles TypeScript and would accept what type stripping refuses, so only
 * this proves that the program runs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseProcfile } from '../supervisor/procfile.ts';
import { eventually } from './eventually.ts';
import { firstOf } from './long.ts';
import { ownRedis } from './redis-server.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { install } from './verifier/verifier-process.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const entries = parseProcfile(readFileSync(join(PROJECT, 'Procfile'), 'utf8'));

const redis = await ownRedis();
const installation = await install(3);
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function start(args: readonly string[], variables: Record<string, string>): { child: ChildProcess; log: () => string } {
  // Vitest sets a BASE_URL of its own.
  const { REDIS_URL: _redis, BASE_URL: _base, ...inherited } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    env: {
      ...inherited,
      DATA_DIR: temporaryDirectory(),
      // The whole catalogue takes seconds, and says no more of a process; test/data/catalogue/catalogue.test.ts loads it.
      CATALOGUE_DIR: installation.catalogueDir,
      PORT: '0',
      CONSOLE_PORT: '0',
      LOG_LEVEL: 'info',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (log += chunk));
  return { child, log: () => log };
}

/** What each logs once it works. */
const WORKS: Record<string, RegExp> = {
  web: /"event":"listening"/,
  scheduler: /"event":"tick"/,
  crawler: /"event":"ready"/,
  verifier: /"event":"ready"/,
  exporter: /"event":"ready"/,
  notifier: /"event":"ready"/,
  console: /"event":"listening"/,
};

describe.each(entries)('the $name process', ({ name, args }) => {
  it('starts under node, works, answers those who watch over it, and stops when asked', async () => {
    // A port that nobody listens on answers for all vendors, so that no check of this test leaves the machine.
    const variables = { REDIS_URL: redis.url, LOOPBACK_VENDORS: '*=9', [`${name.toUpperCase()}_PORT`]: '0' };
    const { child, log } = start(args, variables);
    const works = WORKS[name];
    if (works === undefined) throw new Error(`Cannot tell when "${name}" works: add what it logs to this test`);
    await eventually(`${name} works; it logged ${log()}`, () => works.test(log()) || child.exitCode !== null);
    expect(log()).toMatch(works);
    if (name !== 'web') await expectProbes(name, log);
    const exit = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
    child.kill('SIGTERM');
    expect(await exit).toEqual({ code: 0, signal: null });
  });
});

/** Where it is told to listen. */
async function expectProbes(name: string, log: () => string): Promise<void> {
  const listening = () => /"address":(?:\{[^}]*|"[\d.]+",)"port":(\d+)/.exec(log())?.[1];
  await eventually(`${name} listens`, () => listening() !== undefined);
  const origin = `http://127.0.0.1:${listening()}`;
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  // The exporter is ready when something is exported, and nothing is published here.
  expect((await fetch(`${origin}/readyz`)).status).toBe(name === 'exporter' ? 503 : 200);
  expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(/^assay_\w+/m);
}

const BEHIND_THE_QUEUE = entries.filter(({ name }) => name !== 'web' && name !== 'exporter');

describe.each(firstOf(1, BEHIND_THE_QUEUE))('the $name process', ({ name, args }) => {
  it('without Redis it ends at once and says in one line what is missing', async () => {
    const { child, log } = start(args, {});
    await eventually(`${name} ends`, () => child.exitCode !== null);
    expect(child.exitCode).toBe(1);
    expect(log()).toContain('REDIS_URL is not set');
    expect(log().trim().split('\n')).toHaveLength(1);
  });
});

describe.each(firstOf(1, entries))('the $name process', ({ name, args }) => {
  it('ends at a setting that means nothing, and says in words which it is', async () => {
    const { child, log } = start(args, { REDIS_URL: redis.url, PORT: 'abc' });
    await eventually(`${name} ends`, () => child.exitCode !== null);
    expect(child.exitCode).toBe(2);
    expect(log()).toMatch(/^Cannot read the environment\n.*\n.*at PORT\n$/);
  });
});
