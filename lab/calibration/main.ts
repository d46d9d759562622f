/**
 * `npm run calibrate`: fits the numbers of confidence to what was observed.
 *
 * `hazard [--from DIR]` fits how fast prices change to `histories.json`; `--from` first rebuilds that file from a folder
 * with products.jsonl, yearly-plans.jsonl and history.jsonl.
 *
 * `facts --corpus DIR…` fits the confidence of each fact of a reading to labelled pages. Its cross-validation by vendor is
 * written to `reliability.json` and published. With `--answers DIR…` it fits instead how far the language model is trusted that
 * gave these answers (`npm run bench -- model`).
 *
 * `readers --corpus DIR…` fits the weights by which the readers choose names and plans to labelled pages, and says how
 * well such weights do on vendors that they were not fitted to.
 *
 * `npx biome check --write` sets the written files as they are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import * as z from 'zod';
import { exitCodeOf, UsageFault } from '../../config/command.ts';
import { FACT_FEATURES } from '../../crawler/read/confidence/features.ts';
import { UNMEASURED } from '../../crawler/read/confidence/model.ts';
import { HazardPriors } from '../../data/confidence/hazard-priors.ts';
import { reliabilityOf } from '../../data/reliability.ts';
import { readJsonLines } from '../../data/text/json-lines.ts';
import { type LabelledPage, labelledPages } from '../accuracy/labelled-pages.ts';
import { labelledFacts } from '../accuracy/score.ts';
import { share } from '../harness/statistics.ts';
import { aligned } from '../harness/table.ts';
import { recordedAnswers } from '../model/recorded-answers.ts';
import { coverageTable, FACT_MODELS, factExamplesOf } from './fit-facts.ts';
import { fitPriors } from './fit-hazard.ts';
import { isShared, TRUST_FEATURES, trustExamplesOf } from './fit-model.ts';
import { examplesOf, MODELS } from './fit-readers.ts';
import { History, pairsOf, RateEdit, watchedOf, YearlyPlans } from './histories.ts';
import { type Examples, fitWeights, judgedByOthers, reportOf } from './logistic.ts';

const HERE = import.meta.dirname;
const HISTORIES = join(HERE, 'histories.json');
const PRIORS = join(HERE, '../../data/confidence/hazard-priors.json');
const WEIGHTS = join(HERE, '../../crawler/read/offers/weights.json');
const FACT_WEIGHTS = join(HERE, '../../crawler/read/confidence/weights.json');
const MODEL_WEIGHTS = join(HERE, '../../crawler/read/confidence/models.json');
const RELIABILITY = join(HERE, 'reliability.json');

const SUBSCRIPTIONS = { dataset: 'isa-group/SaaS-analysis', license: 'CC BY 4.0' };
const TOKENS = { dataset: 'anomalyco/models.dev', license: 'MIT', from: '2025-06-11', to: '2026-06-30' };

const ProductRow = z.object({
  slug: z.string(),
  category: z.string(),
  tokenPriced: z.boolean().optional(),
  facts: z.array(z.object({ dataset: z.string() })).optional(),
});
type ProductRow = z.infer<typeof ProductRow>;

const program = new Command('calibrate').description(
  'Fits the numbers that confidence is made of to what was observed',
);
program
  .command('hazard')
  .description('how fast prices change, by category')
  .option('--from <dir>', 'cut the histories down anew from this folder of public datasets')
  .action(({ from }: { from?: string }) => {
    if (from !== undefined) writeFileSync(HISTORIES, lines(historiesIn(from)));
    const histories = z.array(History).parse(JSON.parse(readFileSync(HISTORIES, 'utf8')));
    const priors: HazardPriors = {
      subscription: fitPriors(histories.filter(({ tokenPriced }) => !tokenPriced)),
      token: fitPriors(histories.filter(({ tokenPriced }) => tokenPriced)),
    };
    writeJson(PRIORS, HazardPriors.parse(priors));
    for (const [group, { group: prior }] of Object.entries(priors)) {
      const days = Math.round(prior.days / prior.changes);
      console.log(`${group}: a change in ${days} days, shape ${prior.changes}`);
    }
  });
program
  .command('readers')
  .description('which line names an offer, and which offers are plans')
  .requiredOption('--corpus <dir...>', 'folders of labelled pages')
  .action(({ corpus }: { corpus: string[] }) => {
    writeJson(WEIGHTS, fitted(MODELS, examplesOf(corpus.flatMap(labelledPages)), zeros));
  });
program
  .command('facts')
  .description('how likely each fact of a reading is right')
  .requiredOption('--corpus <dir...>', 'folders of labelled pages')
  .option('--answers <dir...>', 'fit how far the language model is trusted that gave these answers, and nothing else')
  .action(({ corpus, answers }: { corpus: string[]; answers?: string[] }) => {
    const pages = corpus.flatMap(labelledPages);
    if (answers !== undefined) return fitModelTrust(pages, answers);
    const examples = factExamplesOf(pages);
    const judged = judgedByOthers(examples.facts, zeros(FACT_FEATURES));
    console.log(`${aligned(coverageTable(judged, labelledFactsOf(pages)))}\n`);
    writeJson(RELIABILITY, reliabilityOf(judged));
    writeJson(FACT_WEIGHTS, fitted(FACT_MODELS, examples, zeros));
  });

/** @throws {UsageFault} the answers are of several models or prompts, or of none of the pages */
function fitModelTrust(pages: readonly LabelledPage[], folders: readonly string[]): void {
  const recorded = folders.map(recordedAnswers);
  const answered = pages.flatMap((page) => {
    const heard = recorded.map((each) => each.of(page)).find((each) => each !== undefined);
    return heard === undefined ? [] : [{ page, heard }];
  });
  const [about, ...others] = recorded.map((each) => each.about);
  if (about === undefined || others.some(({ model, prompt }) => model !== about.model || prompt !== about.prompt))
    throw new UsageFault('Cannot fit: the answers are of several models or prompts');
  if (answered.length === 0) throw new UsageFault('Cannot fit: none of the answers is about one of the pages');
  const examples = trustExamplesOf(answered);
  const judged = judgedByOthers(examples.facts, UNMEASURED.facts);
  const labelled = labelledFactsOf(answered.map(({ page }) => page));
  console.log(`${answered.length} pages\n${aligned(coverageTable(judged, labelled))}\n`);
  const weights = fitted(TRUST_FEATURES, examples, (_, model) => UNMEASURED[model]);
  const shared = examples.facts.filter(({ x }) => isShared(x));
  const agreed = Number(share(shared, ({ y }) => y === 1).toFixed(3));
  const trust = { prompt: about.prompt, measured: about.day, pages: answered.length, agreed, ...weights };
  const known = { ...JSON.parse(readFileSync(MODEL_WEIGHTS, 'utf8')), [about.model]: trust };
  writeJson(MODEL_WEIGHTS, Object.fromEntries(Object.entries(known).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The weights of each model. Prints them, and how well such weights do on vendors that they were not fitted to. */
function fitted<Model extends string>(
  models: Readonly<Record<Model, readonly string[]>>,
  examples: Examples<Model>,
  meansOf: (features: readonly string[], model: Model) => readonly number[],
): Record<Model, number[]> {
  const each = (Object.entries(models) as [Model, readonly string[]][]).map(([model, features]) => {
    const means = meansOf(features, model);
    const { examples: count, ...shares } = reportOf(judgedByOthers(examples[model], means));
    const report = [model, `${count}`, ...Object.values(shares).map((value) => value.toFixed(3))];
    return { model, features, report, weights: fitWeights(examples[model], means) };
  });
  const heads = ['model', 'examples', 'positive', 'accuracy, vendors left out', 'log loss', 'of a constant'];
  console.log(`${aligned([heads, ...each.map(({ report }) => report)])}\n`);
  const rows = each.flatMap(({ model, features, weights }) => features.map((of, at) => [model, of, `${weights[at]}`]));
  console.log(aligned([['model', 'feature', 'weight'], ...rows]));
  return Object.fromEntries(each.map(({ model, weights }) => [model, weights])) as Record<Model, number[]>;
}

function zeros(features: readonly string[]): number[] {
  return features.map(() => 0);
}

function labelledFactsOf(pages: readonly LabelledPage[]): number {
  return pages.flatMap(({ label }) => label.tiers.flatMap(labelledFacts)).length;
}

process.exitCode = await exitCodeOf(() => program.parseAsync().then(() => 0));

function historiesIn(dir: string): History[] {
  const products = new Map(readJsonLines(join(dir, 'products.jsonl'), ProductRow).map((row) => [row.slug, row]));
  return [...subscriptionsIn(dir, products), ...tokensIn(dir, products)].toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

function subscriptionsIn(dir: string, products: Map<string, ProductRow>): History[] {
  const captures = Map.groupBy(readJsonLines(join(dir, 'yearly-plans.jsonl'), YearlyPlans), ({ vendor }) => vendor);
  return [...captures].flatMap(([vendor, rows]) => {
    const product = products.get(vendor.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    const pairs = pairsOf(rows);
    if (product === undefined || pairs.length === 0) return [];
    return [{ slug: product.slug, category: product.category, tokenPriced: false, ...SUBSCRIPTIONS, pairs }];
  });
}

/** Every provider of the dataset, including those whose rates were never edited. */
function tokensIn(dir: string, products: Map<string, ProductRow>): History[] {
  const { dataset, license, from, to } = TOKENS;
  const rows = readJsonLines(join(dir, 'history.jsonl'), RateEdit).filter(({ source }) => source.startsWith(dataset));
  const edits = Map.groupBy(rows, ({ slug }) => slug);
  const isOfDataset = ({ tokenPriced, facts = [] }: ProductRow) =>
    tokenPriced && facts.some((fact) => fact.dataset.startsWith(dataset));
  return [...products.values()].filter(isOfDataset).map(({ slug, category }) => {
    const watched = watchedOf(edits.get(slug) ?? [], from, to);
    return { slug, category, tokenPriced: true, dataset, license, pairs: [], watched };
  });
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

/** A row a line, so that a diff reads as rows. */
function lines(rows: readonly unknown[]): string {
  return `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`;
}
