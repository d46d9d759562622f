/**
 * Checks a day for each source, so that under a budget the published prices are fresh for most of the time. Pure.
 *
 * A source that changes λ times a day (Poisson) and is checked f times a day at equal intervals is fresh for the share
 * F(λ, f) = (1 - e^-x) / x of the time, with x = λ / f. Σ w F is greatest under Σ f = budget where all sources gain the
 * same from one more check: w/λ × (1 - (1 + x) e^-x) = μ. A source whose λ/w is too large to reach μ gets none: it changes
 * faster than it could be followed. Cho and Garcia-Molina, "Effective page refresh policies for Web crawlers", ACM
 * TODS 28(4), 2003, §5; with bounds on each f the same μ holds for all sources within them.
 */

/** Arrays with one entry per source, in the same order. */
export interface Demand {
  /** λ: changes a day, above 0. */
  changesPerDay: Float64Array;
  /** w: value of a fresh moment of the source, above 0. */
  weight: Float64Array;
  /** Bounds on checks a day. */
  least: Float64Array;
  most: Float64Array;
  /** Host of each source, numbered from 0. */
  host: Int32Array;
}

export interface Budget {
  /** Checks a day of all sources together. */
  checksPerDay: number;
  /** Checks a day that politeness allows on one host. */
  checksPerHostPerDay: number;
}

export interface Allocation {
  /** f of each source, checks a day. */
  checksPerDay: Float64Array;
  /** Σ w F / Σ w: the expected share of weight that is fresh at any moment. */
  freshness: number;
  /** Whether the lower bounds fit into the budget; where they do not, all are cut in proportion. */
  isWithinBudget: boolean;
  /** Number of hosts at the limit of politeness. */
  hostsAtLimit: number;
}

export function allocate(wanted: Demand, { checksPerDay: budget, checksPerHostPerDay }: Budget): Allocation {
  // No source can have more than its host may give, nor be promised it.
  const demand = {
    ...wanted,
    least: wanted.least.map((checks) => Math.min(checks, checksPerHostPerDay)),
    most: wanted.most.map((checks) => Math.min(checks, checksPerHostPerDay)),
  };
  const all = indices(demand.weight.length);
  const floor = sumOf(demand.least, all);
  const checksPerDay = new Float64Array(all.length);
  if (floor >= budget) {
    for (const i of all) checksPerDay[i] = floor === 0 ? 0 : (at(demand.least, i) * budget) / floor;
    return {
      checksPerDay,
      freshness: freshnessOf(demand, checksPerDay),
      isWithinBudget: floor <= budget,
      hostsAtLimit: 0,
    };
  }
  // A host at its limit stays there while the others share what it leaves: their gain from a check only falls.
  let free = all;
  let left = budget;
  let hostsAtLimit = 0;
  for (;;) {
    share(demand, free, left, checksPerDay);
    const crowded = hostsAbove(demand, free, checksPerDay, checksPerHostPerDay);
    if (crowded.size === 0) break;
    for (const members of crowded.values()) {
      share(demand, members, checksPerHostPerDay, checksPerDay);
      left -= sumOf(checksPerDay, members);
    }
    hostsAtLimit += crowded.size;
    free = free.filter((i) => !crowded.has(at(demand.host, i)));
  }
  return { checksPerDay, freshness: freshnessOf(demand, checksPerDay), isWithinBudget: true, hostsAtLimit };
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
  const root = Math.sqrt(2 * u);
  let x = root + (2 / 3) * u;
  // Here the lower bound is nearer than the digits that ln(1 + x) - x would lose.
  if (u < 1e-9) return x;
  for (let step = 0; step < 3; step += 1) x += ((Math.log1p(x) - x + u) * (1 + x)) / x;
  return x;
}

const PRECISION = 1e-9;
/** Bounds of ln μ beyond which e^x is 0 or infinite. */
const [LOWEST, HIGHEST] = [-800, 800];
const MOST_STEPS = 64;

/** Gives `budget` checks a day to `members`, within their bounds. */
function share(demand: Demand, members: Int32Array, budget: number, into: Float64Array): void {
  const floor = sumOf(demand.least, members);
  const ceiling = sumOf(demand.most, members);
  if (budget >= ceiling || budget <= floor) {
    const bound = budget >= ceiling ? demand.most : demand.least;
    const cut = budget < floor ? budget / floor : 1;
    for (const i of members) into[i] = at(bound, i) * cut;
    return;
  }
  const total = (logMu: number) => members.reduce((sum, i) => sum + checksAt(demand, i, Math.exp(logMu)), 0);
  // Checks fall as μ rises: bisection on a logarithmic scale.
  let [low, high] = [LOWEST, HIGHEST];
  let [most, least] = [ceiling, floor];
  for (let step = 0; step < MOST_STEPS && most - least > PRECISION * budget; step += 1) {
    const middle = (low + high) / 2;
    const sum = total(middle);
    if (sum > budget) [low, most] = [middle, sum];
    else [high, least] = [middle, sum];
  }
  // Where λ is many times f, the gain of a check is the same to the last bit for a whole range of f: any mixture of the
  // two ends of the bracket is equally good, and one of them spends the budget.
  const part = most === least ? 0 : (budget - least) / (most - least);
  for (const i of members) {
    const fewer = checksAt(demand, i, Math.exp(high));
    into[i] = fewer + part * (checksAt(demand, i, Math.exp(low)) - fewer);
  }
}

function checksAt(demand: Demand, i: number, mu: number): number {
  const rate = at(demand.changesPerDay, i);
  const gain = (mu * rate) / at(demand.weight, i);
  if (gain >= 1) return at(demand.least, i);
  const wanted = gain <= 0 ? Number.POSITIVE_INFINITY : rate / intervalOfGain(gain);
  return Math.min(at(demand.most, i), Math.max(at(demand.least, i), wanted));
}

/** Hosts of `members` whose checks together are more than politeness allows, with their members. */
function hostsAbove(demand: Demand, members: Int32Array, checks: Float64Array, limit: number): Map<number, Int32Array> {
  const hosts = demand.host.reduce((most, host) => Math.max(most, host), -1) + 1;
  const sums = new Float64Array(hosts);
  for (const i of members) sums[at(demand.host, i)] = at(sums, at(demand.host, i)) + at(checks, i);
  const crowded = new Map<number, Int32Array>();
  const isAbove = (i: number) => at(sums, at(demand.host, i)) > limit * (1 + PRECISION);
  const grouped = Map.groupBy(members.filter(isAbove), (i) => at(demand.host, i));
  for (const [host, group] of grouped) crowded.set(host, Int32Array.from(group));
  return crowded;
}

function freshnessOf({ changesPerDay, weight }: Demand, checks: Float64Array): number {
  let fresh = 0;
  let whole = 0;
  for (let i = 0; i < weight.length; i += 1) {
    fresh += at(weight, i) * freshness(at(changesPerDay, i), at(checks, i));
    whole += at(weight, i);
  }
  return whole === 0 ? 1 : fresh / whole;
}

function sumOf(values: Float64Array, members: Int32Array): number {
  let sum = 0;
  for (const i of members) sum += at(values, i);
  return sum;
}

function indices(length: number): Int32Array {
  return Int32Array.from({ length }, (_, i) => i);
}

function at(values: Float64Array | Int32Array, i: number): number {
  return values[i] ?? Number.NaN;
}
