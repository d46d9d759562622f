/** Samples in interleaved rounds, and the findings they give. */
import type { Bench } from './benchmark.ts';
import { figure, findingOf, type Measurement } from './measurement.ts';
import { median } from './statistics.ts';

export interface RoundOptions {
  rounds: number;
  /** Uncounted rounds before the others; 0 for contenders that run in fresh processes. */
  warmUp?: number | undefined;
  /** Called after each counted round. */
  progress?: (done: number) => void;
}

/** Samples of all contenders by round. Each round begins with another one, because the one after the heaviest pays. */
export async function inRounds<Name extends string, Sample>(
  contenders: Record<Name, () => Sample | Promise<Sample>>,
  { rounds, warmUp = 2, progress }: RoundOptions,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(contenders) as Name[];
  const samples = Object.fromEntries(names.map((name): [string, Sample[]] => [name, []])) as Record<Name, Sample[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const turn of names.keys()) {
      const name = names[(turn + round + warmUp) % names.length] as Name; // The index is within the list.
      const sample = await contenders[name]();
      if (round >= 0) samples[name].push(sample);
    }
    if (round >= 0) progress?.(round + 1);
  }
  return samples;
}

/** Values of one sample by metric. */
export type Sample = Record<string, number>;
type Sampled = () => Sample | Promise<Sample>;

export interface Comparison extends Pick<RoundOptions, 'warmUp'> {
  case: string;
  /** Metrics that give a finding each, where both have samples of them. */
  metrics: Record<string, { unit: string; better: Measurement['better'] }>;
  /** Units of the subject's values that are figures only. */
  figures?: Record<string, string>;
  subject: Sampled;
  /** By the name of the baseline in the finding. */
  baselines: Record<string, Sampled>;
  mostRounds?: number;
}

/** Samples subject and baselines in the same rounds and reports each metric against each baseline. */
export async function compare(bench: Bench, comparison: Comparison): Promise<void> {
  const { case: name, metrics, figures = {}, subject, baselines, warmUp, mostRounds = bench.rounds } = comparison;
  const rounds = Math.min(bench.rounds, mostRounds);
  const progress = (done: number) => bench.progress(`${name}, round ${done} of ${rounds}`);
  const samples = await inRounds<string, Sample>({ subject, ...baselines }, { rounds, warmUp, progress });
  const valuesOf = (of: string, metric: string) => (samples[of] ?? []).flatMap((sample) => sample[metric] ?? []);
  const shown = Object.entries(figures).map(([of, unit]) => [of, figure(median(valuesOf('subject', of)), unit)]);
  for (const baseline of Object.keys(baselines))
    for (const [metric, kind] of Object.entries(metrics)) {
      const [ours, theirs] = [valuesOf('subject', metric), valuesOf(baseline, metric)];
      if (ours.length === 0 || theirs.length === 0) continue;
      const named = { case: `${metric}, ${name}`, baseline, ...kind, figures: Object.fromEntries(shown) };
      bench.report(findingOf(named, ours, theirs));
    }
}

/** Milliseconds by the clock: for work that waits for a disk or a socket. */
export async function wallMs(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Milliseconds of processor time of one run of `work`, repeated for at least `forMs`. */
export function cpuMs(work: () => unknown, forMs = 0): number {
  const started = performance.now();
  const before = process.cpuUsage();
  let runs = 0;
  let result: unknown;
  do {
    result = work();
    runs += 1;
  } while (performance.now() - started < forMs);
  const { user, system } = process.cpuUsage(before);
  // The result is read so that no optimiser leaves the work out.
  if (result === undefined) throw new TypeError('Cannot measure work without a result');
  return (user + system) / 1000 / runs;
}
