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
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { publishTurns } from '../../test/workload/generation.ts';
import type { Bench } from '../harness/benchmark.ts';
import { type Program, residentMb, SERVER_PROCESSOR, startProgram } from '../harness/processes.ts';
import { compare, type Sample, wallMs } from '../harness/rounds.ts';
import { type Case, casesOf } from './cases.ts';
import { measureExporter } from './exporter.ts';
import { loaded, METRICS, startWeb, type Target } from './load.ts';
import { measureSwaps, type Store } from './swaps.ts';

const BASELINES = {
  raw: 'node:http with the same bytes',
  express: 'Express, SQLite and res.json',
  sdk: 'the MCP SDK per request',
};
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

function startBaseline(bench: Bench, kind: keyof typeof BASELINES, origin = '', ...files: string[]): Promise<Program> {
  const program = join(import.meta.dirname, 'baseline.ts');
  const args = (port: number) => [program, kind, String(port), origin, ...files];
  return startProgram(bench, { args, processor: SERVER_PROCESSOR });
}

/** The web process of the other checkout, by the name of the baseline that it is. */
async function otherWeb(bench: Bench, { dataDir }: Store): Promise<Record<string, Program>> {
  const { checkout } = bench;
  return checkout === undefined
    ? {}
    : { [`the web process of ${checkout}`]: await startWeb(bench, dataDir, { checkout }) };
}

async function measureRequests(bench: Bench, store: Store): Promise<void> {
  const { dir } = bench;
  const ours = await startWeb(bench, store.dataDir);
  const other = await otherWeb(bench, store);
  for (const each of casesOf(store.products)) {
    const file = join(dir, 'targets.json');
    writeFileSync(file, JSON.stringify(each.targets));
    const own: Record<string, Program> = {};
    for (const kind of each.baselines) own[BASELINES[kind]] = await startBaseline(bench, kind, ours.origin, file);
    const sampled = async (server: Program) => {
      const targets = await targetsOf(server, each);
      return () => loaded(server, targets);
    };
    const baselines: Record<string, () => Promise<Sample>> = {};
    for (const [name, server] of Object.entries({ ...own, ...other })) baselines[name] = await sampled(server);
    const subject = await sampled(ours);
    await compare(bench, { case: each.name, metrics: METRICS, figures: { busy: 'of the time' }, subject, baselines });
    for (const server of Object.values(own)) await server.stop();
  }
  const idle = { [IDLE]: await startBaseline(bench, 'raw') };
  const memory = ({ pid }: Program) => ({ memory: residentMb(pid) });
  const others = Object.entries({ ...idle, ...other });
  await compare(bench, {
    case: `after all of these, ${store.products} products`,
    metrics: { memory: { unit: 'MB', better: 'lower' } },
    subject: () => memory(ours),
    baselines: Object.fromEntries(others.map(([name, server]) => [name, () => memory(server)])),
  });
  for (const server of [ours, ...others.map(([, each]) => each)]) await server.stop();
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
      ...(checkout !== undefined && { [`the web process of ${checkout}`]: other }),
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
