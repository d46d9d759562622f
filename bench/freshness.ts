/**
 * `freshness`: how much of a year the published prices are fresh, by how a budget of checks is spent.
 *
 * Products change by Poisson processes whose rates are drawn from the fitted priors (data/confidence/hazard-priors.json), and a
 * year is lived through check by check. The plan learns each product's rate only from the changes that its own checks
 * see, month by month; it is held against a plan that knows the rates, against the same for all, against checks in
 * proportion to the rates, and against the theoretical optimum without bounds.
 */
import { CADENCE, CHECKS_PER_HOST_PER_DAY } from '../config/cadence.ts';
import { allocate, type Demand } from '../crawler/schedule/allocation.ts';
import { hazardOf } from '../data/confidence/hazard-priors.ts';
import { changesPerDay, type Hazard, posterior } from '../data/hazard.ts';
import { type Random, seeded } from '../test/vendor-web/random.ts';
import type { Bench } from './benchmark.ts';
import { figure, once } from './measurement.ts';
import { median } from './statistics.ts';

const SIZES = [500, 10_000, 1_000_000];
const QUICK_SIZES = [500, 5_000];
const YEAR_DAYS = 360;
/** The plan is made anew from what was seen. */
const MONTH_DAYS = 30;
/** Checks a day, for each product: once in ten days on average. */
const CHECKS_PER_PRODUCT = 0.1;
/** Of the imported catalogue about one product in six is priced by tokens; those have the cadence "daily". */
const TOKEN_SHARE = 1 / 6;
const DAY_MS = 86_400_000;

export async function run(bench: Bench): Promise<void> {
  for (const size of bench.quick ? QUICK_SIZES : SIZES) year(bench, size);
}

interface World {
  demand: Demand;
  priors: Hazard[];
  budget: number;
}

function year(bench: Bench, size: number): void {
  const world = worldOf(size);
  const { demand, budget } = world;
  const free = { least: new Float64Array(size), most: new Float64Array(size).fill(1e9) };
  const bound = allocate({ ...demand, ...free }, { checksPerDay: budget, checksPerHostPerDay: 1e9 }).freshness;
  const known = allocate(demand, { checksPerDay: budget, checksPerHostPerDay: CHECKS_PER_HOST_PER_DAY });
  const rates = demand.changesPerDay.reduce((sum, rate) => sum + rate, 0);
  const lived = {
    learning: live(
      world,
      (seen) => allocate(seen, { checksPerDay: budget, checksPerHostPerDay: CHECKS_PER_HOST_PER_DAY }).checksPerDay,
    ),
    knowing: live(world, () => known.checksPerDay),
    uniform: live(world, () => new Float64Array(size).fill(budget / size)),
    proportional: live(world, () => demand.changesPerDay.map((rate) => (budget * rate) / rates)),
  };
  const cost = planningCost(bench, world);
  for (const [name, against] of [
    ['the theoretical optimum', bound],
    ['the same for all', lived.uniform],
    ['in proportion to change', lived.proportional],
  ] as const)
    bench.report({
      case: `${size} products, planned as it learns`,
      baseline: name,
      ...once(lived.learning / against),
      better: 'higher',
      figures: {
        subject: figure(lived.learning, 'fresh'),
        baseline: figure(against, 'fresh'),
        knowing: figure(lived.knowing, 'fresh'),
        stale: figure((1 - lived.learning) / (1 - against), 'of the stale time of the baseline'),
        plan: figure(cost.ms, 'ms'),
        memory: figure(cost.bytesPerProduct, 'bytes a product'),
      },
    });
}

/** Products whose rates are drawn from the priors that the plan begins with. */
function worldOf(size: number): World {
  const random = seeded(`freshness ${size}`);
  const isToken = Array.from({ length: size }, () => random.chance(TOKEN_SHARE));
  const priors = isToken.map((tokenPriced) => hazardOf({ tokenPriced, category: 'none' }));
  const cadence = isToken.map((tokenPriced) => CADENCE[tokenPriced ? 'daily' : 'weekly']);
  return {
    priors,
    budget: size * CHECKS_PER_PRODUCT,
    demand: {
      changesPerDay: Float64Array.from(priors, (prior) => Math.max(1e-9, gamma(random, prior.changes) / prior.days)),
      weight: Float64Array.from(cadence, ({ weight }) => weight),
      least: Float64Array.from(cadence, ({ longestMs }) => DAY_MS / longestMs),
      most: Float64Array.from(cadence, ({ shortestMs }) => DAY_MS / shortestMs),
      host: Int32Array.from({ length: size }, (_, i) => i),
    },
  };
}

/** Share of the year's weighted time that was fresh, when each month's checks are `planned` from what was seen until then. */
function live({ demand, priors }: World, planned: (seen: Demand) => Float64Array): number {
  const size = priors.length;
  const random = seeded('a year');
  const nextChange = demand.changesPerDay.map((rate) => exponential(random, rate));
  const nextCheck = new Float64Array(size).fill(-1);
  /** When the published price became stale, or -1 while it is fresh. */
  const staleSince = new Float64Array(size).fill(-1);
  const seen = new Float64Array(size);
  const stale = new Float64Array(size);
  for (let month = 0; month < YEAR_DAYS; month += MONTH_DAYS) {
    const until = month + MONTH_DAYS;
    const believed = priors.map((prior, i) => changesPerDay(posterior(prior, { changes: seen[i] ?? 0, days: month })));
    const checks = planned({ ...demand, changesPerDay: Float64Array.from(believed) });
    for (let i = 0; i < size; i += 1) {
      const rate = demand.changesPerDay[i] ?? 0;
      const wait = 1 / (checks[i] ?? 0);
      let change = nextChange[i] ?? 0;
      let since = staleSince[i] ?? -1;
      // A new plan keeps the phase of the old one: what is half due stays so.
      let check = month === 0 ? random.next() * wait : Math.min(nextCheck[i] ?? 0, month + wait);
      for (; check < until; check += wait) {
        for (; change <= check; change += exponential(random, rate)) if (since < 0) since = change;
        if (since < 0) continue;
        stale[i] = (stale[i] ?? 0) + check - since;
        seen[i] = (seen[i] ?? 0) + 1;
        since = -1;
      }
      nextCheck[i] = check;
      nextChange[i] = change;
      staleSince[i] = since;
    }
  }
  let fresh = 0;
  let whole = 0;
  for (let i = 0; i < size; i += 1) {
    const left = nextChange[i] ?? 0;
    const since = (staleSince[i] ?? -1) >= 0 ? (staleSince[i] ?? 0) : Math.min(left, YEAR_DAYS);
    const weight = demand.weight[i] ?? 0;
    fresh += weight * (1 - ((stale[i] ?? 0) + YEAR_DAYS - Math.min(since, YEAR_DAYS)) / YEAR_DAYS);
    whole += weight;
  }
  return fresh / whole;
}

function planningCost(bench: Bench, { demand, budget }: World): { ms: number; bytesPerProduct: number } {
  const size = demand.weight.length;
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const times = Array.from({ length: bench.rounds }, () => {
    const started = performance.now();
    allocate(demand, { checksPerDay: budget, checksPerHostPerDay: CHECKS_PER_HOST_PER_DAY });
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    return performance.now() - started;
  });
  return { ms: median(times), bytesPerProduct: most / size };
}

function exponential(random: Random, rate: number): number {
  return -Math.log(1 - random.next()) / rate;
}

/** Marsaglia and Tsang, ACM TOMS 26(3), 2000; for shapes below 1 by their boost of one more uniform. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * (1 - random.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
