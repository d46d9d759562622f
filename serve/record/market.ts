/**
 * What products of a category start at: the ground that one price is judged on. Only prices of one currency, unit and
 * billing are compared, and nothing is converted. Pure.
 */
import { Decimal } from 'decimal.js';
import { type Amount, addAmounts, type Currency, overAmount, plainNumber } from '../../data/money.ts';
import type { MonthlyPrice } from '../../data/prices/starting-price.ts';
import type { Billing, Unit } from '../../data/reading.ts';
import type { Positioning } from './shape.ts';

/** Fewer prices than this are an anecdote. */
const SUFFICIENT_SAMPLE = 5;
/** Within this many percent of the median a price is near it. */
const NEAR_PERCENT = 10;

export interface Sample extends Terms {
  min: Amount;
  median: Amount;
  max: Amount;
  sampleSize: number;
  sufficient: boolean;
  /** What it is made of, the least first. */
  starts: readonly ProductStart[];
}

export interface ProductStart {
  slug: string;
  amount: Amount;
}

/** What prices have in common that can be compared. */
export interface Terms {
  currency: Currency;
  billing: Billing;
  /** Absent for those whose vendors do not say what one price buys. */
  unit?: Unit | undefined;
}

/** A seat is what a user sits on: the words differ by vendor, and what one pays for does not. */
const SAME_UNITS: Readonly<Record<Unit, Unit>> = { seat: 'user', member: 'user', person: 'user' };

function termsOf({ currency, billing, unit }: Terms): Terms {
  return { currency, billing, unit: unit && (SAME_UNITS[unit] ?? unit) };
}

/** What two prices differ in that cannot be compared: the first of currency, billing and unit; undefined where nothing is. */
export function differenceOf(one: Terms, other: Terms): keyof Terms | undefined {
  const [ours, theirs] = [termsOf(one), termsOf(other)];
  return (['currency', 'billing', 'unit'] as const).find((term) => ours[term] !== theirs[term]);
}

function keyOf({ currency, billing, unit }: Terms): string {
  return `${currency} ${billing} ${unit ?? ''}`;
}

/** Category → samples, the largest first. */
export type Market = ReadonlyMap<string, readonly Sample[]>;

interface Start {
  slug: string;
  category: string;
  startingAmount?: Amount | undefined;
  startingBilling?: Billing | undefined;
  startingUnit?: Unit | undefined;
  currency?: Currency | undefined;
  retired?: unknown;
}

export function marketOf(rows: readonly Start[]): Market {
  const starts = new Map<string, Map<string, { terms: Terms; starts: ProductStart[] }>>();
  for (const { slug, category, startingAmount, startingBilling, startingUnit, currency, retired } of rows) {
    if (startingAmount === undefined || startingBilling === undefined || currency === undefined || retired) continue;
    const ofCategory = starts.get(category) ?? new Map<string, { terms: Terms; starts: ProductStart[] }>();
    starts.set(category, ofCategory);
    const terms = termsOf({ currency, billing: startingBilling, unit: startingUnit });
    const alike = ofCategory.get(keyOf(terms)) ?? { terms, starts: [] };
    ofCategory.set(keyOf(terms), alike);
    alike.starts.push({ slug, amount: startingAmount });
  }
  return new Map(
    [...starts].map(([category, ofCategory]) => [
      category,
      [...ofCategory.values()]
        .flatMap((alike) => sampleOf(alike.terms, alike.starts))
        .sort((a, b) => b.sampleSize - a.sampleSize || (keyOf(a) < keyOf(b) ? -1 : 1)),
    ]),
  );
}

function sampleOf(terms: Terms, ofProducts: readonly ProductStart[]): Sample[] {
  // Parsed once each: comparing two strings would parse both at every step of the sort.
  const starts = ofProducts
    .map((start) => ({ start, value: new Decimal(start.amount) }))
    .sort((a, b) => a.value.comparedTo(b.value))
    .map(({ start }) => start);
  const amountAt = (index: number) => starts.at(index)?.amount;
  const [min, max] = [amountAt(0), amountAt(-1)];
  const [low, high] = [amountAt(Math.ceil(starts.length / 2) - 1), amountAt(Math.floor(starts.length / 2))];
  if (min === undefined || max === undefined || low === undefined || high === undefined) return [];
  const median = overAmount(addAmounts(low, high), 2);
  return [
    { ...terms, min, median, max, sampleSize: starts.length, sufficient: starts.length >= SUFFICIENT_SAMPLE, starts },
  ];
}

/** Of a category, what is priced on these terms: a `Positioning` has them. */
export function sampleOn(market: Market, category: string, terms: Terms): Sample | undefined {
  const key = keyOf(termsOf(terms));
  return market.get(category)?.find((each) => keyOf(each) === key);
}

/** A starting price against what is comparable of its category; `undefined` where nothing is. */
export function positioningOf(market: Market, category: string, start: MonthlyPrice): Positioning | undefined {
  const terms = termsOf({ currency: start.currency, billing: start.billing, unit: start.price.unit });
  const sample = sampleOn(market, category, terms);
  if (sample === undefined || new Decimal(sample.median).isZero()) return undefined;
  const percent = new Decimal(start.amount).minus(sample.median).dividedBy(sample.median).times(100).round().toNumber();
  return {
    startingPrice: plainNumber(start.amount),
    currency: start.currency,
    billing: terms.billing,
    unit: terms.unit,
    categoryMedian: plainNumber(sample.median),
    categoryMin: plainNumber(sample.min),
    categoryMax: plainNumber(sample.max),
    sampleSize: sample.sampleSize,
    percentVsMedian: percent,
    verdict: verdictOf(percent),
    sufficient: sample.sufficient,
  };
}

function verdictOf(percent: number): Positioning['verdict'] {
  if (Math.abs(percent) <= NEAR_PERCENT) return 'near';
  return percent > 0 ? 'above' : 'below';
}
