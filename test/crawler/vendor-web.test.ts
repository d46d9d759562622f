/** Every vendor of the vendor web, visited once as the crawler would: each must end as its author says it does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLITENESS, userAgent } from '../../config/politeness.ts';
import { redisOptions } from '../../config/redis.ts';
import { openWeb, type Web } from '../../crawler/fetch/web.ts';
import { openReadingDesk } from '../../crawler/reading-desk.ts';
import { visit } from '../../crawler/visit.ts';
import { Observation } from '../../data/observation.ts';
import { openArchive } from '../../data/store/archive.ts';
import { startRedisServer } from '../redis-server.ts';
import { startVendorWeb, type VendorWeb } from '../vendor-web/server.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { VENDORS } from '../vendor-web/vendors.ts';
import { chromiumPath } from './chromium.ts';

/** Drips and hanging scripts end with the visit's time, so it is short. */
const LIMITS = { ...POLITENESS, totalTimeoutMs: 8_000 } as unknown as typeof POLITENESS;
const AT_ONCE = 6;

let web: VendorWeb;
let ours: Web;
const seen = new Map<string, Observation>();
const closers: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const redisServer = await startRedisServer();
  const redis = new Redis(redisOptions(redisServer.url));
  web = await startVendorWeb();
  const dir = await mkdtemp(join(tmpdir(), 'assay-vendors-'));
  const archive = await openArchive(dir);
  const desk = openReadingDesk();
  const clock = () => new Date();
  ours = openWeb({
    redis,
    userAgent: userAgent('https://assay.test/bot'),
    loopbackVendors: new Map([['*', web.port]]),
    hostSpacingMs: 0,
    concurrency: AT_ONCE,
    chromiumPath,
    limits: LIMITS,
    clock,
    onEnd: (error) => {
      throw error;
    },
  });
  closers.push(
    () => ours.stop(),
    () => desk.stop(),
    () => web.close(),
    () => redis.quit(),
    () => redisServer.stop(),
    () => rm(dir, { recursive: true }),
  );

  const waiting = [...VENDORS];
  async function next(): Promise<void> {
    for (let vendor = waiting.shift(); vendor !== undefined; vendor = waiting.shift()) {
      const { slug, path, render } = vendor;
      const job = { slug, source: 'pricing', url: `https://${slug}.vendor.test${path}`, slot: '0000', render };
      const result = await visit(job, { ...ours, archive, desk, clock, knownOf: () => ({}) });
      if (result.kind === 'observed') seen.set(slug, Observation.parse(result.observation));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}, 600_000);
afterAll(async () => {
  for (const close of closers) await close();
});

/** Without Chromium a page that needs it ends so, whatever it is. */
const needsBrowser = (observation: Observation | undefined) =>
  chromiumPath === undefined && observation?.kind === 'failure' && observation.failure === 'browser_missing';

describe('the vendor web', () => {
  it('is visited whole', () => {
    expect(seen.size).toBe(VENDORS.length);
  });

  it('leads nobody to where no public page is', () => {
    expect(web.trapped).toEqual([]);
    expect(web.trapContacts()).toBe(0);
  });

  it('hears our own name from every request', () => {
    const ours = userAgent('https://assay.test/bot');
    expect(web.requests.filter(({ headers }) => headers['user-agent'] !== ours)).toEqual([]);
  });

  const named = (wanted: (vendor: Vendor) => boolean) =>
    VENDORS.filter(wanted).map((vendor) => [vendor.slug, vendor] as const);

  it.each(named(({ failures }) => failures !== undefined))('%s fails as it should', (slug, { failures, verdicts }) => {
    const observation = seen.get(slug);
    if (needsBrowser(observation)) return;
    if (observation?.kind === 'page' && verdicts !== undefined) {
      expect(verdicts).toContain(observation.reading.verdict);
      return;
    }
    expect(failures).toContain(observation?.kind === 'failure' ? observation.failure : observation?.kind);
  });

  it.each(named(({ expect: outcome }) => outcome === 'disallowed' || outcome === 'refused'))(
    '%s is not visited against its will',
    (slug, { expect: outcome, failures }) => {
      expect(seen.get(slug)).toMatchObject({ kind: 'failure', ...(failures === undefined && { failure: outcome }) });
    },
  );

  it.each(named(({ expect: outcome }) => outcome === 'prices'))('%s brings its page', (slug) => {
    const observation = seen.get(slug);
    if (needsBrowser(observation)) return;
    expect(observation).toMatchObject({ kind: 'page', page: { status: 200 } });
  });
});
