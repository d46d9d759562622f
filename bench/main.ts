/**
 * The command `bench`: runs all benchmarks or the named ones, one after another. Measurements go to stdout as lines of
 * JSON, progress and tables for a person to stderr.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark, Wanted } from './benchmark.ts';
import { type Measurement, Measurement as MeasurementSchema } from './measurement.ts';
import { tableOf } from './table.ts';
import { setUpWorkbench } from './workbench.ts';

interface Listed {
  name: string;
  /** What the ratio is of. */
  about: string;
  /** Only when it is run: a benchmark carries nothing of the others in its heap. */
  load: () => Promise<{ run: Benchmark }>;
}

const BENCHMARKS: readonly Listed[] = [
  {
    name: 'read',
    about: 'time and memory of reading a page, over those of parsing it with cheerio',
    load: () => import('./read.ts'),
  },
  {
    name: 'ledger',
    about: 'entries kept a second, over plain inserts of the same; and whether it stays so as the ledger grows',
    load: () => import('./ledger.ts'),
  },
  {
    name: 'verify',
    about: 'observations judged and kept a second, over plain inserts of the same; and memory over very many',
    load: () => import('./verify.ts'),
  },
  {
    name: 'publish',
    about: 'staging, publishing and opening a generation, over VACUUM INTO and SHA-256 of the same content alone',
    load: () => import('./publish.ts'),
  },
  {
    name: 'exports',
    about: 'making the files of a generation, over VACUUM INTO and SHA-256 of it; and what that does to others',
    load: () => import('./exports.ts'),
  },
  {
    name: 'serve',
    about: 'requests a second of hot GETs, over node:http writing the same bytes; and swaps under load',
    load: () => import('./serve.ts'),
  },
  {
    name: 'feeds',
    about: 'processor time and memory of making all feeds, over making them in one go; and requests beside it',
    load: () => import('./feeds.ts'),
  },
  {
    name: 'mcp',
    about: 'calls of tools a second, over the same data by REST, and over the official SDK answering all by itself',
    load: () => import('./mcp.ts'),
  },
  {
    name: 'pipeline',
    about: 'pages a second from the queue to a published generation, over plain undici and cheerio.load',
    load: () => import('./pipeline.ts'),
  },
  {
    name: 'scale',
    about: 'cost a product of every stage at many products, over that at 1,000; sizes may follow: scale 10000 100000',
    load: () => import('./scale.ts'),
  },
  {
    name: 'readings',
    about: 'facts read rightly, over those that labelled pages state: by vendor, by layout, and without each reader',
    load: () => import('./readings.ts'),
  },
  {
    name: 'freshness',
    about: 'share of a year that prices are fresh, over uniform and proportional checks and the theoretical optimum',
    load: () => import('./freshness.ts'),
  },
  {
    name: 'calibration',
    about: 'how well confidence tells what is right, over a constant, age alone, and having been seen lately',
    load: () => import('./calibration.ts'),
  },
  {
    name: 'decade',
    about: 'ten years of 200 vendors: wrong while verified, false and late changes, readings that wait',
    load: () => import('./decade.ts'),
  },
];

const QUICK_ROUNDS = 2;
const ROUNDS = 7;

const USAGE = `Usage: npm run bench [-- NAME…] [PRODUCTS…] [--quick] [--rounds N] [--corpus DIR] [--observations N]
${BENCHMARKS.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join('\n')}
  --quick     small sizes and ${QUICK_ROUNDS} rounds: shows that it runs, and measures nothing worth keeping
  --rounds N  rounds that count, instead of ${ROUNDS}
  --corpus DIR  labelled pages for readings: manifest.jsonl, pages/ and labels/
  --observations N  of verify's run for memory, instead of 100000
  PRODUCTS…  sizes of scale, instead of 10000
  --visited N  products of scale that are all visited, instead of 10000; where there are more, a few stand for them
`;

interface Request extends Wanted {
  benchmarks: readonly Listed[];
}

/** @throws {Error} something was asked for that there is not */
function requested(): Request {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      corpus: { type: 'string' },
      observations: { type: 'string' },
      visited: { type: 'string' },
    },
  });
  const products = positionals.filter((word) => /^\d+$/.test(word)).map(Number);
  const names = positionals.filter((word) => !/^\d+$/.test(word));
  if (products.length > 0 && !names.includes('scale')) throw new Error('Cannot use a number of products without scale');
  const benchmarks = names.map((name) => {
    const found = BENCHMARKS.find((benchmark) => benchmark.name === name);
    if (found === undefined) throw new Error(`There is no benchmark "${name}"`);
    return found;
  });
  const rounds = Number(values.rounds ?? (values.quick ? QUICK_ROUNDS : ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`Cannot run "${values.rounds}" rounds`);
  const { quick, corpus } = values;
  const observations = values.observations === undefined ? undefined : Number(values.observations);
  if (observations !== undefined && !(Number.isInteger(observations) && observations >= 1_000))
    throw new Error(`Cannot run over "${values.observations}" observations: it takes a thousand or more`);
  const visited = values.visited === undefined ? undefined : Number(values.visited);
  if (visited !== undefined && !(Number.isInteger(visited) && visited >= 1))
    throw new Error(`Cannot visit up to "${values.visited}" products`);
  if (corpus !== undefined && !existsSync(join(corpus, 'manifest.jsonl')))
    throw new Error(`Cannot find labelled pages in "${corpus}": it has no manifest.jsonl`);
  return {
    benchmarks: benchmarks.length > 0 ? benchmarks : BENCHMARKS,
    quick,
    rounds,
    ...(corpus !== undefined && { corpus }),
    ...(observations !== undefined && { observations }),
    ...(products.length > 0 && { products }),
    ...(visited !== undefined && { visited }),
  };
}

async function runOne({ name, about, load }: Listed, how: Omit<Request, 'benchmarks'>): Promise<void> {
  const measurements: Measurement[] = [];
  const workbench = setUpWorkbench();
  const stop = () => process.exit(130);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  // However it ends, also by a bug.
  process.once('exit', workbench.clearNow);
  process.stderr.write(`\n${name}: ${about}\n`);
  try {
    const { run } = await load();
    await run({
      ...how,
      dir: workbench.dir,
      start: workbench.start,
      progress: (line) => void process.stderr.write(`  ${name}: ${line}\n`),
      report(finding) {
        const measurement = MeasurementSchema.parse({ bench: name, ...finding });
        measurements.push(measurement);
        process.stdout.write(`${JSON.stringify(measurement)}\n`);
      },
    });
  } finally {
    await workbench.clear();
    process.off('SIGINT', stop).off('SIGTERM', stop).off('exit', workbench.clearNow);
  }
  process.stderr.write(`\n${tableOf(measurements)}\n`);
}

async function main(): Promise<number> {
  let request: Request;
  try {
    request = requested();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  const { benchmarks, ...how } = request;
  for (const benchmark of benchmarks) await runOne(benchmark, how);
  return 0;
}

process.exitCode = await main();
