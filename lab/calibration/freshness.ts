/**
 * Share of a simulated year in which published prices are fresh, by how a budget of checks is spent. The plan learns the
 * rates of change only from its own checks. Baselines: the same cadence for all, checks in proportion to the rates, and
 * the theoretical optimum without bounds.
 */
import { CHECKS_PER_HOST_PER_DAY } from '../../config/cadence.ts';
import { allocate } from '../../crawler/schedule/allocation.ts';
import { freshnessOf, worldOf } from '../../test/simulation/year.ts';
import type { Bench } from '../harness/benchmark.ts';
import { figure, findingOf } from '../harness/measurement.ts';
import { cpuMs } from '../harness/rounds.ts';

const SIZES = [500, 10_000, 1_000_000];
const QUICK_SIZES = [500];
/** Checks of a product a day on average. */
const CHECKS_PER_PRODUCT = 0.1;

export function measureFreshness({ quick, report }: Bench): void {
  for (const size of quick ? QUICK_SIZES : SIZES) {
    const world = worldOf(size);
    const { demand } = world;
    const budget = size * CHECKS_PER_PRODUCT;
    const within = { checksPerDay: budget, checksPerHostPerDay: CHECKS_PER_HOST_PER_DAY };
    const unbounded = demand.map((each) => ({ ...each, least: 0, most: 1e9 }));
    const rates = demand.reduce((sum, { changesPerDay }) => sum + changesPerDay, 0);
    const planned = freshnessOf(world, (seen) => allocate(seen, within).checksPerDay);
    const baselines = {
      'the theoretical optimum': allocate(unbounded, { ...within, checksPerHostPerDay: 1e9 }).freshness,
      'the same for all': freshnessOf(world, () => demand.map(() => budget / size)),
      'in proportion to change': freshnessOf(world, () => demand.map((each) => (budget * each.changesPerDay) / rates)),
    };
    const planMs = cpuMs(() => allocate(demand, within));
    const named = { case: `${size} products, planned as it learns`, better: 'higher', unit: 'fresh' } as const;
    for (const [baseline, fresh] of Object.entries(baselines))
      report(findingOf({ ...named, baseline, figures: { plan: figure(planMs, 'ms') } }, planned, fresh));
  }
}
