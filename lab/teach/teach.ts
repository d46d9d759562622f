/**
 * `teach`: what a recipe reads that a person taught once.
 *
 * On labelled series of captures (`--corpus DIR…`, else the corpus beside the project), one capture of an address is
 * taught and every other one read, in both directions of time. On the vendor web, one layout is taught, and the same
 * plans are served at other prices in every other layout.
 */
import { redesigns } from '../../test/workload/redesigns.ts';
import { labelledPages } from '../accuracy/labelled-pages.ts';
import { precision, recall, sum, type Tally } from '../accuracy/score.ts';
import { type Capture, seriesIn } from '../accuracy/series.ts';
import type { Bench } from '../harness/benchmark.ts';
import { figure, findingOf } from '../harness/measurement.ts';
import { share } from '../harness/statistics.ts';
import { aligned, shareText } from '../harness/table.ts';
import { isWhole, type Trial, taught, tried } from './trials.ts';

const SEEDS = { full: 6, quick: 1 };

interface SeriesTrial extends Trial {
  vendor: string;
  /** The taught capture is the earlier one. */
  isForward: boolean;
}

interface Redesign extends Trial {
  from: string;
  to: string;
}

export async function run(bench: Bench): Promise<void> {
  const series = seriesIn(bench.corpus.flatMap(labelledPages));
  if (bench.corpus.length > 0) reportSeries(bench, series);
  else bench.progress('no labelled corpus beside the project: series are left out (--corpus DIR names one)');
  reportRedesigns(bench, SEEDS[bench.quick ? 'quick' : 'full']);
}

function reportSeries(bench: Bench, series: readonly Capture[][]): void {
  const trials: SeriesTrial[] = [];
  const refused: string[] = [];
  for (const captures of series)
    for (const lesson of captures) {
      const result = taught(lesson);
      if (result === undefined) continue;
      if ('faults' in result) refused.push(`${lesson.slug} ${lesson.day}: ${result.faults.join('; ')}`);
      else
        for (const other of captures)
          if (other !== lesson)
            trials.push({ ...tried(result.recipe, other), vendor: lesson.slug, isForward: other.day > lesson.day });
    }
  const groups: [string, SeriesTrial[]][] = [
    ...Map.groupBy(trials, ({ vendor }) => vendor),
    ['all pairs', trials],
    ['later captures alone', trials.filter(({ isForward }) => isForward)],
  ];
  const rows = groups.map(([name, of]) => [
    name,
    String(of.length),
    ...OUTCOMES.map((outcome) => String(of.filter((trial) => trial.outcome === outcome).length)),
    ...READ_BY.flatMap((by) => sharesOf(sum(of.map((trial) => trial[by])))),
  ]);
  const head = ['', 'pairs', ...OUTCOMES, ...READ_BY.flatMap((by) => [`${by} precision`, 'recall'])];
  bench.progress(`${series.length} series; price facts of pairs of captures\n\n${aligned([head, ...rows])}\n`);
  bench.progress(['captures that could not be taught:', ...refused].join('\n  '));
  for (const [name, of] of groups.slice(-2))
    for (const by of READ_BY.filter((each) => each !== 'general')) reportFacts(bench, `${by}, ${name}`, [of, by]);
}

const OUTCOMES = ['met', 'relocated', 'abstained'] as const;
const READ_BY = ['alone', 'combined', 'general'] as const;
type ReadBy = (typeof READ_BY)[number];

function reportFacts(bench: Bench, name: string, [trials, by]: [readonly Trial[], ReadBy]): void {
  const [facts, general] = [sum(trials.map((trial) => trial[by])), sum(trials.map((trial) => trial.general))];
  if (general.right === 0) return;
  const figures = {
    precision: figure(precision(facts) ?? 1, 'of 1'),
    recall: figure(recall(facts) ?? 1, 'of 1'),
    wrong: figure(facts.wrong, 'facts'),
  };
  const named = {
    case: `recipe ${name}`,
    baseline: 'general readers',
    better: 'higher',
    unit: 'facts',
    figures,
  } as const;
  bench.report(findingOf(named, facts.right, general.right));
}

function reportRedesigns(bench: Bench, seeds: number): void {
  const { trials, refused } = redesignTrials(seeds);
  const by = (group: string, of: readonly Redesign[]) => [
    group,
    String(of.length),
    ...FATES.map(({ passes }) => share(of, passes).toFixed(3)),
  ];
  const rows = [
    ...[...Map.groupBy(trials, ({ from }) => from)].map(([from, of]) => by(`taught on ${from}`, of)),
    by(
      'another price in the same layout',
      trials.filter(({ from, to }) => from === to),
    ),
    by(
      'redesigns',
      trials.filter(({ from, to }) => from !== to),
    ),
  ];
  bench.progress(
    `${trials.length} pages of the vendor web, read by a recipe of another\n\n` +
      `${aligned([['', 'pages', ...FATES.map(({ fate }) => fate)], ...rows])}\n`,
  );
  bench.progress(['layouts that could not be taught:', ...refused].join('\n  '));
  const moved = trials.filter(({ from, to }) => from !== to);
  for (const { fate, passes, better } of FATES) {
    const named = { case: `redesigns: ${fate}`, baseline: 'redesigns', better, unit: 'pages' } as const;
    bench.report(findingOf(named, moved.filter(passes).length, moved.length));
  }
}

/** What becomes of a page without a person. */
const FATES: readonly { fate: string; passes(trial: Trial): boolean; better: 'higher' | 'lower' }[] = [
  { fate: 'survived', passes: ({ outcome, alone }) => outcome !== 'abstained' && isWhole(alone), better: 'higher' },
  { fate: 'read wrongly', passes: ({ alone }) => alone.wrong > 0, better: 'lower' },
  {
    fate: 'read in part',
    passes: ({ outcome, alone }) => outcome !== 'abstained' && alone.wrong === 0 && alone.missed > 0,
    better: 'lower',
  },
  { fate: 'abstained', passes: ({ outcome }) => outcome === 'abstained', better: 'lower' },
];

function redesignTrials(seeds: number): { trials: Redesign[]; refused: string[] } {
  const refused = new Map<string, string>();
  const trials = redesigns(seeds).flatMap(({ layout: from, page, facts, later }) => {
    const result = taught(page, facts);
    if (result === undefined) return [];
    if ('faults' in result) refused.set(from, result.faults.join('; '));
    else return later.map(({ layout: to, page }): Redesign => ({ ...tried(result.recipe, page), from, to }));
    return [];
  });
  return { trials, refused: [...refused].map(([layout, faults]) => `${layout}: ${faults}`) };
}

function sharesOf(tally: Tally): string[] {
  return [precision(tally), recall(tally)].map(shareText);
}
