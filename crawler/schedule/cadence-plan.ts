/** The wait of each source for its next check: the day's budget, spent where it buys most freshness. Pure. */
import { CADENCE, CHECKS_PER_HOST_PER_DAY } from '../../config/cadence.ts';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { changesPerDay, watchedBetween } from '../../data/hazard.ts';
import type { CatalogueProduct, Slug, Source } from '../../data/product.ts';
import { type SourceKey, sourceKey, type Watching } from '../../data/source-facts.ts';
import { atOnce, each, type Steps } from '../../data/store/steps.ts';
import { type Allocation, allocation, type Demand } from './allocation.ts';

/** Milliseconds from a check of a source to the next one. */
export interface Waits {
  waitMs(product: Slug, source: Source): number;
}

/** Without a budget: for a corpus replay, where a visit costs nothing. */
export const OFTENEST: Waits = { waitMs: (_, { cadence }) => CADENCE[cadence].shortestMs };

/** A source that is not in the plan waits its longest. */
export interface CadencePlan extends Waits, Omit<Allocation, 'checksPerDay'> {
  checksPerDay: number;
}

export interface PlanInput {
  products: readonly CatalogueProduct[];
  watching: ReadonlyMap<Slug, Watching>;
  checksPerDay: number;
}

const DAY_MS = 86_400_000;

export function planCadences(input: PlanInput): CadencePlan {
  return atOnce(cadencePlan(input));
}

/** The same in steps. */
export function* cadencePlan({ products, watching, checksPerDay }: PlanInput): Steps<CadencePlan> {
  const keys: SourceKey[] = [];
  const demand: Demand[] = [];
  yield* each(products, (product) => {
    if (product.retired !== undefined) return;
    for (const { id, cadence, url } of product.sources) {
      keys.push(sourceKey(product.slug, id));
      demand.push({
        changesPerDay: ratePerDay(product, watching.get(product.slug)),
        weight: CADENCE[cadence].weight,
        least: DAY_MS / CADENCE[cadence].longestMs,
        most: DAY_MS / CADENCE[cadence].shortestMs,
        host: new URL(url).host,
      });
    }
  });
  const allocated = yield* allocation(demand, { checksPerDay, checksPerHostPerDay: CHECKS_PER_HOST_PER_DAY });
  const waits = new Map<SourceKey, number>();
  yield* each(keys.entries(), ([at, key]) => waits.set(key, DAY_MS / (allocated.checksPerDay[at] ?? 0)));
  return {
    ...allocated,
    waitMs: (slug, source) => waits.get(sourceKey(slug, source.id)) ?? CADENCE[source.cadence].longestMs,
    checksPerDay: allocated.checksPerDay.reduce((sum, checks) => sum + checks, 0),
  };
}

function ratePerDay(product: CatalogueProduct, watching: Watching | undefined): number {
  if (watching === undefined) return changesPerDay(hazardOf(product));
  const { since, until, changes } = watching;
  return changesPerDay(hazardOf(product, watchedBetween(since, until, changes)));
}
