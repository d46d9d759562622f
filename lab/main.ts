/**
 * `npm run bench`: runs all benchmarks or the named ones. Measurements go to stdout as lines of JSON, progress and tables
 * to stderr.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodeOf, progress, UsageFault } from '../config/command.ts';
import type { Benchmark, BenchOptions } from './harness/benchmark.ts';
import { Measurement } from './harness/measurement.ts';
import { setUpWorkbench } from './harness/processes.ts';
import { tableOf } from './harness/table.ts';

/** What the ratios are of. Each benchmark is `NAME/NAME.ts`, imported only to run, so that none carries another's heap. */
const BENCHMARKS: Record<string, string> = {
  read: 'reading a page, over parsing it with cheerio',
  serve: 'web process and exporter, over node:http with the same bytes, plain Express and the MCP SDK',
  verify: 'verifier and ledger, over plain inserts; the whole pipeline, over undici and cheerio.load',
  publish: 'publishing a generation, over VACUUM INTO and SHA-256',
  accuracy: 'facts read rightly, over those of the labels',
  calibration: 'confidence and check plans over simpler rules, in simulated years',
  scale: 'cost a product of every stage, over that at 1,000 products',
};
const ALIASES: Record<string, string> = { readings: 'accuracy' };

const [ROUNDS, QUICK_ROUNDS] = [7, 2];

const USAGE = `Usage: npm run bench [-- NAME…] [PRODUCTS…] [--quick] [--rounds N] [--corpus DIR] [--checkout DIR]
${Object.entries(BENCHMARKS)
  .map(([name, about]) => `  ${name.padEnd(12)} ${about}`)
  .join('\n')}
  --quick         small sizes and ${QUICK_ROUNDS} rounds: a smoke test
  --rounds N      counted rounds, instead of ${ROUNDS}
  --corpus DIR    pages for read and accuracy: manifest.jsonl, pages/ and labels/
  --checkout DIR  another checkout of this project, measured by read and serve in the same rounds
  PRODUCTS…       sizes of scale, instead of 10000`;

/** @throws {UsageFault} an unknown name or option, or a value out of range */
function requested(): { names: string[]; options: BenchOptions } {
  const { values, positionals } = parsed();
  const { quick, corpus, checkout } = values;
  const products = positionals.filter((word) => /^\d+$/.test(word)).map(Number);
  const names = positionals.filter((word) => !/^\d+$/.test(word)).map((name) => ALIASES[name] ?? name);
  const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown !== undefined) throw refused(`There is no benchmark "${unknown}"`);
  if (products.length > 0 && !names.includes('scale')) throw refused('Cannot use a number of products without scale');
  const rounds = Number(values.rounds ?? (quick ? QUICK_ROUNDS : ROUNDS));
  if (!Number.isInteger(rounds) || rounds < 1) throw refused(`Cannot run "${values.rounds}" rounds`);
  if (corpus !== undefined && !existsSync(join(corpus, 'manifest.jsonl')))
    throw refused(`Cannot find labelled pages in "${corpus}": it has no manifest.jsonl`);
  if (checkout !== undefined && !existsSync(join(checkout, 'Procfile')))
    throw refused(`Cannot find a checkout in "${checkout}": it has no Procfile`);
  const options = {
    quick,
    rounds,
    corpus,
    checkout: checkout && resolve(checkout),
    products: products.length > 0 ? products : undefined,
  };
  return { names: names.length > 0 ? names : Object.keys(BENCHMARKS), options };
}

function parsed() {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { quick: { type: 'boolean', default: false }, rounds: text, corpus: text, checkout: text },
    });
  } catch (error) {
    throw refused((error as Error).message);
  }
}

function refused(why: string): UsageFault {
  return new UsageFault(`${why}\n${USAGE}`);
}

async function runOne(name: string, options: BenchOptions): Promise<void> {
  const measurements: Measurement[] = [];
  const workbench = setUpWorkbench();
  const stop = () => process.exit(130);
  process.once('SIGINT', stop).once('SIGTERM', stop).once('exit', workbench.clearNow);
  try {
    progress(`\n${name}: ${BENCHMARKS[name]}`);
    const { run }: { run: Benchmark } = await import(`./${name}/${name}.ts`);
    await run({
      ...options,
      ...workbench,
      progress: (line) => progress(`  ${name}: ${line}`),
      report(finding) {
        const measurement = Measurement.parse({ bench: name, ...finding });
        measurements.push(measurement);
        process.stdout.write(`${JSON.stringify(measurement)}\n`);
      },
    });
  } finally {
    await workbench.clear();
    process.off('SIGINT', stop).off('SIGTERM', stop).off('exit', workbench.clearNow);
  }
  progress(`\n${tableOf(measurements)}`);
}

process.exitCode = await exitCodeOf(async () => {
  const { names, options } = requested();
  for (const name of names) await runOne(name, options);
  return 0;
});
