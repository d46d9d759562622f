/**
 * What products of a category start at: the ground that one price is judged on. Only prices of one currency, unit and
 * billing are compared, and nothing is converted. Pure.
 */
import { Decimal } from 'decimal.js';
import { type Amount, addAmounts, type Currency, overAmount, plainNumber } from '../../data/money.ts';
import type { Billing, Unit } from '../../data/reading.ts';
import type { MonthlyPrice } from '../../data/starting-price.ts';
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
}

/** What prices have in common that can be compared. */
interface Terms {
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

function keyOf({ currency, billing, unit }: Terms): string {
  return `${currency} ${billing} ${unit ?? ''}`;
}

/** Category → samples, the largest first. */
export type Market = ReadonlyMap<string, readonly Sample[]>;

interface Start {
  category: string;
  startingAmount?: Amount | undefined;
  startingBilling?: Billing | undefined;
  startingUnit?: Unit | undefined;
  currency?: Currency | undefined;
  retired?: unknown;
}

export function marketOf(rows: readonly Start[]): Market {
  const amounts = new Map<string, Map<string, { terms: Terms; amounts: Amount[] }>>();
  for (const { category, startingAmount, startingBilling, startingUnit, currency, retired } of rows) {
    if (startingAmount === undefined || startingBilling === undefined || currency === undefined || retired) continue;
    const ofCategory = amounts.get(category) ?? new Map<string, { terms: Terms; amounts: Amount[] }>();
    amounts.set(category, ofCategory);
    const terms = termsOf({ currency, billing: startingBilling, unit: startingUnit });
    const alike = ofCategory.get(keyOf(terms)) ?? { terms, amounts: [] };
    ofCategory.set(keyOf(terms), alike);
    alike.amounts.push(startingAmount);
  }
  return new Map(
    [...amounts].map(([category, ofCategory]) => [
      category,
      [...ofCategory.values()]
        .flatMap((alike) => sampleOf(alike.terms, alike.amounts))
        .sort((a, b) => b.sampleSize - a.sampleSize || (keyOf(a) < keyOf(b) ? -1 : 1)),
    ]),
  );
}

function sampleOf(terms: Terms, amounts: Amount[]): Sample[] {
  // Parsed once each: comparing two strings would parse both at every step of the sort.
  const sorted = amounts
    .map((amount) => ({ amount, value: new Decimal(amount) }))
    .sort((a, b) => a.value.comparedTo(b.value))
    .map(({ amount }) => amount);
  const [min, max] = [sorted[0], sorted.at(-1)];
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (min === undefined || max === undefined || low === undefined || high === undefined) return [];
  const median = overAmount(addAmounts(low, high), 2);
  return [{ ...terms, min, median, max, sampleSize: sorted.length, sufficient: sorted.length >= SUFFICIENT_SAMPLE }];
}

/** A starting price against what is comparable of its category; `undefined` where nothing is. */
export function positioningOf(market: Market, category: string, start: MonthlyPrice): Positioning | undefined {
  const terms = termsOf({ currency: start.currency, billing: start.billing, unit: start.price.unit });
  const sample = market.get(category)?.find((each) => keyOf(each) === keyOf(terms));
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
    verdict: percent > NEAR_PERCENT ? 'above' : percent < -NEAR_PERCENT ? 'below' : 'near',
    sufficient: sample.sufficient,
  };
}
