/** The state of an installation: what runs, what waits, how old the prices are, how large the data is; also with parts down. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../config/env.ts';
import { runningRedis } from '../../config/redis.ts';
import { sourcesOfOlderReaders } from '../../crawler/reread/older-readings.ts';
import { type CadencePlan, planCadences } from '../../crawler/schedule/cadence-plan.ts';
import { dueJobs } from '../../crawler/schedule/due.ts';
import { type LastTick, readLastTick } from '../../crawler/schedule/last-tick.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { defined } from '../../data/defined.ts';
import { freeBytes } from '../../data/store/files/free-bytes.ts';
import { type Current, readCurrent } from '../../data/store/generation/current.ts';
import { type LedgerFigures, ledgerFigures } from '../../data/store/ledger-queries/inspection.ts';
import { readSourceFacts, readWatching } from '../../data/store/ledger-queries/source-facts.ts';
import { foldersIn } from '../../serve/files/folder/read.ts';
import type { Offered } from '../../serve/files/replica/pull.ts';
import { isRunning, runningUnder } from '../../supervisor/running.ts';
import { type Alarm, alarmsOf } from '../../verifier/status/alarms.ts';
import { observed } from '../../verifier/status/observe.ts';
import {
  offeredBy,
  type Probe,
  probes,
  type QueueFigures,
  queueFigures,
  reasonOf,
  type Size,
  sizeOf,
} from './probes.ts';

/** Ticks come each minute; five missing ones are no accident. */
const TICK_LATE_MS = 5 * 60_000;
const OTHER_NODE = 'other node';

interface Down {
  part: string;
  why: string;
}

/** Unknown parts are undefined, and absent in JSON. */
export interface Status {
  at: string;
  dataDir: string;
  down: Down[];
  /** Started by the supervisor of this DATA_DIR; undefined where none started any. */
  processes: { name: string; pid: number; isRunning: boolean }[] | undefined;
  probes: Probe[];
  /** The console's list; absent on a machine with GENERATION_URL. */
  alarms?: Alarm[] | undefined;
  /** The node of GENERATION_URL; this machine then neither visits nor publishes. */
  takenFrom?: { url: string } & Partial<Offered>;
  redis?: Pick<QueueFigures, 'version' | 'usedMemoryBytes'> | undefined;
  queues?: QueueFigures['queues'] | undefined;
  lastTick?: (LastTick & { ageSeconds: number }) | undefined;
  ledger?: LedgerFigures | undefined;
  sources?: Record<'all' | 'visited' | 'due' | 'visiting' | 'failing' | 'disputed', number> | undefined;
  published:
    | (Pick<Current, 'generation' | 'sha256' | 'publishedAt' | 'products' | 'bytes'> & { ageSeconds: number })
    | undefined;
  /** Number of the generation whose files can be downloaded. */
  exported: string | undefined;
  disk: Record<'archive' | 'ledger' | 'generations' | 'exports' | 'redis', Size> & { freeBytes?: number };
}

class Outages {
  readonly down: Down[] = [];

  /** The part's answer; if it throws, undefined, and the part is down. */
  async attempt<T>(part: string, ask: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.down.push({ part, why: reasonOf(error) });
      return undefined;
    }
  }
}

export async function statusOf(environment: Environment, now: Date): Promise<Status> {
  const { dataDir, generationSource } = environment;
  const outages = new Outages();
  const { down } = outages;
  const processes = await outages.attempt('supervisor', () =>
    runningUnder(dataDir, (why) => outages.down.push({ part: 'supervisor', why }))?.processes.map((each) => ({
      name: each.name,
      pid: each.pid,
      isRunning: isRunning(each),
    })),
  );
  for (const { name, pid, isRunning } of processes ?? [])
    if (!isRunning) down.push({ part: name, why: `process ${pid} has ended` });
  const probed = await probes(environment);
  for (const { process, isReady, said } of probed)
    if (isReady === false && process !== 'console') down.push({ part: process, why: said ?? 'not ready' });
  const origin =
    generationSource === undefined
      ? await pipelineOf(environment, now, outages)
      : { takenFrom: await takenFrom(generationSource.url, dataDir, outages) };
  const published = await outages.attempt('generations', () => publishedOf(dataDir, now));
  if (published === undefined) {
    const why = generationSource === undefined ? 'nothing is published' : 'none downloaded yet';
    down.push({ part: 'generations', why });
  }
  return {
    at: now.toISOString(),
    dataDir,
    down: down.filter(({ part }, at) => down.findIndex((other) => other.part === part) === at),
    processes,
    probes: probed,
    ...origin,
    published,
    exported: (await foldersIn(join(dataDir, 'exports')))[0]?.name,
    disk: await diskOf(dataDir),
  };
}

type Pipeline = Pick<Status, 'redis' | 'queues' | 'lastTick' | 'ledger' | 'sources' | 'alarms'>;

async function pipelineOf(environment: Environment, now: Date, outages: Outages): Promise<Pipeline> {
  const { dataDir, publishMaxWaitMs } = environment;
  const { down } = outages;
  const queue = await outages.attempt('redis', () => queueOf(environment));
  const lastTick = await outages.attempt('scheduler', () => tickOf(dataDir, now, outages));
  if (lastTick === undefined) down.push({ part: 'scheduler', why: 'no tick yet' });
  else if (lastTick.ageSeconds * 1_000 > TICK_LATE_MS)
    down.push({ part: 'scheduler', why: 'the last tick is long ago' });
  const ledger = await outages.attempt('ledger', () => ledgerFigures(join(dataDir, 'ledger.db')));
  const visiting = queue?.visiting.length ?? 0;
  const planned = await outages.attempt('catalogue', () => sourcesOf(environment, { visiting, now }));
  const redis = queue && { version: queue.version, usedMemoryBytes: queue.usedMemoryBytes };
  const { isWithinBudget = true, sources } = planned ?? {};
  const elsewhere = { depths: queue?.depths, crawler: queue?.crawler, publishMaxWaitMs, isWithinBudget };
  // What it can't read is down, and named by then.
  const alarms = await new Outages().attempt('alarms', () =>
    alarmsOf(observed(dataDir, { ...elsewhere, olderReaders: sourcesOfOlderReaders(dataDir) }, now), now),
  );
  return { redis, queues: queue?.queues, lastTick, ledger, sources, alarms };
}

async function takenFrom(url: string, dataDir: string, outages: Outages): Promise<NonNullable<Status['takenFrom']>> {
  const offer = await outages.attempt(OTHER_NODE, () => offeredBy(url, dataDir));
  if (offer?.refusal !== undefined) {
    const why = `generation ${offer.generation} of the other node is rejected: ${offer.refusal}`;
    outages.down.push({ part: OTHER_NODE, why });
  }
  return { url, ...offer };
}

function queueOf(environment: Environment): Promise<QueueFigures> {
  const redisUrl = runningRedis(environment);
  if (redisUrl === undefined) throw new Error('no Redis runs on this DATA_DIR, and REDIS_URL is not set');
  return queueFigures(redisUrl);
}

function tickOf(dataDir: string, now: Date, { down }: Outages): Status['lastTick'] {
  const tick = readLastTick(dataDir, (why) => down.push({ part: 'scheduler', why }));
  return tick && { ...tick, ageSeconds: secondsSince(tick.at, now) };
}

/** Counted by the scheduler's rules, so that a stopped scheduler does not hide them. */
function sourcesOf(
  { dataDir, catalogueDir, checksPerDay }: Environment,
  { visiting, now }: { visiting: number; now: Date },
): Pick<Status, 'sources'> & Pick<CadencePlan, 'isWithinBudget'> {
  const ledger = join(dataDir, 'ledger.db');
  const { products } = loadCatalogue(catalogueDir);
  const facts = readSourceFacts(ledger);
  const plan = planCadences({ products, watching: readWatching(ledger), checksPerDay });
  const known = [...facts.values()];
  const sources = {
    all: products.filter(({ retired }) => retired === undefined).flatMap(({ sources }) => sources).length,
    visited: facts.size,
    due: dueJobs(products, facts, { ...plan, now }).length,
    visiting,
    failing: known.filter(({ failuresInARow }) => failuresInARow > 0).length,
    disputed: known.filter(({ disputed }) => disputed).length,
  };
  return { sources, isWithinBudget: plan.isWithinBudget };
}

function publishedOf(dataDir: string, now: Date): Status['published'] {
  const dir = join(dataDir, 'generations');
  const current = readCurrent(dir);
  if (current === undefined) return undefined;
  const { generation, sha256, publishedAt, products, bytes, file } = current;
  if (!existsSync(join(dir, file))) throw new Error(`CURRENT names ${file}, which is missing`);
  return { generation, sha256, publishedAt, ageSeconds: secondsSince(publishedAt, now), products, bytes };
}

async function diskOf(dataDir: string): Promise<Status['disk']> {
  const size = (name: string) => sizeOf(join(dataDir, name));
  // Before a checkpoint the latest entries are in the log alone.
  const [file, log] = await Promise.all([size('ledger.db'), size('ledger.db-wal')]);
  return {
    archive: await size('archive'),
    ledger: { files: file.files + log.files, bytes: file.bytes + log.bytes },
    generations: await size('generations'),
    exports: await size('exports'),
    redis: await size('redis'),
    ...defined({ freeBytes: freeBytes(dataDir) }),
  };
}

function secondsSince(instant: string, now: Date): number {
  return Math.round((now.getTime() - Date.parse(instant)) / 1_000);
}
