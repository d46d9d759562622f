import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ArchiveCorrupt, openArchive, sha256Of } from '../../../data/store/archive/archive.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryDirectory();
});

const placeOf = (sha256: string) => join(dir, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
const fileOf = (sha256: string) => `${placeOf(sha256)}.zst`;

async function filesIn(place: string): Promise<string[]> {
  return (await readdir(place, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()).map((e) => e.name);
}

describe('the archive', () => {
  it.each([
    ['bytes that do not have the hash of their name', () => zstdCompressSync(Buffer.from('Pro $92'))],
    ['a file that was cut short', (stored: Buffer) => stored.subarray(0, 9)],
  ])('refuses %s', async (_, damaged) => {
    const archive = await openArchive(dir);
    const sha256 = await archive.put(Buffer.from('x'.repeat(5_000)));
    await writeFile(fileOf(sha256), damaged(await readFile(fileOf(sha256))));
    await expect(archive.get(sha256)).rejects.toThrow(ArchiveCorrupt);
    expect(() => archive.getSync(sha256)).toThrow(ArchiveCorrupt);
  });

  it('has nothing under a hash that was never put', async () => {
    const archive = await openArchive(dir);
    expect(await archive.get('0'.repeat(64))).toBeUndefined();
    expect(archive.getSync('0'.repeat(64))).toBeUndefined();
  });

  it('gives back any bytes, both ways, under their SHA-256', async () => {
    const archive = await openArchive(dir);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        const sha256 = await archive.put(bytes);
        expect(sha256).toBe(sha256Of(bytes));
        expect(await archive.get(sha256)).toEqual(Buffer.from(bytes));
        expect(archive.getSync(sha256)).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 40 },
    );
  });

  it('keeps equal bytes once, though twenty writers put them at the same time', async () => {
    const writers = await Promise.all([openArchive(dir), openArchive(dir)]);
    const bytes = Buffer.from('Team €49'.repeat(10_000));
    const hashes = await Promise.all(Array.from({ length: 20 }, (_, i) => writers[i % 2]?.put(bytes)));
    expect(new Set(hashes).size).toBe(1);
    expect(await filesIn(dir)).toEqual([`${sha256Of(bytes)}.zst`]);
    expect(await writers[0].get(sha256Of(bytes))).toEqual(bytes);
  });

  it('clears what a crashed writer left, and spares what another process may be writing', async () => {
    const unfinished = join(dir, 'unfinished');
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'old'), 'half a page');
    await writeFile(join(unfinished, 'young'), 'half a page');
    const hourAgo = new Date(Date.now() - 3_600_000);
    await utimes(join(unfinished, 'old'), hourAgo, hourAgo);
    await openArchive(dir);
    expect(await readdir(unfinished)).toEqual(['young']);
  });

  const mounted = process.getuid?.() === 0 ? mountSmall() : undefined;
  if (mounted === undefined) console.warn('skipped: disk full needs root and tmpfs');
  it.skipIf(mounted === undefined)(
    'says so when the disk is full, leaves no half page, and goes on when there is room',
    async () => {
      if (mounted === undefined) return;
      try {
        const archive = await openArchive(mounted);
        const kept = await archive.put(Buffer.from('small'));
        const noise = Buffer.alloc(8 * 1024 * 1024);
        for (let i = 0; i < noise.length; i += 4) noise.writeUInt32LE(Math.trunc(Math.random() * 2 ** 32), i);
        await expect(archive.put(noise)).rejects.toMatchObject({ code: 'ENOSPC' });
        expect(await archive.get(sha256Of(noise))).toBeUndefined();
        expect(await filesIn(mounted)).toEqual([`${kept}.zst`]);
        const after = await archive.put(Buffer.from('there is room again'));
        expect(await archive.get(after)).toEqual(Buffer.from('there is room again'));
      } finally {
        spawnSync('umount', [mounted]);
      }
    },
  );
});

function mountSmall(): string | undefined {
  const place = spawnSync('mktemp', ['-d'], { encoding: 'utf8' }).stdout.trim();
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', place]).status === 0 ? place : undefined;
}
