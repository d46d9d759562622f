/**
 * `serve`: how near the server comes to what Node can write at all.
 *
 * The subject is the web process as it runs in service (access log, metrics, request ids, a budget for its client) on a
 * published generation. Hot are requests that were made before: records at any depth, conditional and compressed, batches
 * and the feed. Worked out are those whose answers are not kept: any combination of fields, past days, any filter of
 * discover over 10,000 products. The baselines answer with the same bytes: `raw` is `node:http` with a Map of ready
 * answers; `naive` is Express, rows of SQLite and `res.json`. The ratio is of requests a second: 1 to raw means that all
 * the service does beside writing bytes costs nothing that can be measured. The same rounds give the processor time that
 * a request costs the server, which other work on the machine disturbs less: where `busy` is well below 1, somebody else
 * had the processor, and only that figure counts. Percentiles of latency are of the same rounds.
 *
 * Two web processes are set against one, on all processors (workers.ts).
 *
 * `swap` is the 99th percentile of latency while new generations are published under load, over the same without; a
 * failed request there is a failure of the benchmark. `start` is the time from starting the process until it is ready,
 * over that of the raw server with nothing to serve.
 *
 * Server and load are bound to a processor each where the machine has two and `taskset`.
 */
import { join } from 'node:path';
import type { Bench } from './benchmark.ts';
import { inRounds, wallMs } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { processorMs, residentMb } from './processor.ts';
import { type Program, startProgram } from './programs.ts';
import { saveAnswers, type TakenAnswer, takeAnswer } from './serve/answers.ts';
import { type BaselineName, type Case, DISCOVER, HOT, WORKED_OUT } from './serve/cases.ts';
import { LOADER, load, type Target } from './serve/load.ts';
import { PROCESSOR, publishTurns, startOurs } from './serve/ours.ts';
import { type Sample, sampleOf } from './serve/sample.ts';
import { measureSwap } from './serve/swap.ts';
import { measureWorkers } from './serve/workers.ts';
import { median } from './statistics.ts';

const PRODUCTS = 500;
const MANY_PRODUCTS = 10_000;

const BASELINE_NAMES = { raw: 'node:http and a Map of the same bytes', naive: 'Express, SQLite and res.json' };

export async function run(bench: Bench): Promise<void> {
  bench.progress(`load by ${LOADER}`);
  const [few, many] = bench.quick ? [20, 60] : [PRODUCTS, MANY_PRODUCTS];
  await measureRequests(bench, { products: few, cases: [...HOT, ...WORKED_OUT], baselines: ['raw', 'naive'] });
  await measureRequests(bench, { products: many, cases: DISCOVER, baselines: ['raw'] });
  await measureWorkers(bench, join(bench.dir, `hot-${few}`), few);
  for (const products of [few, many]) await measureStart(bench, products);
  for (const products of bench.quick ? [few] : [few, many]) await measureSwap(bench, products);
}

interface Comparison {
  products: number;
  cases: readonly Case[];
  baselines: readonly BaselineName[];
}

async function measureRequests(bench: Bench, { products, cases, baselines }: Comparison): Promise<void> {
  const { rounds, dir, report, progress } = bench;
  const dataDir = join(dir, `hot-${products}`);
  publishTurns(dataDir, products, 1);
  const ours = await startOurs(bench, dataDir);
  const answersFile = join(dir, `answers-${products}.json`);
  saveAnswers(answersFile, await allAnswers(ours.origin, cases, products));
  const servers: Partial<Record<'ours' | BaselineName, Program>> = { ours };
  for (const name of baselines) {
    const args = name === 'raw' ? [answersFile] : [answersFile, join(dir, `naive-${products}.db`)];
    servers[name] = await startBaseline(bench, `bench/serve/${name}.ts`, args);
  }
  for (const asked of cases) {
    const contenders: [string, () => Promise<Sample>][] = [];
    for (const name of ['ours', ...asked.baselines] as const) {
      const server = servers[name];
      if (server === undefined) continue;
      const targets = await targetsOf(server.origin, asked, products);
      contenders.push([name, () => sampleOf(bench, server, targets)]);
    }
    const samples = await inRounds(Object.fromEntries(contenders), {
      rounds,
      progress: (done) => progress(`${asked.name}, round ${done} of ${rounds}`),
    });
    const taken = (name: string, what: (sample: Sample) => number) => (samples[name] ?? []).map(what);
    for (const baseline of asked.baselines) {
      const common = { baseline: BASELINE_NAMES[baseline] };
      report(
        findingOf({
          ...common,
          case: `requests a second, ${asked.name}`,
          better: 'higher',
          unit: 'requests/s',
          subject: taken('ours', ({ rate }) => rate),
          against: taken(baseline, ({ rate }) => rate),
        }),
      );
      report(
        findingOf({
          ...common,
          case: `99th percentile under load, ${asked.name}`,
          better: 'lower',
          unit: 'ms',
          subject: taken('ours', ({ p99Ms }) => p99Ms),
          against: taken(baseline, ({ p99Ms }) => p99Ms),
        }),
      );
      if (processorMs(ours.pid) === undefined) continue;
      report(
        findingOf({
          ...common,
          case: `processor time a request, ${asked.name}`,
          better: 'lower',
          unit: 'µs',
          subject: taken('ours', ({ processorUs }) => processorUs),
          against: taken(baseline, ({ processorUs }) => processorUs),
          figures: {
            busy: figure(median(taken('ours', ({ busy }) => busy)), 'of the time'),
            'baseline busy': figure(median(taken(baseline, ({ busy }) => busy)), 'of the time'),
          },
        }),
      );
    }
  }
  for (const server of Object.values(servers)) server.stop();
}

function startBaseline(bench: Bench, file: string, args: readonly string[]): Promise<Program> {
  return startProgram(bench, file, { args: (port) => [String(port), ...args], processor: PROCESSOR });
}

/** Every answer that is asked for, once. */
async function allAnswers(origin: string, cases: readonly Case[], products: number): Promise<TakenAnswer[]> {
  const wanted = new Map<string, { path: string; coding: string }>();
  for (const { paths, coding = '' } of cases)
    for (const path of paths(products)) wanted.set(coding + path, { path, coding });
  const answers: TakenAnswer[] = [];
  for (const { path, coding } of wanted.values()) answers.push(await takeAnswer(origin, path, coding));
  return answers;
}

/** With the entity tags that this server itself gave. */
async function targetsOf(origin: string, { paths, coding, conditional }: Case, products: number): Promise<Target[]> {
  const targets: Target[] = [];
  for (const path of paths(products)) {
    const headers: Record<string, string> = coding === undefined ? {} : { 'accept-encoding': coding };
    if (conditional) headers['if-none-match'] = (await takeAnswer(origin, path, coding ?? '')).etag;
    targets.push({ path, headers });
  }
  return targets;
}

async function measureStart(bench: Bench, products: number): Promise<void> {
  const { dir, rounds, report, progress } = bench;
  const dataDir = join(dir, `start-${products}`);
  publishTurns(dataDir, products, 1);
  const nothing = join(dir, 'nothing.json');
  saveAnswers(nothing, []);
  const started = (start: () => Promise<Program>) => () =>
    wallMs(async () => {
      const server = await start();
      server.stop();
    });
  const samples = await inRounds(
    {
      ours: started(() => startOurs(bench, dataDir)),
      raw: started(() => startBaseline(bench, 'bench/serve/raw.ts', [nothing])),
    },
    { rounds, warmUp: 1, progress: (done) => progress(`start with ${products} products, round ${done} of ${rounds}`) },
  );
  report(
    findingOf({
      case: `start until ready with ${products} products`,
      baseline: 'node:http and nothing to serve',
      better: 'lower',
      unit: 'ms',
      subject: samples.ours,
      against: samples.raw,
      figures: { resident: figure(await residentUnderLoad(bench, dataDir, products), 'MB') },
    }),
  );
}

/** After every product was asked for in every way that is kept. */
async function residentUnderLoad(bench: Bench, dataDir: string, products: number): Promise<number> {
  const server = await startOurs(bench, dataDir);
  for (const { paths, coding } of [...HOT, ...WORKED_OUT, ...DISCOVER]) {
    const headers: Record<string, string> = coding === undefined ? {} : { 'accept-encoding': coding };
    const targets = paths(products).map((path) => ({ path, headers }));
    await load(bench, { port: server.port, targets, seconds: 2 });
  }
  const resident = residentMb(server.pid) ?? 0;
  server.stop();
  return resident;
}
