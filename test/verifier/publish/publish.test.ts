import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../../data/catalogue/catalogue.ts';
import type { VerifyJob } from '../../../data/pipeline/verify-job.ts';
import { readCopy } from '../../../data/store/copies/read-copy.ts';
import { openStaging, type Staging } from '../../../data/store/generation/staging.ts';
import { type Ledger, openLedger } from '../../../data/store/ledger/ledger.ts';
import { type PublishInput, PublishRefused, publishInSlices, publishNow } from '../../../verifier/publish/publish.ts';
import { committer } from '../../../verifier/worker/commit.ts';
import { change, daysAfterNoon, entry, failure, NOON, unchanged } from '../../builders.ts';
import { pageRead, type VendorPage, vendorPage, visit } from '../vendor-page.ts';
import { archived, type Installation, install, published, writeProduct } from '../verifier-process.ts';

let installation: Installation;
let ledger: Ledger;
let staging: Staging;

beforeEach(async () => {
  installation = await install(20);
  open();
});

afterEach(() => close());

function open(): void {
  ledger = openLedger(join(installation.dataDir, 'ledger.db'));
  staging = openStaging(join(installation.dataDir, 'staging.db'));
}

function close(): void {
  ledger.close();
  staging.close();
}

function inputAt(now = NOON): PublishInput {
  return {
    ledger,
    staging,
    archive: installation.archive,
    catalogue: loadCatalogue(installation.catalogueDir),
    dir: join(installation.dataDir, 'generations'),
    around: new Map(),
    copiesDir: join(installation.dataDir, 'copies'),
    now: new Date(now),
  };
}

function publish(now = NOON) {
  return publishNow(inputAt(now));
}

/** As the verifier does, with other work in each pause. */
function publishBeside(work: (pause: number) => Promise<void>) {
  let pauses = 0;
  return publishInSlices(inputAt(), () => {
    pauses += 1;
    return work(pauses);
  });
}

function observe(slug: string, day = 0, monthly = '12'): Promise<void> {
  return shown(vendorPage([{ name: 'Team', monthly }]), slug, day);
}

async function shown(page: VendorPage, slug: string, day: number): Promise<void> {
  await archived(installation.archive, page);
  await commit(visit(page, { slug, at: daysAfterNoon(day) }));
}

function fail(slug: string, day: number): Promise<void> {
  return commit(failure({ slug, at: daysAfterNoon(day) }));
}

async function commit(job: VerifyJob): Promise<void> {
  const products = new Map(loadCatalogue(installation.catalogueDir).products.map((product) => [product.slug, product]));
  await committer({ ledger, archive: installation.archive, products, clock: () => new Date(NOON) }).commit(job);
}

/** As after a restart. */
function reopen(): void {
  close();
  open();
}

function loseStaging(): void {
  close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(installation.dataDir, `staging.db${suffix}`), { force: true });
  open();
}

describe('publishing in slices', () => {
  test('takes in what is judged meanwhile: records, log and position are of one instant', async () => {
    await observe('acme-7');
    const report = await publishBeside(async (pause) => {
      // When product 7 is made already, and when the figures are computed.
      if (pause === 45) await observe('acme-7', 7, '15');
      if (pause === 60) await observe('acme-9');
    });
    expect(report).toMatchObject({ unchanged: false, products: 20, changes: ledger.position().changes });
    expect(report.recomputed).toBeGreaterThan(20);
    published(installation, (generation) => {
      const changes = generation.changes({ after: 0, limit: 99, type: 'price_changed' });
      expect(changes).toMatchObject([{ slug: 'acme-7', after: { amount: '15.00' } }]);
      expect(generation.record('acme-7')?.tiers[0]?.prices[0]?.amount).toBe('15.00');
      expect(generation.record('acme-9')?.tiers).toHaveLength(1);
    });
    expect(publish()).toMatchObject({ unchanged: true, recomputed: 0 });
  });

  test('that ends in the middle leaves everything as it was, and the next one makes what is missing', async () => {
    publish();
    const [before, position] = [published(installation, ({ sha256 }) => sha256), staging.position()];
    await observe('acme-7');
    const crash = () => Promise.reject(new Error('killed'));
    await expect(publishBeside(crash)).rejects.toThrow('killed');
    expect([published(installation, ({ sha256 }) => sha256), staging.position()]).toEqual([before, position]);
    expect(publish()).toMatchObject({ unchanged: false, recomputed: 1 });
  });

  test('makes the bytes that publishing at once makes', async () => {
    await observe('acme-7');
    const { sha256 } = await publishBeside(() => Promise.resolve());
    loseStaging();
    expect(publish()).toMatchObject({ sha256, unchanged: true });
  });
});

describe('publishing', () => {
  test('keeps the words of what was announced, also once it is taken back', async () => {
    const says = 'From 2027-03-01, Team will cost $30 / month.';
    const prices = '<div><h3>Solo</h3><p>$10 / month</p></div><div><h3>Team</h3><p>$25 / month</p></div>';
    for (const [day, words] of [says, 'Write to us.'].entries()) {
      const html = `<html><body><main><h1>Pricing</h1>${prices}</main><p>${words}</p></body></html>`;
      await shown(pageRead(html), 'acme-1', day);
    }
    publish();
    const told = published(installation, (generation) =>
      generation.changes({ after: 0, limit: 100, slug: 'acme-1' }).map(({ type, evidence }) => ({
        type,
        quotes: evidence.map((id) => generation.evidence(id)?.evidence.quote),
      })),
    );
    expect(told?.slice(0, 2)).toEqual([
      { type: 'announced', quotes: [says] },
      { type: 'announcement_retracted', quotes: [says] },
    ]);
  });

  test('states events as they were recorded: older ledgers have corrections with a reason, and rates without a before', async () => {
    await observe('acme-7');
    const rate = { rate: 'inputPerMTok', amount: '2.50', currency: 'USD' };
    const { before: _, ...added } = change({ slug: 'acme-7', type: 'rate_changed', subject: 'large-1', after: rate });
    const reason = 'the page was redesigned; whether the vendor changed its prices or we misread them is not known';
    const changes = [change({ slug: 'acme-7', type: 'correction', reason }), added];
    const observation = unchanged({ slug: 'acme-7', at: daysAfterNoon(1) });
    ledger.append([entry({ observation, changes })], new Date(NOON));
    publish();
    const told = published(installation, (generation) => generation.changes({ after: 0, limit: 100, slug: 'acme-7' }));
    expect(told?.filter((each) => each.type !== 'product_added')).toEqual(
      changes.map((each) => ({ ...each, recordedAt: NOON, seq: expect.any(Number) })),
    );
  });

  test('writes a copy of each page that is cited, and all of them again without a staging database', async () => {
    const copies = join(installation.dataDir, 'copies');
    const page = vendorPage([{ name: 'Team', monthly: '12' }]);
    await shown(page, 'acme-7', 0);
    publish();
    expect(readCopy(copies, page.sha256)?.text).toBe(page.words.text);
    rmSync(copies, { recursive: true });
    expect(publish()).toMatchObject({ recomputed: 0 });
    expect(readCopy(copies, page.sha256)).toBeUndefined();
    loseStaging();
    publish();
    expect(readCopy(copies, page.sha256)?.text).toBe(page.words.text);
  });

  test('computes only what changed, and nothing makes no new generation', async () => {
    expect(publish()).toMatchObject({ generation: '000001', products: 20, recomputed: 20, changes: 20 });
    expect(publish()).toMatchObject({ generation: '000001', recomputed: 0, changes: 0, unchanged: true });
    await observe('acme-7');
    expect(publish()).toMatchObject({ generation: '000002', recomputed: 1, unchanged: false });
  });

  test('failed visits alone make no generation for a day, and are published with the next fact', async () => {
    await observe('acme-7');
    const { sha256 } = publish();
    const outcomeOf = (slug: string) =>
      published(installation, (generation) => generation.record(slug)?.verification.outcome);
    for (const slug of ['acme-7', 'acme-8', 'acme-9']) await fail(slug, 1);
    expect(publish()).toMatchObject({ generation: '000001', sha256, recomputed: 0, unchanged: true });
    reopen();
    expect(publish(daysAfterNoon(0.99))).toMatchObject({ generation: '000001', unchanged: true });
    await observe('acme-9', 2);
    expect(publish()).toMatchObject({ generation: '000002', recomputed: 3, unchanged: false });
    expect(['acme-7', 'acme-8', 'acme-9'].map(outcomeOf)).toEqual(['unreadable', 'unreadable', 'changed']);
    await fail('acme-9', 3);
    expect(publish()).toMatchObject({ generation: '000002', unchanged: true });
    expect(publish(daysAfterNoon(1))).toMatchObject({ generation: '000003', recomputed: 1, unchanged: false });
    expect(outcomeOf('acme-9')).toBe('unreadable');
    await fail('acme-5', 4);
    expect(publish(daysAfterNoon(1))).toMatchObject({ generation: '000003', unchanged: true });
    writeProduct(installation.catalogueDir, 'newcomer');
    expect(publish(daysAfterNoon(1))).toMatchObject({ generation: '000004', recomputed: 2 });
    expect(outcomeOf('acme-5')).toBe('unreadable');
  });

  test('catches up after a restart, and a lost staging database gives the same bytes', async () => {
    publish();
    await observe('acme-7');
    await observe('acme-7', 7, '15');
    reopen();
    const { sha256, recomputed } = publish();
    expect(recomputed).toBe(1);
    loseStaging();
    expect(publish()).toMatchObject({ sha256, recomputed: 20, unchanged: true });
  });

  test('a product added, retired and renamed in the catalogue is published so, and logged once', () => {
    publish();
    writeProduct(installation.catalogueDir, 'newcomer');
    writeProduct(
      installation.catalogueDir,
      'acme-3',
      'retired: { on: 2026-11-01, reason: Shut down, source: "https://acme-3.example/blog" }\n',
    );
    expect(publish()).toMatchObject({ products: 21, changes: 2 });
    expect(publish()).toMatchObject({ changes: 0, unchanged: true });
    published(installation, (generation) => {
      expect(generation.record('acme-3')).toBeUndefined();
      expect(generation.product('acme-3')?.retired?.reason).toBe('Shut down');
      expect(generation.changes({ after: 20, limit: 9 })).toMatchObject([
        { seq: 21, type: 'product_retired', slug: 'acme-3', observedAt: '2026-11-01T00:00:00.000Z' },
        { seq: 22, type: 'product_added', slug: 'newcomer' },
      ]);
    });
  });

  test('refuses a catalogue of which a tenth is gone, and what was published stays', () => {
    publish();
    for (const i of [0, 1])
      rmSync(join(installation.catalogueDir, i === 0 ? 'observed/acme-0.json' : 'products/acme-1.yaml'));
    expect(publish()).toMatchObject({ products: 19 });
    for (const i of [2, 3]) rmSync(join(installation.catalogueDir, `products/acme-${i}.yaml`));
    expect(publish).toThrow(PublishRefused);
    expect(publish).toThrow('Cannot publish 17 products instead of 19');
    expect(published(installation, ({ productCount }) => productCount)).toBe(19);
  });

  test('the readers’ health is a part of the generation', async () => {
    await observe('acme-7');
    expect(publish().health).toMatchObject({ sources: 1, agreement: { several: 1 }, alarms: [] });
    expect(published(installation, (generation) => generation.quality('readers'))).toEqual(publish().health);
    expect(published(installation, (generation) => generation.quality('rumours'))).toBeUndefined();
  });

  test('so are its figures of checks and calibration, which follow from the ledger alone', async () => {
    publish();
    const figures = () =>
      published(installation, (generation) => [generation.quality('checks'), generation.quality('calibration')]);
    expect(figures()).toEqual([undefined, undefined]);
    await observe('acme-7');
    await observe('acme-7', 7);
    await observe('acme-9', 3);
    await observe('acme-9', 10, '15');
    const { sha256 } = publish();
    expect(figures()).toEqual([
      { from: daysAfterNoon(0), until: daysAfterNoon(10), days: 10, confirmations: 4 },
      { field: expect.objectContaining({ n: 2, products: 2 }) },
    ]);
    expect(publish(daysAfterNoon(300))).toMatchObject({ sha256, recomputed: 0, unchanged: true });
    loseStaging();
    expect(publish(daysAfterNoon(600))).toMatchObject({ sha256, recomputed: 20, unchanged: true });
  });

  test('evidence that the log cites is there after the price has changed', async () => {
    await observe('acme-7');
    await observe('acme-7', 7, '15');
    publish();
    published(installation, (generation) => {
      const [changed] = generation.changes({ after: 0, limit: 99, type: 'price_changed' });
      const cited = changed?.evidence.map((id) => generation.evidence(id));
      expect(cited?.map((found) => [found?.slug, found?.evidence.capturedAt, found?.before.trim()])).toEqual([
        ['acme-7', daysAfterNoon(0), 'Team'],
        ['acme-7', daysAfterNoon(7), 'Team'],
      ]);
    });
  });
});
