/** How the starting price changed within a year, and when two prices of a tier are on the same terms. Pure. */
import { Decimal } from 'decimal.js';
import type { Change } from '../change.ts';
import type { Amount } from '../money.ts';
import type { Day } from '../product.ts';
import { datasetName, GAP_DAYS, type Snapshot } from '../record.ts';
import { recordCurrency } from './record-currency.ts';
import { monthlyPrice, startingPrice } from './starting-price.ts';

export const DAY_MS = 86_400_000;
export const YEAR_DAYS = 365;

/** `percent` of the price a year before it was last seen, or why there is none. */
export type YearChange = { percent: number; since: Day } | { reason: string };

/**
 * Of the starting price, as our observations or else the latest dataset state it. Compares one tier's price under the same
 * terms.
 */
export function yearChange(snapshots: readonly Snapshot[], changes: readonly Change[]): YearChange {
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
  const isUnclear = ({ type, subject, observedAt }: Change) =>
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

export function percentFrom(before: Amount, after: Amount): number {
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
export function isSameTerms(a: TierPrice, b: TierPrice): boolean {
  const isOther = (units: number | undefined, i: number) => (units ?? b.units[i]) !== (b.units[i] ?? units);
  return a.terms === b.terms && !a.units.some(isOther);
}

/** The tier that the starting price is of. */
export function startingTier(last: Snapshot | undefined): TierPrice | undefined {
  const { tiers, rates } = last ?? { tiers: [], rates: [] };
  const start = startingPrice(tiers, recordCurrency(tiers, rates));
  const tier = tiers.find(({ prices }) => start !== undefined && prices.includes(start.price));
  return tier && priceIn({ tiers, rates }, tier.id);
}

export function priceIn({ tiers, rates }: Pick<Snapshot, 'tiers' | 'rates'>, id: string): TierPrice | undefined {
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

export function isObserved({ origin }: Snapshot): boolean {
  return origin !== 'imported';
}

export function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
