/**
 * `serve`: how near the server comes to what Node can write at all.
 *
 * The subject is the web process as it runs in service (access log, metrics, request ids) on a published generation,
 * asked for `GET /api/v2/pricing/{slug}` of all its products in turn. The baselines answer with the same bytes: `raw` is
 * `node:http` with a Map of ready answers; `naive` is Express, a row of SQLite and `res.json`. The ratio is of requests a
 * second: 1 to raw means that all the service does beside writing bytes costs nothing that can be measured. The same
 * rounds give the processor time that a request costs the server, which other work on the machine disturbs less: where
 * `busy` is well below 1, somebody else had the processor, and only that figure counts.
 *
 * `swap` is the 99th percentile of latency while new generations are published under load, over the same without; a
 * failed request there is a failure of the benchmark.
 *
 * Server and load are bound to a processor each where the machine has two and `taskset`.
 */
import { join } from 'node:path';
import type { Bench } from './benchmark.ts';
import { inRounds } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { processorMs } from './processor.ts';
import { type Program, startProgram } from './programs.ts';
import { saveAnswers, type TakenAnswer, takeAnswer } from './serve/answers.ts';
import { LOADER, load, type Target } from './serve/load.ts';
import { PROCESSOR, publishTurns, startOurs } from './serve/ours.ts';
import { measureSwap } from './serve/swap.ts';
import { median } from './statistics.ts';

const PRODUCTS = 500;
const SWAP_PRODUCTS = [500, 10_000];

interface Case {
  name: string;
  query: string;
  coding: string;
  conditional: boolean;
  baselines: readonly ('raw' | 'naive')[];
}

const CASES: readonly Case[] = [
  { name: 'full', query: '', coding: '', conditional: false, baselines: ['raw', 'naive'] },
  { name: 'summary', query: '?depth=summary', coding: '', conditional: false, baselines: ['raw', 'naive'] },
  { name: 'not modified (304)', query: '', coding: '', conditional: true, baselines: ['raw', 'naive'] },
  // Express compresses nothing by itself.
  { name: 'full, br', query: '', coding: 'br', conditional: false, baselines: ['raw'] },
];

const BASELINE_NAMES = { raw: 'node:http and a Map of the same bytes', naive: 'Express, SQLite and res.json' };

export async function run(bench: Bench): Promise<void> {
  bench.progress(`load by ${LOADER}`);
  await measureHotGets(bench);
  for (const products of bench.quick ? [20] : SWAP_PRODUCTS) await measureSwap(bench, products);
}

async function measureHotGets(bench: Bench): Promise<void> {
  const { quick, rounds, dir, report, progress } = bench;
  const products = quick ? 20 : PRODUCTS;
  const dataDir = join(dir, 'hot');
  publishTurns(dataDir, products, 1);
  const ours = await startOurs(bench, dataDir);
  const answersFile = join(dir, 'answers.json');
  saveAnswers(answersFile, await allAnswers(ours.origin, products));
  const servers = {
    ours,
    raw: await startBaseline(bench, 'bench/serve/raw.ts', [answersFile]),
    naive: await startBaseline(bench, 'bench/serve/naive.ts', [answersFile, join(dir, 'naive.db')]),
  };
  for (const hot of CASES) {
    const names = ['ours', ...hot.baselines] as const;
    const contenders = await Promise.all(
      names.map(async (name) => {
        const targets = await targetsOf(servers[name].origin, hot, products);
        return [name, () => sampleOf(bench, servers[name], targets)] as const;
      }),
    );
    const samples = await inRounds(Object.fromEntries(contenders), {
      rounds,
      progress: (done) => progress(`${hot.name}, round ${done} of ${rounds}`),
    });
    const taken = (name: string, what: (sample: Sample) => number) => (samples[name] ?? []).map(what);
    for (const baseline of hot.baselines) {
      const common = { baseline: BASELINE_NAMES[baseline] };
      report(
        findingOf({
          ...common,
          case: `requests a second, ${hot.name}`,
          better: 'higher',
          unit: 'requests/s',
          subject: taken('ours', ({ rate }) => rate),
          against: taken(baseline, ({ rate }) => rate),
          figures: {
            p99: figure(median(taken('ours', ({ p99Ms }) => p99Ms)), 'ms'),
            'baseline p99': figure(median(taken(baseline, ({ p99Ms }) => p99Ms)), 'ms'),
          },
        }),
      );
      if (processorMs(ours.pid) === undefined) continue;
      report(
        findingOf({
          ...common,
          case: `processor time a request, ${hot.name}`,
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

interface Sample {
  rate: number;
  processorUs: number;
  /** Share of the time that the server had a processor. */
  busy: number;
  p99Ms: number;
}

/** @throws {Error} a request failed: a fast error is no answer */
async function sampleOf(bench: Bench, { port, pid }: Program, targets: readonly Target[]): Promise<Sample> {
  const before = processorMs(pid) ?? 0;
  const loaded = await load(bench, { port, targets, seconds: 1 });
  const spentMs = (processorMs(pid) ?? 0) - before;
  if (loaded.failed > 0) throw new Error(`${loaded.failed} of ${loaded.requests} requests failed`);
  return {
    rate: loaded.requests / loaded.seconds,
    processorUs: (1000 * spentMs) / loaded.requests,
    busy: spentMs / 1000 / loaded.seconds,
    p99Ms: loaded.p99Ms,
  };
}

function pathsOf({ query }: Case, products: number): string[] {
  return Array.from({ length: products }, (_, at) => `/api/v2/pricing/product-${at}${query}`);
}

/** Every case's answers, once each. */
async function allAnswers(origin: string, products: number): Promise<TakenAnswer[]> {
  const answers: TakenAnswer[] = [];
  for (const hot of CASES.filter(({ conditional }) => !conditional))
    for (const path of pathsOf(hot, products)) answers.push(await takeAnswer(origin, path, hot.coding));
  return answers;
}

/** With the entity tags that this server itself gave. */
async function targetsOf(origin: string, hot: Case, products: number): Promise<Target[]> {
  const targets: Target[] = [];
  for (const path of pathsOf(hot, products)) {
    const headers: Record<string, string> = hot.coding === '' ? {} : { 'accept-encoding': hot.coding };
    if (hot.conditional) headers['if-none-match'] = (await takeAnswer(origin, path, hot.coding)).etag;
    targets.push({ path, headers });
  }
  return targets;
}
