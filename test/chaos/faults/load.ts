/** An hour of mixed traffic while the pipeline works and is killed: every read is answered, and nothing grows. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../eventually.ts';
import { crowdMet, type Met, percentileMs } from '../crowd.ts';
import { type Fault, NotRunHere, type Remarks, type Scale, type Trial } from '../fault.ts';
import { carryOut, killsPlanned } from '../killers.ts';
import { type Kind, MAY_BE, nextAsk, REQUESTS_AN_HOUR } from '../traffic.ts';
import { steadyVendors } from '../vendors.ts';
import { downloadExports } from '../whole-exports.ts';
import { inWorld, START, type World } from '../world.ts';

const VENDORS = 40;
const SIZES: Record<Scale, { hours: number; clients: number }> = {
  short: { hours: 0.01, clients: 4 },
  long: { hours: 1, clients: 16 },
};
/** Of the requests, before memory is looked at for the first time. */
const WARM_UP = 0.25;
/** What may be resident at the end, over what was after warming; the tests are too short to say. */
const MOST_GROWTH = 1.25;
/** Logs, sockets about to close, a generation that is being opened. */
const MOST_MORE_FILES = 8;
const KILLED = ['crawler', 'verifier', 'exporter'] as const;
const DOWNLOAD_MS = 500;
const PATIENCE_MS = 120_000;

export const load: Fault = {
  id: 'load',
  title: 'an hour of traffic while the pipeline is killed',
  async run(trial) {
    if (!existsSync('/proc/self/fd'))
      throw new NotRunHere('memory and open files are read from /proc, which is missing');
    const { hours, clients } = SIZES[trial.scale];
    const options = {
      vendors: steadyVendors(VENDORS, START),
      processes: ['crawler', 'verifier', 'web', 'exporter'],
    } as const;
    return inWorld(trial, options, async (world) => {
      await world.settle();
      await exportsAreThere(world);
      const requests = Math.round(hours * REQUESTS_AN_HOUR);
      const warm = Math.round(requests * WARM_UP);
      const killing = going((isStopping) => world.whileDaysPass(() => keepKilling(trial, world, isStopping)));
      const downloading = going((isStopping) => keepDownloading(world, isStopping));
      const first = await crowdOf(trial, world, { clients, requests: warm });
      const before = await atRest(world);
      const rest = await crowdOf(trial, world, { clients, requests: requests - warm });
      const [kills, downloads] = await Promise.all([killing.stop(), downloading.stop()]);
      const after = await atRest(world);
      for (const met of [first, rest]) checkMet(met);
      const figures = await world.check();
      if (trial.scale !== 'short') checkFlat(before, after);
      return {
        hours,
        requests: first.requests + rest.requests,
        ...percentilesOf(rest),
        downloads,
        kills,
        residentMb: `${mb(before.bytes)} after warming, ${mb(after.bytes)} at the end`,
        openFiles: `${before.files} after warming, ${after.files} at the end`,
        ...figures,
      };
    });
  },
};

function crowdOf(
  trial: Trial,
  world: World,
  { clients, requests }: { clients: number; requests: number },
): Promise<Met> {
  const etags = new Map<string, string>();
  const slugs = world.vendors.map(({ slug }) => slug);
  let left = requests;
  return crowdMet({
    origin: world.pipeline.origin,
    clients,
    onEtag: (path, etag) => etags.set(path, etag),
    ask() {
      left -= 1;
      return left < 0 ? undefined : nextAsk({ slugs, etags, random: trial.random });
    },
  });
}

/** Work that goes on until it is stopped. */
function going<T>(work: (isStopping: () => boolean) => Promise<T>): { stop(): Promise<T> } {
  let isStopping = false;
  const working = work(() => isStopping);
  working.catch(() => {}); // `stop` rejects with it.
  return {
    stop() {
      isStopping = true;
      return working;
    },
  };
}

/** One process after the other. @returns how many */
async function keepKilling(trial: Trial, world: World, isStopping: () => boolean): Promise<number> {
  let kills = 0;
  for (; !isStopping(); kills += 1) {
    const name = KILLED[kills % KILLED.length] ?? 'crawler';
    await carryOut(world, name, killsPlanned(1, trial.random));
    await delay(trial.random() * DOWNLOAD_MS);
  }
  return kills;
}

/** @returns how many files */
async function keepDownloading({ pipeline }: World, isStopping: () => boolean): Promise<number> {
  let downloads = 0;
  for (; !isStopping(); await delay(DOWNLOAD_MS)) downloads += await downloadExports(pipeline);
  return downloads;
}

async function exportsAreThere({ pipeline }: World): Promise<void> {
  const isThere = async (path: string) => (await fetch(`${pipeline.origin}${path}`)).status === 200;
  await eventually(
    'there are exports and feeds',
    async () => (await isThere('/exports/manifest.json')) && isThere('/llms.txt'),
    PATIENCE_MS,
  );
}

interface AtRest {
  bytes: number;
  files: number;
}

/** Of the web process, once the connections of the crowd are gone. */
async function atRest({ pipeline }: World): Promise<AtRest> {
  const pid = pipeline.process('web').pid;
  const files = () => readdirSync(`/proc/${pid}/fd`).length;
  let least = files();
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await delay(100);
    const now = files();
    if (now < least) quiet = 0;
    least = Math.min(least, now);
  }
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { bytes: Number(resident) * 1024, files: least };
}

function checkMet({ statuses, lost, backwards }: Met): void {
  const wrong = [...statuses].flatMap(([kind, counts]) =>
    [...counts]
      .filter(([status]) => !MAY_BE[kind as Kind](status))
      .map(([status, count]) => `${kind} ${status}: ${count}`),
  );
  if (wrong.length > 0) throw new Error(`I7: answered otherwise than it should be: ${wrong.join(', ')}`);
  if (lost.length > 0) throw new Error(`I7: ${lost.length} requests lost, such as ${JSON.stringify(lost[0])}`);
  if (backwards > 0) throw new Error(`I5: ${backwards} answers of an older generation`);
}

function checkFlat(before: AtRest, after: AtRest): void {
  if (after.bytes > before.bytes * MOST_GROWTH)
    throw new Error(`Memory grew from ${mb(before.bytes)} to ${mb(after.bytes)} MB`);
  if (after.files > before.files + MOST_MORE_FILES)
    throw new Error(`Open files grew from ${before.files} to ${after.files}`);
}

function percentilesOf(met: Met): Remarks {
  const kinds = [...met.durations.keys()].sort();
  const of = kinds.map((kind) => `${kind} ${percentileMs(met, 99, [kind])}`).join(', ');
  return { p50Ms: percentileMs(met, 50), p99Ms: percentileMs(met, 99), p99MsByKind: of };
}

function mb(bytes: number): number {
  return Math.round(bytes / 1_000_000);
}
