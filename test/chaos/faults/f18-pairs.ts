/** F18: two faults at once, drawn by chance, each with a beginning and an end of its own. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../eventually.ts';
import { type Link, linkTo } from '../../link.ts';
import type { ProcessName } from '../../pipeline/pipeline.ts';
import { type Fault, type Remarks, type Scale, type Trial, tryOut } from '../fault.ts';
import { crowd } from '../hostile-clients.ts';
import { reasonOf } from '../report.ts';
import { readLedger } from '../store-check.ts';
import { failingWhile, straceMissing } from '../strace.ts';
import { steadyVendors } from '../vendors.ts';
import { inWorld, LOCK_MS, LOOK_EVERY_MS, START, type World, type WorldOptions } from '../world.ts';
import { exportsAreWhole } from './f01-kills.ts';
import { told } from './f05-redis.ts';
import { shuffled } from './f06-links.ts';

const RUNS: Record<Scale, number> = { short: 1, usual: 10, long: 200 };
const VENDORS = 10;
const CROWD = 300;
/** A harm begins so soon after the pair is drawn, and lasts so long: some end before a lock does, some after. */
const BEGINS_MS = 600;
const LASTS_MS = 2 * LOCK_MS;
const PATIENCE_MS = 300_000;
/** A process has one tracer. */
const TRACED = 'strace';

interface Scene {
  world: World;
  /** From one of two crawlers. */
  links: { redis: Link; vendors: Link };
}

/** One half of a pair. */
interface Harm {
  name: string;
  /** What it befalls: no pair has two on one. */
  on: string;
  /** In which the world recovers from it alone, in milliseconds; a pair has the sum. */
  bound: number;
  /** @returns what ends it */
  begin(scene: Scene): Promise<() => unknown>;
}

/** Processes are restarted and locks expire. */
const SOON_MS = 60_000;
/** A connection without an answer is given up after 20 s, a visit after 30 s, and it is tried again after 45 s. */
const LATER_MS = 180_000;

const killed = (victim: ProcessName): Harm => ({
  name: `${victim} killed`,
  on: victim,
  bound: SOON_MS,
  async begin({ world }) {
    const { exitCode, signalCode } = world.pipeline.process(victim);
    // One that ended by the other harm is started again by the world.
    if (exitCode !== null || signalCode !== null) return () => {};
    await world.kill(victim);
    return () => world.pipeline.start(victim);
  },
});

const stopped = (victim: ProcessName): Harm => ({
  name: `${victim} stopped`,
  on: victim,
  bound: SOON_MS,
  async begin({ world }) {
    const child = world.pipeline.process(victim);
    child.kill('SIGSTOP');
    return () => child.kill('SIGCONT');
  },
});

const refused = (call: string, error: string): Harm => ({
  name: `${call} of the verifier: ${error}`,
  on: TRACED,
  bound: SOON_MS,
  begin: async ({ world }) => failingWhile({ call, error }, world.pipeline.process('verifier').pid ?? 0),
});

const cut = (link: 'redis' | 'vendors', how: 'reset' | 'halfOpen' | 'hang'): Harm => ({
  name: `${link} link: ${how}`,
  on: link,
  bound: LATER_MS,
  async begin({ links }) {
    await links[link][how]();
    return () => links[link].mend();
  },
});

const slow = (link: 'redis' | 'vendors'): Harm => ({
  name: `${link} link: slow`,
  on: link,
  bound: LATER_MS,
  async begin({ links }) {
    await links[link].slow({ delayMs: 200 });
    return () => links[link].mend();
  },
});

const HARMS: readonly Harm[] = [
  ...(['crawler', 'crawler-2', 'verifier', 'web', 'exporter'] as const).flatMap((name) => [
    killed(name),
    stopped(name),
  ]),
  refused('fsync', 'EIO'),
  refused('pwrite64', 'ENOSPC'),
  ...(['redis', 'vendors'] as const).flatMap((link) => [
    cut(link, 'reset'),
    cut(link, 'halfOpen'),
    cut(link, 'hang'),
    slow(link),
  ]),
  {
    name: 'Redis killed',
    on: 'Redis',
    bound: SOON_MS,
    async begin({ world: { pipeline } }) {
      await pipeline.redis.kill();
      return () => pipeline.redis.start();
    },
  },
  {
    name: 'Redis flushed',
    on: 'Redis',
    bound: SOON_MS,
    begin: async ({ world }) => {
      await told(world, (server) => server.flushall());
      return () => {};
    },
  },
  {
    name: 'Redis full',
    on: 'Redis',
    bound: SOON_MS,
    async begin({ world }) {
      await told(world, (server) => server.config('SET', 'maxmemory', '1mb'));
      return () => told(world, (server) => server.config('SET', 'maxmemory', '0'));
    },
  },
  {
    name: 'CURRENT deleted',
    on: 'CURRENT',
    bound: SOON_MS,
    async begin({ world }) {
      rmSync(join(world.directory, 'generations/CURRENT'), { force: true });
      return () => {};
    },
  },
  {
    name: `${CROWD} silent clients`,
    on: 'clients',
    bound: SOON_MS,
    async begin({ world }) {
      const clients = await crowd(Number(new URL(world.pipeline.origin).port), CROWD);
      return () => clients.leave();
    },
  },
];

export const pairs: Fault = {
  id: 'F18',
  title: 'two faults at once',
  injected: `random pairs of ${HARMS.length} faults, each run in a world and with a seed of its own: run n has the seed of the first plus n`,
  async run({ seed, scale, say }) {
    const runs = RUNS[scale];
    const failures: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      const pair: Fault = { ...pairs, run: runPair };
      const outcome = await tryOut(pair, { seed: seed + run, scale, say });
      const how = outcome.result === 'failed' ? `FAILED: ${reasonOf(outcome.error)}` : outcome.result;
      say(`run ${run + 1} of ${runs}, seed ${seed + run}: ${how} (${Math.round(outcome.ms / 1_000)} s)`);
      if (outcome.result === 'failed') failures.push(`--seed ${seed + run}: ${how}; kept: ${outcome.kept.join(' ')}`);
    }
    if (failures.length > 0) throw new Error(`${failures.length} of ${runs} runs\n${failures.join('\n')}`);
    return { runs, seeds: `${seed} to ${seed + runs - 1}` };
  },
};

/** Two of them, by the seed; without strace the pairs are others. */
function drawn(random: () => number): [Harm, Harm] {
  const possible = straceMissing() === undefined ? HARMS : HARMS.filter(({ on }) => on !== TRACED);
  const [first, ...rest] = shuffled(possible, random);
  const second = rest.find(({ on }) => on !== first?.on);
  if (first === undefined || second === undefined) throw new Error('There are no two faults');
  return [first, second];
}

async function runPair(trial: Trial): Promise<Remarks> {
  const pair = drawn(trial.random);
  trial.say(`seed ${trial.seed}: ${pair.map(({ name }) => name).join(' + ')}`);
  let links: Scene['links'] | undefined;
  const options: WorldOptions = {
    vendors: steadyVendors(VENDORS, START),
    processes: ['crawler', 'crawler-2', 'verifier', 'web', 'exporter'],
    async own({ redisUrl, vendorPort }) {
      const made = { redis: await linkTo(decodeURI(new URL(redisUrl).pathname)), vendors: await linkTo(vendorPort) };
      links = made;
      const REDIS_URL = `redis://127.0.0.1:${made.redis.port}`;
      return { crawler: { REDIS_URL, LOOPBACK_VENDORS: `*=${made.vendors.port}` } };
    },
  };
  try {
    return await inWorld(trial, options, async (world) => {
      if (links === undefined) throw new Error('Cannot find the links of this world');
      return inflict(trial, pair, { world, links });
    });
  } finally {
    await Promise.all([links?.redis.close(), links?.vendors.close()]);
  }
}

async function inflict({ random }: Trial, pair: readonly Harm[], scene: Scene): Promise<Remarks> {
  const { world } = scene;
  const entries = () => readLedger(world.directory).entries.length;
  const plans = pair.map((harm) => ({ harm, beginsMs: random() * BEGINS_MS, lastsMs: random() * LASTS_MS }));
  await world.whileDaysPass(async () => {
    await eventually('something is written', () => entries() > 0, PATIENCE_MS, LOOK_EVERY_MS);
    await Promise.all(
      plans.map(async ({ harm, beginsMs, lastsMs }) => {
        await delay(beginsMs);
        const end = await harm.begin(scene);
        await delay(lastsMs);
        await end();
      }),
    );
  });
  for (const name of ['crawler', 'crawler-2', 'verifier', 'web', 'exporter'] as const) await world.works(name);
  const bound = pair.reduce((sum, harm) => sum + harm.bound, 0);
  await world.recovers('every vendor is looked at', bound, world.dayPasses());
  await world.recovers('the queues drain', bound, world.isDrained);
  const figures = await world.check();
  await exportsAreWhole(world);
  return { ...figures, deaths: world.deaths.length };
}
