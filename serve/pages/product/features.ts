/** What a plan adds to the one before it. Pure. */
import type { TierView } from '../../record/shape.ts';

export interface Added {
  /** Name of the plan before; absent where nothing is known to compare with. */
  to?: string;
  /** The plan lists all features of the one before. */
  hasAll: boolean;
  features: readonly string[];
}

export function addedFeatures(tier: TierView, before: TierView | undefined): Added {
  const { features = [] } = tier;
  const known = new Set((before?.features ?? []).map(comparable));
  if (before === undefined || known.size === 0) return { hasAll: false, features };
  const own = new Set(features.map(comparable));
  return {
    to: before.name,
    hasAll: known.isSubsetOf(own),
    features: features.filter((feature) => !known.has(comparable(feature))),
  };
}

function comparable(feature: string): string {
  return feature.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
