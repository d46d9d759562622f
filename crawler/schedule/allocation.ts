/**
 * Checks a day for each source, so that under a budget the published prices are fresh for most of the time. Pure.
 *
 * A source that changes λ times a day (Poisson) and is checked f times a day at equal intervals is fresh for the share
 * F(λ, f) = (1 - e^-x) / x of the time, with x = λ / f. Σ w F is greatest under Σ f = budget where all sources gain the
 * same from one more check: w/λ × (1 - (1 + x) e^-x) = μ. A source whose λ/w is too large to reach μ gets none (Cho and
 * Garcia-Molina, ACM TODS 28(4), 2003, §5); with bounds on each f the same μ holds for all sources within them.
 */

import { atOnce, each, type Steps } from '../../data/store/steps.ts';

export interface Demand {
  /** λ: changes a day, above 0. */
  changesPerDay: number;
  /** w: value of a fresh moment of the source, above 0. */
  weight: number;
  /** Bounds on checks a day. */
  least: number;
  most: number;
  host: string | number;
}

export interface Budget {
  /** Checks a day of all sources together. */
  checksPerDay: number;
  /** Checks a day that politeness allows on one host. */
  checksPerHostPerDay: number;
}

export interface Allocation {
  /** f of each source, in the order of the demand. */
  checksPerDay: number[];
  /** Σ w F / Σ w: the expected share of weight that is fresh at any moment. */
  freshness: number;
  /** Whether the lower bounds fit into the budget; where they do not, all are cut in proportion. */
  isWithinBudget: boolean;
  /** Number of hosts at the limit of politeness. */
  hostsAtLimit: number;
}

interface Source extends Demand {
  checks: number;
}

export function allocate(demand: readonly Demand[], budget: Budget): Allocation {
  return atOnce(allocation(demand, budget));
}

/** The same in steps. */
export function* allocation(
  demand: readonly Demand[],
  { checksPerDay: budget, checksPerHostPerDay }: Budget,
): Steps<Allocation> {
  const bounded = (checks: number) => Math.min(checks, checksPerHostPerDay);
  const sources = demand.map((each) => ({
    ...each,
    least: bounded(each.least),
    most: bounded(each.most),
    checks: 0,
  }));
  const floor = sumOf(sources, ({ least }) => least);
  let hostsAtLimit = 0;
  // A host at its limit stays there while the others share the rest: their gain from a check only falls.
  for (let free = sources, left = budget; ; ) {
    yield* share(free, left);
    const crowded = floor < budget ? yield* hostsAbove(free, checksPerHostPerDay) : new Map<Source['host'], Source[]>();
    if (crowded.size === 0) break;
    for (const members of crowded.values()) {
      yield* share(members, checksPerHostPerDay);
      left -= sumOf(members, ({ checks }) => checks);
    }
    hostsAtLimit += crowded.size;
    free = free.filter(({ host }) => !crowded.has(host));
  }
  const weight = sumOf(sources, (source) => source.weight);
  const fresh = sumOf(sources, (source) => source.weight * freshness(source.changesPerDay, source.checks));
  return {
    checksPerDay: sources.map(({ checks }) => checks),
    freshness: weight === 0 ? 1 : fresh / weight,
    isWithinBudget: floor <= budget,
    hostsAtLimit,
  };
}

/** F(λ, f): the share of the time that a source is fresh, 0 where it is never checked. */
export function freshness(changesPerDay: number, checksPerDay: number): number {
  if (checksPerDay <= 0) return 0;
  const x = changesPerDay / checksPerDay;
  return x === 0 ? 1 : -Math.expm1(-x) / x;
}

/**
 * x with 1 - (1 + x) e^-x = y, for 0 < y < 1.
 *
 * x = -1 - W₋₁(-e^-(u+1)) with u = -ln(1 - y); it lies between √(2u) + 2u/3 and √(2u) + u (Chatzigeorgiou, IEEE
 * Communications Letters 17(8), 2013), and Newton's steps on ln(1 + x) - x + u from there reach it to machine precision.
 */
export function intervalOfGain(y: number): number {
  const u = -Math.log1p(-y);
  let x = Math.sqrt(2 * u) + (2 / 3) * u;
  // Here the lower bound is nearer than the digits that ln(1 + x) - x would lose.
  if (u < 1e-9) return x;
  for (let step = 0; step < 3; step += 1) x += ((Math.log1p(x) - x + u) * (1 + x)) / x;
  return x;
}

const PRECISION = 1e-9;
/** Bounds of ln μ beyond which e^x is 0 or infinite. */
const [LOWEST, HIGHEST] = [-800, 800];
const MOST_STEPS = 64;

/** Gives `budget` checks a day to these sources, within their bounds. */
function* share(sources: readonly Source[], budget: number): Steps<void> {
  const floor = sumOf(sources, ({ least }) => least);
  const ceiling = sumOf(sources, ({ most }) => most);
  if (budget >= ceiling || budget <= floor) {
    const cut = budget < floor ? budget / floor : 1;
    for (const source of sources) source.checks = (budget >= ceiling ? source.most : source.least) * cut;
    return;
  }
  // Checks fall as μ rises: bisection on a logarithmic scale.
  let [low, high] = [LOWEST, HIGHEST];
  let [most, least] = [ceiling, floor];
  for (let step = 0; step < MOST_STEPS && most - least > PRECISION * budget; step += 1) {
    const middle = (low + high) / 2;
    const mu = Math.exp(middle);
    yield;
    let sum = 0;
    yield* each(sources, (source) => {
      sum += checksAt(source, mu);
    });
    if (sum > budget) [low, most] = [middle, sum];
    else [high, least] = [middle, sum];
  }
  // Where λ is many times f, the gain of a check is the same to the last bit for a range of f: any mixture of the two
  // ends of the bracket is equally good, and one of them spends the budget.
  const part = most === least ? 0 : (budget - least) / (most - least);
  yield* each(sources, (source) => {
    const fewer = checksAt(source, Math.exp(high));
    source.checks = fewer + part * (checksAt(source, Math.exp(low)) - fewer);
  });
}

function checksAt({ changesPerDay, weight, least, most }: Demand, mu: number): number {
  const gain = (mu * changesPerDay) / weight;
  if (gain >= 1) return least;
  return gain <= 0 ? most : Math.min(most, Math.max(least, changesPerDay / intervalOfGain(gain)));
}

/** Hosts whose checks together are more than politeness allows, with their sources. */
function* hostsAbove(sources: readonly Source[], limit: number): Steps<Map<Source['host'], Source[]>> {
  const sums = new Map<Source['host'], number>();
  yield* each(sources, ({ host, checks }) => sums.set(host, (sums.get(host) ?? 0) + checks));
  const crowded = sources.filter(({ host }) => (sums.get(host) ?? 0) > limit * (1 + PRECISION));
  return Map.groupBy(crowded, ({ host }) => host);
}

function sumOf(sources: readonly Source[], value: (source: Source) => number): number {
  let sum = 0;
  for (const source of sources) sum += value(source);
  return sum;
}
