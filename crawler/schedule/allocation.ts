/**
 * How many checks a day each source gets, so that under a budget the published prices are fresh for as much of the
 * time as can be. Pure.
 *
 * A source that changes λ times a day (Poisson) and is checked f times a day at equal intervals is fresh for the share
 * F(λ, f) = (1 - e^-x) / x of the time, with x = λ / f. Σ w F is greatest under Σ f = budget where all sources gain the
 * same from one more check: w/λ × (1 - (1 + x) e^-x) = μ. A source whose λ/w is too large to reach μ gets nothing at all:
 * it changes faster than it could be followed. Cho and Garcia-Molina, "Effective page refresh policies for Web
 * crawlers", ACM TODS 28(4), 2003, §5; with bounds on each f the same μ holds for whoever is within them.
 */

/** One entry a source, in the same order everywhere: a million of them are planned at once. */
export interface Demand {
  /** λ: changes a day, above 0. */
  changesPerDay: Float64Array;
  /** w: what a fresh moment of this source is worth, above 0. */
  weight: Float64Array;
  /** Bounds on checks a day: no source falls below the first, none goes above the second. */
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
  /** Whether the sources' lower bounds fit into the budget; where they do not, all of them are cut alike. */
  isWithinBudget: boolean;
  /** Hosts that politeness holds back. */
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
  // A host at its limit stays there as the others are given what it leaves: their gain from a check only falls.
  let free = all;
  let left = budget;
  let hostsAtLimit = 0;
  for (let logMu: number | undefined; ; ) {
    logMu = share(demand, free, left, checksPerDay, logMu);
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
const MOST_STEPS = 120;
/** Members that are enough to begin near the right multiplier. */
const SAMPLE = 4_096;

/** Gives `budget` checks a day to `members`, as far as their bounds can take them. Returns ln μ, to start from next time. */
function share(
  demand: Demand,
  members: Int32Array,
  budget: number,
  into: Float64Array,
  guess?: number,
): number | undefined {
  const floor = sumOf(demand.least, members);
  const ceiling = sumOf(demand.most, members);
  if (budget >= ceiling || budget <= floor) {
    const bound = budget >= ceiling ? demand.most : demand.least;
    const cut = budget < floor ? budget / floor : 1;
    for (const i of members) into[i] = at(bound, i) * cut;
    return guess;
  }
  const step = Math.ceil(members.length / SAMPLE);
  const sample = members.filter((_, i) => i % step === 0);
  const start =
    guess ?? (step === 1 ? 0 : multiplier(demand, sample, (budget * sample.length) / members.length, 0).logMu);
  const { low, high, logMu } = multiplier(demand, members, budget, start);
  for (const i of members) into[i] = checksAt(demand, i, Math.exp(logMu));
  // Where λ is many times f, the gain of a check is the same to the last bit for a whole range of f: any mixture of the
  // two ends of the bracket is as good as another, and one of them spends the budget.
  const miss = budget - sumOf(into, members);
  if (Math.abs(miss) <= PRECISION * budget) return logMu;
  const end = Float64Array.from(members, (i) => checksAt(demand, i, Math.exp(miss > 0 ? low : high)));
  const gap = end.reduce((sum, checks) => sum + checks, 0) - sumOf(into, members);
  const part = gap === 0 ? 0 : Math.min(1, miss / gap);
  for (const [n, i] of members.entries()) into[i] = at(into, i) + part * (at(end, n) - at(into, i));
  return logMu;
}

/** ln μ at which the checks of `members` come to `budget`: Newton's method, kept within a bracket by bisection. */
function multiplier(
  demand: Demand,
  members: Int32Array,
  budget: number,
  start: number,
): { low: number; high: number; logMu: number } {
  let [low, high] = [-800, 800];
  let logMu = start;
  for (let step = 0; step < MOST_STEPS && high - low > Number.EPSILON * Math.abs(logMu); step += 1) {
    const { sum, slope } = checksAndSlope(demand, members, Math.exp(logMu));
    const miss = sum - budget;
    if (Math.abs(miss) <= PRECISION * budget) break;
    // More for each where μ is lower.
    if (miss > 0) low = logMu;
    else high = logMu;
    // f falls nearly as a power of μ, so that on a logarithmic scale the step is nearly straight.
    const next = logMu - (Math.log(sum / budget) * sum) / slope;
    logMu = next > low && next < high ? next : nextWithin(low, high, logMu, miss > 0);
  }
  return { low, high, logMu };
}

/** While the bracket is still the whole line, by steps of e²; then by halves. */
function nextWithin(low: number, high: number, from: number, isUp: boolean): number {
  const stepped = isUp ? from + 2 : from - 2;
  return (isUp ? high === 800 : low === -800) && stepped > low && stepped < high ? stepped : (low + high) / 2;
}

/** Σ f at μ, and its derivative by ln μ. */
function checksAndSlope(demand: Demand, members: Int32Array, mu: number): { sum: number; slope: number } {
  let sum = 0;
  let slope = 0;
  for (const i of members) {
    const rate = at(demand.changesPerDay, i);
    const gain = (mu * rate) / at(demand.weight, i);
    const [least, most] = [at(demand.least, i), at(demand.most, i)];
    if (gain >= 1) {
      sum += least;
      continue;
    }
    const x = intervalOfGain(gain);
    const checks = rate / x;
    if (checks <= least) sum += least;
    else if (checks >= most) sum += most;
    else {
      sum += checks;
      // dx/dy = e^x / x, and e^-x = (1 - y) / (1 + x).
      slope -= (checks / x) * (((1 + x) / ((1 - gain) * x)) * gain);
    }
  }
  return { sum, slope };
}

function checksAt(demand: Demand, i: number, mu: number): number {
  const rate = at(demand.changesPerDay, i);
  const gain = (mu * rate) / at(demand.weight, i);
  const wanted = gain >= 1 ? 0 : gain <= 0 ? Number.POSITIVE_INFINITY : rate / intervalOfGain(gain);
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
