/** Each thing that the doctor looks at, broken on purpose: it is found, with its cause and what mends it. */
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Check, Found } from '../../cli/doctor/finding.ts';
import { MACHINE, notWritable, roomFor } from '../../cli/doctor/machine.ts';
import { PROGRAMS } from '../../cli/doctor/programs.ts';
import { REDIS } from '../../cli/doctor/redis.ts';
import { readableEnvironment, settingsCheck } from '../../cli/doctor/settings.ts';
import { STORES } from '../../cli/doctor/stores.ts';
import { misspelt, readEnvironment } from '../../config/env.ts';
import { pageFile } from '../../data/store/archive/archive.ts';
import { pointerText, readCurrent } from '../../data/store/generation/current.ts';
import { BUCKET_KEYS, startBucketServer } from '../bucket-server.ts';
import { serve } from '../crawler/loopback-server.ts';
import { currentOf } from '../current-of.ts';
import { ownRedis } from '../redis-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { assay } from './command-line.ts';
import { type Installed, installed, visited } from './installed.ts';

const CHECKS: Check[] = [...PROGRAMS, ...MACHINE, REDIS, ...STORES];

let installation: Installed;
beforeEach(async () => {
  installation = await installed();
});

async function inspect(name: string, env: Record<string, string> = {}, now = new Date()): Promise<Found[]> {
  const check = CHECKS.find((each) => each.name === name);
  if (check === undefined) throw new Error(`There is no check "${name}"`);
  return check.inspect({ environment: readEnvironment({ ...installation.env, ...env }), now });
}

async function found(name: string, env: Record<string, string> = {}, now = new Date()): Promise<Found> {
  const [first, ...others] = await inspect(name, env, now);
  expect(others).toEqual([]);
  if (first === undefined) throw new Error(`The check "${name}" says nothing`);
  return first;
}

it('finds nothing wrong with what was just made', async () => {
  // Read by readers of the tests, imported from a dataset of the tests.
  const severities = { readers: 'warning', catalogue: 'warning' } as Record<string, string>;
  for (const name of 'ledger,published generation,archive,readers,catalogue,data directory,node,packages'.split(','))
    expect([name, (await found(name)).severity]).toEqual([name, severities[name] ?? 'ok']);
});

const onLedger = (change: (ledger: Database.Database) => void) => {
  const ledger = new Database(installation.ledger);
  change(ledger);
  ledger.close();
};

const RESTORE = { mend: expect.stringContaining('assay restore') };
const LOST = {
  found: expect.stringContaining('of 2 cited pages are missing or damaged'),
  mend: expect.stringMatching(/^cp BACKUP\/pages\//),
};
const generation = () => join(installation.generations, readCurrent(installation.generations)?.file ?? '');
const page = (nth = 0) => pageFile(join(installation.dataDir, 'archive'), installation.pages[nth] ?? '');

/** A file with these words, in a directory of its own. */
function written(name: string, words: string): string {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, words, { mode: 0o755 });
  return file;
}

it.each<[check: string, what: string, harm: () => void, words: object, settings?: Record<string, string>]>([
  [
    'ledger',
    'changed by another hand',
    () =>
      onLedger((ledger) =>
        ledger.exec("DROP TRIGGER entries_never_updated; UPDATE entries SET outcome = 'confirmed' WHERE seq = 4"),
      ),
    { found: 'entry 4 was changed', ...RESTORE },
  ],
  [
    'ledger',
    'damaged on the disk',
    () => writeFileSync(installation.ledger, readFileSync(installation.ledger).fill(0x55, 4_096, 12_288)),
    RESTORE,
  ],
  ['ledger', 'cut off', () => truncateSync(installation.ledger, 9_000), {}],
  [
    'ledger',
    'written by a newer version',
    () => onLedger((ledger) => ledger.pragma('user_version = 99')),
    { found: 'its schema version is 99' },
  ],
  ['published generation', 'gone', () => rmSync(generation()), { cause: 'CURRENT names it' }],
  ['archive', 'a page missing', () => rmSync(page()), LOST],
  ['archive', 'a page cut off', () => truncateSync(page(), 20), LOST],
  ['archive', 'a page in place of another', () => renameSync(page(1), page()), LOST],
  [
    'catalogue',
    'a product with a field that is not known',
    () => appendFileSync(join(installation.catalogueDir, 'products', 'acme-2.yaml'), 'colour: red\n'),
    { cause: expect.stringContaining('acme-2') },
  ],
  [
    'data directory',
    'a file',
    () => {},
    { cause: expect.stringMatching(/EEXIST|ENOTDIR/) },
    { DATA_DIR: written('file', '') },
  ],
  [
    'chromium',
    'a browser that does not start',
    () => {},
    { mend: expect.stringContaining('CHROMIUM_PATH') },
    { CHROMIUM_PATH: written('chromium', '#!/bin/sh\nexit 3\n') },
  ],
])('%s: %s', async (check, _, harm, words, settings = {}) => {
  harm();
  expect(await found(check, settings)).toMatchObject({ severity: 'broken', ...words });
});

it('a ledger of tomorrow', async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  const words = { severity: 'broken', mend: expect.stringContaining('ntp') };
  expect(await found('ledger', {}, yesterday)).toMatchObject(words);
});

describe('the published generation', () => {
  it('with one byte changed, and mended by the command that is named', async () => {
    const bytes = readFileSync(generation());
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    chmodSync(generation(), 0o644);
    writeFileSync(generation(), bytes);
    expect(await found('published generation')).toMatchObject({ severity: 'broken', mend: 'assay publish' });
    expect(await assay(['publish', '--json'], installation.env)).toMatchObject({ code: 0 });
    expect(await found('published generation')).toMatchObject({ severity: 'ok' });
  });

  it('of another schema, or with a pointer that is none', async () => {
    const pointer = join(installation.generations, 'CURRENT');
    writeFileSync(pointer, pointerText({ ...currentOf(installation.generations), schema: 99 }));
    expect((await found('published generation')).found).toMatch(/has schema 99/);
    writeFileSync(pointer, '{');
    expect(await found('published generation')).toMatchObject({ severity: 'broken', mend: 'assay publish' });
  });

  it.each(['deleted', 'emptied'])('of a ledger that was %s', async (how) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${installation.ledger}${suffix}`, { force: true });
    if (how === 'emptied') writeFileSync(installation.ledger, '');
    expect(await found('published generation')).toMatchObject({
      severity: 'broken',
      found: 'the ledger was lost',
      mend: expect.stringContaining('assay restore'),
    });
  });

  it('of another ledger', async () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${installation.ledger}${suffix}`, { force: true });
    const { generations } = installation;
    renameSync(generations, `${generations}-aside`);
    await visited(installation, ['99'], new Date());
    rmSync(generations, { recursive: true, force: true });
    renameSync(`${generations}-aside`, generations);
    expect(await found('published generation')).toMatchObject({
      severity: 'warning',
      found: expect.stringContaining('does not belong to this ledger'),
    });
  });
});

describe('the machine', () => {
  it('leaves nothing in a directory that it could write to', async () => {
    const before = readdirSync(installation.dataDir);
    expect((await found('data directory')).severity).toBe('ok');
    expect(readdirSync(installation.dataDir)).toEqual(before);
  });

  it('a full or read-only disk is no question of who owns the directory', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(notWritable('/data', full)).toMatchObject([{ mend: expect.stringMatching(/^free some space/) }]);
    const foreign = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    expect(notWritable('/data', foreign)).toMatchObject([{ mend: expect.stringContaining('chown') }]);
    const readOnly = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    expect(notWritable('/data', readOnly)).toMatchObject([{ mend: expect.stringContaining('mount it writable') }]);
  });

  it('little room', () => {
    expect(roomFor(400_000_000)).toMatchObject([{ severity: 'broken', found: '400 MB free' }]);
    expect(roomFor(4_000_000_000)).toMatchObject([{ severity: 'warning' }]);
    expect(roomFor(40_000_000_000)).toMatchObject([{ severity: 'ok' }]);
  });

  it('a port that somebody else has, and one that a process of ours has', async () => {
    let status = 404;
    const { port } = await serve((_, response) => response.writeHead(status).end());
    const env = { PORT: String(port), SCHEDULER_PORT: '' };
    expect(await found('ports', env)).toMatchObject({ severity: 'broken', mend: expect.stringContaining('PORT') });
    status = 200;
    expect((await found('ports', env)).severity).toBe('ok');
  });
});

it('npm that is not there is no fault of an image', async () => {
  vi.stubEnv('PATH', temporaryDirectory());
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await found('npm')).toMatchObject({ severity: 'note' });
});

describe('redis', () => {
  it('that drops jobs, keeps no file, or is not there', async () => {
    const server = await ownRedis(['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no']);
    const env = { REDIS_URL: server.url };
    const all = await inspect('redis', env);
    expect(all.map(({ severity }) => severity)).toEqual(['broken', 'warning']);
    for (const { mend } of all) expect(mend).toContain('CONFIG SET');
    const anHourOff = await inspect('redis', env, new Date(Date.now() + 3_600_000));
    expect(anHourOff.at(-1)).toMatchObject({
      severity: 'warning',
      found: expect.stringMatching(/differ by 3\d{3} seconds/),
    });
    await server.stop();
    expect(await found('redis', env)).toMatchObject({ severity: 'broken', found: 'Redis does not respond' });
  });

  it('that is as it should be, lacks the database of the URL, or has no memory left', async () => {
    const { url, client } = await ownRedis();
    const env = { REDIS_URL: url };
    expect(await inspect('redis', env)).toMatchObject([{ severity: 'ok' }]);
    expect(await found('redis', { REDIS_URL: `${url}?db=99` })).toMatchObject({
      severity: 'broken',
      cause: 'ERR DB index is out of range',
    });
    await client().config('SET', 'maxmemory', '1');
    expect(await found('redis', env)).toMatchObject({ severity: 'broken', found: 'Redis refuses writes' });
  });

  it('whose socket was left behind', async () => {
    mkdirSync(join(installation.dataDir, 'redis'), { recursive: true });
    writeFileSync(join(installation.dataDir, 'redis', 'redis.sock'), '');
    expect(await found('redis')).toMatchObject({ severity: 'warning', mend: 'npm start' });
  });
});

describe('settings', () => {
  it('that can’t be understood are named, and the rest is looked at', async () => {
    const { environment, faults } = readableEnvironment({ ...installation.env, PORT: 'eighty', CRAWLER_PORT: '4100' });
    expect(faults).toMatchObject([
      { severity: 'broken', found: 'PORT is "eighty"', mend: expect.stringContaining('unset PORT') },
    ]);
    expect(environment).toMatchObject({ port: 3000, crawlerPort: 4100, dataDir: installation.dataDir });
  });

  it('as well as those that contradict others', () => {
    const { environment, faults } = readableEnvironment({ PORT: 'abc', CONSOLE_HOST: '0.0.0.0' });
    expect(faults.map(({ found }) => found)).toEqual(['PORT is "abc"', 'CONSOLE_HOST is "0.0.0.0"']);
    expect(environment).toMatchObject({ port: 3000, consoleHost: '127.0.0.1' });
  });

  it('one port for two, and links to nowhere', async () => {
    const { environment, faults } = readableEnvironment({
      ...installation.env,
      PORT: '4100',
      CRAWLER_PORT: '4100',
      HOST: '0.0.0.0',
    });
    const all = await settingsCheck(faults).inspect({ environment, now: new Date() });
    expect(all.map((each) => each.found)).toEqual([
      'web and crawler have the same port 4100',
      'links and attributions use http://localhost:4100, but the server listens on http://127.0.0.1:4100',
    ]);
  });

  it.each([
    ['DATADIR', 'DATA_DIR'],
    ['data_dir', 'DATA_DIR'],
    ['ASSAY_BRAND', 'BRAND'],
    ['REDIS_ULR', 'REDIS_URL'],
    ['WEB_WORKER', 'WEB_WORKERS'],
    ['CHROMUIM_PATH', 'CHROMIUM_PATH'],
  ])('%s, where %s is meant', (name, meant) => {
    expect(misspelt({ [name]: 'x' })).toEqual([{ name, meant }]);
  });

  it('what every system sets is not taken for ours', () => {
    const names =
      'HOME HOSTNAME PATH PWD SHELL TERM LANG USER LOGNAME TMPDIR NODE_ENV EDITOR PAGER DISPLAY SHLVL HOSTTYPE BRANCH POST';
    expect(misspelt(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toEqual([]);
  });
});

it('the command ends with 1 where something is broken, tells a program, and names what was misspelt', async () => {
  rmSync(page());
  const { code, stdout, stderr } = await assay(['doctor', '--offline', '--json'], {
    ...installation.env,
    PORT: '0',
    DATADIR: '/x',
  });
  expect([code, stderr]).toEqual([1, '']);
  const { broken, findings } = JSON.parse(stdout);
  expect(broken).toBeGreaterThan(0);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'archive', severity: 'broken' }));
  expect(findings).toContainEqual(expect.objectContaining({ check: 'settings', found: 'DATADIR is set but not used' }));
  expect(existsSync(join(installation.dataDir, 'redis'))).toBe(false);
});

it('of a page that a bucket lost, it says to restore the object: backups have none', async () => {
  rmSync(page());
  const bucket = await startBucketServer('pages');
  const url = `s3://pages/assay?endpoint=http://127.0.0.1:${bucket.port}`;
  const env = { ...installation.env, ...BUCKET_KEYS, ARCHIVE_URL: url };
  const { stdout } = await assay(['doctor', '--offline', '--json'], env);
  await bucket.stop();
  expect(JSON.parse(stdout).findings).toContainEqual(
    expect.objectContaining({ found: LOST.found, mend: expect.stringMatching(/^restore \S+\.zst in s3:\/\/pages\//) }),
  );
});
