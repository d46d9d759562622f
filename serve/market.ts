/**
 * What products of a category start at: the ground that one price is judged on. Only prices in one currency are
 * compared, and nothing is converted. Pure.
 */
import { Decimal } from 'decimal.js';
import { type Amount, addAmounts, type Currency, overAmount, plainNumber } from '../data/money.ts';
import type { Positioning } from './record-shape.ts';

/** Fewer prices than this are an anecdote. */
const SUFFICIENT_SAMPLE = 5;
/** Within this many percent of the median a price is near it. */
const NEAR_PERCENT = 10;

export interface Sample {
  currency: Currency;
  min: Amount;
  median: Amount;
  max: Amount;
  sampleSize: number;
  sufficient: boolean;
}

/** Category → samples, the largest first. */
export type Market = ReadonlyMap<string, readonly Sample[]>;

interface Start {
  category: string;
  startingAmount?: Amount | undefined;
  currency?: Currency | undefined;
  retired?: unknown;
}

export function marketOf(rows: readonly Start[]): Market {
  const amounts = new Map<string, Map<Currency, Amount[]>>();
  for (const { category, startingAmount, currency, retired } of rows) {
    if (startingAmount === undefined || currency === undefined || retired) continue;
    const ofCategory = amounts.get(category) ?? new Map<Currency, Amount[]>();
    amounts.set(category, ofCategory);
    const ofCurrency = ofCategory.get(currency) ?? [];
    ofCategory.set(currency, ofCurrency);
    ofCurrency.push(startingAmount);
  }
  return new Map(
    [...amounts].map(([category, ofCategory]) => [
      category,
      [...ofCategory]
        .flatMap(([currency, list]) => sampleOf(currency, list))
        .sort((a, b) => b.sampleSize - a.sampleSize || (a.currency < b.currency ? -1 : 1)),
    ]),
  );
}

function sampleOf(currency: Currency, amounts: Amount[]): Sample[] {
  // Parsed once each: comparing two strings would parse both at every step of the sort.
  const sorted = amounts
    .map((amount) => ({ amount, value: new Decimal(amount) }))
    .sort((a, b) => a.value.comparedTo(b.value))
    .map(({ amount }) => amount);
  const [min, max] = [sorted[0], sorted.at(-1)];
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (min === undefined || max === undefined || low === undefined || high === undefined) return [];
  const median = overAmount(addAmounts(low, high), 2);
  return [{ currency, min, median, max, sampleSize: sorted.length, sufficient: sorted.length >= SUFFICIENT_SAMPLE }];
}

/** A starting price against its category; `undefined` where nothing is comparable. */
export function positioningOf(
  market: Market,
  category: string,
  start: { amount: Amount; currency: Currency },
): Positioning | undefined {
  const sample = market.get(category)?.find(({ currency }) => currency === start.currency);
  if (sample === undefined || new Decimal(sample.median).isZero()) return undefined;
  const percent = new Decimal(start.amount).minus(sample.median).dividedBy(sample.median).times(100).round().toNumber();
  return {
    startingPrice: plainNumber(start.amount),
    currency: start.currency,
    categoryMedian: plainNumber(sample.median),
    categoryMin: plainNumber(sample.min),
    categoryMax: plainNumber(sample.max),
    sampleSize: sample.sampleSize,
    percentVsMedian: percent,
    verdict: percent > NEAR_PERCENT ? 'above' : percent < -NEAR_PERCENT ? 'below' : 'near',
    sufficient: sample.sufficient,
  };
}
