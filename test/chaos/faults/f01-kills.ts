/** F1: whatever runs is killed again and again, all of it at once, at any moment of its work. */
import { join } from 'node:path';
import { readCurrent } from '../../../data/store/generation/current.ts';
import { eventually } from '../../eventually.ts';
import { repetitions } from '../../long.ts';
import type { Fault, Remarks, Scale, Trial } from '../fault.ts';
import { type GrowingCatalogue, growingCatalogue, visitedOnce } from '../growing-catalogue.ts';
import { carryOut, killsPlanned, publisherKillsPlanned } from '../killers.ts';
import { steadyVendors } from '../vendors.ts';
import { downloadExports, exportManifest } from '../whole-exports.ts';
import { inWorld, START, type World } from '../world.ts';

interface Size {
  vendors: number;
  /** Everything recovers, and is checked, after each. */
  rounds: number;
  /** Of each type of process, in each round; the crawlers are one type, and two processes. */
  kills: number;
  lockMs: number;
  witnessMs: number;
  /** In which a day passes. What the world has seen grows with the days, and each publication with that. */
  dayMs: number;
}

const SIZES: Record<Scale, Size> = {
  short: { vendors: 12, rounds: 1, kills: repetitions(1, 6), lockMs: 2_000, witnessMs: 50, dayMs: 300 },
  long: { vendors: 80, rounds: 10, kills: 20, lockMs: 15_000, witnessMs: 200, dayMs: 3_000 },
};

/** The matrix allows two locks. In the tests of a busy machine only that it recovers at all counts. */
const LOCKS = { short: 60, long: 2 } as const;

export const kills: Fault = {
  id: 'F1',
  title: 'kill -9 of every process',
  async run(trial) {
    const size = SIZES[trial.scale];
    const scheduled = growingCatalogue(trial, size.rounds * size.kills);
    const options = {
      vendors: steadyVendors(size.vendors, START),
      others: scheduled.vendors,
      witnessMs: size.witnessMs,
      processes: ['crawler', 'crawler-2', 'verifier', 'web', 'exporter', 'scheduler'],
      variables: { JOB_LOCK_MS: String(size.lockMs) },
      own: { scheduler: { CATALOGUE_DIR: scheduled.directory } },
    } as const;
    return inWorld(trial, options, async (world) => {
      const figures: Remarks = {};
      for (let round = 1; round <= size.rounds; round += 1) {
        await world.whileDaysPass(() => killAll(trial, world, { count: size.kills, scheduled }), size.dayMs);
        const withinMs = LOCKS[trial.scale] * size.lockMs;
        await world.recovers('the queues drain', withinMs, world.isDrained);
        Object.assign(figures, await world.check());
        visitedOnce(world.directory, scheduled.slugs());
        trial.say(`round ${round} of ${size.rounds}: ${JSON.stringify(figures)}`);
      }
      await exportsAreWhole(world);
      const count = size.rounds * size.kills;
      return { kills: count * 6, ofEachType: count, ...figures, deaths: world.deaths.length };
    });
  },
};

async function killAll(
  { random }: Trial,
  world: World,
  { count, scheduled }: { count: number; scheduled: GrowingCatalogue },
): Promise<void> {
  const half = Math.ceil(count / 2);
  async function killScheduler(): Promise<void> {
    for (const kill of killsPlanned(count, random)) {
      scheduled.grow(world.directory);
      await carryOut(world, 'scheduler', [kill]);
    }
  }
  await Promise.all([
    carryOut(world, 'crawler', killsPlanned(half, random)),
    carryOut(world, 'crawler-2', killsPlanned(count - half, random)),
    carryOut(world, 'verifier', publisherKillsPlanned(count, random)),
    carryOut(world, 'web', killsPlanned(count, random)),
    carryOut(world, 'exporter', killsPlanned(count, random)),
    killScheduler(),
  ]);
}

/** Those of the generation that is published now. */
async function exportsAreWhole({ pipeline, directory }: World): Promise<void> {
  const { generation } = readCurrent(join(directory, 'generations')) ?? {};
  const areMade = async () => (await exportManifest(pipeline))?.generation === generation;
  await eventually(`the exports of ${generation} are made`, areMade);
  await downloadExports(pipeline);
}
