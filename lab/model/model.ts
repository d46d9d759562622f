/**
 * `model`: how right a language model reads labelled pages (`--corpus DIR…`), alone and joined with the readers.
 *
 * The configured service (READER_MODEL_URL, READER_MODEL) is asked about every page without an answer in `--answers DIR`, and
 * what it says is kept there. `--export DIR` writes the requests as files and asks nobody, so that a model without a network can
 * be measured too: its answers go to `DIR/NAME.json` as they came, with an `about.json` (recorded-answers.ts).
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../config/env.ts';
import { chatBody, ModelFault, openChat } from '../../crawler/model/chat.ts';
import { PROMPT_VERSION } from '../../crawler/read/model/prompt.ts';
import { modelRequestOf, readPage } from '../../crawler/read/read.ts';
import type { PageReading } from '../../data/reading.ts';
import { type LabelledPage, labelledPages } from '../accuracy/labelled-pages.ts';
import { precision, recall, type Score, scorePage, total } from '../accuracy/score.ts';
import type { Bench, Benchmark } from '../harness/benchmark.ts';
import { figure, findingOf } from '../harness/measurement.ts';
import { aligned, shareText } from '../harness/table.ts';
import { type RecordedAnswers, recordAnswer, recordedAnswers } from './recorded-answers.ts';

interface Asked {
  page: LabelledPage;
  text: string;
}

export const run: Benchmark = (bench) => measure(bench, readEnvironment().modelService);

type ModelService = ReturnType<typeof readEnvironment>['modelService'];

/** @param service that is asked; undefined where none is configured */
export async function measure(bench: Bench, service: ModelService): Promise<void> {
  if (bench.corpus.length === 0) {
    bench.progress('no labelled pages: --corpus DIR names a folder of them');
    return;
  }
  const asked = bench.corpus.flatMap(labelledPages).flatMap((page): Asked[] => {
    const text = modelRequestOf(page.source, page);
    return text === undefined ? [] : [{ page, text }];
  });
  if (bench.export !== undefined) return exportTo(bench.export, { asked, service }, bench);
  if (bench.answers === undefined)
    bench.progress('no answers: --answers DIR names the folder of a model’s answers, or where they are kept');
  else report(bench, asked, await answersTo({ asked, service, dir: bench.answers }, bench));
}

interface Asking {
  asked: readonly Asked[];
  service: ModelService;
}

function exportTo(dir: string, { asked, service }: Asking, bench: Bench): void {
  const { model = 'model', temperature } = service ?? {};
  mkdirSync(dir, { recursive: true });
  for (const { page, text } of asked)
    writeFileSync(
      join(dir, `${page.name}.json`),
      `${JSON.stringify(chatBody(text, { model, temperature }), null, 1)}\n`,
    );
  bench.progress(`${asked.length} requests are in ${dir}`);
}

/** Asks the configured service about the pages whose answers are not in the folder yet. */
async function answersTo({ asked, service, dir }: Asking & { dir: string }, bench: Bench): Promise<RecordedAnswers> {
  if (service === undefined) return recordedAnswers(dir);
  mkdirSync(dir, { recursive: true });
  const chat = openChat(service);
  const { model } = service;
  const about = { model, kind: model, day: new Date().toISOString().slice(0, 10), prompt: PROMPT_VERSION };
  for (const { page, text } of asked) {
    if (isAnswered(dir, page.name, text)) continue;
    try {
      const { content, tokens } = await chat.ask(text);
      recordAnswer(dir, { name: page.name, text, content }, about);
      bench.progress(`${page.name}: ${tokens.input} tokens in, ${tokens.output} out`);
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      bench.progress(`${page.name}: ${error.message}`);
    }
  }
  return recordedAnswers(dir);
}

const WAYS = ['readers', 'model alone', 'joined'] as const;
const COLUMNS = ['price precision', 'recall', 'sure precision', 'recall', 'starts right', 'wrong', 'missed'];

function report(bench: Bench, asked: readonly Asked[], answers: RecordedAnswers): void {
  const read = asked.flatMap(({ page, text }) => {
    const heard = answers.of(page);
    return heard?.answerTo(text) === undefined ? [] : [{ page, heard }];
  });
  let dropped = 0;
  const scores = read.map(({ page, heard }): Record<(typeof WAYS)[number], Score> => {
    const { source, format, url, label } = page;
    const scored = (of: Pick<PageReading, 'tiers'>) =>
      scorePage(label, { tiers: of.tiers, models: [] }, { isPartial: true });
    const joined = readPage(source, { format, url, model: heard });
    dropped += joined.model?.dropped ?? 0;
    const byModel = joined.readings.find(({ reader }) => reader === 'model') ?? { tiers: [] };
    return {
      readers: scored(readPage(source, { format, url })),
      'model alone': scored(byModel),
      joined: scored(joined),
    };
  });
  const sums = WAYS.map((way) => ({ way, sum: total(scores.map((score) => score[way])) }));
  const rows = sums.map(({ way, sum: { prices, sure, starts } }) => [
    way,
    ...[precision(prices), recall(prices), precision(sure), recall(sure)].map(shareText),
    ...[starts.right, starts.wrong, starts.missed].map(String),
  ]);
  const { model, day, prompt } = answers.about;
  bench.progress(
    `${model}, ${day}, prompt ${prompt}: ${read.length} of ${asked.length} pages answered, ${dropped} ids and claims dropped\n\n${aligned([['', ...COLUMNS], ...rows])}\n`,
  );
  for (const { way, sum } of sums)
    bench.report(
      findingOf(
        { case: way, baseline: 'labels', better: 'higher', unit: 'facts', figures: figuresOf(sum) },
        sum.prices.right,
        sum.prices.right + sum.prices.missed,
      ),
    );
}

function figuresOf({ prices, sure }: Score) {
  return {
    precision: figure(precision(prices) ?? 1, 'of 1'),
    sure: figure(sure.right, 'facts'),
    wrong: figure(sure.wrong, 'sure facts'),
  };
}

function isAnswered(dir: string, name: string, text: string): boolean {
  return existsSync(join(dir, 'about.json')) && recordedAnswers(dir).of({ name })?.answerTo(text) !== undefined;
}
