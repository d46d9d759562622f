/** Where the tiers of a page are spoken of: what facts are told apart by. */
import type { ReadTier } from '../../../data/reading.ts';
import type { Span } from '../page/document.ts';
import { type Region, regionAt } from './region.ts';
import type { TierTable } from './tier-table.ts';

export interface Place {
  tiers: readonly ReadTier[];
  regions: readonly Region[];
  /** Sentences and list items that price one tier alone. */
  pricedLines: readonly Region[];
  tables: readonly TierTable[];
  addOns: readonly Span[];
  /** The tiers' names by what they cost, the least first. */
  ranks: ReadonlyMap<string, number>;
  /** Of each line, by its index. */
  subjects: Uint32Array;
}

/** The tier whose card, section or sentence holds the offset. */
export function tierAt({ regions, pricedLines }: Place, offset: number): string | undefined {
  return (regionAt(regions, offset) ?? regionAt(pricedLines, offset))?.tier;
}
