/**
 * Each process under real `node`. Vitest compiles TypeScript and would accept what type stripping refuses, so only
 * this proves that the program runs.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseProcfile } from '../supervisor/procfile.ts';
import { eventually } from './eventually.ts';
import { firstOf } from './long.ts';
import { type Program, startProgram } from './program.ts';
import { ownRedis, startRedisServer } from './redis-server.ts';
import { temporaryDirectory } from './temporary-directory.ts';
import { install } from './verifier/verifier-process.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const entries = parseProcfile(readFileSync(join(PROJECT, 'Procfile'), 'utf8'));

const redis = await ownRedis();
const installation = await install(3);

function start(args: readonly string[], variables: Record<string, string>): Program {
  return startProgram(args, {
    DATA_DIR: temporaryDirectory(),
    // The whole catalogue takes seconds, and says no more of a process; test/data/catalogue/catalogue.test.ts loads it.
    CATALOGUE_DIR: installation.catalogueDir,
    PORT: '0',
    CONSOLE_PORT: '0',
    ...variables,
  });
}

/** What each logs once it works. */
const WORKS: Record<string, string> = {
  web: 'listening',
  scheduler: 'tick',
  crawler: 'ready',
  verifier: 'ready',
  exporter: 'ready',
  notifier: 'ready',
  console: 'listening',
};

// At the same time: each waits for its Redis and its timers more than it works.
describe.concurrent.each(entries)('the $name process', ({ name, args }) => {
  it('starts under node, works, answers those who watch over it, and stops when asked', async () => {
    // A port that nobody listens on answers for all vendors, so that no check of this test leaves the machine.
    const variables = { REDIS_URL: redis.url, LOOPBACK_VENDORS: '*=9', [`${name.toUpperCase()}_PORT`]: '0' };
    const program = start(args, variables);
    const works = WORKS[name];
    if (works === undefined) throw new Error(`Cannot tell when "${name}" works: add what it logs to this test`);
    await program.until(works);
    if (name !== 'web') await expectProbes(name, program);
    expect(await program.end('SIGTERM')).toBe(0);
  });
});

/** Where it is told to listen. */
async function expectProbes(name: string, program: Program): Promise<void> {
  const listening = JSON.stringify(await program.until('listening'));
  const port = /"address":(?:\{[^}]*|"[\d.]+",)"port":(\d+)/.exec(listening)?.[1];
  const origin = `http://127.0.0.1:${port}`;
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  // The exporter is ready when something is exported, and nothing is published here.
  expect((await fetch(`${origin}/readyz`)).status).toBe(name === 'exporter' ? 503 : 200);
  expect(await (await fetch(`${origin}/metrics`)).text()).toMatch(/^assay_\w+/m);
}

const BEHIND_THE_QUEUE = entries.filter(({ name }) => name !== 'web' && name !== 'exporter');

it.concurrent.each(BEHIND_THE_QUEUE)('the $name stops in seconds while Redis is away', async ({ name, args }) => {
  const own = await startRedisServer();
  const program = start(args, { REDIS_URL: own.url, LOOPBACK_VENDORS: '*=9' });
  await program.until(WORKS[name] ?? '');
  await own.stop();
  const askedAt = performance.now();
  expect(await program.end('SIGTERM')).toBe(0);
  expect(performance.now() - askedAt).toBeLessThan(10_000);
});

it.each(firstOf(1, BEHIND_THE_QUEUE))(
  'without Redis the $name ends at once and says what is missing',
  async ({ args }) => {
    const { exited, log } = start(args, {});
    expect(await exited).toBe(1);
    await eventually('its words arrive', () => log.length > 0);
    expect(log).toHaveLength(1);
    expect(log[0]).toMatchObject({ event: 'cannot_start', msg: expect.stringContaining('REDIS_URL is not set') });
    expect(log[0]).not.toHaveProperty('err');
  },
);

/** A data directory in which a folder has the place of a database. */
function lacking(name: string): NodeJS.ProcessEnv {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, name));
  return { DATA_DIR: directory };
}

/** It loads half of what the others load. */
const SMALLEST = 'crawler/schedule/scheduler.ts';

it.each<[what: string, variables: NodeJS.ProcessEnv, said: RegExp, program?: string]>([
  [
    'a ledger that cannot be opened',
    lacking('ledger.db'),
    /^Cannot open .*ledger\.db: unable to open database file$/,
    'verifier/worker/main.ts',
  ],
  [
    'a record of deliveries that cannot be opened',
    lacking('deliveries.db'),
    /^Cannot open .*deliveries\.db: unable to open database file$/,
    'notifier/main.ts',
  ],
  [
    'a database that Redis lacks',
    { REDIS_URL: `${redis.url}?db=99` },
    /^Cannot use the database that REDIS_URL names: ERR DB index is out of range$/,
  ],
  [
    'a folder that cannot be made',
    { DATA_DIR: '/dev/null/data' },
    /^Cannot make \/dev\/null\/data.*: not a directory$/,
    'crawler/visit/worker.ts',
  ],
  [
    'a catalogue with faults',
    { CATALOGUE_DIR: '/nowhere' },
    /^Cannot load the catalogue in \/nowhere:\n {2}categories.yaml/,
  ],
  [
    'an address that is none of ours',
    { SCHEDULER_PORT: '0', HOST: '192.0.2.1' },
    /^Cannot listen for probes on 192\.0\.2\.1:0: /,
  ],
])('%s ends a process in one line without a stack', async (_what, variables, said, program = SMALLEST) => {
  const { exited, log } = start([program], { REDIS_URL: redis.url, ...variables });
  expect(await exited).toBe(1);
  await eventually('its words arrive', () => log.some(({ event }) => event === 'cannot_start'));
  const [line] = log.filter(({ event }) => event === 'cannot_start');
  expect(line).toMatchObject({ msg: expect.stringMatching(said) });
  expect(line).not.toHaveProperty('err');
});

it.each(firstOf(1, entries))(
  'the $name process ends at a setting that means nothing, and says which',
  async ({ args }) => {
    const { exited, log } = start(args, { REDIS_URL: redis.url, PORT: 'abc' });
    expect(await exited).toBe(2);
    await eventually('its words arrive', () => log.length > 0);
    const said = log.map(({ msg }) => msg).join('\n');
    expect(said).toMatch(/^Cannot start with these settings .*\n {2}PORT: must be a number$/);
  },
);
