/**
 * Crawlers, verifier (which is the publisher too) and Redis killed at random while thousands of observations are made:
 * nothing acknowledged is lost, nothing is there twice, CURRENT always names a whole file of its hash, readers see one
 * generation at a time and never an error, and what is served in the end is the truth.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { CURRENT_FILE, Current, hashFile } from '../../data/store/current.ts';
import { openLedger } from '../../data/store/ledger.ts';
import { offer, paid } from '../vendor-web/offers.ts';
import { offerVendor } from '../vendor-web/page-vendor.ts';
import { type Pipeline, type ProcessName, startPipeline, until } from './pipeline.ts';
import { falsehoods, Published } from './truth.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T12:00:00Z');
const PRODUCTS = 80;
const KILLS = 100;
const OBSERVATIONS = 2_000;
const VICTIMS: ProcessName[] = ['crawler', 'crawler-2', 'verifier', 'verifier'];

/** Each moves its price a little every day, and no two alike. */
const VENDORS = Array.from({ length: PRODUCTS }, (_, index) =>
  offerVendor({
    slug: `steady-${index}`,
    name: `Steady ${index}`,
    layout: 'div-cards',
    offer: (at) => {
      const day = Math.round((at.getTime() - START) / DAY);
      return offer(`Steady ${index}`, { tiers: [paid('Team', { monthly: String(10 + ((day + index) % 7)) })] });
    },
  }),
);

const Batch = z.looseObject({ generation: z.string(), records: z.array(Published) });

interface Witness {
  answers: number;
  generations: Set<string>;
  faults: string[];
}

/** Reads as a consumer does, and looks at the published file beside, until it is told to stop. */
async function watch(pipeline: Pipeline, signal: AbortSignal): Promise<Witness> {
  const witness: Witness = { answers: 0, generations: new Set(), faults: [] };
  const slugs = VENDORS.slice(0, 20).map(({ slug }) => slug);
  let last = '';
  while (!signal.aborted) {
    const { status, body } = await pipeline.get(`/api/v2/pricing?slugs=${slugs.join(',')}`);
    const batch = status === 200 ? Batch.parse(body) : undefined;
    if (batch === undefined) witness.faults.push(`status ${status}`);
    else if (batch.generation < last) witness.faults.push(`generation ${batch.generation} after ${last}`);
    last = batch?.generation ?? last;
    witness.generations.add(last);
    witness.answers += 1;
    const dir = join(pipeline.dataDir, 'generations');
    const current = Current.parse(JSON.parse(readFileSync(join(dir, CURRENT_FILE), 'utf8')));
    if ((await hashFile(join(dir, current.file))) !== current.sha256) witness.faults.push(`${current.file} is torn`);
    await delay(50);
  }
  return witness;
}

/** Days go by, as fast as the scheduler may tick; Redis may be away at any of them. */
async function passDays(pipeline: Pipeline, signal: AbortSignal): Promise<Date> {
  let now = new Date(START);
  while (!signal.aborted) {
    now = new Date(now.getTime() + DAY);
    await pipeline.tick(now).catch(() => {}); // The next tick sees the same facts.
    await delay(300);
  }
  return now;
}

function observationIds(dataDir: string): string[] {
  const ledger = new Database(join(dataDir, 'ledger.db'), { readonly: true });
  try {
    const rows = ledger.prepare<[], { id: string }>("SELECT id FROM entries WHERE kind <> 'product'").all();
    return rows.map(({ id }) => id);
  } finally {
    ledger.close();
  }
}

it('a hundred kills lose, double and tear nothing', { timeout: 420_000 }, async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`seed ${seed}`);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };

  const pipeline = await startPipeline({
    vendors: VENDORS,
    clock: new Date(START),
    processes: ['crawler', 'crawler-2', 'verifier', 'web'],
    variables: {
      JOB_LOCK_MS: '2000',
      PUBLISH_MAX_WAIT_MS: '500',
      CHROMIUM_PATH: '/nowhere/chromium',
    },
  });
  const acknowledged = new Set<string>();
  const events = new QueueEvents(VERIFY_QUEUE, { connection: redisOptions(pipeline.redis.url, 'worker') });
  events.on('error', () => {}); // Redis is killed on purpose.
  events.on('completed', ({ jobId }) => acknowledged.add(jobId));
  const ending = new AbortController();
  try {
    await events.waitUntilReady();
    const watching = watch(pipeline, ending.signal);
    const passing = passDays(pipeline, ending.signal);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await delay(200 + random() * 600);
      if (kill === 40) {
        await pipeline.redis.kill();
        await delay(500);
        await pipeline.redis.start();
      }
      if (kill === 70) await flushAll(pipeline.redis.url);
      const victim = VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'verifier';
      await pipeline.restart(victim);
    }
    await until(
      'there are thousands of observations',
      () => observationIds(pipeline.dataDir).length >= OBSERVATIONS,
      120_000,
    );
    ending.abort();
    const [witness, now] = await Promise.all([watching, passing]);
    const end = new Date(now.getTime() + 2 * DAY);
    // Jobs of earlier days may wait still, and hold their slots: the scheduler goes on until all are of the last day.
    await until(
      'every vendor is looked at on the last day',
      async () => {
        await pipeline.tick(end);
        return [...pipeline.facts().values()].every(({ checkedAt }) => Date.parse(checkedAt) >= end.getTime());
      },
      120_000,
    );
    for (const { slug } of VENDORS) await settle(pipeline, slug, end);
    await pipeline.look(new Date(end.getTime() + DAY));

    expect(witness.faults).toEqual([]);
    expect(witness.answers).toBeGreaterThan(100);
    expect(witness.generations.size).toBeGreaterThan(10);
    for (const vendor of VENDORS) {
      const record = Published.parse((await pipeline.get(`/api/v2/pricing/${vendor.slug}`)).body);
      expect(falsehoods(vendor, record, new Date(end.getTime() + DAY)), vendor.slug).toEqual([]);
    }

    await pipeline.end('verifier', 'SIGTERM');
    const recorded = observationIds(pipeline.dataDir);
    expect(recorded.length).toBeGreaterThanOrEqual(OBSERVATIONS);
    expect(new Set(recorded).size).toBe(recorded.length);
    expect([...acknowledged].filter((id) => !recorded.includes(id))).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(500);
    const ledger = openLedger(join(pipeline.dataDir, 'ledger.db'));
    expect(ledger.verifyChain()).toEqual({ ok: true });
    const changes = ledger.changesSince(0, 100_000).map(({ seq }) => seq);
    ledger.close();
    expect(changes).toEqual(changes.map((_, index) => index + 1));
    console.log(
      `${recorded.length} observations, ${acknowledged.size} acknowledged while listening, ${changes.length} changes, ` +
        `${witness.generations.size} generations seen in ${witness.answers} answers`,
    );
  } finally {
    ending.abort();
    await events.close().catch(() => {});
    await pipeline.stop();
  }
});

/** A last look may have met a price that leapt over a week of missed days; it is looked at until it is not disputed. */
async function settle(pipeline: Pipeline, slug: string, end: Date): Promise<void> {
  for (let look = 1; pipeline.facts().get(`${slug}.pricing`)?.disputed && look <= 3; look += 1) {
    await pipeline.look(new Date(end.getTime() + look * 6 * 3_600_000), [slug]);
  }
}

async function flushAll(url: string): Promise<void> {
  const redis = new Redis(redisOptions(url, 'worker'));
  redis.on('error', () => {});
  await redis.flushall();
  redis.disconnect();
}
