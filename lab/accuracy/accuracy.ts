/**
 * `accuracy`: how right the readers are, by vendor and by layout.
 *
 * Vendors are those of labelled folders (`--corpus DIR…`, else the one beside the project), layouts those of the vendor
 * web. The mean over groups weighs each alike, so that a vendor with many pages hides no other. Recipes, the only rules
 * for single vendors, are withheld.
 */
import { readPage } from '../../crawler/read/read.ts';
import { labelledLayouts } from '../../test/workload/labelled-layouts.ts';
import type { Bench } from '../harness/benchmark.ts';
import { figure, findingOf } from '../harness/measurement.ts';
import { bootstrap, mean } from '../harness/statistics.ts';
import { aligned, shareText } from '../harness/table.ts';
import { type LabelledPage, labelledPages } from './labelled-pages.ts';
import { precision, recall, type Score, scorePage, total } from './score.ts';
import { measureSeries, type SeriesResult } from './series.ts';

const SEEDS = { full: 40, quick: 2 };

export async function run(bench: Bench): Promise<void> {
  const pages = bench.corpus.flatMap(labelledPages);
  if (bench.corpus.length > 0) {
    report(bench, 'vendor', pages);
    reportSeries(bench, measureSeries(pages, bench.dir));
  } else bench.progress('no labelled corpus beside the project: vendors are left out (--corpus DIR names one)');
  report(bench, 'layout', labelledLayouts(SEEDS[bench.quick ? 'quick' : 'full']));
}

function report(bench: Bench, of: 'vendor' | 'layout', pages: readonly LabelledPage[]): void {
  const scoredPages = pages.map((page) => ({ page, score: scorePage(page.label, readPage(page.source, page), page) }));
  const by = (nameOf: (page: LabelledPage) => string) =>
    [...Map.groupBy(scoredPages, ({ page }) => nameOf(page))].map(([name, members]) => ({
      name,
      pages: members.length,
      score: total(members.map(({ score }) => score)),
    }));
  const scores = by(({ group }) => group).map(({ score }) => score);
  const all = total(scores);
  const shownGroups = of === 'layout' ? by(({ group }) => group) : [...by(folderOf), ...by(kindOf)];
  const rows = aligned([
    [of === 'layout' ? 'layout' : 'folder, kind', 'pages', ...COLUMNS],
    ...shownGroups.map((each) => [each.name, String(each.pages), ...valuesOf(each.score).map(shareText)]),
    ['all pages (micro)', String(pages.length), ...valuesOf(all).map(shareText)],
    [`mean of ${scores.length} ${of}s (macro)`, String(pages.length), ...macro(scores).map(shareText)],
    ['95 % interval over them', '', ...COLUMNS.map((_, at) => interval(scores, at))],
  ]);
  bench.progress(`${pages.length} labelled pages, ${scores.length} ${of}s; recipes are withheld\n\n${rows}\n`);
  for (const part of ['prices', 'sure', 'rates'] as const) {
    const { right, wrong, missed } = all[part];
    if (right + missed === 0) continue;
    const recalls = scores.flatMap((score) => recall(score[part]) ?? []);
    const figures = { precision: figure(precision(all[part]) ?? 1, 'of 1'), wrong: figure(wrong, 'facts') };
    const named = { case: `${part}, by ${of}`, baseline: 'labels', better: 'higher', unit: 'facts', figures } as const;
    // The spread is over the groups.
    const spread = { min: Math.min(...recalls), max: Math.max(...recalls) };
    bench.report({ ...findingOf(named, right, right + missed), spread });
  }
}

const folderOf = ({ folder = 'pages' }: LabelledPage) => folder;
const kindOf = ({ kind = 'other' }: LabelledPage) => kind;

function interval(scores: readonly Score[], column: number): string {
  const found = bootstrap(scores, (sample) => macro(sample)[column]);
  return found === undefined ? '–' : `${found.low.toFixed(3)}–${found.high.toFixed(3)}`;
}

function reportSeries(bench: Bench, { series, pages, moves, events }: SeriesResult): void {
  const told = [...Map.groupBy(moves, (move) => move.told)].map(([as, of]) => [as, String(of.length)]);
  const types = [...Map.groupBy(events, (type) => type)].map(([type, of]) => [type, String(of.length)]);
  bench.progress(
    `${series} series of ${pages} labelled pages: moves by the labels, as the events tell them; events by type\n\n` +
      `${aligned([['told as', 'moves'], ...told.sort(), ['', ''], ['event', ''], ...types.sort()])}\n`,
  );
  const corrections = moves.filter((move) => move.told === 'correction').length;
  const named = { case: 'labelled moves told as our correction', baseline: 'labelled moves', unit: 'moves' } as const;
  if (moves.length > 0) bench.report(findingOf({ ...named, better: 'lower' }, corrections, moves.length));
}

const COLUMNS = [
  'price precision',
  'recall',
  'sure precision',
  'recall',
  'starts precision',
  'accuracy',
  'rate precision',
  'recall',
  'quoted',
] as const;

type Values = (number | undefined)[];

function valuesOf({ prices, sure, starts, rates, quotes }: Score): Values {
  // A starting price that is missed counts against accuracy, also where no other was read.
  const accuracy = precision({ ...starts, wrong: starts.wrong + starts.missed });
  const ofPrices = [precision(prices), recall(prices), precision(sure), recall(sure), precision(starts), accuracy];
  return [...ofPrices, precision(rates), recall(rates), precision(quotes)];
}

/** The mean over the groups that have the value. */
function macro(scores: readonly Score[]): Values {
  const values = scores.map(valuesOf);
  return (values[0] ?? []).map((_, column) => {
    const known = values.flatMap((row) => row[column] ?? []);
    return known.length === 0 ? undefined : mean(known);
  });
}
