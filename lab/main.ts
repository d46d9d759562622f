/**
 * `npm run bench`: runs all benchmarks or the named ones. Measurements go to stdout as lines of JSON, progress and tables
 * to stderr.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { exitCodeOf, printJsonLine, progress } from '../config/command.ts';
import type { Benchmark, BenchOptions } from './harness/benchmark.ts';
import { Measurement } from './harness/measurement.ts';
import { setUpWorkbench } from './harness/processes.ts';
import { aligned, tableOf } from './harness/table.ts';

/** What the ratios are of. Each benchmark is `NAME/NAME.ts`, imported only to run, so that none carries another's heap. */
const BENCHMARKS: Record<string, string> = {
  read: 'reading a page, over parsing it with cheerio',
  serve: 'web process and exporter, over node:http with the same bytes, plain Express and the MCP SDK',
  pages: 'first paint of each kind of page in Chromium, over node:http with the same bytes',
  verify: 'verifier and ledger, over plain inserts; the whole pipeline, over undici and cheerio.load',
  publish: 'publishing a generation, over VACUUM INTO and SHA-256',
  accuracy: 'facts read rightly, over those of the labels',
  teach: 'facts that a recipe reads on later captures and redesigned pages, over those of the general readers',
  model: 'facts that a language model reads, alone and joined with the readers, over those of the labels',
  ablate: 'what each rule of the readers gains and costs on labelled pages',
  calibration: 'confidence and check plans over simpler rules, in simulated years',
  scale: 'cost a product of every stage, over that at 1,000 products',
};
const ALIASES: Record<string, string> = { readings: 'accuracy' };
const ROUNDS = { full: 7, quick: 2 };

const BESIDE = join(import.meta.dirname, '../../shared/corpus');

type Flags = Omit<BenchOptions, 'rounds' | 'products' | 'corpus'> & { rounds?: number; corpus?: string[] };

const program = new Command('bench')
  .usage('[NAME…] [PRODUCTS…] [options]')
  .argument('[word...]', 'benchmarks, all by default; numbers are sizes of scale, instead of 10000', wordsOf, [])
  .option('--quick', `small sizes and ${ROUNDS.quick} rounds: a smoke test`, false)
  .option('--rounds <n>', `counted rounds, instead of ${ROUNDS.full}`, roundsOf)
  .option(
    '--corpus <dir...>',
    'pages for read, and with labels/ for accuracy, model, teach and ablate',
    (dir, all: string[] | undefined) => [...(all ?? []), directoryWith('manifest.jsonl')(dir)],
  )
  .option(
    '--checkout <dir>',
    'another checkout, measured by read and serve in the same rounds',
    directoryWith('Procfile'),
  )
  .option('--export <dir>', 'model: write the exact requests into this folder, and ask nobody')
  .option('--answers <dir>', 'model: answers by page; the service is asked for those that are missing')
  .addHelpText('after', `\n${aligned(Object.entries(BENCHMARKS))}`)
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(async (words: string[], flags: Flags) => {
    const names = words.filter((word) => Object.hasOwn(BENCHMARKS, word));
    const products = words.filter((word) => !names.includes(word)).map(Number);
    const corpus = flags.corpus ?? [BESIDE].filter((dir) => existsSync(join(dir, 'manifest.jsonl')));
    const rounds = flags.rounds ?? ROUNDS[flags.quick ? 'quick' : 'full'];
    for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS))
      await runOne(name, { ...flags, corpus, rounds, products: products.length > 0 ? products : undefined });
  });

process.exitCode = await exitCodeOf(() => program.parseAsync().then(() => 0));

function wordsOf(word: string, before: string[]): string[] {
  const name = ALIASES[word] ?? word;
  if (!Object.hasOwn(BENCHMARKS, name) && !/^[1-9]\d*$/.test(word))
    throw new InvalidArgumentError('There is no such benchmark.');
  return [...before, name];
}

function roundsOf(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('Must be 1 or more.');
  return Number(text);
}

function directoryWith(file: string): (dir: string) => string {
  return (dir) => {
    if (!existsSync(join(dir, file))) throw new InvalidArgumentError(`It has no ${file}.`);
    return resolve(dir);
  };
}

async function runOne(name: string, options: BenchOptions): Promise<void> {
  const measurements: Measurement[] = [];
  const workbench = setUpWorkbench();
  const stop = () => process.exit(130);
  process.once('SIGINT', stop).once('SIGTERM', stop).once('exit', workbench.clear);
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
        printJsonLine(measurement);
      },
    });
  } finally {
    workbench.clear();
    process.off('SIGINT', stop).off('SIGTERM', stop).off('exit', workbench.clear);
  }
  progress(`\n${tableOf(measurements)}`);
}
