/**
 * `feeds`: what it costs to make the feeds of all products, and what that does to everybody else.
 *
 * Each sample is a fresh process with the flags of the Procfile that opens a generation and makes its feeds once, in every
 * coding, down to the disk: its processor time, and what it held at most beyond what it held before. The baseline makes
 * the same in one go, in memory. `requests a second while feeds are made` is that of the web process beside the exporter
 * at work, over the same without it.
 */
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { Bench } from './benchmark.ts';
import { Made, type Way } from './feeds/made.ts';
import { inRounds } from './measure.ts';
import { figure, findingOf } from './measurement.ts';
import { load } from './serve/load.ts';
import { FLAGS, hotTargets, publishAgain, publishTurns, startExporter, startOurs } from './serve/ours.ts';
import { median } from './statistics.ts';

const PRODUCTS = 10_000;
const QUICK_PRODUCTS = 60;
const MB = 1024 * 1024;

export async function run(bench: Bench): Promise<void> {
  const products = bench.quick ? QUICK_PRODUCTS : PRODUCTS;
  await measureMaking(bench, products);
  await measureBeside(bench, products);
}

async function measureMaking(bench: Bench, products: number): Promise<void> {
  const { dir, rounds, report, progress } = bench;
  const dataDir = join(dir, `feeds-${products}`);
  publishTurns(dataDir, products, 1);
  const made = (way: Way) => () => make(bench, dataDir, way);
  const samples = await inRounds(
    { ours: made('ours'), 'one-go': made('one-go') },
    { rounds: Math.min(rounds, 3), warmUp: 0, progress: (done) => progress(`${products} products, round ${done}`) },
  );
  const taken = (way: Way, what: (sample: Made) => number) => samples[way].map(what);
  const seconds = (way: Way) => figure(median(taken(way, ({ ms }) => ms)) / 1_000, 's to make');
  const common = { baseline: 'all in one go', better: 'lower' } as const;
  report(
    findingOf({
      ...common,
      case: `processor time of making the feeds of ${products} products`,
      unit: 'ms',
      subject: taken('ours', ({ cpuMs }) => cpuMs),
      against: taken('one-go', ({ cpuMs }) => cpuMs),
      figures: { time: seconds('ours'), 'baseline time': seconds('one-go') },
    }),
  );
  report(
    findingOf({
      ...common,
      case: `memory while feeds of ${products} products are made`,
      unit: 'MB more',
      subject: taken('ours', ({ peak, before }) => peak - before),
      against: taken('one-go', ({ peak, before }) => peak - before),
      figures: { before: figure(median(taken('ours', ({ before }) => before)), 'MB') },
    }),
  );
  for (const [path, { whole, zstd }] of Object.entries(samples.ours[0]?.bytes ?? {}))
    report(
      findingOf({
        case: `bytes of ${path}, ${products} products, zstd`,
        baseline: 'not compressed',
        better: 'lower',
        unit: 'MB',
        subject: [zstd / MB],
        against: [whole / MB],
      }),
    );
}

async function make({ start }: Bench, dataDir: string, way: Way): Promise<Made> {
  const program = join(import.meta.dirname, 'feeds/making.ts');
  const child = start(process.execPath, [...FLAGS, program, dataDir, way], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('Cannot read what making the feeds came to');
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`Making the feeds ended with ${String(code)}`);
  return Made.parse(JSON.parse(output));
}

/** @throws {Error} a request failed */
async function measureBeside(bench: Bench, products: number): Promise<void> {
  const { dir, rounds, report, progress } = bench;
  const dataDir = join(dir, `feeds-beside-${products}`);
  const [first, second] = publishTurns(dataDir, products, 2);
  if (first === undefined || second === undefined) throw new Error('Cannot swap without two generations');
  const server = await startOurs(bench, dataDir);
  const targets = hotTargets(products);
  const beside: { rate: number; p99Ms: number }[] = [];
  const alone: { rate: number; p99Ms: number }[] = [];
  const loaded = async () => {
    const { requests, seconds, failed, p99Ms } = await load(bench, { port: server.port, targets, seconds: 2 });
    if (failed > 0) throw new Error(`${failed} of ${requests} requests failed`);
    return { rate: requests / seconds, p99Ms };
  };
  let number = Number(second.generation);
  await loaded();
  for (let round = 1; round <= Math.min(rounds, 3); round += 1) {
    number += 1;
    publishAgain(dataDir, number % 2 === 1 ? first : second, number);
    await isServed(server.origin, number);
    const exporter = startExporter(bench, dataDir);
    await until(async () => isAtWork(join(dataDir, 'feeds')));
    beside.push(await loaded());
    exporter.kill('SIGKILL');
    alone.push(await loaded());
    progress(`beside ${products} products, round ${round}`);
  }
  server.stop();
  const common = { baseline: 'the same without the exporter' };
  report(
    findingOf({
      ...common,
      case: `requests a second while feeds of ${products} products are made`,
      better: 'higher',
      unit: 'requests/s',
      subject: beside.map(({ rate }) => rate),
      against: alone.map(({ rate }) => rate),
    }),
  );
  report(
    findingOf({
      ...common,
      case: `99th percentile while feeds of ${products} products are made`,
      better: 'lower',
      unit: 'ms',
      subject: beside.map(({ p99Ms }) => p99Ms),
      against: alone.map(({ p99Ms }) => p99Ms),
    }),
  );
}

async function isServed(origin: string, number: number): Promise<void> {
  await until(async () => {
    const { body } = await request(`${origin}/readyz`);
    return Number(((await body.json()) as { generation: string }).generation) >= number;
  });
}

function isAtWork(feedsDir: string): boolean {
  return existsSync(feedsDir) && readdirSync(feedsDir).some((name) => name.startsWith('.tmp-'));
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await delay(20)) if (await isSo()) return;
  throw new Error('The server does not come to serve what was published');
}
