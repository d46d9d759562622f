/**
 * What else there is in a product's category, against its starting price. Only prices of one currency, billing and unit
 * are compared, as everywhere (market.ts); the others stand apart with the reason. Pure.
 */
import { Decimal } from 'decimal.js';
import { type Amount, compareAmounts, toAmount } from '../../data/money.ts';
import { differenceOf, type Terms } from '../record/market.ts';
import type { SoldProduct } from './discovery.ts';

/** A starting price, by the month, under its terms. */
export interface Start extends Terms {
  amount: Amount;
}

export interface Comparable {
  product: SoldProduct;
  start: Start;
  /** Of the two starting prices, without its sign. */
  difference: Amount;
  /** Of the product's own, rounded; without its sign. */
  percent: number;
}

/** Why it is not compared: what its price differs in or does not state, or that none is known. */
export type Apart = keyof Terms | 'price';

export interface Alternatives {
  /** Of the product itself; absent where none is public, and then nothing is compared with it. */
  start: Start | undefined;
  /** The least first. */
  lower: Comparable[];
  same: Comparable[];
  /** The least first: what is nearest to the product. */
  higher: Comparable[];
  apart: { product: SoldProduct; start: Start | undefined; because: Apart }[];
}

export function alternativesTo(own: SoldProduct, category: Iterable<SoldProduct>): Alternatives {
  const start = startOf(own);
  const alternatives: Alternatives = { start, lower: [], same: [], higher: [], apart: [] };
  for (const product of category) {
    if (product.slug === own.slug) continue;
    const theirs = startOf(product);
    const because = theirs === undefined || start === undefined ? 'price' : differenceOf(start, theirs);
    if (because !== undefined || theirs === undefined || start === undefined) {
      alternatives.apart.push({ product, start: theirs, because: because ?? 'price' });
      continue;
    }
    const order = compareAmounts(theirs.amount, start.amount);
    const notSame = order < 0 ? alternatives.lower : alternatives.higher;
    (order === 0 ? alternatives.same : notSame).push({
      product,
      start: theirs,
      ...distance(start.amount, theirs.amount),
    });
  }
  for (const group of [alternatives.lower, alternatives.higher])
    group.sort((a, b) => compareAmounts(a.start.amount, b.start.amount));
  return alternatives;
}

function startOf({ startingAmount, startingBilling, startingUnit, currency }: SoldProduct): Start | undefined {
  if (startingAmount === undefined || currency === undefined) return undefined;
  return { amount: startingAmount, billing: startingBilling, unit: startingUnit, currency };
}

function distance(own: Amount, other: Amount): Pick<Comparable, 'difference' | 'percent'> {
  const difference = new Decimal(other).minus(own).abs();
  return {
    difference: toAmount(difference),
    percent: difference.dividedBy(own).times(100).round().toNumber(),
  };
}
