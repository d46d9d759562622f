/**
 * How sure a statement is, by its headline: the starting price and that no plan is cheaper, and the free tier or that there is
 * none. Of a product without a starting price: all of its facts. Pure.
 */
import { TRUST } from '../../config/trust.ts';
import { defined } from '../../data/defined.ts';
import { sameAmount } from '../../data/money.ts';
import type { Statement } from '../../data/pipeline/verdict.ts';
import { type MonthlyPrice, startingPrice } from '../../data/prices/starting-price.ts';
import type { NegativeKind } from '../../data/reading.ts';
import { mainCurrency } from './plausibility.ts';

type Rated = { confidence?: number | undefined };
type Stated = Pick<Statement, 'tiers' | 'rates' | 'absent' | 'negatives'>;

/** What a fact counts: its own confidence, if it has one. */
export function confidenceOf({ confidence = TRUST.cappedConfidence }: Rated): number {
  return confidence;
}

/** Whether its reading gave its facts a confidence. */
export function isRated(statement: Stated): boolean {
  return ratedFacts(statement).some(({ confidence }) => confidence !== undefined);
}

/** Prices, claims to be free or for the asking, and the rates of each model. */
function ratedFacts({ tiers, rates }: Stated): Rated[] {
  return [...tiers.flatMap((tier) => [...(tier.isFree || tier.isCustom ? [tier] : []), ...tier.prices]), ...rates];
}

export function startOf(statement: Pick<Stated, 'tiers' | 'rates'>): MonthlyPrice | undefined {
  return startingPrice(statement.tiers, mainCurrency(statement));
}

/** Whether both start at the same price, or neither at any. */
export function isSameStart(a: Stated, b: Stated): boolean {
  const [one, other] = [startOf(a), startOf(b)];
  if (one === undefined || other === undefined) return one === other;
  return one.currency === other.currency && one.billing === other.billing && sameAmount(one.amount, other.amount);
}

export function negativeOf({ negatives = [] }: Stated, kind: NegativeKind): number | undefined {
  return negatives.find((each) => each.kind === kind)?.confidence;
}

/** By name, without what the statement does not say. */
export function headlineOf(statement: Stated): Record<string, number> {
  const start = startOf(statement);
  const free = statement.tiers.filter(({ isFree }) => isFree).map(confidenceOf);
  const isWithoutFree = statement.absent?.includes('free_plan') === true;
  return defined({
    ...(start === undefined
      ? { facts: median(ratedFacts(statement).map(confidenceOf)) }
      : { startingPrice: confidenceOf(start.price), cheapest: negativeOf(statement, 'cheapest') }),
    freeTier: free.length > 0 ? Math.max(...free) : undefined,
    noFreeTier: isWithoutFree ? negativeOf(statement, 'no_free_tier') : undefined,
  });
}

/** The confidence of the least sure of its headline facts; 0 for a statement of nothing. */
export function headlineConfidence(statement: Stated): number {
  const all = Object.values(headlineOf(statement));
  return all.length === 0 ? 0 : Math.min(...all);
}

function median(values: number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1];
}
