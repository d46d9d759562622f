/** Backups: whole or none, beside a writer, without copying twice; and what comes of them at another place. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pageFile } from '../../data/store/archive/archive.ts';
import { backupsIn, makeBackup } from '../../data/store/backup/backup.ts';
import { restore } from '../../data/store/backup/restore.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { ledgerFigures, stoodAt } from '../../data/store/ledger-queries/inspection.ts';
import { daysAfterNoon } from '../builders.ts';
import { eventually } from '../eventually.ts';
import { startProgram } from '../program.ts';
import { ownRedis } from '../redis-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { vendorPage, visit } from '../verifier/vendor-page.ts';
import { archived, deliver, openQueue, recordedIds, startVerifier } from '../verifier/verifier-process.ts';
import { assay, assayHere } from './command-line.ts';
import { type Installed, installed, publishedIn, visited } from './installed.ts';

const placeOf = () => join(temporaryDirectory(), 'x');

/** Restores a backup at a place of its own, and returns how many pages it has. */
async function pagesRestored(dir: string, name: string): Promise<number | undefined> {
  const { manifest } = await restore({ dir, name, dataDir: placeOf(), force: false, now: new Date() });
  return manifest.pages;
}

/** Everything below a directory with its bytes, to tell whether anything changed. */
function contents(dir: string): Record<string, string> {
  const files = existsSync(dir) ? readdirSync(dir, { recursive: true, withFileTypes: true }) : [];
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(dir.length), readFileSync(path, 'base64')]),
  );
}

it('restored at another place, publishing gives the same generation, computed anew', async () => {
  const { dataDir, catalogueDir, env, report } = await installed();
  const dir = temporaryDirectory();
  const backup = await assay(['backup', dir, '--json'], env);
  expect(backup.code).toBe(0);
  const made = JSON.parse(backup.stdout);
  expect(made).toMatchObject({ copied: 2, manifest: { pages: 2, lost: [], generation: { sha256: report.sha256 } } });

  const DATA_DIR = join(temporaryDirectory(), 'elsewhere');
  const there = { DATA_DIR, CATALOGUE_DIR: catalogueDir };
  const restored = await assay(['restore', dir], there);
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining(`Restored ${made.name}`)]);
  expect(readCurrent(join(DATA_DIR, 'generations'))).toEqual(readCurrent(join(dataDir, 'generations')));
  expect(contents(join(DATA_DIR, 'archive'))).toEqual(contents(join(dataDir, 'archive')));
  rmSync(join(DATA_DIR, 'generations'), { recursive: true });
  const published = JSON.parse((await assayHere(['publish', '--json'], there)).stdout);
  expect(published).toMatchObject({ sha256: report.sha256, recomputed: 3 });
});

describe('beside a verifier that writes', () => {
  it('each backup is a beginning of the ledger with every page that it cites, and nothing is restored', async () => {
    const home = await installed();
    const { url } = await ownRedis();
    const queue = openQueue(url);
    startVerifier(home, url, { PUBLISH_QUIET_MS: '20' });
    const dir = temporaryDirectory();
    const pages = Array.from({ length: 60 }, (_, at) => vendorPage([{ name: 'Team', monthly: String(20 + at) }]));
    const visits = pages.map((page, day) => visit(page, { slug: 'acme-2', at: daysAfterNoon(day) }));
    const before = recordedIds(home).length;
    let delivered = false;
    const writing = (async () => {
      for (const [at, page] of pages.entries()) {
        await archived(home.archive, page);
        await deliver(queue, visits.slice(at, at + 1));
      }
      delivered = true;
    })();
    const made = [];
    for (let second = 0; !delivered || made.length < 3; second += 1)
      made.push(await makeBackup({ dataDir: home.dataDir, dir, now: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) }));
    await writing;
    await eventually('all is written', () => recordedIds(home).length === before + visits.length);
    for (const { manifest } of made) {
      expect(manifest.lost).toEqual([]);
      expect(stoodAt(home.ledger, manifest.ledger)).toBe(true);
    }
    const entries = made.map(({ manifest }) => manifest.ledger.entries);
    expect(entries).toEqual(entries.toSorted((a, b) => a - b));
    expect(made.reduce((sum, { copied }) => sum + copied, 0)).toBe(made.at(-1)?.manifest.pages);

    expect(await assayHere(['restore', dir, '--force'], home.env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Stop it first'),
    });
  });
});

describe('cut short', () => {
  it('at any page, nothing is taken for a backup, and the next one is whole', async () => {
    const { dataDir } = await installed();
    const dir = temporaryDirectory();
    const now = new Date('2026-02-01T00:00:00Z');
    for (let fatal = 1; fatal <= 2; fatal += 1) {
      let page = 0;
      const onPage = () => {
        page += 1;
        if (page === fatal) throw new Error('the power is gone');
      };
      await expect(makeBackup({ dataDir, dir, now, onPage })).rejects.toThrow('the power is gone');
      expect(backupsIn(dir)).toEqual([]);
    }
    await makeBackup({ dataDir, dir, now });
    expect(backupsIn(dir)).toEqual(['2026-02-01T00-00-00Z']);
    expect(await pagesRestored(dir, '2026-02-01T00-00-00Z')).toBe(2);
  });

  it('by kill -9, likewise', async () => {
    const { env, dataDir } = await installed();
    const dir = temporaryDirectory();
    // Nobody writes to this pipe, so the backup waits for it, and is killed there.
    const pipe = join(dataDir, 'reread.json');
    execFileSync('mkfifo', [pipe]);
    const backup = startProgram(['cli/main.ts', 'backup', dir], env);
    const unfinished = () => readdirSync(dir).filter((name) => name.startsWith('.tmp-'));
    await eventually('it has begun', () => unfinished().length > 0);
    await backup.end('SIGKILL');
    rmSync(pipe);
    expect(unfinished()).toHaveLength(1);
    expect(backupsIn(dir)).toEqual([]);
    const now = new Date('2026-02-02T00:00:00Z');
    const { name } = await makeBackup({ dataDir, dir, now });
    expect(unfinished()).toEqual([]);
    expect(await pagesRestored(dir, name)).toBe(2);
  });
});

it('what is in a backup already is not copied again, and old ones go where they are told to', async () => {
  const home = await installed();
  const dir = temporaryDirectory();
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  expect((await makeBackup({ dataDir: home.dataDir, dir, now: at(1) })).copied).toBe(2);
  await visited(home, ['77'], new Date());
  const second = await makeBackup({ dataDir: home.dataDir, dir, now: at(2) });
  expect([second.copied, second.manifest.pages]).toEqual([1, 3]);
  await makeBackup({ dataDir: home.dataDir, dir, now: at(3), keep: 2 });
  expect(backupsIn(dir)).toEqual(['2026-03-03T00-00-00Z', '2026-03-02T00-00-00Z']);
});

it('a page that the archive lost is told, and the rest is backed up and restored', async () => {
  const home = await installed();
  const [lost = ''] = home.pages;
  rmSync(pageFile(join(home.dataDir, 'archive'), lost));
  const dir = temporaryDirectory();
  const { code, stdout } = await assayHere(['backup', dir], home.env);
  expect([code, stdout]).toEqual([1, expect.stringContaining(`LOST        ${lost}`)]);
  expect(await assayHere(['restore', dir], { ...home.env, DATA_DIR: placeOf() })).toMatchObject({
    code: 0,
  });
});

it('a ledger that is not sound is not backed up', async () => {
  const home = await installed();
  const bytes = readFileSync(home.ledger);
  bytes.fill(0x55, 4_096, 12_288);
  writeFileSync(home.ledger, bytes);
  const dir = temporaryDirectory();
  expect((await assayHere(['backup', dir], home.env)).code).toBe(1);
  expect(backupsIn(dir)).toEqual([]);
});

describe('restoring', () => {
  let home: Installed;
  let dir: string;
  let name: string;
  const now = new Date('2026-04-01T00:00:00Z');
  beforeAll(async () => {
    home = await installed();
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));
  async function fresh() {
    dir = temporaryDirectory();
    name = (await makeBackup({ dataDir: home.dataDir, dir, now })).name;
  }

  it('anything that is missing, short or changed stops it before anything is placed', async () => {
    await fresh();
    const sound = contents(dir);
    const paths = Object.keys(sound).map((path) => join(dir, path));
    expect(paths.length).toBeGreaterThan(6);
    for (const path of paths) {
      const bytes = readFileSync(path);
      for (const harm of [
        () => rmSync(path, { force: true }),
        () => truncateSync(path, bytes.length >> 1),
        () => writeFileSync(path, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 4)),
      ]) {
        chmodSync(path, 0o644);
        harm();
        const dataDir = placeOf();
        const isManifest = path.endsWith('manifest.json');
        await expect(restore({ dir, name, dataDir, force: false, now }).then(() => path)).rejects.toThrow(
          isManifest ? '' : 'Cannot restore',
        );
        expect(readdirSync(dataDir).filter((each) => !each.startsWith('ledger.db.lock'))).toEqual([]);
        writeFileSync(path, bytes);
      }
    }
    expect(contents(dir)).toEqual(sound);
  });

  it('a file that leads out of the backup is not placed', async () => {
    await fresh();
    const path = join(dir, name, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const [ledger] = manifest.files.filter((file: { name: string }) => file.name === 'ledger.db');
    copyFileSync(join(dir, name, 'ledger.db'), join(dir, 'ledger.db'));
    chmodSync(path, 0o644);
    writeFileSync(
      path,
      JSON.stringify({ ...manifest, files: [...manifest.files, { ...ledger, name: '../ledger.db' }] }),
    );
    const dataDir = placeOf();
    await expect(restore({ dir, name, dataDir, force: false, now })).rejects.toThrow('not a backup manifest');
    expect(readdirSync(dataDir)).not.toContain('ledger.db');
  });

  it('does not write over data without being told to, and moves it aside then', async () => {
    await fresh();
    const target = await installed();
    await visited(target, ['55'], new Date());
    await publishedIn(target, new Date());
    const before = contents(target.dataDir);
    const refused = await assayHere(['restore', dir], target.env);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--force') });
    expect(contents(target.dataDir)).toEqual(before);
    const { code, stdout } = await assayHere(['restore', dir, '--force', '--json'], target.env);
    expect(code).toBe(0);
    const { replaced, manifest } = JSON.parse(stdout);
    expect(ledgerFigures(target.ledger)).toMatchObject({
      entries: manifest.ledger.entries,
      chain: manifest.ledger.chain,
    });
    expect(existsSync(join(replaced, 'ledger.db'))).toBe(true);
    // Its generation was ahead of the backup's: consumers keep it until the next one, whose number is higher.
    const served = readCurrent(target.generations)?.generation;
    expect(Number(served)).toBe(2);
    expect(JSON.parse((await assayHere(['publish', '--json'], target.env)).stdout)).toMatchObject({
      generation: '000003',
      sha256: home.report.sha256,
    });
  });

  it('does nothing where there is no such backup', async () => {
    await fresh();
    const env = { ...home.env, DATA_DIR: placeOf() };
    expect(await assayHere(['restore', temporaryDirectory()], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no complete backup'),
    });
    expect(await assayHere(['restore', dir, '--from', '1999-01-01T00-00-00Z'], env)).toMatchObject({ code: 2 });
  });
});
