/**
 * `accuracy`: how right the readers are, by vendor and by layout.
 *
 * Vendors are those of a labelled corpus (`--corpus DIR`, else the one beside the project), layouts those of the vendor
 * web. The mean over groups weighs each alike, so that a vendor with many pages hides no other. Recipes, the only rules
 * for single vendors, are withheld.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readPage } from '../../crawler/read/read.ts';
import { CORPUS } from '../../test/crawler/read/corpus.ts';
import { labelledLayouts } from '../../test/workload/labelled-layouts.ts';
import type { Bench } from '../harness/benchmark.ts';
import { figure, findingOf } from '../harness/measurement.ts';
import { mean } from '../harness/statistics.ts';
import { aligned } from '../harness/table.ts';
import { type LabelledPage, labelledPages } from './labelled-pages.ts';
import { precision, recall, type Score, scorePage, total } from './score.ts';

const SEEDS = 40;
const QUICK_SEEDS = 2;

export async function run(bench: Bench): Promise<void> {
  const corpus = bench.corpus ?? CORPUS;
  if (existsSync(join(corpus, 'manifest.jsonl'))) report(bench, 'vendor', labelledPages(corpus));
  else bench.progress('no labelled corpus beside the project: vendors are left out (--corpus DIR names one)');
  report(bench, 'layout', labelledLayouts(bench.quick ? QUICK_SEEDS : SEEDS));
}

function report(bench: Bench, of: 'vendor' | 'layout', pages: readonly LabelledPage[]): void {
  const groups = scoresByGroup(pages);
  const scores = [...groups.values()];
  const all = total(scores);
  const rows = aligned([
    [of, 'pages', 'price precision', 'recall', 'starts precision', 'accuracy', 'rate precision', 'recall', 'quoted'],
    ...[...groups].map(([name, score]) => [name, String(score.pages), ...valuesOf(score).map(shown)]),
    ['all pages (micro)', String(all.pages), ...valuesOf(all).map(shown)],
    [`mean of ${of}s (macro)`, String(all.pages), ...macro(scores).map(shown)],
  ]);
  bench.progress(`${pages.length} labelled pages, ${groups.size} ${of}s; recipes are withheld\n\n${rows}\n`);
  for (const part of ['prices', 'rates'] as const) {
    const { right, wrong, missed } = all[part];
    if (right + missed === 0) continue;
    const recalls = scores.flatMap((score) => recall(score[part]) ?? []);
    const figures = {
      precision: figure(precision(all[part]) ?? 1, 'of 1'),
      wrong: figure(wrong, 'facts'),
      missed: figure(missed, 'facts'),
    };
    const named = { case: `${part}, by ${of}`, baseline: 'labels', better: 'higher', unit: 'facts', figures } as const;
    // The spread is over the groups.
    const spread = { min: Math.min(...recalls), max: Math.max(...recalls) };
    bench.report({ ...findingOf(named, right, right + missed), spread });
  }
}

function scoresByGroup(pages: readonly LabelledPage[]): Map<string, Score> {
  const scores = pages.map(({ group, source, label, isPartial, ...page }) => {
    return { group, score: scorePage(label, readPage(source, page), { isPartial }) };
  });
  const groups = Map.groupBy(scores, ({ group }) => group);
  return new Map([...groups].map(([group, members]) => [group, total(members.map(({ score }) => score))]));
}

type Values = (number | undefined)[];

function valuesOf({ prices, starts, rates, quotes }: Score): Values {
  const judged = starts.right + starts.wrong + starts.missed;
  const accuracy = judged === 0 ? undefined : starts.right / judged;
  return [
    ...[precision(prices), recall(prices), precision(starts), accuracy],
    ...[precision(rates), recall(rates), precision(quotes)],
  ];
}

/** The mean over the groups that have the value. */
function macro(scores: readonly Score[]): Values {
  const values = scores.map(valuesOf);
  return (values[0] ?? []).map((_, column) => {
    const known = values.flatMap((row) => row[column] ?? []);
    return known.length === 0 ? undefined : mean(known);
  });
}

function shown(share: number | undefined): string {
  return share === undefined ? '–' : share.toFixed(3);
}
