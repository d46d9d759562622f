/**
 * The state of a product's price. Every text, error and answer about it follows from this value. Pure.
 *
 * Interface decisions §9. An absence is said only where a complete reading of the vendor's page shows it.
 */
import * as z from 'zod';
import { isZero } from '../money.ts';
import type { Absence, Tier } from '../record.ts';

/**
 * - `known`: at least one paid price is known
 * - `usage_only`: sold by use, and rates or meters are known
 * - `not_published`: the vendor's page says "contact sales" where the price would be
 * - `free_only`: the vendor's page, read completely, sells nothing
 * - `not_known`: no page was read, or what was read does not suffice
 */
export const PriceState = z.enum(['known', 'usage_only', 'not_published', 'free_only', 'not_known']);
export type PriceState = z.infer<typeof PriceState>;

interface Stated {
  tiers: readonly Pick<Tier, 'isFree' | 'isCustom' | 'prices'>[];
  rates: readonly unknown[];
  absent?: readonly Absence[] | undefined;
}

export function priceStateOf({ tiers, rates, absent = [] }: Stated): PriceState {
  const paid = tiers
    .filter(({ isFree, isCustom }) => !isFree && !isCustom)
    .flatMap(({ prices }) => prices)
    .filter(({ amount }) => !isZero(amount));
  if (paid.some(({ per }) => per !== 'usage')) return 'known';
  if (paid.length > 0 || rates.length > 0) return 'usage_only';
  if (absent.includes('public_price')) return 'not_published';
  return absent.includes('paid_plan') ? 'free_only' : 'not_known';
}

/** Whether anything is known of what the product costs. */
export function isAnyPlanKnown({ tiers, rates }: { tiers: readonly unknown[]; rates: readonly unknown[] }): boolean {
  return tiers.length + rates.length > 0;
}

/** Whether there is a free plan; undefined where it is not known. */
export function freeTierOf({ tiers, absent = [] }: Pick<Stated, 'tiers' | 'absent'>): boolean | undefined {
  if (tiers.some(({ isFree }) => isFree)) return true;
  return absent.includes('free_plan') ? false : undefined;
}
