/** `publish`, `export` and `status` as an operator calls them, with parts running and with parts down. */

import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../../data/store/archive/archive.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { ownRedis } from '../redis-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { startVerifier } from '../verifier/verifier-process.ts';
import { assay, assayHere } from './command-line.ts';
import { installed, visited } from './installed.ts';

const [installation, redis] = await Promise.all([installed(), ownRedis()]);

const current = () => readCurrent(installation.generations);

describe('publish', () => {
  it('publishes here where no verifier runs, and says what the gates said', async () => {
    await visited(installation, ['18'], new Date());
    const { code, stdout } = await assay(['publish', '--json'], installation.env);
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      generation: current()?.generation,
      sha256: current()?.sha256,
      unchanged: false,
      products: 3,
    });
    expect(report.gates.map(({ gate }: { gate: string }) => gate)).toEqual(['products', 'records', 'changes', 'copy']);
    const again = await assayHere(['publish'], installation.env);
    expect(again.stdout).toContain(`No changes since generation ${report.generation}`);
    expect(again.stdout).toContain(report.sha256);
    expect(again.stderr).toContain('publishing in this process');
  });

  it('is refused by a gate, and what was published stays', async () => {
    const before = current();
    const small = join(temporaryDirectory(), 'catalogue');
    const { code, stdout, stderr } = await assayHere(['publish'], {
      ...installation.env,
      CATALOGUE_DIR: oneProduct(small),
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Cannot publish 1 products instead of 3');
    expect(current()).toEqual(before);
  });

  it('does not replace what was published by what an emptied ledger knows', async () => {
    const DATA_DIR = join(temporaryDirectory(), 'data');
    cpSync(installation.dataDir, DATA_DIR, { recursive: true });
    for (const suffix of ['-wal', '-shm']) rmSync(join(DATA_DIR, `ledger.db${suffix}`), { force: true });
    writeFileSync(join(DATA_DIR, 'ledger.db'), '');
    const pointer = readFileSync(join(DATA_DIR, 'generations/CURRENT'), 'utf8');
    expect(await assayHere(['publish'], { ...installation.env, DATA_DIR })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Restore a backup'),
    });
    expect(readFileSync(join(DATA_DIR, 'generations/CURRENT'), 'utf8')).toBe(pointer);
  });

  it('makes no ledger where there is none', async () => {
    const DATA_DIR = join(temporaryDirectory(), 'nothing');
    expect(await assayHere(['publish'], { ...installation.env, DATA_DIR })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no ledger in'),
    });
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

function oneProduct(dir: string): string {
  cpSync(installation.catalogueDir, dir, { recursive: true });
  for (const slug of ['acme-1', 'acme-2']) rmSync(join(dir, 'products', `${slug}.yaml`));
  return dir;
}

describe('export', () => {
  it('makes the files, finds them again, and tells when one was changed', async () => {
    const dir = temporaryDirectory();
    const made = await assay(['export', dir, '--json'], installation.env);
    expect(made.code).toBe(0);
    const { directory, how, manifest } = JSON.parse(made.stdout);
    expect(how).toBe('made');
    for (const { name, sha256 } of manifest.files) expect(sha256Of(readFileSync(join(directory, name)))).toBe(sha256);
    expect((await assayHere(['export', dir], installation.env)).stdout).toContain('there already, all files verified');
    const file = join(directory, 'records.jsonl');
    chmodSync(file, 0o644);
    writeFileSync(file, 'other');
    expect(await assayHere(['export', dir], installation.env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('records.jsonl'),
    });
  });

  it('copies what the exporter keeps, also of an older generation, whole or not at all', async () => {
    const kept = join(installation.dataDir, 'exports');
    expect((await assayHere(['export', kept], installation.env)).code).toBe(0);
    const number = current()?.generation ?? '';
    const dir = temporaryDirectory();
    const { code, stdout } = await assayHere(['export', dir, '--generation', number, '--json'], installation.env);
    expect([code, JSON.parse(stdout).how]).toEqual([0, 'copied']);
    const other = temporaryDirectory();
    const damaged = join(kept, number, 'history.csv');
    chmodSync(damaged, 0o644);
    writeFileSync(damaged, 'half');
    expect((await assayHere(['export', other], installation.env)).code).toBe(1);
    expect(readdirSync(other)).toEqual([]);
    const absent = await assayHere(['export', other, '--generation', '000999'], installation.env);
    expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining(`it has no files. Available: ${number}`) });
  });
});

describe('status', () => {
  it('tells what it can while everything is down, and names what is', async () => {
    const { code, stdout } = await assay(['status', '--json'], { ...installation.env, PORT: '1' });
    expect(code).toBe(1);
    const found = JSON.parse(stdout);
    expect(found.down.map(({ part }: { part: string }) => part)).toEqual(['web', 'redis', 'scheduler']);
    expect(found).toMatchObject({
      dataDir: installation.dataDir,
      ledger: { entries: expect.any(Number), waiting: expect.any(Number) },
      sources: { all: 3, visited: 1, visiting: 0 },
      published: { generation: current()?.generation, sha256: current()?.sha256, products: 3 },
      disk: { archive: { files: 3 } },
    });
    expect(found.redis).toBeUndefined();
    expect(found.alarms).toContainEqual(expect.objectContaining({ name: 'redis_away' }));
  });

  it('counts what the ledger holds in its log alone', async () => {
    const file = join(installation.dataDir, 'ledger.db');
    const ledger = new Database(file);
    try {
      ledger.pragma(`user_version = ${ledger.pragma('user_version', { simple: true })}`);
      const log = statSync(`${file}-wal`).size;
      expect(log).toBeGreaterThan(0);
      const { stdout } = await assayHere(['status', '--json'], { ...installation.env, PORT: '1' });
      expect(JSON.parse(stdout).disk.ledger).toEqual({ files: 2, bytes: statSync(file).size + log });
    } finally {
      ledger.close();
    }
  });
});

describe('beside a verifier', () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    const verifier = startVerifier(installation, redis.url, { VERIFIER_PORT: '0', PUBLISH_QUIET_MS: '600000' });
    const { address } = (await verifier.until('listening')) as { address: { port: number } };
    env = { ...installation.env, REDIS_URL: redis.url, VERIFIER_PORT: String(address.port), PORT: '0' };
    await verifier.until('ready');
  });

  it('publish asks it, which alone writes', async () => {
    const { code, stdout, stderr } = await assayHere(['publish', '--json'], env);
    expect([code, stderr]).toEqual([0, 'asking the running verifier\n']);
    expect(JSON.parse(stdout)).toMatchObject({ sha256: current()?.sha256, unchanged: true });
    const alone = await assayHere(['publish'], installation.env);
    expect(alone).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Set REDIS_URL') });
  });

  it('status tells queues and probes of what runs, and the same to a person', async () => {
    const { stdout } = await assayHere(['status', '--json'], env);
    const found = JSON.parse(stdout);
    expect(found.probes).toContainEqual(expect.objectContaining({ process: 'verifier', isReady: true }));
    expect(found.queues.crawl).toMatchObject({ waiting: 0, failed: 0 });
    const text = (await assayHere(['status'], env)).stdout;
    expect(text).toMatch(/^probe +verifier: ready at http/m);
    expect(text).toMatch(/^probe +notifier: no port configured$/m);
    expect(text).toMatch(/^ALARM +The queue crawl has no worker. Start a crawler.$/m);
    expect(text).toMatch(/^DOWN +scheduler: no tick yet/m);
  });
});
