/**
 * The wait of each source for its next check: the day's budget, spent where it buys most freshness. Pure. A source's
 * weight comes from its authored cadence, its rate of change from its product's history (data/hazard.ts).
 */
import { CADENCE, CHECKS_PER_HOST_PER_DAY } from '../../config/cadence.ts';
import { hazardOf } from '../../data/confidence/hazard-priors.ts';
import { changesPerDay, watchedBetween } from '../../data/hazard.ts';
import type { CatalogueProduct, Slug, Source } from '../../data/product.ts';
import { type SourceKey, sourceKey, type Watching } from '../../data/source-facts.ts';
import { allocate } from './allocation.ts';

/** Milliseconds from a check of a source to the next one. */
export interface Waits {
  waitMs(product: Slug, source: Source): number;
}

/** Without a budget: for a corpus replay, where a visit costs nothing. */
export const OFTENEST: Waits = { waitMs: (_, { cadence }) => CADENCE[cadence].shortestMs };

/** A source that is not in the plan waits its longest. */
export interface CadencePlan extends Waits {
  /** Expected share of weight that is fresh at any moment. */
  freshness: number;
  checksPerDay: number;
  isWithinBudget: boolean;
  hostsAtLimit: number;
}

export interface PlanInput {
  products: readonly CatalogueProduct[];
  watching: ReadonlyMap<Slug, Watching>;
  checksPerDay: number;
}

const DAY_MS = 86_400_000;

export function planCadences({ products, watching, checksPerDay }: PlanInput): CadencePlan {
  const planned = products.flatMap((product) =>
    product.retired === undefined ? product.sources.map((source) => ({ product, source })) : [],
  );
  const numberOfHost = new Map<string, number>();
  const hostOf = (url: string) => {
    const { host } = new URL(url);
    const number = numberOfHost.get(host) ?? numberOfHost.size;
    numberOfHost.set(host, number);
    return number;
  };
  const allocation = allocate(
    {
      changesPerDay: Float64Array.from(planned, ({ product }) => ratePerDay(product, watching.get(product.slug))),
      weight: Float64Array.from(planned, ({ source }) => CADENCE[source.cadence].weight),
      least: Float64Array.from(planned, ({ source }) => DAY_MS / CADENCE[source.cadence].longestMs),
      most: Float64Array.from(planned, ({ source }) => DAY_MS / CADENCE[source.cadence].shortestMs),
      host: Int32Array.from(planned, ({ source }) => hostOf(source.url)),
    },
    { checksPerDay, checksPerHostPerDay: CHECKS_PER_HOST_PER_DAY },
  );
  const waits = new Map<SourceKey, number>(
    planned.map(({ product, source }, i) => [
      sourceKey(product.slug, source.id),
      DAY_MS / (allocation.checksPerDay[i] ?? 0),
    ]),
  );
  return {
    waitMs: (slug, source) => waits.get(sourceKey(slug, source.id)) ?? CADENCE[source.cadence].longestMs,
    freshness: allocation.freshness,
    checksPerDay: allocation.checksPerDay.reduce((sum, checks) => sum + checks, 0),
    isWithinBudget: allocation.isWithinBudget,
    hostsAtLimit: allocation.hostsAtLimit,
  };
}

function ratePerDay(product: CatalogueProduct, watching: Watching | undefined): number {
  if (watching === undefined) return changesPerDay(hazardOf(product));
  const { since, until, changes } = watching;
  return changesPerDay(hazardOf(product, watchedBetween(since, until, changes)));
}
