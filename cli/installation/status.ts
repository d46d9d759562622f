/** How an installation stands: what runs, what waits, how old the prices are, what the data takes; also when parts are down. */
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../config/env.ts';
import { runningRedis } from '../../config/redis.ts';
import { planCadences } from '../../crawler/schedule/cadence-plan.ts';
import { dueJobs } from '../../crawler/schedule/due.ts';
import { readLastTick } from '../../crawler/schedule/last-tick.ts';
import { loadCatalogue } from '../../data/catalogue/catalogue.ts';
import { readCurrent } from '../../data/store/generation/current.ts';
import { type LedgerFigures, ledgerFigures } from '../../data/store/ledger-queries/inspection.ts';
import { readSourceFacts, readWatching } from '../../data/store/ledger-queries/source-facts.ts';
import { foldersIn } from '../../serve/files/folder/read.ts';
import type { Offered } from '../../serve/files/replica/pull.ts';
import { isRunning, runningUnder } from '../../supervisor/running.ts';
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

/** Ticks come each minute; several that are missing are no accident. */
const TICK_LATE_MS = 5 * 60_000;
/** As it is named where it is down. */
const OTHER_NODE = 'other node';

/** What is not known is absent. */
export interface Status {
  at: string;
  dataDir: string;
  /** Parts that do not do what they should, each with why. */
  down: { part: string; why: string }[];
  /** Under the supervisor of this DATA_DIR. */
  processes?: { name: string; pid: number; isRunning: boolean }[];
  probes: Probe[];
  /** The other node whose generations are taken and served here; then nothing is of this machine that visits or publishes. */
  takenFrom?: { url: string } & Partial<Offered>;
  redis?: { version: string; usedMemoryBytes: number };
  queues?: QueueFigures['queues'];
  lastTick?: { at: string; ageSeconds: number; due: number; queued: number };
  ledger?: LedgerFigures;
  sources?: { all: number; visited: number; due: number; visiting: number; failing: number; disputed: number };
  published?: {
    generation: string;
    sha256: string;
    publishedAt: string;
    ageSeconds: number;
    products: number;
    bytes: number;
  };
  /** Number of the generation whose files are there for download. */
  exported?: string;
  disk: { archive: Size; ledger: Size; generations: Size; exports: Size; redis: Size; freeBytes?: number };
}

/** Of the installation, as far as it can be told. */
export async function statusOf(environment: Environment, now: Date): Promise<Status> {
  const { dataDir } = environment;
  const down: Status['down'] = [];
  const told: Told = async (part, ask) => {
    try {
      return await ask();
    } catch (error) {
      down.push({ part, why: reasonOf(error) });
      return undefined;
    }
  };
  const processes = await told('supervisor', () => supervised(dataDir));
  for (const { name, pid, isRunning } of processes ?? [])
    if (!isRunning) down.push({ part: name, why: `its process ${pid} has ended` });
  const probed = await probes(environment);
  // The console is for people who may not want one here.
  for (const { process, isReady, said } of probed)
    if (isReady === false && process !== 'console') down.push({ part: process, why: said ?? 'not ready' });
  const { generationSource } = environment;
  const origin =
    generationSource === undefined
      ? await pipelineOf(environment, { now, down, told })
      : { takenFrom: await takenFrom(generationSource.url, { dataDir, down, told }) };
  const published = await told('generations', () => publishedOf(dataDir, now));
  if (published === undefined)
    down.push({
      part: 'generations',
      why: generationSource === undefined ? 'nothing is published' : 'none was taken yet',
    });
  const exported = (await foldersIn(join(dataDir, 'exports')))[0]?.name;
  return {
    at: now.toISOString(),
    dataDir,
    down: down.filter(({ part }, at) => down.findIndex((other) => other.part === part) === at),
    ...(processes !== undefined && { processes }),
    probes: probed,
    ...origin,
    ...(published !== undefined && { published }),
    ...(exported !== undefined && { exported }),
    disk: await diskOf(dataDir),
  };
}

/** Tells what a part says, or nothing and that it is down. */
type Told = <T>(part: string, ask: () => T | Promise<T>) => Promise<T | undefined>;

/** What visits, judges and publishes. */
async function pipelineOf(
  environment: Environment,
  { now, down, told }: { now: Date; down: Status['down']; told: Told },
): Promise<Pick<Status, 'redis' | 'queues' | 'lastTick' | 'ledger' | 'sources'>> {
  const { dataDir } = environment;
  const queue = await told('redis', () => queueOf(environment));
  const lastTick = await told('scheduler', () => tickOf(dataDir, now));
  if (lastTick === undefined || lastTick.ageSeconds * 1_000 > TICK_LATE_MS)
    down.push({
      part: 'scheduler',
      why: lastTick === undefined ? 'it never looked at what is due' : 'its last look is long ago',
    });
  const ledger = await told('ledger', () => ledgerFigures(join(dataDir, 'ledger.db')));
  const sources = await told('catalogue', () => sourcesOf(environment, { visiting: queue?.visiting.length ?? 0, now }));
  return {
    ...(queue !== undefined && {
      redis: { version: queue.version, usedMemoryBytes: queue.usedMemoryBytes },
      queues: queue.queues,
    }),
    ...(lastTick !== undefined && { lastTick }),
    ...(ledger !== undefined && { ledger }),
    ...(sources !== undefined && { sources }),
  };
}

async function takenFrom(
  url: string,
  { dataDir, down, told }: { dataDir: string; down: Status['down']; told: Told },
): Promise<NonNullable<Status['takenFrom']>> {
  const offer = await told(OTHER_NODE, () => offeredBy(url, dataDir));
  if (offer?.refusal !== undefined)
    down.push({ part: OTHER_NODE, why: `its generation ${offer.generation} is not taken here: ${offer.refusal}` });
  return { url, ...offer };
}

/** Undefined where the processes were started by something else. */
function supervised(dataDir: string): Status['processes'] {
  const running = runningUnder(dataDir);
  return running?.processes.map((each) => ({ name: each.name, pid: each.pid, isRunning: isRunning(each) }));
}

function queueOf(environment: Environment): Promise<QueueFigures> {
  const redisUrl = runningRedis(environment);
  if (redisUrl === undefined) throw new Error('none runs on this DATA_DIR, and REDIS_URL is not set');
  return queueFigures(redisUrl);
}

function tickOf(dataDir: string, now: Date): Status['lastTick'] {
  const tick = readLastTick(dataDir);
  return tick && { ...tick, ageSeconds: secondsSince(tick.at, now) };
}

/** By the same rules as the scheduler's, so that they can be told while it is down. */
function sourcesOf(
  { dataDir, catalogueDir, checksPerDay }: Environment,
  { visiting, now }: { visiting: number; now: Date },
): Status['sources'] {
  const ledger = join(dataDir, 'ledger.db');
  const { products } = loadCatalogue(catalogueDir);
  const facts = readSourceFacts(ledger);
  const plan = planCadences({ products, watching: readWatching(ledger), checksPerDay });
  const known = [...facts.values()];
  return {
    all: products.reduce((sum, { sources, retired }) => sum + (retired === undefined ? sources.length : 0), 0),
    visited: facts.size,
    due: dueJobs(products, facts, plan, now).length,
    visiting,
    failing: known.filter(({ failuresInARow }) => failuresInARow > 0).length,
    disputed: known.filter(({ disputed }) => disputed).length,
  };
}

function publishedOf(dataDir: string, now: Date): Status['published'] {
  const dir = join(dataDir, 'generations');
  const current = readCurrent(dir);
  if (current === undefined) return undefined;
  const { generation, sha256, publishedAt, products, bytes, file } = current;
  if (!existsSync(join(dir, file))) throw new Error(`CURRENT names ${file}, which is not there`);
  return { generation, sha256, publishedAt, ageSeconds: secondsSince(publishedAt, now), products, bytes };
}

async function diskOf(dataDir: string): Promise<Status['disk']> {
  const size = (name: string) => sizeOf(join(dataDir, name));
  // Until a checkpoint, what was written last is in the log beside the ledger alone.
  const [file, log] = await Promise.all([size('ledger.db'), size('ledger.db-wal')]);
  const system = await statfs(dataDir).catch(() => undefined);
  return {
    archive: await size('archive'),
    ledger: { files: file.files + log.files, bytes: file.bytes + log.bytes },
    generations: await size('generations'),
    exports: await size('exports'),
    redis: await size('redis'),
    ...(system !== undefined && { freeBytes: system.bavail * system.bsize }),
  };
}

function secondsSince(instant: string, now: Date): number {
  return Math.round((now.getTime() - Date.parse(instant)) / 1_000);
}
