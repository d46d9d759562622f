/** A generation from another node: whole and of the hash that was said, or not at all. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { hashFileSync } from '../../../../data/store/files/hash-file.ts';
import { GENERATION_SCHEMA, generationFile, readCurrent } from '../../../../data/store/generation/current.ts';
import { puller } from '../../../../serve/files/replica/pull.ts';
import { NOON } from '../../../builders.ts';
import { linkTo } from '../../../link.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { manyProducts } from '../../many-products.ts';
import { publisher, serve } from '../../served.ts';
import { type Trouble, type Unreliable, unreliable } from './unreliable.ts';

/** Of a puller that waits for what never comes. */
const IMPATIENT_MS = 1_000;

function pullerOf(url: string, dir: string, idleMs: number): ReturnType<typeof puller> {
  const { signal } = new AbortController();
  return puller({ url, dir, patience: { idleMs, attemptMs: 60_000 }, signal, now: () => new Date(NOON) });
}

interface Far {
  link: Unreliable;
  /** Where the far node has its generations. */
  dir: string;
  pull: ReturnType<typeof puller>['pull'];
  isRefusing: ReturnType<typeof puller>['isRefusing'];
  /** Publishes at the source, and waits until it serves it. */
  publish(turn: number): Promise<void>;
  source: string;
}

async function far({ idleMs = 20_000 } = {}): Promise<Far> {
  const { dir: source, publish } = publisher(manyProducts(40, 0));
  const { url, generations } = await serve(source);
  const link = await unreliable(url);
  const dir = join(temporaryDirectory(), 'generations');
  const { pull, isRefusing } = pullerOf(link.url, dir, idleMs);
  return {
    link,
    dir,
    pull,
    isRefusing,
    source,
    async publish(turn) {
      publish(manyProducts(40, turn), new Date(Date.parse(NOON) + turn * 1_000));
      await generations.follow();
    },
  };
}

const partOf = (dir: string) => readdirSync(dir).find((name) => name.startsWith('.part-'));
const servedAt = async (dir: string) => (await serve(dir)).generations.store?.generation.id;
const expectSame = (dir: string, source: string) => {
  const current = readCurrent(source);
  expect(readCurrent(dir)).toEqual(current);
  const bytesIn = (place: string) => readFileSync(join(place, current?.file ?? ''));
  expect(bytesIn(dir).equals(bytesIn(source))).toBe(true);
};

describe('a generation of another node', () => {
  it('is here as it is there, and asked for once', async () => {
    const { link, dir, pull, publish, source } = await far();
    expect(await pull()).toMatchObject({ kind: 'taken', generation: '000001', bytes: readCurrent(source)?.bytes });
    expectSame(dir, source);
    expect(await servedAt(dir)).toBe('000001');
    expect(await pull()).toEqual({ kind: 'unchanged' });
    expect(link.asked.filter(({ path }) => path.endsWith('.db'))).toHaveLength(1);
    await publish(1);
    expect(await pull()).toMatchObject({ kind: 'taken', generation: '000002' });
    expectSame(dir, source);
    expect(partOf(dir)).toBeUndefined();
  });

  it('comes whole over a way that is slow and narrow', async () => {
    const { dir: source } = publisher(manyProducts(40, 0));
    const { url } = await serve(source);
    const link = await linkTo(Number(new URL(url).port));
    await link.slow({ delayMs: 50, bytesPerSecond: 400_000 });
    const dir = join(temporaryDirectory(), 'generations');
    await pullerOf(`http://127.0.0.1:${link.port}`, dir, 10_000).pull();
    expectSame(dir, source);
    await link.close();
  }, 60_000);

  it('goes on where it was cut, and asks for the rest alone', async () => {
    const { link, dir, pull, source } = await far();
    const bytes = readCurrent(source)?.bytes ?? 0;
    link.trouble = 'cut';
    await expect(pull()).rejects.toThrow();
    await expect(pull()).rejects.toThrow();
    const part = join(dir, partOf(dir) ?? expect.fail('nothing of it is kept'));
    const { size } = statSync(part);
    expect(size).toBeGreaterThanOrEqual(bytes / 2);
    expect(size).toBeLessThan(bytes);
    expect(readCurrent(dir)).toBeUndefined();
    link.trouble = 'none';
    expect(await pull()).toMatchObject({ kind: 'taken', bytes: bytes - size });
    expect(link.asked.at(-1)?.range).toBe(`bytes=${size}-`);
    expectSame(dir, source);
  });

  it('begins anew where ranges are not known, or the rest is of another place', async () => {
    const { link, dir, pull, source } = await far();
    link.trouble = 'cut';
    await expect(pull()).rejects.toThrow();
    link.trouble = 'wrong-range';
    await expect(pull()).rejects.toThrow('status 206');
    expect(statSync(join(dir, partOf(dir) ?? '')).size).toBe(0);
    link.trouble = 'cut';
    await expect(pull()).rejects.toThrow();
    link.trouble = 'no-ranges';
    await expect(pull()).rejects.toThrow();
    link.trouble = 'none';
    expect(await pull()).toMatchObject({ kind: 'taken' });
    expectSame(dir, source);
  });

  it('that is cut, wrong, too long, gone or never comes leaves the one before as it is', async () => {
    const { link, dir, pull, publish, source } = await far({ idleMs: IMPATIENT_MS });
    await pull();
    const before = readCurrent(dir);
    await publish(1);
    const reasons: Partial<Record<Trouble, RegExp>> = {
      corrupt: /its SHA-256 is/,
      longer: /longer than the expected \d+ bytes/,
      'not-found': /status 404/,
      hang: /./,
      stall: /No data for 1000 ms/,
      cut: /./,
    };
    for (const [trouble, reason] of Object.entries(reasons)) {
      link.trouble = trouble as Trouble;
      await expect(pull(), trouble).rejects.toThrow(reason);
      expect(readCurrent(dir), trouble).toEqual(before);
      expect(await servedAt(dir), trouble).toBe('000001');
    }
    link.trouble = 'none';
    expect(await pull()).toMatchObject({ kind: 'taken', generation: '000002' });
    expectSame(dir, source);
  });

  it('of an unknown schema, of before, or too large is refused without a byte of it', async () => {
    const { link, dir, pull, isRefusing, publish, source } = await far();
    const old = readCurrent(source);
    await publish(1);
    await pull();
    const before = readCurrent(dir);
    const next = { ...before, generation: '000003', sha256: 'f'.repeat(64), file: `gen-${'f'.repeat(16)}.db` };
    const files = () => link.asked.filter(({ path }) => path.endsWith('.db')).length;
    const asked = files();
    link.pointer = { ...next, schema: GENERATION_SCHEMA + 1 };
    expect(await pull()).toEqual({ kind: 'refused', reason: 'unknown_schema', generation: '000003' });
    expect(isRefusing()).toBe(true);
    link.pointer = { ...next, bytes: 2 ** 50 };
    expect(await pull()).toMatchObject({ kind: 'refused', reason: 'too_large' });
    link.pointer = old;
    expect(await pull()).toMatchObject({ kind: 'refused', reason: 'older' });
    for (const pointer of [{}, { ...next, file: '../../etc/passwd' }, { padding: 'x'.repeat(100_000) }]) {
      link.pointer = pointer;
      await expect(pull()).rejects.toThrow();
    }
    expect([files(), readCurrent(dir)]).toEqual([asked, before]);
    link.pointer = before;
    expect(await pull()).toEqual({ kind: 'unchanged' });
    expect(isRefusing()).toBe(false);
  });

  it('that says a schema which its file does not have is not published', async () => {
    const { link, dir, pull, source } = await far();
    const current = readCurrent(source);
    const file = join(source, current?.file ?? '');
    const other = join(temporaryDirectory(), 'other.db');
    writeFileSync(other, readFileSync(file));
    const database = new Database(other);
    database.pragma(`user_version = ${GENERATION_SCHEMA + 1}`);
    database.close();
    const sha256 = hashFileSync(other);
    writeFileSync(join(source, generationFile(sha256)), readFileSync(other));
    link.pointer = { ...current, sha256, file: generationFile(sha256), bytes: statSync(other).size };
    await expect(pull()).rejects.toThrow('Cannot open generation');
    expect(existsSync(join(dir, 'CURRENT'))).toBe(false);
    link.pointer = undefined;
    expect(await pull()).toMatchObject({ kind: 'taken' });
    expectSame(dir, source);
  });

  it('published before under another number is not fetched again', async () => {
    const { link, dir, pull, source } = await far();
    await pull();
    const asked = link.asked.length;
    link.pointer = { ...readCurrent(source), generation: '000009' };
    expect(await pull()).toEqual({ kind: 'taken', generation: '000009', bytes: 0 });
    expect(link.asked.length).toBe(asked + 1);
    expect(await servedAt(dir)).toBe('000009');
  });
});
