/**
 * What a product's past says about its price: how often it moved, and which way.
 *
 * Pure. Only what the vendor changed counts: not our corrections, and not what a dataset says on another day. Where
 * too little was observed, the figures say so instead of guessing.
 */
import * as z from 'zod';
import { type ChangeType, type LoggedChange, standing } from '../../data/change.ts';
import { compareAmounts } from '../../data/money.ts';
import {
  DAY_MS,
  daysFrom,
  isObserved,
  isSameTerms,
  percentFrom,
  priceIn,
  startingTier,
  YEAR_DAYS,
} from '../../data/prices/year-change.ts';
import { Day } from '../../data/product.ts';
import { GAP_DAYS, type Snapshot } from '../../data/record.ts';

/** Below half a year of observation, or that long after it, "it did not change" says little. */
const SUFFICIENT_DAYS = 180;
/** Days with a change in a year, from which on prices are called frequently changed. */
const FREQUENT_CHANGES = 3;

/** What the vendor did to its prices: not a new name, not our corrections, not what was only announced. */
const PRICE_CHANGES: readonly ChangeType[] = [
  'price_changed',
  'rate_changed',
  'currency_changed',
  'unit_changed',
  'tier_added',
  'tier_removed',
  'free_tier_added',
  'free_tier_removed',
  'model_added',
  'model_removed',
];

export const PriceStability = z.strictObject({
  label: z.enum(['stable', 'occasional', 'frequent', 'unknown']),
  changesLast12Months: z.int().meta({ description: 'Days on which the vendor changed a price or its tiers.' }),
  unattributedLast12Months: z.int().optional().meta({
    description: 'Days with a `changed_with_redesign`, whose cause is unknown.',
  }),
  medianDaysBetweenChanges: z.number().optional(),
  observedDays: z.int().meta({ description: 'Days observed, without gaps of more than 45 days.' }),
  sufficient: z.boolean(),
});
export type PriceStability = z.infer<typeof PriceStability>;

export const PriceTrend = z.strictObject({
  direction: z.enum(['up', 'down', 'flat', 'unknown']),
  percent: z
    .number()
    .optional()
    .meta({ description: 'Change of one tier’s price under the same terms, from the first to the last observation.' }),
  tier: z.string().optional().meta({ description: 'Id of the tier that has the starting price.' }),
  tierName: z.string().optional(),
  since: Day.optional(),
  sufficient: z.boolean(),
});
export type PriceTrend = z.infer<typeof PriceTrend>;

export function priceStability(
  snapshots: readonly Snapshot[],
  changes: readonly LoggedChange[],
  now: Date,
): PriceStability {
  const observed = watchedDays(snapshots);
  const stands = changes.toReversed().filter(standing());
  const daysOf = (types: readonly ChangeType[]) =>
    [
      ...new Set(stands.filter(({ type }) => types.includes(type)).map(({ observedAt }) => observedAt.slice(0, 10))),
    ].sort();
  const days = daysOf(PRICE_CHANGES);
  const yearAgo = new Date(now.getTime() - YEAR_DAYS * DAY_MS).toISOString().slice(0, 10);
  const recent = days.filter((day) => day > yearAgo).length;
  const unattributed = daysOf(['changed_with_redesign']).filter((day) => day > yearAgo).length;
  const between = median(
    days.slice(1).map((day, index) => (Date.parse(day) - Date.parse(days[index] ?? day)) / DAY_MS),
  );
  const lastSeen = snapshots.findLast(isObserved)?.lastSeenAt;
  const isRecent = lastSeen !== undefined && now.getTime() - Date.parse(lastSeen) < SUFFICIENT_DAYS * DAY_MS;
  const sufficient = observed >= SUFFICIENT_DAYS && isRecent && unattributed === 0;
  return {
    label: sufficient ? stabilityOf(recent) : 'unknown',
    changesLast12Months: recent,
    ...(unattributed > 0 && { unattributedLast12Months: unattributed }),
    medianDaysBetweenChanges: between,
    observedDays: observed,
    sufficient,
  };
}

/**
 * Only like is compared with like: the price of one tier, that which the starting price is of, as far back as the page
 * states it in the same currency, under the same billing, for the same unit. A change of unknown cause ends the trend.
 */
export function priceTrend(snapshots: readonly Snapshot[], changes: readonly LoggedChange[]): PriceTrend {
  const ours = snapshots.filter(isObserved);
  const tier = startingTier(ours.at(-1));
  if (tier === undefined) return NO_TREND;
  const unclear = changes.findLast(({ type, subject }) => type === 'changed_with_redesign' && subject === tier.id);
  const steps = ours.map((snapshot) => ({ snapshot, price: priceIn(snapshot, tier.id) }));
  const isLike = ({ snapshot, price }: (typeof steps)[number]) =>
    price !== undefined && isSameTerms(price, tier) && snapshot.validFrom >= (unclear?.observedAt ?? '');
  const alike = steps.slice(steps.findLastIndex((step) => !isLike(step)) + 1);
  const [first, last] = [alike[0], alike.at(-1)];
  if (first?.price === undefined || last === undefined) return NO_TREND;
  if (daysFrom(first.snapshot.validFrom, last.snapshot.lastSeenAt) < SUFFICIENT_DAYS) return NO_TREND;
  const { amount } = first.price;
  return {
    direction: directionOf(compareAmounts(tier.amount, amount)),
    percent: percentFrom(amount, tier.amount),
    tier: tier.id,
    tierName: tier.name,
    since: first.snapshot.validFrom.slice(0, 10),
    sufficient: true,
  };
}

const NO_TREND: PriceTrend = { direction: 'unknown', sufficient: false };

function stabilityOf(changes: number): PriceStability['label'] {
  if (changes === 0) return 'stable';
  return changes < FREQUENT_CHANGES ? 'occasional' : 'frequent';
}

function directionOf(order: number): PriceTrend['direction'] {
  if (order === 0) return 'flat';
  return order > 0 ? 'up' : 'down';
}

/** From sighting to sighting, where they lie no further apart than GAP_DAYS. */
function watchedDays(snapshots: readonly Snapshot[]): number {
  const ours = snapshots.filter(isObserved);
  const watched = ours.reduce((sum, { validFrom, lastSeenAt, gaps = [] }, index) => {
    const next = ours[index + 1]?.validFrom;
    const until = next !== undefined && daysFrom(lastSeenAt, next) <= GAP_DAYS ? next : lastSeenAt;
    const blind = gaps.reduce((days, { from, to }) => days + daysFrom(from, to), 0);
    return sum + daysFrom(validFrom, until) - blind;
  }, 0);
  return Math.max(0, Math.floor(watched));
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
