/** Two machines that crawl and one that verifies and serves, with a bucket and a Redis between them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { pageKey } from '../../data/store/archive/archive.ts';
import { BUCKET_KEYS, type BucketServer, startBucketServer } from '../bucket-server.ts';
import { eventually } from '../eventually.ts';
import { type Link, linkTo } from '../link.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { offer, paid } from '../vendor-web/offers.ts';
import { offerVendor } from '../vendor-web/page-vendor.ts';
import { type Pipeline, startPipeline } from './pipeline.ts';
import { factsPublished, factsTrue, falsehoods, Published } from './truth.ts';

const DAY = 86_400_000;
const START = new Date('2026-02-01T12:00:00Z');

/** Each of another price every day, so that every look brings bytes that nobody has. */
const VENDORS = Array.from({ length: 12 }, (_, index) =>
  offerVendor({
    slug: `faraway-${index}`,
    name: `Faraway ${index}`,
    offer: (at) =>
      offer(`Faraway ${index}`, {
        tiers: [paid('Team', { monthly: String(10 + index + Math.round((at.getTime() - START.getTime()) / DAY)) })],
      }),
  }),
);

const Proven = z.looseObject({ evidence: z.array(z.looseObject({ pageSha256: z.string(), quote: z.string() })) });

let bucket: BucketServer;
let link: Link;
let pipeline: Pipeline;
const machines = { one: temporaryDirectory(), two: temporaryDirectory() };

beforeAll(async () => {
  bucket = await startBucketServer('pages');
  link = await linkTo(bucket.port);
  const archive = (port: number) => `s3://pages/assay?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`;
  pipeline = await startPipeline({
    vendors: VENDORS,
    clock: START,
    processes: ['crawler', 'crawler-2', 'verifier', 'web'],
    variables: {
      ...BUCKET_KEYS,
      ARCHIVE_URL: archive(bucket.port),
      CHROMIUM_PATH: '/nowhere/chromium',
      CRAWL_CONCURRENCY: '2',
      JOB_LOCK_MS: '2000',
    },
    own: {
      crawler: { DATA_DIR: machines.one },
      'crawler-2': { DATA_DIR: machines.two, ARCHIVE_URL: archive(link.port) },
    },
  });
}, 120_000);
afterAll(async () => {
  await pipeline?.stop();
  await link?.close();
  await bucket?.stop();
});

async function recordsAre(at: Date): Promise<Published[]> {
  return Promise.all(
    VENDORS.map(async (vendor) => {
      const { body } = await pipeline.get(`/api/v2/pricing/${vendor.slug}`);
      const record = Published.parse(body);
      expect(falsehoods(vendor, record, at)).toEqual([]);
      expect([...factsPublished(record)]).toEqual(expect.arrayContaining([...factsTrue(vendor, at)]));
      return record;
    }),
  );
}

it('what two machines crawled is proved and served by a third, which has only what it needed', {
  timeout: 120_000,
}, async () => {
  await pipeline.look(START);
  const records = await recordsAre(START);
  const pages = records.flatMap((record) => Proven.parse(record).evidence.map(({ pageSha256 }) => pageSha256));
  const isAt = (dir: string) => (page: string) => existsSync(join(dir, 'archive', pageKey(page)));
  expect(pages.length).toBeGreaterThanOrEqual(VENDORS.length);
  expect(pages.every(isAt(pipeline.dataDir))).toBe(true);
  expect(pages.every((page) => isAt(machines.one)(page) || isAt(machines.two)(page))).toBe(true);
  expect(pages.some(isAt(machines.one)) && pages.some(isAt(machines.two))).toBe(true);
});

it('a crawler that can’t reach the bucket loses nothing and holds nobody up', { timeout: 240_000 }, async () => {
  await link.hang();
  const at = new Date(START.getTime() + DAY);
  await pipeline.tick(at);
  const isSeen = (slug: string) => Date.parse(pipeline.facts().get(`${slug}.pricing`)?.checkedAt ?? '') >= at.getTime();
  // The other one goes on; what the cut one has in hand waits for it, or is brought again.
  await eventually(
    'half of them are seen',
    () => VENDORS.filter(({ slug }) => isSeen(slug)).length >= VENDORS.length / 2,
  );
  await link.mend();
  await eventually('all are seen', () => VENDORS.every(({ slug }) => isSeen(slug)), 180_000);
  await eventually('all is served', async () => (await recordsAre(at).catch(() => [])).length === VENDORS.length);
});
