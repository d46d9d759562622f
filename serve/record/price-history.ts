/**
 * What a product's past says about its price: how often it moved, and which way.
 *
 * Pure. Only what the vendor changed counts: not our corrections, and not what a dataset says on another day. Where
 * too little was observed, the figures say so instead of guessing.
 */
import { Decimal } from 'decimal.js';
import * as z from 'zod';
import type { ChangeType, LoggedChange } from '../../data/change.ts';
import type { Amount } from '../../data/money.ts';
import { recordCurrency } from '../../data/prices/record-currency.ts';
import { monthlyPrice, startingPrice } from '../../data/prices/starting-price.ts';
import { Day } from '../../data/product.ts';
import { datasetName, type Snapshot } from '../../data/record.ts';
import { GAP_DAYS } from '../../data/store/ledger/snapshot-intervals.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
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
  const daysOf = (types: readonly ChangeType[]) =>
    [
      ...new Set(changes.filter(({ type }) => types.includes(type)).map(({ observedAt }) => observedAt.slice(0, 10))),
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
  const percent = percentFrom(amount, tier.amount);
  return {
    direction: directionOf(percent),
    percent,
    tier: tier.id,
    tierName: tier.name,
    since: first.snapshot.validFrom.slice(0, 10),
    sufficient: true,
  };
}

const NO_TREND: PriceTrend = { direction: 'unknown', sufficient: false };

/** `percent` of the price a year before it was last seen, or why there is none. */
export type YearChange = { percent: number; since: Day } | { reason: string };

/**
 * Of the starting price, as our observations or else the latest dataset state it. Compares one tier's price under the same
 * terms.
 */
export function yearChange(snapshots: readonly Snapshot[], changes: readonly LoggedChange[]): YearChange {
  const line = oneSource(snapshots);
  const last = line.at(-1);
  const tier = startingTier(last);
  if (last === undefined || tier === undefined) return { reason: 'No starting price in the history' };
  if (!tier.isBilled) return { reason: 'The billing is not stated' };
  const then = new Date(Date.parse(last.lastSeenAt) - YEAR_DAYS * DAY_MS).toISOString();
  const at = line.findLastIndex(({ validFrom }) => validFrom <= then);
  const [before, next] = [line[at], line[at + 1]];
  const old = before && priceIn(before, tier.id);
  const isSeen = before !== undefined && daysFrom(before.lastSeenAt, then) <= GAP_DAYS;
  if (before === undefined || !(isSeen || (old && next && isSamePrice(old, priceIn(next, tier.id)))))
    return { reason: 'No price is known from a year earlier' };
  if (old === undefined || !isSameTerms(old, tier))
    return { reason: 'The plan was not sold on the same terms a year earlier' };
  const isUnclear = ({ type, subject, observedAt }: LoggedChange) =>
    type === 'changed_with_redesign' && subject === tier.id && observedAt > then;
  if (changes.some(isUnclear)) return { reason: 'Changed with a redesign of the page: the cause is not known' };
  return { percent: percentFrom(old.amount, tier.amount), since: then.slice(0, 10) };
}

function isSamePrice(a: TierPrice, b: TierPrice | undefined): boolean {
  return b !== undefined && a.amount === b.amount && isSameTerms(a, b);
}

/** Our own observations, or else those of the dataset that ends last. */
function oneSource(snapshots: readonly Snapshot[]): Snapshot[] {
  const ours = snapshots.filter(isObserved);
  if (ours.length > 0) return ours;
  const dataset = ({ imported }: Snapshot) => imported && datasetName(imported.dataset);
  const latest = snapshots.toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? -1 : 1)).at(-1);
  return snapshots.filter((snapshot) => latest !== undefined && dataset(snapshot) === dataset(latest));
}

function percentFrom(before: Amount, after: Amount): number {
  return new Decimal(after).minus(before).dividedBy(before).times(100).toDecimalPlaces(1).toNumber();
}

interface TierPrice {
  id: string;
  name: string;
  amount: Amount;
  terms: string;
  isBilled: boolean;
  units: readonly (number | undefined)[];
}

/** Minimum and included units differ only where both pages state them. */
function isSameTerms(a: TierPrice, b: TierPrice): boolean {
  const isOther = (units: number | undefined, i: number) => (units ?? b.units[i]) !== (b.units[i] ?? units);
  return a.terms === b.terms && !a.units.some(isOther);
}

/** The tier that the starting price is of. */
function startingTier(last: Snapshot | undefined): TierPrice | undefined {
  const { tiers, rates } = last ?? { tiers: [], rates: [] };
  const start = startingPrice(tiers, recordCurrency(tiers, rates));
  const tier = tiers.find(({ prices }) => start !== undefined && prices.includes(start.price));
  return tier && priceIn({ tiers, rates }, tier.id);
}

function priceIn({ tiers, rates }: Pick<Snapshot, 'tiers' | 'rates'>, id: string): TierPrice | undefined {
  const [tier, currency] = [tiers.find((each) => each.id === id), recordCurrency(tiers, rates)];
  const monthly = tier && currency && monthlyPrice(tier, currency);
  if (!monthly) return undefined;
  const { unit, per, isFloor } = monthly.price;
  const terms = JSON.stringify([currency, monthly.billing, unit, per, isFloor]);
  const isBilled = monthly.billing !== undefined;
  return {
    id,
    name: tier.name,
    amount: monthly.amount,
    terms,
    isBilled,
    units: [tier.minimumUnits, tier.includedUnits],
  };
}

function stabilityOf(changes: number): PriceStability['label'] {
  if (changes === 0) return 'stable';
  return changes < FREQUENT_CHANGES ? 'occasional' : 'frequent';
}

function directionOf(percent: number): PriceTrend['direction'] {
  if (percent === 0) return 'flat';
  return percent > 0 ? 'up' : 'down';
}

function isObserved({ origin }: Snapshot): boolean {
  return origin !== 'imported';
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

function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
