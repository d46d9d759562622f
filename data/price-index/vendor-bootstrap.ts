/**
 * The interval of a chained index by a bootstrap that draws whole vendors, since a vendor moves its prices together (Cameron,
 * Gelbach and Miller, Review of Economics and Statistics 90(3), 2008). Pure: the draws follow from the vendors.
 */

import type { Steps } from '../store/steps.ts';

/** The ratio of a product of a vendor to the month before, as a logarithm. */
export interface VendorRatio {
  vendor: string;
  log: number;
}

const DRAWS = 400;
/** More are drawn in groups, which bounds the work. */
const MOST_CLUSTERS = 1_000;

interface Sums {
  cluster: number;
  sum: number;
  count: number;
}

/**
 * Standard errors of the sum of the months' mean ratios, by month; undefined below two vendors.
 *
 * @param ratios by month
 */
export function* standardErrors(ratios: readonly (readonly VendorRatio[])[]): Steps<(number | undefined)[]> {
  const clusterOf = new Map<string, number>();
  const months = ratios.map((each) => {
    const sums = new Map<number, Sums>();
    for (const { vendor, log } of each) {
      const cluster = clusterOf.get(vendor) ?? clusterOf.size % MOST_CLUSTERS;
      clusterOf.set(vendor, cluster);
      const { sum = 0, count = 0 } = sums.get(cluster) ?? {};
      sums.set(cluster, { cluster, sum: sum + log, count: count + 1 });
    }
    return [...sums.values()];
  });
  const clusters = Math.min(clusterOf.size, MOST_CLUSTERS);
  if (clusters < 2) return months.map(() => undefined);
  const random = randomOf(clusters);
  const moments = months.map(() => ({ sum: 0, squares: 0 }));
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const weights = new Uint16Array(clusters);
    for (let at = 0; at < clusters; at += 1) {
      const drawn = Math.floor(random() * clusters);
      weights[drawn] = (weights[drawn] ?? 0) + 1;
    }
    yield;
    let level = 0;
    for (const [at, sums] of months.entries()) {
      level += weighted(sums, weights);
      const moment = moments[at];
      if (moment === undefined) continue;
      moment.sum += level;
      moment.squares += level * level;
    }
  }
  // The bootstrap's variance is that of a population of so many: (n - 1) / n of the sample's.
  const correction = clusters / (clusters - 1);
  return moments.map(({ sum, squares }) =>
    Math.sqrt(Math.max(0, (squares - (sum * sum) / DRAWS) / (DRAWS - 1)) * correction),
  );
}

/** A month of which no vendor was drawn moves nothing. */
function weighted(sums: readonly Sums[], weights: Uint16Array): number {
  let [total, count] = [0, 0];
  for (const each of sums) {
    const weight = weights[each.cluster] ?? 0;
    total += weight * each.sum;
    count += weight * each.count;
  }
  return count === 0 ? 0 : total / count;
}

/** Mulberry32 (Tommy Ettinger, public domain): from 0 to below 1, the same sequence for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
