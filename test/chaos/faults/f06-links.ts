/** F6: what lies between machines is slow, trickles, goes silent, resets, or answers nobody. */
import { type Link, linkTo } from '../../link.ts';
import type { Fault, Remarks, Scale, Trial } from '../fault.ts';
import { steadyVendors } from '../vendors.ts';
import { inWorld, START, type World, type WorldOptions } from '../world.ts';

/** Of the crawler that is cut off from others; a second one is not. */
interface Links {
  redis: Link;
  vendors: Link;
}

interface Trouble {
  name: string;
  inflict(links: Links): Promise<void>;
  /** It ends by itself: connections that carry nothing any more have to be noticed by who holds them. */
  isLeft?: true;
  /** Within the limits of a job's lock alone, or of a visit, which goes on for longer. */
  bound: 'lock' | 'visit';
}

const TROUBLES: readonly Trouble[] = [
  { name: 'Redis resets', bound: 'lock', inflict: ({ redis }) => redis.reset() },
  { name: 'vendors are slow', bound: 'visit', inflict: ({ vendors }) => vendors.slow({ delayMs: 400 }) },
  { name: 'Redis is slow', bound: 'lock', inflict: ({ redis }) => redis.slow({ delayMs: 200 }) },
  { name: 'Redis goes silent', bound: 'lock', isLeft: true, inflict: ({ redis }) => redis.halfOpen() },
  { name: 'Redis trickles', bound: 'lock', inflict: ({ redis }) => redis.slow({ bytesPerSecond: 4_000 }) },
  { name: 'Redis answers nobody', bound: 'lock', inflict: ({ redis }) => redis.hang() },
  { name: 'vendors trickle', bound: 'visit', inflict: ({ vendors }) => vendors.slow({ bytesPerSecond: 2_000 }) },
  { name: 'vendors reset', bound: 'visit', inflict: ({ vendors }) => vendors.reset() },
  { name: 'vendors go silent', bound: 'visit', isLeft: true, inflict: ({ vendors }) => vendors.halfOpen() },
  { name: 'vendors answer nobody', bound: 'visit', inflict: ({ vendors }) => vendors.hang() },
];

interface Size {
  vendors: number;
  /** How many of the troubles, the first ones at the least scale. */
  troubles: number;
  rounds: number;
}
const SIZES: Record<Scale, Size> = {
  short: { vendors: 10, troubles: 3, rounds: 1 },
  long: { vendors: 40, troubles: TROUBLES.length, rounds: 4 },
};

const LOCK_MS = 5_000;
/** A visit may take 30 s, and is tried again after as long and half as much again; what the lock adds is little. */
const BOUNDS_MS = { lock: 12 * LOCK_MS, visit: 180_000 };
/** A connection is given up after 20 s without an answer that it owes (config/redis.ts), and a visit after 30 s. */
const NOTICED_MS = 120_000;

export const links: Fault = {
  id: 'F6',
  title: 'links that are slow, silent or broken',
  async run(trial) {
    const size = SIZES[trial.scale];
    let ways: Links | undefined;
    const options: WorldOptions = {
      vendors: steadyVendors(size.vendors, START),
      processes: ['crawler', 'crawler-2', 'verifier', 'web'],
      variables: { JOB_LOCK_MS: String(LOCK_MS), CRAWL_CONCURRENCY: '4' },
      async own({ redisUrl, vendorPort }) {
        const made = { redis: await linkTo(decodeURI(new URL(redisUrl).pathname)), vendors: await linkTo(vendorPort) };
        ways = made;
        const REDIS_URL = `redis://127.0.0.1:${made.redis.port}`;
        return { crawler: { REDIS_URL, LOOPBACK_VENDORS: `*=${made.vendors.port}` } };
      },
    };
    try {
      return await inWorld(trial, options, async (world) => {
        if (ways === undefined) throw new Error('Cannot find the links of this world');
        return inflictAll(trial, world, ways);
      });
    } finally {
      await Promise.all([ways?.redis.close(), ways?.vendors.close()]);
    }
  },
};

async function inflictAll(trial: Trial, world: World, ways: Links): Promise<Remarks> {
  const { troubles, rounds } = SIZES[trial.scale];
  const slowest = { meanwhileMs: 0, afterwardsMs: 0 };
  await world.settle();
  for (let round = 0; round < rounds; round += 1) {
    for (const trouble of shuffled(TROUBLES.slice(0, troubles), trial.random)) {
      trial.say(trouble.name);
      await trouble.inflict(ways);
      const what = `every vendor is looked at while ${trouble.name}`;
      const meanwhileMs = await world.recovers(what, BOUNDS_MS[trouble.bound], world.dayPasses());
      if (trouble.isLeft === undefined) await mend(ways);
      const afterwardsMs = await worksAlone(world, trouble.name);
      await mend(ways);
      slowest.meanwhileMs = Math.max(slowest.meanwhileMs, meanwhileMs);
      slowest.afterwardsMs = Math.max(slowest.afterwardsMs, afterwardsMs);
      trial.say(`${trouble.name}: looked at in ${meanwhileMs} ms, the crawler by itself in ${afterwardsMs} ms`);
    }
  }
  const deaths = world.deaths.length;
  if (deaths > 0) throw new Error(`I8: ${deaths} processes ended of themselves`);
  return { troubles: rounds * troubles, ...slowest, ...(await world.check()) };
}

async function mend({ redis, vendors }: Links): Promise<void> {
  await Promise.all([redis.mend(), vendors.mend()]);
}

/** The crawler behind the links is the only one for a day. */
async function worksAlone(world: World, after: string): Promise<number> {
  await world.pipeline.end('crawler-2', 'SIGTERM');
  const what = `the crawler alone looks at every vendor after ${after}`;
  const ms = await world.recovers(what, NOTICED_MS, world.dayPasses());
  world.pipeline.start('crawler-2');
  await world.works('crawler-2');
  return ms;
}

/** In an order by chance. */
function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
