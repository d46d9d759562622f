/** A whole pipeline whose truth is known: vendors change prices by the day, and a witness reads all the time. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, QueueEvents } from 'bullmq';
import { CRAWL_QUEUE, VERIFY_QUEUE } from '../../config/queues.ts';
import { redisOptions } from '../../config/redis.ts';
import { sourceKey } from '../../data/source-facts.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { ledgerFigures } from '../../data/store/ledger-queries/inspection.ts';
import { eventually } from '../eventually.ts';
import { type Pipeline, type PipelineOptions, type ProcessName, startPipeline } from '../pipeline/pipeline.ts';
import { factsTrue } from '../pipeline/truth.ts';
import type { Vendor } from '../vendor-web/vendor.ts';
import { checkDirectory } from './directory-check.ts';
import type { Remarks, Trial } from './fault.ts';
import { testify } from './testimony.ts';
import { DAY_MS, steadyVendors } from './vendors.ts';
import { startWitness, type Witness } from './witness.ts';

/** Years ago: however many days pass, a world is never ahead of the machine. */
export const START = new Date('2010-01-01T12:00:00Z');
/** Within which a worker's death is noticed; small, so that trials need not wait. */
export const LOCK_MS = 2_000;
const VENDORS = 40;
/** Longer than anything takes, also on a busy machine. */
const PATIENCE_MS = 600_000;
const DEAD_FOR_MS = 100;
/** Pause between two looks at a world: each reads the ledger. */
export const LOOK_EVERY_MS = 100;

export interface WorldOptions extends Partial<Omit<PipelineOptions, 'clock' | 'dataDir' | 'onDeath'>> {
  /** Vendors that the days of this world leave alone: a real scheduler has them visited, by the machine's clock. */
  others?: readonly Vendor[];
  /** Pause of the witness between two reads. */
  witnessMs?: number;
}

export interface World {
  pipeline: Pipeline;
  vendors: readonly Vendor[];
  /** The data directory, with the testimony in it. */
  directory: string;
  witness: Witness;
  /** Processes that ended without being told to; each is started again, as by the supervisor. */
  deaths: readonly { name: ProcessName; how: number | NodeJS.Signals | null }[];
  /** The vendors' clock. */
  clock(): Date;
  /** The scheduler's tick at that instant, and the clock with it; false where Redis is away. */
  tick(at?: Date): Promise<boolean>;
  /** The tick of the next day. */
  tomorrow(): Promise<boolean>;
  /** A day passes after each pause until the work is done. */
  whileDaysPass<T>(work: () => Promise<T>, pauseMs?: number): Promise<T>;
  /** A day passes; the function returned tells whether every vendor was visited on it. */
  dayPasses(): () => Promise<boolean>;
  /** Whether each vendor was visited on this day. */
  areSeen(slugs?: readonly string[]): boolean;
  /** The same; what was not visited is put into the queue. */
  areLookedAt(slugs: readonly string[]): Promise<boolean>;
  /** `kill -9`; resolves when it is gone. */
  kill(name: ProcessName): Promise<void>;
  /** Resolves when what was started last under this name does its work. */
  works(name: ProcessName): Promise<void>;
  /** Waits until it holds, and testifies how long that took. @throws {Error} it never does */
  recovers(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<number>;
  /** What failed and waits for its next attempt is tried now, if no other job is active. */
  retryNow(): Promise<void>;
  /** Whether a crawler is visiting. */
  isVisiting(): Promise<boolean>;
  /** Whether the queues are empty and no job is active. */
  isDrained(): Promise<boolean>;
  /** Every vendor is visited on a later day, disputes are over, and all of it is served. */
  settle(): Promise<void>;
  /** Settles, and checks the invariants. @throws {Error} one is broken */
  check(): Promise<Remarks>;
  stop(): Promise<void>;
}

/** Runs in a world, which is stopped whatever happens. */
export async function inWorld<T>(trial: Trial, options: WorldOptions, run: (world: World) => Promise<T>): Promise<T> {
  const world = await startWorld(trial, options);
  try {
    return await run(world);
  } finally {
    await world.stop();
  }
}

async function startWorld(trial: Trial, options: WorldOptions): Promise<World> {
  const { vendors = steadyVendors(VENDORS, START), others = [], witnessMs, ...rest } = options;
  const { processes = ['crawler', 'verifier', 'web'] } = rest;
  const directory = trial.directory();
  const deaths: { name: ProcessName; how: number | NodeJS.Signals | null }[] = [];
  let isStopping = false;
  const pipeline = await startPipeline({
    ...rest,
    processes,
    vendors: [...vendors, ...others],
    clock: START,
    dataDir: directory,
    variables: {
      JOB_LOCK_MS: String(LOCK_MS),
      PUBLISH_MAX_WAIT_MS: '500',
      CHROMIUM_PATH: '/nowhere/chromium',
      ...rest.variables,
    },
    onDeath(name, how) {
      deaths.push({ name, how });
      trial.say(`${name} ended of itself (${how})`);
      if (processes.includes(name)) setTimeout(() => isStopping || pipeline.start(name), DEAD_FOR_MS);
    },
  });
  const slugs = vendors.map(({ slug }) => slug);
  const connection = redisOptions(pipeline.redis.url, 'worker');
  const events = new QueueEvents(VERIFY_QUEUE, { connection });
  await testifyOf(events, directory, new Set([...vendors, ...others].map(({ slug }) => slug)));
  const [crawl, verify] = [CRAWL_QUEUE, VERIFY_QUEUE].map((name) => new Queue(name, { connection })) as [Queue, Queue];
  const queues = [crawl, verify];
  for (const queue of queues) queue.on('error', () => {}); // Redis is killed on purpose.

  const stated = new Map<string, string>();
  let clock = START;
  let webDownFrom: number | undefined;

  function setClock(at: Date): void {
    for (const vendor of vendors) {
      const facts = [...factsTrue(vendor, at)].sort();
      if (stated.get(vendor.slug) === facts.join()) continue;
      stated.set(vendor.slug, facts.join());
      testify(directory, { kind: 'truth', clock: at.toISOString(), slug: vendor.slug, facts });
    }
    clock = at;
    pipeline.web.setClock(at);
  }
  const daysLater = (days: number) => new Date(clock.getTime() + days * DAY_MS);
  setClock(START);

  const witness = startWitness({ directory, origin: () => pipeline.origin, clock: () => clock, slugs }, witnessMs);

  const world: World = {
    pipeline,
    vendors,
    directory,
    witness,
    deaths,
    clock: () => clock,
    async tick(at = clock) {
      setClock(at);
      return pipeline.tick(at, slugs).then(
        () => true,
        () => false, // The next tick sees the same facts.
      );
    },
    tomorrow: () => world.tick(daysLater(1)),
    async whileDaysPass(work, pauseMs = 300) {
      let isOver = false;
      const passing = (async () => {
        for (; !isOver; await delay(pauseMs)) await world.tomorrow();
      })();
      try {
        return await work();
      } finally {
        isOver = true;
        await passing;
      }
    },
    dayPasses() {
      setClock(daysLater(1));
      return () => world.areLookedAt(slugs);
    },
    areSeen(asked = slugs) {
      const facts = pipeline.facts();
      const checkedAt = (slug: string) => Date.parse(facts.get(sourceKey(slug, 'pricing'))?.checkedAt ?? '');
      return asked.every((slug) => checkedAt(slug) >= clock.getTime());
    },
    // Jobs of earlier days may still wait and hold their slots: the scheduler goes on until all are of this day.
    async areLookedAt(asked) {
      await world.tick();
      return world.areSeen(asked);
    },
    async kill(name) {
      if (name === 'web') webDownFrom ??= Date.now();
      await pipeline.end(name, 'SIGKILL');
    },
    async works(name) {
      await eventually(`${name} works again`, () => pipeline.isReady(name), PATIENCE_MS);
      if (name !== 'web' || webDownFrom === undefined) return;
      testify(directory, { kind: 'down', from: webDownFrom, to: Date.now() });
      webDownFrom = undefined;
    },
    async recovers(what, withinMs, holds) {
      const started = performance.now();
      await eventually(what, holds, PATIENCE_MS, LOOK_EVERY_MS);
      const ms = Math.round(performance.now() - started);
      testify(directory, { kind: 'recovered', what, ms, withinMs });
      return ms;
    },
    async retryNow() {
      for (const queue of queues) if ((await queue.getActiveCount()) === 0) await queue.promoteJobs();
    },
    isVisiting: async () => (await crawl.getActiveCount()) > 0,
    async isDrained() {
      const types = ['waiting', 'active', 'delayed', 'prioritized'] as const;
      const counts = await Promise.all(queues.map((queue) => queue.getJobCountByTypes(...types)));
      return counts.every((count) => count === 0);
    },
    async settle() {
      setClock(daysLater(2));
      await lookedAt(world);
      // A price may have leapt over days that were missed; it is looked at again, as the scheduler would.
      for (let look = 0; look < 4 && disputed(world).length > 0; look += 1) {
        setClock(daysLater(1 / 4));
        await lookedAt(world, disputed(world));
      }
      setClock(daysLater(1));
      await lookedAt(world);
      await served(world);
      testify(directory, { kind: 'settled', at: Date.now(), clock: clock.toISOString() });
    },
    async check() {
      await world.settle();
      await witness.readAll();
      return checkDirectory(directory);
    },
    async stop() {
      isStopping = true;
      await witness.stop();
      await Promise.all([events, ...queues].map((each) => each.close().catch(() => {})));
      await pipeline.stop();
    },
  };
  return world;
}

/** Testifies of each observation that the verify queue calls completed. */
async function testifyOf(events: QueueEvents, directory: string, known: ReadonlySet<string>): Promise<void> {
  const told = new Set<string>();
  events.on('error', () => {});
  events.on('completed', ({ jobId }) => {
    // Others than observations are jobs too.
    if (!known.has(jobId.split('.')[0] ?? '') || told.has(jobId)) return;
    told.add(jobId);
    testify(directory, { kind: 'acknowledged', at: Date.now(), id: jobId });
  });
  await events.waitUntilReady();
}

function disputed({ pipeline, vendors }: World): string[] {
  const facts = pipeline.facts();
  return vendors.map(({ slug }) => slug).filter((slug) => facts.get(sourceKey(slug, 'pricing'))?.disputed === true);
}

async function lookedAt(world: World, asked = world.vendors.map(({ slug }) => slug)): Promise<void> {
  const what = `${asked.length} vendors are looked at on ${world.clock().toISOString()}`;
  await eventually(what, () => world.areLookedAt(asked), PATIENCE_MS, LOOK_EVERY_MS);
}

/** Everything that the ledger has now is published and answered from. */
async function served({ pipeline, directory, witness }: World): Promise<void> {
  const known = ledgerFigures(join(directory, 'ledger.db'))?.entries ?? 0;
  const current = () => readCurrent(join(directory, 'generations'));
  await eventually(
    'a generation with all of it is published',
    () => (current()?.ledger.entries ?? 0) >= known,
    PATIENCE_MS,
  );
  const generation = current()?.generation ?? '';
  await eventually(
    `generation ${generation} is served`,
    async () => {
      const line = await witness.read('/api/v2/categories');
      return pipeline.isReady('web') && line.kind === 'answer' && (line.generation ?? '') >= generation;
    },
    PATIENCE_MS,
  );
}
