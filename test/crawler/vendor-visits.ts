import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POLITENESS, userAgent } from '../../config/politeness.ts';
import type { Web } from '../../crawler/fetch/web.ts';
import { openReadWorker } from '../../crawler/visit/read-worker.ts';
import { visit } from '../../crawler/visit/visit.ts';
import { Observation } from '../../data/observation.ts';
import { openArchive } from '../../data/store/archive/archive.ts';
import { ownRedis } from '../redis-server.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { startVendorWeb, type VendorWeb } from '../vendor-web/server.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { GROUPS } from '../vendor-web/vendors.ts';
import { chromiumPath } from './chromium.ts';
import { openLoopbackWeb } from './loopback-web.ts';

/** Of a visit: on a busy machine an honest server may take long, and a page that never comes to rest takes a third of it. */
const LIMITS_MS = { http: 12_000, browser: 12_000, endless: 3_000, hung: 5_000, nuisance: 3_000 };
type Way = keyof typeof LIMITS_MS;

/** By HTTP, or in a tab; or its time alone ends it, or what it does to a tab, which less of it shows too. */
function wayOf(vendor: Vendor): Way {
  const { render, failures, expect: outcome } = vendor;
  if (failures?.[0] === 'timeout') return render === 'http' ? 'endless' : 'hung';
  return outcome === 'survives' && GROUPS.nuisances.includes(vendor) ? 'nuisance' : render;
}
const AT_ONCE = 4;

export function describeVisits(vendors: readonly Vendor[]): void {
  let web: VendorWeb;
  const seen = new Map<string, Observation>();
  const closers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const redis = (await ownRedis()).client();
    web = await startVendorWeb();
    const archive = await openArchive(temporaryDirectory());
    const reader = openReadWorker();
    const clock = () => new Date();
    const openFor = (totalTimeoutMs: number): Web =>
      openLoopbackWeb(redis, web.port, { limits: { ...POLITENESS, totalTimeoutMs } as unknown as typeof POLITENESS });
    closers.push(
      () => reader.stop(),
      () => web.close(),
    );

    async function visitEach(waiting: Vendor[], through: Web): Promise<void> {
      for (let vendor = waiting.shift(); vendor !== undefined; vendor = waiting.shift()) {
        const { slug, path, render } = vendor;
        const job = { slug, source: 'pricing', url: `https://${slug}.vendor.test${path}`, slot: '0000', render };
        const result = await visit(job, { ...through, archive, reader, clock, hintsOf: () => ({}) });
        if (result.kind === 'observed') seen.set(slug, Observation.parse(result.observation));
      }
    }
    // Nobody who needs no tab waits for one, nobody waits for what never ends, and what burns a tab burns it afterwards.
    const byWay = Object.groupBy(vendors, wayOf);
    for (const ways of [
      ['http', 'browser', 'endless'],
      ['hung', 'nuisance'],
    ] as const) {
      await Promise.all(
        ways.flatMap((way) => {
          const through = openFor(LIMITS_MS[way]);
          closers.unshift(() => through.stop());
          const waiting = byWay[way] ?? [];
          return Array.from({ length: AT_ONCE }, () => visitEach(waiting, through));
        }),
      );
    }
  }, 600_000);
  afterAll(async () => {
    for (const close of closers) await close();
  });

  /** Without Chromium a page that needs it ends so, whatever it is. */
  const needsBrowser = (observation: Observation | undefined) =>
    chromiumPath === undefined && observation?.kind === 'failure' && observation.failure === 'browser_missing';

  describe('the vendor web', () => {
    it('is visited whole', () => {
      expect(seen.size).toBe(vendors.length);
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
      vendors.filter(wanted).map((vendor) => [vendor.slug, vendor] as const);

    it.each(named(({ failures }) => failures !== undefined))(
      '%s fails as it should',
      (slug, { failures, verdicts }) => {
        const observation = seen.get(slug);
        if (needsBrowser(observation)) return;
        if (observation?.kind === 'page' && verdicts !== undefined) {
          expect(verdicts).toContain(observation.reading.verdict);
          return;
        }
        expect(failures).toContain(observation?.kind === 'failure' ? observation.failure : observation?.kind);
      },
    );

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
}
