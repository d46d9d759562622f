/** How long answers took, in the buckets of a Prometheus histogram; observing is a few comparisons and two additions. */

const BOUNDS = [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1];

export interface DurationCounts {
  /** Observations in each bucket, the last of which has no bound. */
  counts: readonly number[];
  /** Seconds. */
  sum: number;
}

export interface Durations {
  observe(seconds: number): void;
  counted(): DurationCounts;
}

export function durations(): Durations {
  const counts = new Array<number>(BOUNDS.length + 1).fill(0);
  let sum = 0;
  return {
    observe(seconds) {
      let bucket = 0;
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += seconds;
    },
    counted: () => ({ counts: [...counts], sum }),
  };
}

export function addDurations(one: DurationCounts, other: DurationCounts): DurationCounts {
  return {
    counts: one.counts.map((count, bucket) => count + (other.counts[bucket] ?? 0)),
    sum: one.sum + other.sum,
  };
}

/** In the text format of Prometheus, version 0.0.4. Operations are names of ours and need no escaping. */
export function durationText(name: string, help: string, byOperation: ReadonlyMap<string, DurationCounts>): string {
  const lines = [...byOperation].flatMap(([operation, { counts, sum }]) => {
    let total = 0;
    const buckets = [...BOUNDS.map(String), '+Inf'].map((bound, index) => {
      total += counts[index] ?? 0;
      return `${name}_bucket{le="${bound}",operation="${operation}"} ${total}`;
    });
    return [
      ...buckets,
      `${name}_sum{operation="${operation}"} ${sum}`,
      `${name}_count{operation="${operation}"} ${total}`,
    ];
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
}
