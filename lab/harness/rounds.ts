/** Samples in interleaved rounds, and the findings they give. */
import type { Bench } from './benchmark.ts';
import { figure, findingOf, type Measurement } from './measurement.ts';
import { median } from './statistics.ts';

/** Values of one sample by metric. */
export type Sample = Record<string, number>;
export type Sampled = () => Sample | Promise<Sample>;

export interface Comparison {
  case: string;
  /** Metrics that give a finding each, where both have samples of them. */
  metrics: Record<string, { unit: string; better: Measurement['better'] }>;
  /** Units of the subject's values that are figures only. */
  figures?: Record<string, string>;
  subject: Sampled;
  /** By the name of the baseline in the finding. */
  baselines: Record<string, Sampled>;
  /** Uncounted rounds before the others; 0 for contenders that run in fresh processes. */
  warmUp?: number;
  mostRounds?: number;
}

/**
 * Samples subject and baselines in the same rounds and reports each metric against each baseline. Each round begins with
 * another one, because the one after the heaviest pays.
 */
export async function compare(bench: Bench, comparison: Comparison): Promise<void> {
  const { case: name, metrics, figures = {}, subject, baselines, warmUp = 2, mostRounds = bench.rounds } = comparison;
  const rounds = Math.min(bench.rounds, mostRounds);
  const contenders = Object.entries({ subject, ...baselines });
  const samples = new Map(contenders.map(([of]): [string, Sample[]] => [of, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    const first = (round + warmUp) % contenders.length;
    for (const [of, sampled] of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const sample = await sampled();
      if (round >= 0) samples.get(of)?.push(sample);
    }
    if (round >= 0) bench.progress(`${name}, round ${round + 1} of ${rounds}`);
  }
  const valuesOf = (of: string, metric: string) => (samples.get(of) ?? []).flatMap((sample) => sample[metric] ?? []);
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
  do {
    work();
    runs += 1;
  } while (performance.now() - started < forMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / runs;
}
