/** F7: a worker stands still for longer than its lock holds, others do its work, and then it goes on. */
import { setTimeout as delay } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { CRAWL_QUEUE } from '../../../config/queues.ts';
import { redisOptions } from '../../../config/redis.ts';
import { sourceKey } from '../../../data/source-facts.ts';
import { eventually } from '../../eventually.ts';
import type { ProcessName } from '../../pipeline/pipeline.ts';
import type { Fault, Scale } from '../fault.ts';
import { DAY_MS, slowly, steadyVendors } from '../vendors.ts';
import { LOCK_MS, LOOK_EVERY_MS, START, startWorld, type World } from '../world.ts';

const ROUNDS: Record<Scale, number> = { short: 1, usual: 5, long: 40 };
const VENDORS = 16;
/** So that a visit is sure to be in hand when its worker stands still. */
const ANSWER_MS = 300;
const PATIENCE_MS = 120_000;
/** From the moment at which it goes on; the tests ask only that it does. */
const WITHIN_MS: Record<Scale, number> = { short: PATIENCE_MS, usual: 2 * LOCK_MS, long: 2 * LOCK_MS };

export const zombies: Fault = {
  id: 'F7',
  title: 'SIGSTOP longer than a lock, then SIGCONT',
  injected:
    'a crawler with visits in hand stands still until another made them, and then hands over its own; the verifier stands still while another stands by, goes on, and at last dies standing',
  passes:
    'I1 to I9, I2 above all: what comes late is no second effect; nobody writes to the ledger beside a verifier that only stands still; the other takes over when it is dead',
  async run(trial) {
    const rounds = ROUNDS[trial.scale];
    const world = await startWorld(trial, { vendors: slowly(steadyVendors(VENDORS, START), ANSWER_MS) });
    let late = 0;
    try {
      world.pipeline.start('verifier-2');
      await eventually('a verifier stands by', () => hasSaid(world, 'verifier-2', 'standing_by'), PATIENCE_MS);
      for (let round = 1; round <= rounds; round += 1) {
        late += await crawlerStandsStill(world);
        await verifierStandsStill(world, { withinMs: WITHIN_MS[trial.scale], moreMs: trial.random() * LOCK_MS });
        trial.say(`round ${round} of ${rounds}: ${late} visits late so far`);
      }
      if (late === 0) throw new Error('Nothing came late: the fault was not injected');
      await world.check();
      await verifierDies(world, WITHIN_MS[trial.scale]);
      return { rounds, lateVisits: late, ...(await world.check()), deaths: world.deaths.length };
    } finally {
      await world.stop();
    }
  },
};

/** @returns how many visits it ended when others had made them */
async function crawlerStandsStill(world: World): Promise<number> {
  const { pipeline } = world;
  const queue = new Queue(CRAWL_QUEUE, { connection: redisOptions(pipeline.redis.url, 'worker') });
  try {
    await world.tick(new Date(world.clock().getTime() + DAY_MS));
    await eventually('a visit is in hand', async () => (await queue.getActiveCount()) > 0, PATIENCE_MS);
  } finally {
    await queue.close();
  }
  pipeline.process('crawler').kill('SIGSTOP');
  const before = visitsEnded(world, 'crawler');
  pipeline.start('crawler-2');
  await allSeen(world);
  const still = visitsEnded(world, 'crawler') - before;
  pipeline.process('crawler').kill('SIGCONT');
  // It had one in hand, at the least.
  await eventually('what is late comes', () => visitsEnded(world, 'crawler') - before > still, PATIENCE_MS);
  await eventually('all is done', world.isDrained, PATIENCE_MS);
  await pipeline.end('crawler-2', 'SIGTERM');
  return visitsEnded(world, 'crawler') - before;
}

async function verifierStandsStill(
  world: World,
  { withinMs, moreMs }: { withinMs: number; moreMs: number },
): Promise<void> {
  const { pipeline } = world;
  await world.tick(new Date(world.clock().getTime() + DAY_MS));
  pipeline.process('verifier').kill('SIGSTOP');
  await delay(LOCK_MS * 1.5 + moreMs);
  if (pipeline.isReady('verifier-2')) throw new Error('I2: a second verifier writes beside one that only stands still');
  pipeline.process('verifier').kill('SIGCONT');
  await world.recovers('the verifier goes on', withinMs + VENDORS * ANSWER_MS, () => isAllSeen(world));
}

/** It dies as it stands: what it had in hand is another's. */
async function verifierDies(world: World, withinMs: number): Promise<void> {
  const { pipeline } = world;
  await world.tick(new Date(world.clock().getTime() + DAY_MS));
  pipeline.process('verifier').kill('SIGSTOP');
  await world.kill('verifier');
  await world.works('verifier-2');
  await world.recovers('another takes over', withinMs + VENDORS * ANSWER_MS, () => isAllSeen(world));
}

function isAllSeen({ pipeline, vendors, clock }: World): boolean {
  const facts = pipeline.facts();
  const at = clock().toISOString();
  return vendors.every(({ slug }) => (facts.get(sourceKey(slug, 'pricing'))?.checkedAt ?? '') >= at);
}

async function allSeen(world: World): Promise<void> {
  await eventually('every vendor is looked at', () => isAllSeen(world), PATIENCE_MS, LOOK_EVERY_MS);
}

function hasSaid({ pipeline }: World, name: ProcessName, event: string): boolean {
  return pipeline.log.some((line) => line.startsWith(`${name} `) && line.includes(`"event":"${event}"`));
}

function visitsEnded({ pipeline }: World, name: ProcessName): number {
  return pipeline.log.filter((line) => line.startsWith(`${name} `) && line.includes('"event":"visited"')).length;
}
