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
import { PROCESSORS, type Program, residentMb, startProgram } from '../harness/processes.ts';
import { compare, type Sample, wallMs } from '../harness/rounds.ts';
import { type Case, casesOf } from './cases.ts';
import { measureExporter } from './exporter.ts';
import { loadSample, METRICS, startWeb, type Target } from './load.ts';
import { measureSwaps } from './swaps.ts';

const BASELINES = {
  raw: 'node:http with the same bytes',
  express: 'Express, SQLite and res.json',
  sdk: 'the MCP SDK per request',
};

export async function run(bench: Bench): Promise<void> {
  const [few, many] = bench.quick ? [20, 60] : [500, 10_000];
  const stores = [few, many].map((products) => {
    const dataDir = join(bench.dir, String(products));
    bench.progress(`publishing ${products} products`);
    return { products, dataDir, generations: publishTurns(dataDir, products, 2) };
  });
  for (const { products, dataDir } of stores) await measureStart(bench, dataDir, products);
  for (const { products, dataDir } of stores.slice(-1)) await measureRequests(bench, dataDir, products);
  for (const { dataDir } of stores.slice(0, 1)) await measureWorkers(bench, dataDir);
  for (const store of stores) await measureSwaps(bench, store);
  for (const store of stores.slice(-1)) await measureExporter(bench, store);
}

function startBaseline(bench: Bench, kind: keyof typeof BASELINES, origin = '', file = ''): Promise<Program> {
  const program = join(import.meta.dirname, 'baseline.ts');
  return startProgram(bench, {
    args: (port) => [program, kind, String(port), origin, file],
    processor: PROCESSORS.server,
  });
}

async function measureRequests(bench: Bench, dataDir: string, products: number): Promise<void> {
  const { checkout, dir } = bench;
  const ours = await startWeb(bench, dataDir);
  const other = checkout === undefined ? undefined : await startWeb(bench, dataDir, { checkout });
  for (const each of casesOf(products)) {
    const file = join(dir, 'targets.json');
    writeFileSync(file, JSON.stringify(each.targets));
    const servers: Record<string, Program> = other === undefined ? {} : { [`the web process of ${checkout}`]: other };
    for (const kind of each.baselines) servers[BASELINES[kind]] = await startBaseline(bench, kind, ours.origin, file);
    const baselines: Record<string, () => Promise<Sample>> = {};
    for (const [name, server] of Object.entries(servers)) {
      const targets = await targetsOf(server, each);
      baselines[name] = () => loadSample(bench, server, targets);
    }
    const targets = await targetsOf(ours, each);
    await compare(bench, {
      case: each.name,
      metrics: METRICS,
      figures: { busy: 'of the time' },
      subject: () => loadSample(bench, ours, targets),
      baselines,
    });
    for (const server of Object.values(servers)) if (server !== other) await server.stop();
  }
  await reportMemory(bench, { ours, other, products });
  for (const server of [ours, other]) await server?.stop();
}

/** Conditional requests carry the entity tags of the server that they go to. */
function targetsOf({ origin }: Program, { targets, conditional }: Case): Promise<Target[]> | Target[] {
  if (!conditional) return targets;
  return Promise.all(
    targets.map(async ({ path }) => {
      const { headers, body } = await request(origin + path);
      await body.dump();
      return { path, headers: { 'if-none-match': String(headers.etag) } };
    }),
  );
}

interface AfterLoad {
  ours: Program;
  other: Program | undefined;
  products: number;
}

async function reportMemory(bench: Bench, { ours, other, products }: AfterLoad): Promise<void> {
  const idle = await startBaseline(bench, 'raw');
  const memory = ({ pid }: Program) => ({ memory: residentMb(pid) });
  await compare(bench, {
    case: `after all of these, ${products} products`,
    metrics: { memory: { unit: 'MB', better: 'lower' } },
    subject: () => memory(ours),
    baselines: {
      'node:http without data': () => memory(idle),
      ...(other !== undefined && { [`the web process of ${bench.checkout}`]: () => memory(other) }),
    },
  });
  await idle.stop();
}

async function measureStart(bench: Bench, dataDir: string, products: number): Promise<void> {
  const { checkout } = bench;
  const timed = (start: () => Promise<Program>) => async () => {
    let program: Program | undefined;
    const time = await wallMs(async () => {
      program = await start();
    });
    await program?.stop();
    return { time };
  };
  await compare(bench, {
    case: `start until ready, ${products} products`,
    metrics: { time: { unit: 'ms', better: 'lower' } },
    warmUp: 1,
    subject: timed(() => startWeb(bench, dataDir)),
    baselines: {
      'node:http without data': timed(() => startBaseline(bench, 'raw')),
      ...(checkout !== undefined && {
        [`the web process of ${checkout}`]: timed(() => startWeb(bench, dataDir, { checkout })),
      }),
    },
  });
}

/** Two web processes and one, on all processors. The load takes one of them too. */
async function measureWorkers(bench: Bench, dataDir: string): Promise<void> {
  const targets = casesOf(20)[0]?.targets ?? [];
  const [two, one] = [await startWeb(bench, dataDir, { workers: 2 }), await startWeb(bench, dataDir)];
  await compare(bench, {
    case: 'record, two web processes',
    metrics: METRICS,
    figures: { busy: 'processors' },
    subject: () => loadSample(bench, two, targets),
    baselines: { 'one web process': () => loadSample(bench, one, targets) },
  });
  for (const server of [two, one]) await server.stop();
}
