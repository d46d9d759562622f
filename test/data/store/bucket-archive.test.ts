/** Against a real S3-compatible server in a process of its own; a way to it that lies between can be cut. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Archive, ArchiveCorrupt, openArchive, pageKey } from '../../../data/store/archive/archive.ts';
import { type Bucket, bucketAddress, openBucket } from '../../../data/store/archive/bucket.ts';
import { bucketArchive } from '../../../data/store/archive/bucket-archive.ts';
import { fetchingSync } from '../../../data/store/archive/fetch-page-sync.ts';
import { trimDirectory } from '../../../data/store/archive/open-archive.ts';
import { BUCKET_KEYS, type BucketServer, startBucketServer } from '../../bucket-server.ts';
import { eventually } from '../../eventually.ts';
import { linkTo } from '../../link.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const NAME = 'pages';
const PAGE = Buffer.from('<h1>Pro</h1><p>$12 per user a month</p>'.repeat(100));

let store: BucketServer;
let url: string;
beforeAll(async () => {
  for (const [name, key] of Object.entries(BUCKET_KEYS)) vi.stubEnv(name, key);
  store = await startBucketServer(NAME);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.stop();
});

let prefix = 0;
function urlOf(port: number, name = NAME): string {
  return `s3://${name}/assay/${prefix}?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`;
}
beforeEach(() => {
  prefix += 1;
  url = urlOf(store.port);
});

/** As one machine of several has it: its own directory, the shared bucket. */
async function machine(at = url): Promise<{ archive: Archive; dir: string; bucket: Bucket }> {
  const dir = temporaryDirectory();
  const bucket = openBucket(bucketAddress(at));
  return { archive: bucketArchive(bucket, await openArchive(dir), fetchingSync(bucketAddress(at), dir)), dir, bucket };
}

function comes(ask: () => unknown): boolean {
  try {
    return ask() !== undefined;
  } catch {
    return false;
  }
}

async function storedFile(key: string): Promise<string> {
  const names = await readdir(join(store.dir, NAME), { recursive: true });
  const found = names.find((name) => name.includes(`${prefix}/${key}`) && name.endsWith('_object'));
  if (found === undefined) throw new Error(`${key} is not in the bucket: ${names.join(' ')}`);
  return join(store.dir, NAME, found);
}

describe('an archive in a bucket', () => {
  it('gives on one machine what another put into it, at once and later', async () => {
    const [one, other, third] = [await machine(), await machine(), await machine()];
    const sha256 = await one.archive.put(PAGE);
    expect(await other.archive.get(sha256)).toEqual(PAGE);
    expect(third.archive.getSync(sha256)).toEqual(PAGE);
    const fourth = await machine();
    await fourth.archive.prefetch(sha256);
    expect(fourth.archive.getSync(sha256)).toEqual(PAGE);
  });

  it('has nothing of what nobody put there', async () => {
    const { archive } = await machine();
    const nobodys = 'a'.repeat(64);
    expect(await archive.get(nobodys)).toBeUndefined();
    expect(archive.getSync(nobodys)).toBeUndefined();
    await archive.prefetch(nobodys);
  });

  it('is whole when the directory near at hand is emptied, and where a file there is damaged', async () => {
    const { archive, dir } = await machine();
    const sha256 = await archive.put(PAGE);
    await writeFile(join(dir, pageKey(sha256)), 'no page');
    expect(await archive.get(sha256)).toEqual(PAGE);
    await writeFile(join(dir, pageKey(sha256)), 'no page');
    expect(archive.getSync(sha256)).toEqual(PAGE);
    await rm(join(dir, pageKey(sha256)));
    expect(archive.getSync(sha256)).toEqual(PAGE);
    for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true });
    expect(await archive.get(sha256)).toEqual(PAGE);
  });

  it('refuses what the bucket has under the hash of other bytes', async () => {
    const { archive } = await machine();
    const [sha256, others] = [await archive.put(PAGE), await archive.put(Buffer.from('Pro $92'))];
    await writeFile(await storedFile(pageKey(sha256)), await readFile(await storedFile(pageKey(others))));
    const far = await machine();
    await expect(far.archive.get(sha256)).rejects.toThrow(ArchiveCorrupt);
    expect(() => far.archive.getSync(sha256)).toThrow(/differs from its name|bytes/);
  });

  it('acknowledges nothing that the bucket has not', async () => {
    const gone = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { archive, dir } = await machine(urlOf((gone.address() as AddressInfo).port));
    await expect(archive.put(PAGE)).rejects.toThrow(/Cannot (?:look for|write) s3:\/\/pages\/assay/);
    expect((await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.zst'))).toEqual([]);
    gone.close();
  });

  it('says so where there is no such bucket, and where it is not let in', async () => {
    await expect((await machine(urlOf(store.port, 'nobody'))).archive.put(PAGE)).rejects.toThrow(
      'Cannot write s3://nobody/',
    );
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
    const locked = await machine();
    await expect(locked.archive.put(PAGE)).rejects.toThrow(/Cannot look for s3:\/\/pages\/.*\(HTTP 403\)$/);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', BUCKET_KEYS.AWS_SECRET_ACCESS_KEY);
  });

  it('goes on when the way to the bucket is back, and waits no longer than it may', async () => {
    const link = await linkTo(store.port);
    const here = await machine();
    const sha256 = await here.archive.put(PAGE);
    const dir = temporaryDirectory();
    const address = bucketAddress(urlOf(link.port));
    const far = bucketArchive(openBucket(address), await openArchive(dir), fetchingSync(address, dir, 1_000));
    await link.hang();
    expect(() => far.getSync(sha256)).toThrow(/no response from the bucket for 1 s/);
    await link.mend();
    await eventually('a page comes within its second', () => comes(() => far.getSync(sha256)));
    expect(far.getSync(sha256)).toEqual(PAGE);
    await link.close();
  });
});

describe('the directory near at hand', () => {
  it('is trimmed to its size, from what has lain there longest, and the archive stays whole', async () => {
    const { archive, dir } = await machine();
    const pages = Array.from({ length: 20 }, (_, nth) => randomBytes(10_000 + nth));
    const hashes: string[] = [];
    for (const [nth, page] of pages.entries()) {
      const sha256 = await archive.put(page);
      hashes.push(sha256);
      await utimes(join(dir, pageKey(sha256)), nth, nth);
    }
    expect(await trimDirectory(dir, 1_000_000)).toBe(0);
    expect(await trimDirectory(dir, 100_000)).toBe(12);
    const left = hashes.filter((sha256) => existsSync(join(dir, pageKey(sha256))));
    expect(left).toEqual(hashes.slice(12));
    for (const [nth, sha256] of hashes.entries()) expect(await archive.get(sha256)).toEqual(pages[nth]);
  });
});
