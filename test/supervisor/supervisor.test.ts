/** The supervisor as a process, with a Redis of its own and small processes for stages. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { redisOptions } from '../../config/redis.ts';
import { BARE_ENVIRONMENT } from '../bare-environment.ts';
import { serve } from '../crawler/loopback-server.ts';
import { IS_LONG } from '../long.ts';
import { ownRedis } from '../redis-server.ts';

const MAIN = resolve(import.meta.dirname, '../../supervisor/main.ts');
const STAGE = resolve(import.meta.dirname, 'stage.ts');
const PATIENCE = { timeout: 50_000, interval: 50 };

interface Noted {
  event: string;
  name: string;
  pid: number;
  redis?: string;
  redisUrl?: string;
}

let folder: string;
let dataDir: string;
let supervisors: Supervisor[];
let journalPipe: number;
let journalText: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-sup-'));
  dataDir = join(folder, 'data');
  supervisors = [];
  // A pipe, since the web process may write no file.
  execFileSync('mkfifo', [journalFile()]);
  journalPipe = openSync(journalFile(), constants.O_RDWR | constants.O_NONBLOCK);
  journalText = '';
});

afterEach(async () => {
  for (const supervisor of supervisors) await supervisor.end();
  const started = [...journal('start'), ...running()];
  closeSync(journalPipe);
  rmSync(folder, { recursive: true, force: true });
  await vi.waitUntil(() => started.every(({ pid }) => !isAlive(pid)), PATIENCE);
});

class Supervisor {
  readonly child: ChildProcess;
  readonly ended: Promise<number | NodeJS.Signals>;
  stdout = '';
  stderr = '';

  constructor({ flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> } = {}) {
    supervisors.push(this);
    this.child = spawn(process.execPath, [MAIN, '--procfile', join(folder, 'Procfile'), ...flags], {
      env: { ...BARE_ENVIRONMENT, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk) => (this.stdout += chunk));
    this.child.stderr?.on('data', (chunk) => (this.stderr += chunk));
    this.ended = once(this.child, 'close').then(([code, signal]) => code ?? signal);
  }

  get events(): Record<string, unknown>[] {
    const lines = this.stderr.split('\n').slice(0, -1);
    return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  }

  event(name: string): Promise<Record<string, unknown>> {
    return vi.waitFor(() => {
      const found = this.events.find(({ event }) => event === name);
      if (found === undefined) throw new Error(`No "${name}" yet in:\n${this.stderr}`);
      return found;
    }, PATIENCE);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** However the test went, nothing of it runs on. */
  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.signal('SIGTERM');
    await this.ended;
  }
}

function procfile(...lines: [name: string, flags?: string][]): void {
  const text = lines.map(
    ([name, flags = '']) => `${name}: node ${STAGE} ${name} --journal ${journalFile()} ${flags}\n`,
  );
  writeFileSync(join(folder, 'Procfile'), text.join(''));
}

function journalFile(): string {
  return join(folder, 'journal');
}

function journal(event: string): Noted[] {
  const part = Buffer.alloc(65_536);
  try {
    for (;;) journalText += part.toString('utf8', 0, readSync(journalPipe, part));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
  }
  const lines = journalText.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Noted).filter((noted) => noted.event === event);
}

function noted(event: string, count: number): Promise<Noted[]> {
  return vi.waitFor(() => {
    const found = journal(event);
    expect(found.length).toBeGreaterThanOrEqual(count);
    return found;
  }, PATIENCE);
}

/** What the supervisor's list says that runs; empty after an orderly stop. */
function running(): { name: string; pid: number }[] {
  const file = join(dataDir, 'supervisor/running.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).processes : [];
}

function pidOf(name: string): number {
  const found = running().find((each) => each.name === name);
  if (found === undefined) throw new Error(`"${name}" does not run`);
  return found.pid;
}

function isAlive(pid: number): boolean {
  // Orphans of a killed supervisor stay as zombies where nobody reaps them; those have ended.
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function onQueue<T>(url: string, ask: (queue: Redis) => Promise<T>): Promise<T> {
  const queue = new Redis({ ...redisOptions(url), maxRetriesPerRequest: 0, retryStrategy: () => null });
  queue.on('error', () => {}); // told by the rejection of what is asked
  try {
    return await ask(queue);
  } finally {
    queue.disconnect();
  }
}

/** A supervisor that is ready, and the stages that it has started. */
async function started(...lines: [name: string, flags?: string][]) {
  procfile(...lines);
  const supervisor = new Supervisor();
  const stages = await noted('start', lines.length);
  return { supervisor, stages, redisUrl: stages.find((stage) => stage.redisUrl)?.redisUrl ?? '' };
}

async function refused(options?: { flags?: string[]; env?: Record<string, string> }) {
  const supervisor = new Supervisor(options);
  return { code: await supervisor.ended, stderr: supervisor.stderr };
}

const ANSWERED = ['crawler PONG', 'verifier PONG', 'web none'];

const namesOf = (noted: Noted[]) => noted.map(({ name }) => name).toSorted();

describe('refuses to start', () => {
  test.each([
    [
      'with a flag that it does not know',
      { flags: ['--repaly', 'x'] },
      2,
      /Unknown option '--repaly'.*Usage: npm start/s,
    ],
    ['with a setting that makes no sense', { env: { PORT: 'http' } }, 2, /PORT/],
    ['without a catalogue', { env: { CATALOGUE_DIR: '/nowhere' } }, 1, /Cannot read the catalogue in "\/nowhere"/],
  ])('%s', async (_, options, code, words) => {
    expect(await refused(options)).toEqual({ code, stderr: expect.stringMatching(words) });
  });

  test('on a port that is taken, or an address of another machine, and starts nothing', async () => {
    procfile(['web', '--serve']);
    const { port } = await serve(() => {});
    expect(await refused({ env: { PORT: String(port) } })).toEqual({
      code: 1,
      stderr: `Cannot listen on port ${port} of 127.0.0.1: the port is in use. Stop the other program, or set another PORT\n`,
    });
    expect((await refused({ env: { HOST: '192.0.2.1' } })).stderr).toMatch(/EADDRNOTAVAIL.* \(HOST\)\n$/);
    expect(journal('start')).toEqual([]);
    expect(running()).toEqual([]);
  });

  test('beside another supervisor of the same DATA_DIR, which goes on', async () => {
    const { supervisor: first } = await started(['web', '--serve']);
    await first.event('ready');
    const words = `Cannot start: another supervisor (pid ${first.child.pid}) uses ${dataDir}`;
    expect(await refused()).toEqual({ code: 1, stderr: expect.stringContaining(words) });
    expect(first.child.exitCode).toBeNull();
    expect(journal('start')).toHaveLength(1);
  });
});

function published(): void {
  mkdirSync(join(dataDir, 'generations'), { recursive: true });
  writeFileSync(join(dataDir, 'generations/gen-0123456789abcdef.db'), 'never opened by a stage');
}

describe('serves what is published', () => {
  beforeEach(published);

  test('while its Redis cannot start, says so in one line, and starts the rest when that is mended', async () => {
    procfile(['web', '--serve'], ['crawler']);
    const jobs = join(dataDir, 'redis');
    mkdirSync(join(jobs, 'appendonlydir'), { recursive: true });
    writeFileSync(join(jobs, 'appendonlydir/appendonly.aof.manifest'), 'not a manifest\n');
    const supervisor = new Supervisor();
    const { msg } = await supervisor.event('only-serving');
    expect(msg).toMatch(
      /^Serving the published generation only\. Cannot start Redis with .*: it exited\. Delete .*manifest.*$/,
    );
    expect(msg).toContain(`Delete ${jobs}: `);
    expect(namesOf(await noted('start', 1))).toEqual(['web']);
    rmSync(jobs, { recursive: true });
    expect(namesOf(await noted('start', 2))).toEqual(['crawler', 'web']);
    await supervisor.event('ready');
  });

  test('while the Redis of REDIS_URL does not answer, and else refuses to start; neither tells its password', async () => {
    procfile(['web', '--serve'], ['crawler']);
    const env = { REDIS_URL: 'redis://:secret@127.0.0.1:1/0' };
    const supervisor = new Supervisor({ env });
    // At the same time, since both wait for an answer.
    const { code, stderr } = await refused({ env: { ...env, DATA_DIR: join(folder, 'nothing-published') } });
    expect(code).toBe(1);
    expect(stderr).toContain('Cannot connect to REDIS_URL at "127.0.0.1:1/0": connect ECONNREFUSED 127.0.0.1:1');
    await supervisor.event('only-serving');
    expect(namesOf(await noted('start', 1))).toEqual(['web']);
    expect(stderr + supervisor.stderr).not.toContain('secret');
  });
});

describe('starts and stops', () => {
  test('Redis answers before the first stage starts, and until the last has stopped; the log is on stderr', async () => {
    const { supervisor, stages, redisUrl } = await started(['web', '--serve'], ['crawler'], ['verifier']);
    const { url } = await supervisor.event('ready');
    expect(await (await fetch(String(url))).text()).toBe('ready');
    expect(namesOf(stages)).toEqual(['crawler', 'verifier', 'web']);
    // The web process is not given Redis.
    expect(stages.map(({ name, redis }) => `${name} ${redis}`).toSorted()).toEqual(ANSWERED);
    // It keeps jobs: append-only, and it evicts nothing.
    const settings = (await onQueue(redisUrl, (queue) =>
      queue.config('GET', 'appendonly', 'maxmemory-policy', 'save', 'port'),
    )) as string[];
    for (const setting of ['appendonly yes', 'maxmemory-policy noeviction', 'save ', 'port 0'])
      expect(settings.map((name, at) => `${name} ${settings[at + 1]}`)).toContain(setting);

    // Lines of the stages are in the log as they wrote them.
    const atWork = supervisor.events.find(({ event, name }) => event === 'at-work' && name === 'web');
    expect(atWork).toMatchObject({ level: 30 });
    expect(supervisor.stderr).toContain('\nplain words of web\n');

    supervisor.signal('SIGINT');
    // The Ctrl-C that npm passes on a second time is one with the first.
    supervisor.signal('SIGINT');
    expect(await supervisor.ended).toBe(0);
    expect(
      journal('stop')
        .map(({ name, redis }) => `${name} ${redis}`)
        .toSorted(),
    ).toEqual(ANSWERED);
    expect(supervisor.stdout).toBe('');
    expect(supervisor.events.map(({ event }) => event).slice(-2)).toEqual(['last-words', 'stopped']);
    expect(running()).toEqual([]);
    expect(existsSync(join(dataDir, 'redis/redis.sock'))).toBe(false);
  });

  test('under a path too long for a socket, Redis listens on loopback behind a password', async () => {
    dataDir = join(folder, 'd'.repeat(100));
    const { supervisor, stages, redisUrl: url } = await started(['crawler']);
    expect(url).toMatch(/^redis:\/\/:[0-9a-f]{48}@127\.0\.0\.1:\d+$/);
    expect(stages[0]?.redis).toBe('PONG');
    await expect(onQueue(url.replace(/:[0-9a-f]{48}@/, ''), (queue) => queue.ping())).rejects.toThrow('NOAUTH');
    expect(supervisor.stderr).not.toContain(new URL(url).password);
  });

  test('with REDIS_URL it starts no Redis and hands that one on', async () => {
    const { url } = await ownRedis();
    procfile(['crawler']);
    const supervisor = new Supervisor({ env: { REDIS_URL: url } });
    expect(await noted('start', 1)).toMatchObject([{ redisUrl: url, redis: 'PONG' }]);
    expect(running().map(({ name }) => name)).toEqual(['crawler']);
    supervisor.signal('SIGTERM');
    expect(await supervisor.ended).toBe(0);
  });

  test('where another node makes the generations, only what serves them is started, and no Redis', async () => {
    procfile(['web', '--serve'], ['scheduler'], ['crawler'], ['verifier'], ['exporter']);
    const supervisor = new Supervisor({ env: { GENERATION_URL: 'https://one.example' } });
    await noted('start', 2);
    await supervisor.event('ready');
    // What has said that it runs may not be listed yet.
    await vi.waitFor(() => expect(running().map(({ name }) => name)).toEqual(['web', 'exporter']), PATIENCE);
    expect(namesOf(journal('start'))).toEqual(['exporter', 'web']);
  });

  test('it takes no generations of another node over a ledger of its own', async () => {
    procfile(['web', '--serve'], ['exporter']);
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'ledger.db'), '');
    expect(await refused({ env: { GENERATION_URL: 'https://one.example' } })).toEqual({
      code: 2,
      stderr: expect.stringContaining('Unset GENERATION_URL, or set another DATA_DIR'),
    });
    expect(running()).toEqual([]);
  });

  test('it stops in order when nobody reads its log any more', async () => {
    const { supervisor } = await started(['web', '--serve'], ['crawler']);
    await supervisor.event('ready');
    supervisor.child.stderr?.destroy();
    // Of its own accord, as a clean end: of what is killed while all is being stopped, the supervisor tells by its code.
    process.kill(pidOf('crawler'), 'SIGTERM');
    expect(await supervisor.ended).toBe(0);
    const stopped = (await noted('stop', 2)).map(({ name, redis }) => `${name} ${redis}`);
    expect(stopped.toSorted()).toEqual(['crawler PONG', 'web none']);
    expect(running()).toEqual([]);
  });

  test('a second Ctrl-C ends at once what does not stop', async () => {
    const { supervisor, stages } = await started(['crawler', '--stubborn']);
    await supervisor.event('at-work');
    supervisor.signal('SIGINT');
    await noted('deaf', 1);
    await vi.waitUntil(() => {
      supervisor.signal('SIGINT');
      return supervisor.child.exitCode !== null;
    }, PATIENCE);
    expect(await supervisor.ended).toBe(130);
    await vi.waitUntil(() => !isAlive(stages[0]?.pid ?? 0), PATIENCE);
  });
});

describe('keeps running', () => {
  test('a stage that dies is started again, and the others go on', async () => {
    const { supervisor } = await started(['crawler'], ['verifier']);
    process.kill(pidOf('crawler'), 'SIGKILL');
    const stages = await noted('start', 3);
    expect(stages[2]?.name).toBe('crawler');
    expect(await supervisor.event('exited')).toMatchObject({ process: 'crawler', signal: 'SIGKILL' });
    expect(stages.filter(({ name }) => name === 'verifier')).toHaveLength(1);
  });

  test('a stage that cannot start waits longer each time', async () => {
    writeFileSync(join(folder, 'Procfile'), 'crawler: node nowhere.ts\n');
    const supervisor = new Supervisor();
    const exits = await vi.waitFor(() => {
      const found = supervisor.events.filter(({ event }) => event === 'exited');
      expect(found.length).toBeGreaterThanOrEqual(2);
      return found;
    }, PATIENCE);
    // From start to start, so that a run counts.
    for (const [at, least] of [500, 1_000].entries()) {
      const { ranMs, restartInMs } = exits[at] ?? {};
      expect(Number(ranMs) + Number(restartInMs)).toBe(Math.max(least, Number(ranMs)));
    }
    expect(supervisor.stderr).toContain('Cannot find module');
  });

  test('Redis that dies is started again with what it held', async () => {
    const { supervisor, redisUrl: url } = await started(['crawler']);
    await onQueue(url, (queue) => queue.set('job', 'kept'));
    const before = pidOf('redis');
    process.kill(before, 'SIGKILL');
    expect(await supervisor.event('exited')).toMatchObject({ process: 'redis', signal: 'SIGKILL' });
    const kept = await vi.waitFor(() => onQueue(url, (queue) => queue.get('job')), PATIENCE);
    expect(kept).toBe('kept');
    expect(pidOf('redis')).not.toBe(before);
  });

  test('after kill -9 of the supervisor its stages stop by themselves, and the next one starts on the same port', async () => {
    const { supervisor: first } = await started(['web', '--serve'], ['crawler']);
    const { url } = await first.event('ready');
    const redis = pidOf('redis');
    await onQueue(`unix://${dataDir}/redis/redis.sock`, (queue) => queue.set('job', 'kept'));
    first.signal('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');

    const second = new Supervisor({ env: { PORT: new URL(String(url)).port } });
    await second.event('ready');
    expect(namesOf(journal('stop'))).toEqual(['crawler', 'web']);
    await noted('start', 4);
    expect(isAlive(redis)).toBe(false);
    expect(await onQueue(`unix://${dataDir}/redis/redis.sock`, (queue) => queue.get('job'))).toBe('kept');
  });
});

/** More faults of the kinds above. */
if (IS_LONG)
  describe('in the long run', () => {
    test('ends a Redis that an earlier supervisor left, whose list is lost', async () => {
      const { supervisor: first, redisUrl } = await started(['crawler']);
      const left = pidOf('redis');
      first.signal('SIGKILL');
      await first.ended;
      writeFileSync(join(dataDir, 'supervisor/running.json'), '');
      const second = new Supervisor();
      await noted('start', 2);
      expect(isAlive(left)).toBe(false);
      expect(await onQueue(redisUrl, (queue) => queue.ping())).toBe('PONG');
      await second.end();
    });

    test('a list of processes that cannot be written stops none of them', async () => {
      const { supervisor } = await started(['crawler']);
      // As on a full disk, but for root as well: a folder stands where the new list would be written.
      mkdirSync(join(dataDir, `supervisor/running.json.tmp-${supervisor.child.pid}`));
      process.kill(pidOf('crawler'), 'SIGKILL');
      await noted('start', 2);
      expect(await supervisor.event('state')).toMatchObject({
        msg: expect.stringMatching(/^Cannot write the list of processes: EISDIR/),
      });
      supervisor.signal('SIGTERM');
      expect(await supervisor.ended).toBe(0);
    });

    test('a pid that now belongs to another program is left alone', async () => {
      procfile(['crawler']);
      const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      mkdirSync(join(dataDir, 'supervisor'), { recursive: true });
      const left = { name: 'redis', pid: stranger.pid, startedAt: 'another day' };
      writeFileSync(join(dataDir, 'supervisor/running.json'), JSON.stringify({ supervisor: 1, processes: [left] }));
      const supervisor = new Supervisor();
      await noted('start', 1);
      expect(supervisor.events.some(({ event }) => event === 'stopping-leftover')).toBe(false);
      expect(stranger.exitCode).toBeNull();
      expect(stranger.signalCode).toBeNull();
      stranger.kill();
      await once(stranger, 'exit');
    });

    test('serves what is published in a data directory that it cannot lock', async () => {
      published();
      procfile(['web', '--serve'], ['crawler']);
      mkdirSync(join(dataDir, 'supervisor/lock'), { recursive: true });
      const supervisor = new Supervisor();
      const { msg } = await supervisor.event('only-serving');
      expect(msg).toBe(
        `Serving the published generation only. Cannot write to ${dataDir}: unable to open database file`,
      );
      expect(namesOf(await noted('start', 1))).toEqual(['web']);
      rmSync(join(dataDir, 'supervisor/lock'), { recursive: true });
      expect(namesOf(await noted('start', 2))).toEqual(['crawler', 'web']);
    });
  });
