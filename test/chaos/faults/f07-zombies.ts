/** F7: a worker stands still for longer than its lock holds, others do its work, and then it goes on. */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../eventually.ts';
import type { ProcessName } from '../../pipeline/pipeline.ts';
import type { Fault, Scale } from '../fault.ts';
import { slowly, steadyVendors } from '../vendors.ts';
import { inWorld, LOCK_MS, LOOK_EVERY_MS, START, type World } from '../world.ts';

const ROUNDS: Record<Scale, number> = { short: 1, long: 40 };
const VENDORS = 16;
/** So that a visit is sure to be in hand when its worker stands still. */
const ANSWER_MS = 300;
const PATIENCE_MS = 120_000;
/** From the moment at which it goes on; the tests ask only that it does. */
const WITHIN_MS: Record<Scale, number> = { short: PATIENCE_MS, long: 2 * LOCK_MS };

export const zombies: Fault = {
  id: 'F7',
  title: 'SIGSTOP longer than a lock, then SIGCONT',
  async run(trial) {
    const rounds = ROUNDS[trial.scale];
    return inWorld(trial, { vendors: slowly(steadyVendors(VENDORS, START), ANSWER_MS) }, async (world) => {
      let late = 0;
      world.pipeline.start('verifier-2');
      await eventually('a verifier stands by', () => logged(world, 'verifier-2', 'standing_by') > 0, PATIENCE_MS);
      for (let round = 1; round <= rounds; round += 1) {
        late += await crawlerStandsStill(world);
        await verifierStandsStill(world, { withinMs: WITHIN_MS[trial.scale], moreMs: trial.random() * LOCK_MS });
        trial.say(`round ${round} of ${rounds}: ${late} visits late so far`);
      }
      if (late === 0) throw new Error('Nothing came late: the fault was not injected');
      await world.check();
      await verifierDies(world, WITHIN_MS[trial.scale]);
      return { rounds, lateVisits: late, ...(await world.check()), deaths: world.deaths.length };
    });
  },
};

/** @returns how many visits it ended when others had made them */
async function crawlerStandsStill(world: World): Promise<number> {
  const { pipeline } = world;
  await world.tomorrow();
  await eventually('a visit is in hand', world.isVisiting, PATIENCE_MS);
  pipeline.process('crawler').kill('SIGSTOP');
  const before = logged(world, 'crawler', 'visited');
  pipeline.start('crawler-2');
  await eventually('every vendor is looked at', () => world.areSeen(), PATIENCE_MS, LOOK_EVERY_MS);
  const still = logged(world, 'crawler', 'visited') - before;
  pipeline.process('crawler').kill('SIGCONT');
  // It had one in hand, at the least.
  await eventually('what is late comes', () => logged(world, 'crawler', 'visited') - before > still, PATIENCE_MS);
  await eventually('all is done', world.isDrained, PATIENCE_MS);
  await pipeline.end('crawler-2', 'SIGTERM');
  return logged(world, 'crawler', 'visited') - before;
}

async function verifierStandsStill(
  world: World,
  { withinMs, moreMs }: { withinMs: number; moreMs: number },
): Promise<void> {
  const { pipeline } = world;
  await world.tomorrow();
  pipeline.process('verifier').kill('SIGSTOP');
  await delay(LOCK_MS * 1.5 + moreMs);
  if (pipeline.isReady('verifier-2')) throw new Error('I2: a second verifier writes beside one that only stands still');
  pipeline.process('verifier').kill('SIGCONT');
  await world.recovers('the verifier goes on', withinMs + VENDORS * ANSWER_MS, () => world.areSeen());
}

/** It dies as it stands: what it had in hand is another's. */
async function verifierDies(world: World, withinMs: number): Promise<void> {
  const { pipeline } = world;
  await world.tomorrow();
  pipeline.process('verifier').kill('SIGSTOP');
  await world.kill('verifier');
  await world.works('verifier-2');
  await world.recovers('another takes over', withinMs + VENDORS * ANSWER_MS, () => world.areSeen());
}

/** How often a process has logged an event. */
function logged({ pipeline }: World, name: ProcessName, event: string): number {
  return pipeline.log.filter((line) => line.startsWith(`${name} `) && line.includes(`"event":"${event}"`)).length;
}
