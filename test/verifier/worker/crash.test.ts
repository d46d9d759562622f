/**
 * The verifier killed without warning, again and again, while many observations arrive (test/chaos has the thousands): what was acknowledged
 * is in the ledger, nothing is there twice, and CURRENT names a whole file of its hash at every instant.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { redisOptions } from '../../../config/redis.ts';
import { openLedger } from '../../../data/store/ledger/ledger.ts';
import { daysAfterNoon } from '../../builders.ts';
import { eventually } from '../../eventually.ts';
import { repetitions } from '../../long.ts';
import { startRedisServer } from '../../redis-server.ts';
import { vendorPage, visit } from '../vendor-page.ts';
import {
  archived,
  deliver,
  forgetEverything,
  install,
  openQueue,
  published,
  recordedIds,
  startVerifier,
} from '../verifier-process.ts';

const PRODUCTS = 60;
const VISITS = repetitions(8, 20);
const KILLS = repetitions(4, 12);
const ENV = { LOG_LEVEL: 'error', JOB_LOCK_MS: '2000', PUBLISH_QUIET_MS: '100', PUBLISH_MAX_WAIT_MS: '2000' };

/** Ids of the jobs that the queue holds as done: what the verifier acknowledged. */
async function acknowledged(redis: Redis): Promise<string[]> {
  return redis.zrange('bull:verify:completed', '0', '-1');
}

test('kills lose nothing that was acknowledged, double nothing, and tear nothing', { timeout: 240_000 }, async () => {
  const server = await startRedisServer();
  const installation = await install(PRODUCTS);
  const queue = openQueue(server.url);
  const redis = new Redis(redisOptions(server.url));
  const pages = ['12', '15', '18'].map((monthly) =>
    vendorPage([
      { name: 'Hobby', claim: 'free' },
      { name: 'Team', monthly },
      { name: 'Scale', claim: 'custom' },
    ]),
  );
  const pageOf = (product: number, day: number) => {
    const page = pages[(product + day) % pages.length];
    if (page === undefined) throw new Error('There are pages');
    return page;
  };
  const slugs = Array.from({ length: PRODUCTS }, (_, i) => `acme-${i}`);
  const visits = Array.from({ length: VISITS }, (_, day) =>
    slugs.map((slug, product) => visit(pageOf(product, day), { slug, at: daysAfterNoon(day) })),
  );
  const all = visits.flat();
  let verifier = startVerifier(installation, server.url, ENV);
  try {
    await archived(installation.archive, ...pages);
    await eventually(
      'the catalogue is published',
      () => published(installation, ({ productCount }) => productCount) === PRODUCTS,
    );
    const acks = new Set<string>();
    let killsInWork = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A share of the visits arrives in each life, so that every life has work to be killed in.
      const share = all.slice(Math.floor((kill * all.length) / KILLS), Math.floor(((kill + 1) * all.length) / KILLS));
      const before = recordedIds(installation).length;
      await deliver(queue, share);
      await eventually('it works', () => recordedIds(installation).length > before);
      await delay(Math.random() * 60);
      if (recordedIds(installation).length < all.slice(0, Math.floor(((kill + 1) * all.length) / KILLS)).length)
        killsInWork += 1;
      await verifier.end('SIGKILL');

      for (const id of await acknowledged(redis)) acks.add(id);
      const recorded = recordedIds(installation);
      const there = new Set(recorded);
      expect([...acks].filter((id) => !there.has(id))).toEqual([]);
      expect(there.size).toBe(recorded.length);
      // Opening verifies the size and the hash that CURRENT states.
      expect(published(installation, ({ productCount }) => productCount)).toBe(PRODUCTS);
      verifier = startVerifier(installation, server.url, ENV);
    }
    expect(acks.size).toBeGreaterThan(0);
    expect(killsInWork).toBeGreaterThan(KILLS / 4);

    // What stalled in the queue comes again when its lock runs out; Redis forgets it, and the next tick brings it.
    await forgetEverything(server.url);
    const missing = () => {
      const there = new Set(recordedIds(installation));
      return all.filter(({ id }) => !there.has(id));
    };
    await deliver(queue, missing());
    await eventually('every visit is recorded', () => missing().length === 0, 60_000);
    expect(await verifier.end('SIGTERM')).toBe(0);
    expect(recordedIds(installation)).toHaveLength(all.length);

    const ledger = openLedger(join(installation.dataDir, 'ledger.db'));
    expect(ledger.verifyChain()).toEqual({ ok: true });
    const changes = ledger.lastChangeSeq();
    ledger.close();
    const truth = Object.fromEntries(
      slugs.map((slug, product) => [slug, pageOf(product, VISITS - 1).reading.tiers[1]?.prices[0]?.amount]),
    );
    const served = published(installation, (generation) =>
      Object.fromEntries(slugs.map((slug) => [slug, generation.record(slug)?.tiers[1]?.prices[0]?.amount])),
    );
    expect(served).toEqual(truth);
    const seqs = published(installation, (generation) =>
      generation.changes({ after: 0, limit: 1_000_000 }).map(({ seq }) => seq),
    );
    expect(seqs).toEqual(Array.from({ length: changes }, (_, i) => i + 1));
  } finally {
    await verifier.end('SIGKILL');
    redis.disconnect();
    await queue.close();
    await server.stop();
    installation.remove();
  }
});
