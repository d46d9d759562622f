/**
 * `exports`: what it costs to make the files of a generation, and what that does to everybody else.
 *
 * A sample is a fresh process with the flags and the priority of service, from the opening of the generation to the
 * rename that makes the files seen: its processor time, since by the clock its priority lets everybody else go first.
 * The baseline is the least that handing out a generation takes: `VACUUM INTO` and SHA-256 of it. `growth` is time a
 * product at the largest size over that at the smallest. `publishing` is the whole way to a reader with 1 % changed,
 * beside an export that is being made, over the same alone. `downloads` is the slowest hundredth of hot GETs while four
 * clients download the largest file at 100 Mbit/s each, over the same without.
 */
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import * as z from 'zod';
import { parseProcfile } from '../supervisor/procfile.ts';
import type { Bench } from './benchmark.ts';
import { inRounds } from './measure.ts';
import { type Figure, figure, findingOf } from './measurement.ts';
import { copyAndHash, publishingHouse } from './publish.ts';
import { load } from './serve/load.ts';
import { hotTargets, publishTurns, startOurs } from './serve/ours.ts';
import { median } from './statistics.ts';

const SIZES = [500, 10_000];
const QUICK_SIZES = [20, 100];

const PROGRAM = 'serve/exporter.ts';
/** Of Node, as the Procfile has them. */
const FLAGS = parseProcfile(readFileSync(join(import.meta.dirname, '../Procfile'), 'utf8'))
  .filter(({ args }) => args.includes(PROGRAM))
  .flatMap(({ args }) => args.slice(0, args.indexOf(PROGRAM)));
const MAKER = join(import.meta.dirname, 'exports/make.ts');

const CLIENTS = 4;
const BYTES_A_SECOND = 12_500_000;

export async function run(bench: Bench): Promise<void> {
  const sizes = bench.quick ? QUICK_SIZES : SIZES;
  const places = sizes.map((products) => join(bench.dir, String(products)));
  for (const [at, place] of places.entries()) publishTurns(place, sizes[at] ?? 0, 1);
  await measureMaking(bench, { sizes, places });
  const largest = { products: sizes.at(-1) ?? 0, place: places.at(-1) ?? '' };
  await measurePublishing(bench, largest);
  await measureDownloads(bench, largest);
}

const Made = z.object({ ms: z.number(), cpuMs: z.number(), peakMb: z.number(), mb: z.number(), rows: z.number() });
type Made = z.infer<typeof Made>;

async function measureMaking(
  bench: Bench,
  { sizes, places }: { sizes: readonly number[]; places: readonly string[] },
): Promise<void> {
  const { dir, rounds, progress, report } = bench;
  const made = new Map<string, Made[]>();
  const contenders = places.flatMap((place, at) => [
    [
      `make ${at}`,
      async () => {
        const sample = await makeIn(bench, place);
        made.set(place, [...(made.get(place) ?? []), sample]);
        return sample.cpuMs;
      },
    ] as const,
    [`copy ${at}`, () => copyCpuMs(place, dir)] as const,
  ]);
  const samples = await inRounds(Object.fromEntries(contenders), {
    rounds: Math.min(rounds, 5),
    warmUp: 0,
    progress: (done) => progress(`${sizes.join(' and ')} products, round ${done}`),
  });
  const taken = (what: string, at: number) => samples[`${what} ${at}`] ?? [];
  for (const [at, products] of sizes.entries())
    report(
      findingOf({
        case: `making the files of ${products} products`,
        baseline: 'VACUUM INTO and SHA-256 of the generation',
        better: 'lower',
        unit: 'ms',
        subject: taken('make', at),
        against: taken('copy', at),
        figures: figuresOf(made.get(places[at] ?? '') ?? []),
      }),
    );
  const last = sizes.length - 1;
  const perProduct = (at: number) => taken('make', at).map((ms) => ms / (sizes[at] ?? 1));
  report(
    findingOf({
      case: `growth of making, to ${sizes[last]} products`,
      baseline: `time a product at ${sizes[0]}`,
      better: 'lower',
      unit: 'ms',
      subject: perProduct(last),
      against: perProduct(0),
    }),
  );
}

async function copyCpuMs(place: string, dir: string): Promise<number> {
  const before = process.cpuUsage();
  await copyAndHash(join(place, 'generations'), join(dir, 'copy.db'));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function figuresOf(made: readonly Made[]): Record<string, Figure> {
  const medianOf = (part: keyof Made) => median(made.map((sample) => sample[part]));
  return {
    time: figure(medianOf('ms'), 'ms'),
    peak: figure(medianOf('peakMb'), 'MB'),
    files: figure(medianOf('mb'), 'MB'),
    rows: figure(medianOf('rows'), 'rows'),
  };
}

function startMaker({ start }: Bench, place: string) {
  const child = start(process.execPath, [...FLAGS, MAKER, place], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('Cannot read what making came to');
  return {
    child,
    exited: once(child, 'exit'),
    lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](),
  };
}

async function makeIn(bench: Bench, place: string): Promise<Made> {
  const { lines } = startMaker(bench, place);
  await lines.next();
  const { value } = await lines.next();
  return Made.parse(JSON.parse(String(value)));
}

async function measurePublishing(
  bench: Bench,
  { products, place }: { products: number; place: string },
): Promise<void> {
  const { dir, rounds, progress, report } = bench;
  const house = publishingHouse(join(dir, 'publishing'), products);
  const publish = async () => (await house.publish('changed')).total;
  try {
    const samples = await inRounds(
      {
        alone: publish,
        async beside() {
          const { child, exited, lines } = startMaker(bench, place);
          await lines.next();
          const ms = await publish();
          const isOver = child.exitCode !== null;
          child.kill('SIGKILL');
          await exited;
          if (isOver) progress('the export was over before the publication');
          return ms;
        },
      },
      { rounds: Math.min(rounds, 5), warmUp: 1, progress: (done) => progress(`publishing beside it, round ${done}`) },
    );
    report(
      findingOf({
        case: `publishing, 1 % of ${products} products changed, beside an export`,
        baseline: 'the same alone',
        better: 'lower',
        unit: 'ms',
        subject: samples.beside,
        against: samples.alone,
      }),
    );
  } finally {
    house.close();
  }
}

async function measureDownloads(bench: Bench, { products, place }: { products: number; place: string }): Promise<void> {
  const { quick, rounds, progress, report } = bench;
  await makeIn(bench, place);
  const server = await startOurs(bench, place);
  const targets = hotTargets(products);
  const seconds = quick ? 1 : 5;
  let failed = 0;
  let bytes = 0;
  const loaded = async () => {
    const result = await load(bench, { port: server.port, targets, seconds });
    failed += result.failed;
    return result;
  };
  const rates: Record<'with' | 'without', number[]> = { with: [], without: [] };
  const counted = async (how: 'with' | 'without') => {
    const { p99Ms, requests, seconds: took } = await loaded();
    rates[how].push(requests / took);
    return p99Ms;
  };
  try {
    const samples = await inRounds(
      {
        without: () => counted('without'),
        async with() {
          const ending = new AbortController();
          const clients = Array.from({ length: CLIENTS }, () => download(server.origin, ending.signal));
          const p99Ms = await counted('with');
          ending.abort();
          for (const got of await Promise.all(clients)) bytes += got;
          return p99Ms;
        },
      },
      { rounds: Math.min(rounds, 5), warmUp: 1, progress: (done) => progress(`downloads, round ${done}`) },
    );
    report(
      findingOf({
        case: `99th percentile of hot GETs during ${CLIENTS} downloads of ${products} products`,
        baseline: 'the same load without a download',
        better: 'lower',
        unit: 'ms',
        subject: samples.with,
        against: samples.without,
        figures: {
          with: figure(median(rates.with), 'requests/s'),
          without: figure(median(rates.without), 'requests/s'),
          downloaded: figure(bytes / 1_048_576, 'MB'),
          failed: figure(failed, 'requests'),
        },
      }),
    );
  } finally {
    server.stop();
    rmSync(join(place, 'exports'), { recursive: true, force: true });
  }
  if (failed > 0) throw new Error(`${failed} requests failed during downloads`);
}

/** Again and again at the pace of a fast line, until it is told to end; returns the bytes that came. */
async function download(origin: string, signal: AbortSignal): Promise<number> {
  const { body } = await request(`${origin}/exports/manifest.json`);
  const { generation } = (await body.json()) as { generation: string };
  const startedMs = performance.now();
  let bytes = 0;
  while (!signal.aborted) {
    const file = await request(`${origin}/exports/${generation}/generation.sqlite`);
    for await (const piece of file.body) {
      bytes += (piece as Buffer).length;
      const aheadMs = (bytes / BYTES_A_SECOND) * 1_000 - (performance.now() - startedMs);
      if (aheadMs > 20) await delay(aheadMs);
      if (signal.aborted) break;
    }
  }
  return bytes;
}
