/**
 * A whole pipeline in a world of known truth: vendors whose prices change by the day, days that pass, a witness that
 * reads all the time, and a log of what was acknowledged. A fault does its worst to it; `check` says what came of it.
 */
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

/** Years before the machine's own day, so that a world has time to pass and is never ahead of it. */
export const START = new Date('2010-01-01T12:00:00Z');
/** Within which a worker's death is noticed; small, so that trials need not wait. */
export const LOCK_MS = 2_000;
const VENDORS = 40;
/** A world is busy, and so may be the machine: longer than anything in it takes. */
const PATIENCE_MS = 600_000;
const DEAD_FOR_MS = 100;
/** Between two looks at all of a world: each reads the ledger, and most tick too. */
export const LOOK_EVERY_MS = 100;

export interface WorldOptions extends Partial<Omit<PipelineOptions, 'clock' | 'dataDir' | 'onDeath'>> {
  start?: Date;
  /** Vendors that the days of this world leave alone: a real scheduler has them visited, by the machine's clock. */
  others?: readonly Vendor[];
  /** Pause of the witness between two reads. */
  witnessMs?: number;
  /** Whether one of `processes` that ends of itself is started again, as the supervisor would. */
  supervised?: boolean;
}

export interface World {
  pipeline: Pipeline;
  vendors: readonly Vendor[];
  /** The data directory, with the testimony in it. */
  directory: string;
  witness: Witness;
  /** Ids of the observations that the verify queue called completed, as far as it was heard. */
  acknowledged: ReadonlySet<string>;
  /** Processes that ended of themselves. */
  deaths: readonly { name: ProcessName; how: number | NodeJS.Signals | null }[];
  /** The vendors' clock. */
  clock(): Date;
  /** The scheduler's tick at that instant, and the clock with it; false where Redis is away. */
  tick(at?: Date): Promise<boolean>;
  /** A day passes after each pause, until it is told to stop. */
  passDays(signal: AbortSignal, pauseMs?: number): Promise<void>;
  /** A day passes; what is returned holds once every vendor, or each that is named, is looked at on it. */
  dayPasses(slugs?: readonly string[]): () => Promise<boolean>;
  /** Whether each of them is looked at on this day; what is not is put into the queue. */
  areLookedAt(slugs: readonly string[]): Promise<boolean>;
  /** `kill -9`; resolves when it is gone. */
  kill(name: ProcessName): Promise<void>;
  /** Starts it again; resolves when it does its work. */
  revive(name: ProcessName): Promise<void>;
  /** Resolves when what was started last under this name does its work. */
  works(name: ProcessName): Promise<void>;
  /** Waits until it holds, and testifies how long that took. @throws {Error} it never does */
  recovers(what: string, withinMs: number, holds: () => boolean | Promise<boolean>): Promise<number>;
  /** What failed, and waits to be tried again, is tried now if nothing else is in hand: as a person would. */
  retryNow(): Promise<void>;
  /** Whether no job waits, and nobody holds one. */
  isDrained(): Promise<boolean>;
  /** Every vendor is looked at on a later day, disputes are over, and all of it is served. */
  settle(): Promise<void>;
  /** Settles, and holds everything against the invariants. @throws {Error} one is broken */
  check(): Promise<Remarks>;
  stop(): Promise<void>;
}

export async function startWorld(trial: Trial, options: WorldOptions = {}): Promise<World> {
  const { start = START, vendors = steadyVendors(VENDORS, start), others = [], supervised = true, ...rest } = options;
  const { processes = ['crawler', 'verifier', 'web'] } = rest;
  const directory = trial.directory();
  const deaths: { name: ProcessName; how: number | NodeJS.Signals | null }[] = [];
  let isStopping = false;
  const pipeline = await startPipeline({
    ...rest,
    processes,
    vendors: [...vendors, ...others],
    clock: start,
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
      if (supervised && processes.includes(name)) setTimeout(() => isStopping || pipeline.start(name), DEAD_FOR_MS);
    },
  });
  const slugs = vendors.map(({ slug }) => slug);
  const known = new Set([...vendors, ...others].map(({ slug }) => slug));
  const acknowledged = new Set<string>();
  const events = new QueueEvents(VERIFY_QUEUE, { connection: redisOptions(pipeline.redis.url, 'worker') });
  events.on('error', () => {}); // Redis is killed on purpose.
  events.on('completed', ({ jobId }) => {
    // Others than observations are jobs too.
    if (!known.has(jobId.split('.')[0] ?? '') || acknowledged.has(jobId)) return;
    acknowledged.add(jobId);
    testify(directory, { kind: 'acknowledged', at: Date.now(), id: jobId });
  });
  await events.waitUntilReady();
  const queues = [CRAWL_QUEUE, VERIFY_QUEUE].map(
    (name) => new Queue(name, { connection: redisOptions(pipeline.redis.url, 'worker') }),
  );
  for (const queue of queues) queue.on('error', () => {}); // The same.

  const stated = new Map<string, string>();
  let clock = start;
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
  setClock(start);

  const witnessed = { directory, origin: () => pipeline.origin, clock: () => clock, slugs };
  const witness = startWitness(witnessed, rest.witnessMs);

  const world: World = {
    pipeline,
    vendors,
    directory,
    witness,
    acknowledged,
    deaths,
    clock: () => clock,
    async tick(at = clock) {
      setClock(at);
      return pipeline.tick(at, slugs).then(
        () => true,
        () => false, // The next tick sees the same facts.
      );
    },
    async passDays(signal, pauseMs = 300) {
      while (!signal.aborted) {
        await world.tick(new Date(clock.getTime() + DAY_MS));
        await delay(pauseMs);
      }
    },
    dayPasses(asked = slugs) {
      setClock(new Date(clock.getTime() + DAY_MS));
      return () => isLookedAt(world, asked);
    },
    areLookedAt: (asked) => isLookedAt(world, asked),
    async kill(name) {
      if (name === 'web') webDownFrom ??= Date.now();
      await pipeline.end(name, 'SIGKILL');
    },
    async revive(name) {
      pipeline.start(name);
      await world.works(name);
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
    async isDrained() {
      const counts = await Promise.all(
        queues.map((queue) => queue.getJobCountByTypes('waiting', 'active', 'delayed', 'prioritized')),
      );
      return counts.every((count) => count === 0);
    },
    async settle() {
      setClock(new Date(clock.getTime() + 2 * DAY_MS));
      await lookedAt(world);
      // A price may have leapt over days that were missed; it is looked at again, as the scheduler would.
      for (let look = 0; look < 4 && isDisputed(world); look += 1) {
        setClock(new Date(clock.getTime() + DAY_MS / 4));
        await lookedAt(world, (slug) => isDisputed(world, slug));
      }
      setClock(new Date(clock.getTime() + DAY_MS));
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

function isDisputed({ pipeline, vendors }: World, of?: string): boolean {
  const facts = pipeline.facts();
  const slugs = of === undefined ? vendors.map(({ slug }) => slug) : [of];
  return slugs.some((slug) => facts.get(sourceKey(slug, 'pricing'))?.disputed === true);
}

async function lookedAt(world: World, isAsked: (slug: string) => boolean = () => true): Promise<void> {
  const asked = world.vendors.map(({ slug }) => slug).filter(isAsked);
  const what = `${asked.length} vendors are looked at on ${world.clock().toISOString()}`;
  await eventually(what, () => isLookedAt(world, asked), PATIENCE_MS, LOOK_EVERY_MS);
}

/** Jobs of earlier days may wait still, and hold their slots: the scheduler goes on until all are of this day. */
async function isLookedAt(world: World, asked: readonly string[]): Promise<boolean> {
  await world.tick();
  const facts = world.pipeline.facts();
  const isSeen = (checkedAt: string | undefined) =>
    checkedAt !== undefined && Date.parse(checkedAt) >= world.clock().getTime();
  return asked.every((slug) => isSeen(facts.get(sourceKey(slug, 'pricing'))?.checkedAt));
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
