import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { PUBLISH_JOB } from '../../../config/queues.ts';
import { TRUST } from '../../../config/trust.ts';
import { statusNow } from '../../../data/confidence/decay.ts';
import { daysAfterNoon, unchanged } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import type { Program } from '../../program.ts';
import { ownRedis } from '../../redis-server.ts';
import { teamPage, vendorPage, visit } from '../vendor-page.ts';
import {
  archived,
  deliver,
  type Installation,
  install,
  openQueue,
  published,
  recordedIds,
  startVerifier,
} from '../verifier-process.ts';

const redis = await ownRedis();
let installation: Installation;
let queue: Queue;
const running = new Set<Program>();
const PRODUCTS = 6;

async function open(): Promise<void> {
  installation = await install(PRODUCTS);
  queue = openQueue(redis.url);
}

async function close(): Promise<void> {
  for (const each of running) await each.end('SIGKILL');
  running.clear();
  await queue.obliterate({ force: true });
  await queue.close();
}

function start(env: Record<string, string> = {}): Program {
  const verifier = startVerifier(installation, redis.url, env);
  running.add(verifier);
  return verifier;
}

const page = teamPage('12');
const dearer = teamPage('15');

function seen(slug: string, day: number, what = page) {
  return visit(what, { slug, at: daysAfterNoon(day) });
}

function recorded(id: string): Promise<void> {
  return eventually(`${id} is written`, () => recordedIds(installation).includes(id));
}

/** However long the verifier would rest after its last publication. */
async function publishNow(): Promise<void> {
  const { id = '' } = await queue.add(PUBLISH_JOB, {});
  await eventually('it is published', async () => (await queue.getJobState(id)) === 'completed');
}

function priceOf(slug: string): string | undefined {
  return published(
    installation,
    (generation) => generation.record(slug)?.tiers.find(({ id }) => id === 'team')?.prices[0]?.amount,
  );
}

describe('a verifier at work', () => {
  let verifier: Program;
  beforeAll(async () => {
    await open();
    verifier = start({ VERIFIER_PORT: '0' });
    return close;
  });

  test('publishes the catalogue before its first job, with imported facts for what they are', async () => {
    await eventually(
      'a generation is published',
      () => published(installation, ({ productCount }) => productCount) === PRODUCTS,
    );
    const record = published(installation, (generation) => generation.record('acme-0'));
    expect(record?.tiers).toMatchObject([
      { id: 'solo', origin: 'imported', imported: { dataset: 'example/prices:acme.yaml@1', asOf: '2026-07-02' } },
    ]);
    expect(record && statusNow(record.verification, new Date(), TRUST)).toBe('unverified');
    expect(
      published(installation, (generation) =>
        generation.changes({ after: 0, limit: 10 }).map(({ seq, type }) => [seq, type]),
      ),
    ).toEqual(Array.from({ length: PRODUCTS }, (_, at) => [at + 1, 'product_added']));
  });

  test('takes an observation from the queue to a published price with its proof and its change', async () => {
    await archived(installation.archive, page, dearer);
    await deliver(queue, [seen('acme-1', 0)]);
    await eventually('the price is published', () => priceOf('acme-1') === '12.00');
    await deliver(queue, [seen('acme-1', 7, dearer)]);
    await recorded(seen('acme-1', 7).id);
    await publishNow();
    expect(priceOf('acme-1')).toBe('15.00');
    const proof = published(installation, (generation) =>
      generation.evidence(generation.record('acme-1')?.tiers[1]?.prices[0]?.evidence ?? ''),
    );
    expect(proof).toMatchObject({
      slug: 'acme-1',
      evidence: { quote: '$15 per month billed monthly, Team' },
      before: expect.stringContaining('Free forever Hobby'),
      finalUrl: 'https://acme-1.example/pricing',
    });
    expect(published(installation, (generation) => generation.changes({ after: PRODUCTS, limit: 10 }))).toMatchObject([
      { seq: PRODUCTS + 1, type: 'price_changed', before: { amount: '12.00' }, after: { amount: '15.00' } },
    ]);
    expect(
      published(installation, (generation) =>
        generation.snapshots('acme-1').map(({ validFrom, validTo }) => [validFrom, validTo]),
      ),
    ).toEqual([
      [daysAfterNoon(0), daysAfterNoon(7)],
      [daysAfterNoon(7), undefined],
    ]);
  });

  test('keeps what is no observation, once, loudly, and goes on', async () => {
    await archived(installation.archive, page);
    const bad: unknown[] = [{ hello: 'world' }, { ...seen('acme-2', 0), kind: 'rumour' }, null, seen('nobody', 0)];
    await queue.addBulk(
      bad.map((data, i) => ({ name: 'observation', data, opts: { jobId: `bad-${i}`, attempts: 10 } })),
    );
    const good = seen('acme-2', 0);
    await deliver(queue, [good]);
    await recorded(good.id);
    await eventually('the bad ones have failed', async () => (await queue.getFailedCount()) === bad.length);
    const failed = await queue.getFailed();
    expect(failed.map(({ attemptsMade }) => attemptsMade)).toEqual(bad.map(() => 1));
    expect(failed.map(({ failedReason }) => failedReason)).toContain(
      'Cannot verify job "bad-3": no product "nobody" in the catalogue',
    );
    const listening = await verifier.until('listening');
    const { port } = z.object({ address: z.object({ port: z.number() }) }).parse(listening).address;
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(metrics).toContain(`assay_invalid_jobs_total ${bad.length}`);
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  test('drops what was observed of a product that was removed meanwhile', async () => {
    rmSync(join(installation.catalogueDir, 'products', 'acme-3.yaml'));
    await verifier.until('catalogue_taken');
    const observation = seen('acme-3', 0);
    await deliver(queue, [observation]);
    await eventually('the job has ended', async () => (await queue.getJobState(observation.id)) === 'completed');
    expect(recordedIds(installation)).not.toContain(observation.id);
    expect(verifier.hasLogged('dropped')).toBe(true);
  });

  test('waits for a page that the archive does not have yet', async () => {
    const late = vendorPage([{ name: 'Team', monthly: '13' }]);
    const observation = seen('acme-4', 0, late);
    await queue.add('observation', observation, {
      jobId: observation.id,
      attempts: 50,
      backoff: { type: 'fixed', delay: 100 },
    });
    await eventually('it was tried in vain', async () => ((await queue.getJob(observation.id))?.attemptsMade ?? 0) > 1);
    expect(recordedIds(installation)).not.toContain(observation.id);
    await archived(installation.archive, late);
    await recorded(observation.id);
  });

  test('keeps the published generation and tries again when it cannot publish', async () => {
    await archived(installation.archive, page, dearer);
    await deliver(queue, [seen('acme-5', 0)]);
    await recorded(seen('acme-5', 0).id);
    // Until it is done, the temporary of a publication is in use.
    await publishNow();
    expect(priceOf('acme-5')).toBe('12.00');
    // Its temporary can't be written where a directory of its name stands.
    const obstacle = join(installation.dataDir, 'generations', `.tmp-${verifier.child.pid}.db`);
    mkdirSync(join(obstacle, 'x'), { recursive: true });
    const moved = seen('acme-5', 7, dearer);
    await deliver(queue, [moved]);
    await verifier.until('publish_failed');
    expect(priceOf('acme-5')).toBe('12.00');
    expect(recordedIds(installation)).toContain(moved.id);
    rmSync(obstacle, { recursive: true });
    await eventually('the price is published after all', () => priceOf('acme-5') === '15.00');
  });

  test('makes its staging database anew where that was deleted or damaged', async () => {
    const staging = join(installation.dataDir, 'staging.db');
    const harms: [harm: () => void, words: typeof page, amount: string][] = [
      [() => rmSync(staging), page, '12.00'],
      [() => writeFileSync(staging, randomBytes(statSync(staging).size)), dearer, '15.00'],
    ];
    for (const [at, [harm, words, amount]] of harms.entries()) {
      await publishNow();
      harm();
      const moved = seen('acme-5', 14 + at, words);
      await deliver(queue, [moved]);
      await recorded(moved.id);
      await eventually('the price is published', () => priceOf('acme-5') === amount);
    }
  });
});

describe('the verifier', () => {
  /** Publishes when it is ready and when it is stopped alone. */
  const QUIET = { PUBLISH_QUIET_MS: '600000', PUBLISH_MAX_WAIT_MS: '600000' };
  let verifier: Program;
  beforeAll(async () => {
    await open();
    await archived(installation.archive, page, dearer);
    return close;
  });

  test('stands by while another one runs, ends when it is told to, and else takes over', async () => {
    const first = start();
    await first.until('ready');
    const [second, third] = [start(QUIET), start()];
    await Promise.all([second.until('standing_by'), third.until('standing_by')]);
    expect(second.hasLogged('ready')).toBe(false);
    expect(await third.end('SIGTERM')).toBe(0);
    await first.end('SIGKILL');
    await second.until('ready');
    await deliver(queue, [seen('acme-3', 0)]);
    await eventually('it writes', () => recordedIds(installation).length === 1);
    verifier = second;
  });

  test('goes on after Redis died, came back, and forgot everything', async () => {
    const days = Array.from({ length: 20 }, (_, day) =>
      ['acme-0', 'acme-1', 'acme-2'].map((slug) => seen(slug, day, day % 2 === 0 ? page : dearer)),
    ).flat();
    await deliver(queue, days);
    await eventually('some are written', () => recordedIds(installation).length > 6);
    await redis.kill();
    await redis.start();
    await redis.client().flushall();
    const missing = () => {
      const there = new Set(recordedIds(installation));
      return days.filter(({ id }) => !there.has(id));
    };
    // The crawler, or the scheduler's next tick, brings what the ledger does not have.
    await deliver(queue, missing());
    await eventually('all are written', () => missing().length === 0);
    expect(recordedIds(installation)).toHaveLength(1 + days.length);
    expect(verifier.child.exitCode).toBeNull();
  });

  test('stopped, it publishes what is pending and hands the rest back', async () => {
    const last = [seen('acme-4', 0), unchanged({ slug: 'acme-5' }, page.sha256)];
    await deliver(queue, last);
    await eventually('both are written', () => last.every(({ id }) => recordedIds(installation).includes(id)));
    expect(priceOf('acme-4')).toBeUndefined();
    expect(await verifier.end('SIGTERM')).toBe(0);
    expect(priceOf('acme-4')).toBe('12.00');
    expect(published(installation, (generation) => generation.record('acme-5')?.verification.outcome)).toBe(
      'unreadable',
    );
  });
});
