/** F5: Redis dies, forgets everything, has no memory left, or is set up to drop what it should keep. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { eventually } from '../../eventually.ts';
import type { Fault, Remarks, Scale, Trial } from '../fault.ts';
import { readLedger } from '../store-check.ts';
import { steadyVendors } from '../vendors.ts';
import { inWorld, LOOK_EVERY_MS, START, type World } from '../world.ts';

const SIZES: Record<Scale, { rounds: number; vendors: number; lockMs: number; awayMs: number }> = {
  short: { rounds: 1, vendors: 12, lockMs: 2_000, awayMs: 3_000 },
  long: { rounds: 30, vendors: 40, lockMs: 15_000, awayMs: 600_000 },
};
/** Two locks, and what it takes to connect again (config/redis.ts); the tests ask only that it goes on. */
const RECONNECT_MS = 2_000;
const AWAY_MS = 1_500;
/** Lines that a process may log for each second without Redis, and once. */
const LINES_A_SECOND = 2;
const LINES_ONCE = 50;
const PATIENCE_MS = 120_000;
const PROCESSES = ['crawler', 'crawler-2', 'verifier', 'web'] as const;

export const redis: Fault = {
  id: 'F5',
  title: 'Redis killed, flushed, full, misconfigured',
  async run(trial) {
    const { rounds, vendors, lockMs, awayMs } = SIZES[trial.scale];
    const withinMs = trial.scale === 'short' ? PATIENCE_MS : 2 * lockMs + RECONNECT_MS;
    const options = {
      vendors: steadyVendors(vendors, START),
      processes: PROCESSES,
      variables: { JOB_LOCK_MS: String(lockMs) },
    } as const;
    const figures: Remarks = { killed: rounds, flushed: rounds, full: rounds, awayMs, ticksRefused: 0 };
    return inWorld(trial, options, async (world) => {
      await atWork(world, () => away(world, awayMs, withinMs));
      for (let round = 0; round < rounds; round += 1) {
        await atWork(world, () => killed(trial, world, withinMs));
        await flushed(world, withinMs);
        figures.ticksRefused = Number(figures.ticksRefused) + (await atWork(world, () => full(trial, world, withinMs)));
        await evicting(world);
        Object.assign(figures, await world.check());
      }
      return { ...figures, deaths: world.deaths.length };
    });
  },
};

/** While days pass, and once something was written. */
function atWork<T>(world: World, work: () => Promise<T>): Promise<T> {
  return world.whileDaysPass(async () => {
    const before = entries(world);
    await eventually('something is written', () => entries(world) > before, PATIENCE_MS, LOOK_EVERY_MS);
    return work();
  });
}

const entries = ({ directory }: World) => readLedger(directory).entries.length;

async function killed(trial: Trial, world: World, withinMs: number): Promise<void> {
  const { redis: server } = world.pipeline;
  await server.kill();
  await delay(trial.random() * AWAY_MS);
  await server.start();
  const before = entries(world);
  await world.recovers('it goes on after Redis was killed', withinMs, () => entries(world) > before);
}

/** All processes stay, say so without a flood, and go on by themselves. */
async function away(world: World, awayMs: number, withinMs: number): Promise<void> {
  const { pipeline, deaths } = world;
  const lines = () => pipeline.log.filter((line) => !line.startsWith('web ')).length; // It logs requests.
  const [linesBefore, ended] = [lines(), deaths.length];
  await pipeline.redis.kill();
  await delay(awayMs);
  const logged = lines() - linesBefore;
  await pipeline.redis.start();
  if (deaths.length > ended) throw new Error(`I8: ${deaths.length - ended} processes ended while Redis was away`);
  if (logged > PROCESSES.length * (LINES_ONCE + (LINES_A_SECOND * awayMs) / 1_000))
    throw new Error(`${logged} lines were logged while Redis was away for ${awayMs} ms`);
  const before = entries(world);
  await world.recovers(`it goes on after Redis was away for ${awayMs} ms`, withinMs, () => entries(world) > before);
}

async function flushed(world: World, withinMs: number): Promise<void> {
  // A visit of an earlier day that is still under way would count as that day's.
  await eventually('nothing waits', world.isDrained, PATIENCE_MS);
  await world.tomorrow();
  await told(world, (server) => server.flushall());
  await world.tick();
  await world.recovers('one tick brings all back after FLUSHALL', withinMs, () => world.areSeen());
}

/** @returns how many ticks it refused */
async function full(trial: Trial, world: World, withinMs: number): Promise<number> {
  await told(world, (server) => server.config('SET', 'maxmemory', '1mb'));
  let refused = 0;
  await eventually('a tick is refused', async () => {
    refused += (await world.tick()) ? 0 : 1;
    return refused > 0;
  });
  await delay(trial.random() * AWAY_MS);
  await told(world, (server) => server.config('SET', 'maxmemory', '0'));
  const before = entries(world);
  await world.recovers('it goes on when Redis has memory again', withinMs, () => entries(world) > before);
  return refused;
}

/** @throws {Error} a scheduler works on a Redis that drops jobs */
async function evicting(world: World): Promise<void> {
  const { pipeline, deaths } = world;
  await told(world, (server) => server.config('SET', 'maxmemory-policy', 'allkeys-lru'));
  const before = deaths.length;
  pipeline.start('scheduler');
  await eventually('the scheduler refuses', () => deaths.length > before || pipeline.isReady('scheduler'), PATIENCE_MS);
  const said = pipeline.log.some((line) => line.startsWith('scheduler ') && line.includes('Set it to noeviction'));
  await pipeline.end('scheduler', 'SIGKILL');
  await told(world, (server) => server.config('SET', 'maxmemory-policy', 'noeviction'));
  if (deaths.length === before || !said)
    throw new Error('I8: a scheduler took a Redis that drops jobs, or did not say why not');
}

/** Says something to the world's Redis, as soon as it listens. */
async function told(world: World, tell: (server: Redis) => Promise<unknown>): Promise<void> {
  const server = world.pipeline.redis.client().on('error', () => {});
  try {
    await tell(server);
  } finally {
    server.disconnect();
  }
}
