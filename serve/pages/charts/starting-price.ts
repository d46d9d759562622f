/** A product's starting price over time, as steps. */
import { isZero, sameAmount } from '../../../data/money.ts';
import { recordCurrency } from '../../../data/prices/record-currency.ts';
import { type MonthlyPrice, startingPrice } from '../../../data/prices/starting-price.ts';
import type { Snapshot, Tier } from '../../../data/record.ts';
import { joined, type Step, stepTimes } from './intervals.ts';

export interface Start extends Step, Pick<Tier, 'imported' | 'research'> {
  start: MonthlyPrice;
  /** The tier that it is the price of. */
  tier: string | undefined;
}

/** In the currency of the last one. */
export function startsOf(line: readonly Snapshot[], present: string): Start[] {
  const starts = line.flatMap((snapshot): Start[] => {
    const start = startingPrice(snapshot.tiers, recordCurrency(snapshot.tiers, snapshot.rates));
    if (start === undefined || isZero(start.amount)) return [];
    const tier = snapshot.tiers.find(({ prices }) => prices.includes(start.price));
    const imported = tier?.imported ?? snapshot.imported;
    return [
      {
        ...stepTimes(snapshot, present),
        amount: start.amount,
        start,
        tier: tier?.id,
        imported,
        research: tier?.research,
      },
    ];
  });
  const currency = starts.at(-1)?.start.currency;
  return joined(
    starts.filter(({ start }) => start.currency === currency),
    (a, b) => isAlike(a, b) && sameAmount(a.amount, b.amount),
  );
}

function isAlike({ start: a, ...one }: Start, { start: b, ...other }: Start): boolean {
  return one.tier === other.tier && a.billing === b.billing && a.price.unit === b.price.unit;
}

export function comparableRuns(starts: readonly Start[]): Start[][] {
  const runs: Start[][] = [];
  for (const start of starts) {
    const last = runs.at(-1)?.at(-1);
    if (last !== undefined && isAlike(last, start)) runs.at(-1)?.push(start);
    else runs.push([start]);
  }
  return runs;
}
