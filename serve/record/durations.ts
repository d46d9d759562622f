/** How long answers took, in the buckets of a Prometheus histogram; observing is a few comparisons and two additions. */

const BOUNDS = [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1];

export interface Durations {
  observe(seconds: number): void;
  /** Observations up to each bound, and in all. */
  cumulative(): number[];
  sum(): number;
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
    cumulative() {
      let total = 0;
      return counts.map((count) => {
        total += count;
        return total;
      });
    },
    sum: () => sum,
  };
}

/** In the text format of Prometheus, version 0.0.4. Operations are names of ours and need no escaping. */
export function durationText(name: string, help: string, byOperation: ReadonlyMap<string, Durations>): string {
  const lines = [...byOperation].flatMap(([operation, taken]) => {
    const cumulative = taken.cumulative();
    const buckets = [...BOUNDS.map(String), '+Inf'].map(
      (bound, index) => `${name}_bucket{le="${bound}",operation="${operation}"} ${cumulative[index] ?? 0}`,
    );
    const total = cumulative.at(-1) ?? 0;
    return [
      ...buckets,
      `${name}_sum{operation="${operation}"} ${taken.sum()}`,
      `${name}_count{operation="${operation}"} ${total}`,
    ];
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...lines, ''].join('\n');
}
