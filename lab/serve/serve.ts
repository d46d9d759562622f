/**
 * `serve`: the web process and the exporter as in service (access log, metrics, request ids, rate limits), on published
 * generations, over servers that give the same answers (baseline.ts). With `--checkout` the web process of that checkout
 * runs on the same files under the same load.
 *
 * Other work on the machine moves processor time less than requests a second; where `busy` is well below 1 the load or
 * another process was the limit, and only processor time counts. Goals: hot GETs 0.9 and tools/call 0.5 of raw, four
 * times Express, uncached discover 0.5 of raw, 10,000 uncached answers a second, ready in 700 ms at 500 products and in
 * 2 s at 10,000, 320 MB there, and over swaps no failed request and a 99th percentile of at most four times.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { publishTurns } from '../../test/workload/generation.ts';
import type { Bench } from '../harness/benchmark.ts';
import {
  type Program,
  processorMs,
  residentMb,
  SERVER_PROCESSOR,
  startProgram,
  startService,
} from '../harness/processes.ts';
import { compare, cpuMs, type Sample, wallMs } from '../harness/rounds.ts';
import { copyAndHash } from '../publish/publish.ts';
import { type Case, casesOf, type Kind } from './cases.ts';
import { loaded, METRICS, startWeb, type Target } from './load.ts';
import { measureSwaps, type Store } from './swaps.ts';

const BASELINES: Record<Kind, string> = {
  raw: 'node:http with the same bytes',
  express: 'Express, SQLite and res.json',
  sdk: 'the MCP SDK per request',
};
const nameOf = (checkout: string) => `the web process of ${checkout}`;
const IDLE = 'node:http without data';

export async function run(bench: Bench): Promise<void> {
  const { checkout, dir, quick, progress } = bench;
  const stored = (products: number): Store => {
    progress(`publishing ${products} products`);
    const dataDir = join(dir, String(products));
    return { products, dataDir, generations: publishTurns(dataDir, products, 2) };
  };
  const [few, many] = quick ? [stored(20), stored(60)] : [stored(500), stored(10_000)];
  for (const store of [few, many]) await measureStart(bench, store);
  await measureRequests(bench, many);
  await measureWorkers(bench, few);
  for (const store of [few, many]) {
    await measureSwaps(bench, store);
    if (checkout !== undefined) await measureSwaps(bench, store, checkout);
  }
  await measureExporter(bench, many);
}

function startBaseline(bench: Bench, kind: Kind, copied: readonly string[] = []): Promise<Program> {
  const program = join(import.meta.dirname, 'baseline.ts');
  const args = (port: number) => [program, kind, String(port), ...copied];
  return startProgram(bench, { args, processor: SERVER_PROCESSOR });
}

async function measureRequests(bench: Bench, store: Store): Promise<void> {
  const cases = casesOf(store.products);
  const ours = await startWeb(bench, store.dataDir);
  const { checkout } = bench;
  const other: Record<string, Program> = {};
  if (checkout !== undefined) other[nameOf(checkout)] = await startWeb(bench, store.dataDir, { checkout });
  const baselines: Record<string, Program> = {};
  for (const kind of ['raw', 'express', 'sdk'] as const) {
    const file = join(bench.dir, `${kind}.json`);
    const targets = cases.filter((each) => each.baselines.includes(kind)).flatMap((each) => each.targets);
    writeFileSync(file, JSON.stringify(targets));
    baselines[BASELINES[kind]] = await startBaseline(bench, kind, [ours.origin, file]);
  }
  for (const each of cases) {
    const sampler = async (server: Program) => {
      const targets = await targetsOf(server, each);
      return () => loaded(server, targets);
    };
    const names = new Set(each.baselines.map((kind) => BASELINES[kind]));
    const against: Record<string, () => Promise<Sample>> = {};
    for (const [name, server] of Object.entries({ ...baselines, ...other }))
      if (name in other || names.has(name)) against[name] = await sampler(server);
    const [subject, figures] = [await sampler(ours), { busy: 'of the time' }];
    await compare(bench, { case: each.name, metrics: METRICS, figures, subject, baselines: against });
  }
  const idle = { [IDLE]: await startBaseline(bench, 'raw') };
  const memory = ({ pid }: Program) => ({ memory: residentMb(pid) });
  await compare(bench, {
    case: `after all of these, ${store.products} products`,
    metrics: { memory: { unit: 'MB', better: 'lower' } },
    subject: () => memory(ours),
    baselines: Object.fromEntries(
      Object.entries({ ...idle, ...other }).map(([name, each]) => [name, () => memory(each)]),
    ),
  });
  for (const server of Object.values({ ours, ...baselines, ...other, ...idle })) await server.stop();
}

/** Conditional requests carry the entity tags of the server that they go to. */
async function targetsOf({ origin }: Program, { targets, conditional }: Case): Promise<Target[]> {
  if (!conditional) return targets;
  const tagged = targets.map(async ({ path }) => {
    const { headers, body } = await request(origin + path);
    await body.dump();
    return { path, headers: { 'if-none-match': String(headers.etag) } };
  });
  return Promise.all(tagged);
}

async function measureStart(bench: Bench, { products, dataDir }: Store): Promise<void> {
  const { checkout } = bench;
  const timed = (start: () => Promise<Program>) => async () => {
    const programs: Program[] = [];
    const time = await wallMs(async () => programs.push(await start()));
    for (const program of programs) await program.stop();
    return { time };
  };
  const other = timed(() => startWeb(bench, dataDir, { checkout }));
  await compare(bench, {
    case: `start until ready, ${products} products`,
    metrics: { time: { unit: 'ms', better: 'lower' } },
    warmUp: 1,
    subject: timed(() => startWeb(bench, dataDir)),
    baselines: {
      [IDLE]: timed(() => startBaseline(bench, 'raw')),
      ...(checkout !== undefined && { [nameOf(checkout)]: other }),
    },
  });
}

/** Two web processes and one, on all processors. The load takes one of them too. */
async function measureWorkers(bench: Bench, { dataDir, products }: Store): Promise<void> {
  const targets = casesOf(products)[0]?.targets ?? [];
  const [two, one] = [await startWeb(bench, dataDir, { workers: 2 }), await startWeb(bench, dataDir)];
  await compare(bench, {
    case: 'record, two web processes',
    metrics: METRICS,
    figures: { busy: 'processors' },
    subject: () => loaded(two, targets),
    baselines: { 'one web process': () => loaded(one, targets) },
  });
  for (const server of [two, one]) await server.stop();
}

/** The exporter's processor time for the feeds and files of a generation. */
async function measureExporter(bench: Bench, { products, dataDir, generations }: Store): Promise<void> {
  const [source, target] = [join(dataDir, 'generations', generations.at(-1)?.file ?? ''), join(bench.dir, 'copy.db')];
  await compare(bench, {
    case: `feeds and exports of ${products} products`,
    metrics: { 'processor time': { unit: 'ms', better: 'lower' } },
    figures: { memory: 'MB' },
    mostRounds: 3,
    warmUp: 0,
    async subject() {
      for (const made of ['feeds', 'exports']) rmSync(join(dataDir, made), { recursive: true, force: true });
      const settings = { DATA_DIR: dataDir };
      const exporter = await startService(bench, 'exporter', { settings, readyMs: 600_000 });
      const sample = { 'processor time': processorMs(exporter.pid), memory: residentMb(exporter.pid, 'VmHWM') };
      await exporter.stop();
      return sample;
    },
    baselines: {
      'VACUUM INTO and SHA-256': () => ({ 'processor time': cpuMs(() => copyAndHash(source, target)) }),
    },
  });
}
