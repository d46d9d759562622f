/** The statements of a reading one by one: a price of a tier under one billing, that a tier is free, that it is on request. */
import { Decimal } from 'decimal.js';
import type { Reading, ReadPrice, ReadTier } from '../../../data/reading.ts';
import { tierKey } from '../offers/merge.ts';

export interface Stated {
  tier: ReadTier;
  /** Absent for a claim. */
  price?: ReadPrice;
  claim?: 'free' | 'custom';
}

const CENT = 0.011;

export function statedIn(tiers: readonly ReadTier[]): Stated[] {
  return tiers.flatMap((tier) => [
    ...(tier.isFree ? [{ tier, claim: 'free' as const }] : []),
    ...(tier.isCustom ? [{ tier, claim: 'custom' as const }] : []),
    ...tier.prices.map((price) => ({ tier, price })),
  ]);
}

/** The tiers that the reader of repeated structure states. */
export function tiersOfOffers(readings: readonly Reading[]): ReadTier[] {
  return readings.find(({ reader }) => reader === 'offers')?.tiers ?? [];
}

/** Statements over amounts of the page, 1 at most. */
export function shareRead(stated: readonly Stated[], amounts: readonly unknown[]): number {
  return Math.min(1, stated.length / Math.max(1, amounts.length));
}

/** Both say the same of tiers whose names are alike. */
export function saysSame(a: Stated, b: Stated): boolean {
  if (a.claim !== b.claim || !areAlike(a.tier.name, b.tier.name)) return false;
  return a.price === undefined || b.price === undefined || isSamePrice(a.price, b.price);
}

/** One name is the other or a part of it: "Pro" and "Pro plan". */
export function areAlike(a: string, b: string): boolean {
  const [one, two] = [tierKey(a), tierKey(b)];
  return one === two || (one !== '' && two !== '' && (one.includes(two) || two.includes(one)));
}

/** $120 a year and $10 a month, billed annually, are one price. */
function isSamePrice(a: ReadPrice, b: ReadPrice): boolean {
  if (a.currency !== b.currency || a.kind !== b.kind) return false;
  const [one, two] = [perMonth(a), perMonth(b)];
  if (one === undefined || two === undefined) return a.per === b.per && new Decimal(a.amount).equals(b.amount);
  return isAnnual(a) === isAnnual(b) && Math.abs(one - two) < CENT;
}

export function isAnnual({ billing, per }: ReadPrice): boolean {
  return billing === 'annual' || per === 'year';
}

/** A price by the month or the year that is not billed by the year. */
export function hasMonthlyPrice(tiers: readonly ReadTier[]): boolean {
  return tiers.some(({ prices }) => prices.some((price) => perMonth(price) !== undefined && !isAnnual(price)));
}

/** Undefined for a price that is for another time, or none. */
export function perMonth({ amount, per }: ReadPrice): number | undefined {
  if (per !== 'month' && per !== 'year') return undefined;
  return Number(amount) / (per === 'year' ? 12 : 1);
}
