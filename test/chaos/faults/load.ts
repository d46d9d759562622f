/** An hour of mixed traffic while the pipeline works and is killed: every read is answered, and nothing grows. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ExportManifest } from '../../../serve/files/exports/manifest.ts';
import { eventually } from '../../eventually.ts';
import { type Crowd, type Met, percentileMs, startCrowd } from '../crowd.ts';
import { type Fault, NotRunHere, type Remarks, type Scale, type Trial } from '../fault.ts';
import { carryOut, killsPlanned } from '../killers.ts';
import { startSlowClients } from '../slow-clients.ts';
import { type Kind, MAY_BE, nextAsk, REQUESTS_AN_HOUR } from '../traffic.ts';
import { steadyVendors } from '../vendors.ts';
import { START, startWorld, type World } from '../world.ts';

const VENDORS = 40;
const SIZES: Record<Scale, { hours: number; clients: number; slow: number }> = {
  short: { hours: 0.01, clients: 4, slow: 2 },
  usual: { hours: 0.2, clients: 16, slow: 8 },
  long: { hours: 1, clients: 16, slow: 8 },
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
  injected: `${REQUESTS_AN_HOUR.toLocaleString('en-US')} requests, an hour of 20 a second, as fast as they are answered: hot, cold, conditional, tools, pages, feeds, exports, bad input, beside slow clients; crawler, verifier and exporter are killed meanwhile, and days pass`,
  passes: 'I1 to I9; no 5xx, nothing lost; memory and open files of the web process at the end are those after warming',
  async run(trial) {
    if (!existsSync('/proc/self/fd'))
      throw new NotRunHere('memory and open files are read from /proc, which is missing');
    const { hours, clients, slow } = SIZES[trial.scale];
    const world = await startWorld(trial, {
      vendors: steadyVendors(VENDORS, START),
      processes: ['crawler', 'verifier', 'web', 'exporter'],
    });
    try {
      await world.settle();
      await exportsAreThere(world);
      const requests = Math.round(hours * REQUESTS_AN_HOUR);
      const killing = keepKilling(trial, world);
      const slowly = startSlowClients(world.pipeline.origin, { clients: slow, path: '/api/v2/pricing/steady-1' });
      const downloading = keepDownloading(world);
      const warm = Math.round(requests * WARM_UP);
      const first = await crowdOf(trial, world, { clients, requests: warm }).done;
      const before = await atRest(world);
      const rest = await crowdOf(trial, world, { clients, requests: requests - warm }).done;
      const [kills, slowAnswers, downloads] = await Promise.all([killing.stop(), slowly.stop(), downloading.stop()]);
      const after = await atRest(world);
      for (const met of [first, rest]) checkMet(met);
      const figures = await world.check();
      if (trial.scale !== 'short') checkFlat(before, after);
      return {
        hours,
        requests: first.requests + rest.requests,
        ...percentilesOf(rest),
        slowAnswers,
        downloads,
        kills,
        residentMb: `${mb(before.bytes)} after warming, ${mb(after.bytes)} at the end`,
        openFiles: `${before.files} after warming, ${after.files} at the end`,
        ...figures,
      };
    } finally {
      await world.stop();
    }
  },
};

function crowdOf(trial: Trial, world: World, { clients, requests }: { clients: number; requests: number }): Crowd {
  const etags = new Map<string, string>();
  const slugs = world.vendors.map(({ slug }) => slug);
  let left = requests;
  return startCrowd({
    origin: world.pipeline.origin,
    clients,
    onEtag: (path, etag) => etags.set(path, etag),
    ask() {
      left -= 1;
      return left < 0 ? undefined : nextAsk({ slugs, etags, random: trial.random });
    },
  });
}

interface Going<T> {
  stop(): Promise<T>;
}

function going<T>(work: (isStopping: () => boolean) => Promise<T>): Going<T> {
  let isStopping = false;
  const working = work(() => isStopping);
  working.catch(() => {}); // It is told when it is stopped.
  return {
    stop() {
      isStopping = true;
      return working;
    },
  };
}

/** One process after the other, while days pass. @returns how many */
function keepKilling(trial: Trial, world: World): Going<number> {
  return going(async (isStopping) => {
    const ending = new AbortController();
    const passing = world.passDays(ending.signal);
    let kills = 0;
    try {
      for (; !isStopping(); kills += 1) {
        const name = KILLED[kills % KILLED.length] ?? 'crawler';
        await carryOut(world, name, killsPlanned(1, trial.random));
        await delay(trial.random() * DOWNLOAD_MS);
      }
    } finally {
      ending.abort();
      await passing;
    }
    return kills;
  });
}

/** The exports of a generation, each file whole. @returns how many files */
function keepDownloading({ pipeline }: World): Going<number> {
  return going(async (isStopping) => {
    let downloads = 0;
    while (!isStopping()) {
      const manifest = ExportManifest.parse(await (await fetch(`${pipeline.origin}/exports/manifest.json`)).json());
      for (const { url, sha256 } of manifest.files) {
        const response = await fetch(`${pipeline.origin}${new URL(url).pathname}`);
        if (response.status !== 200) throw new Error(`I7: ${url} was answered by ${response.status}`);
        const found = createHash('sha256')
          .update(Buffer.from(await response.arrayBuffer()))
          .digest('hex');
        if (found !== sha256) throw new Error(`I4: ${url} is ${found}, and the manifest says ${sha256}`);
        downloads += 1;
      }
      await delay(DOWNLOAD_MS);
    }
    return downloads;
  });
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
